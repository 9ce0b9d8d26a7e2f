import Testing

@testable import BridgeSchema

extension Format {
  func accepts(_ text: String, in draft: Draft = .draft2020) -> Bool {
    accepts(Array(text.utf8), in: draft)
  }

  func accepts(_ bytes: [UInt8], in draft: Draft = .draft2020) -> Bool {
    bytes.withUnsafeBufferPointer { accepts($0, in: draft) }
  }
}

/// Expects that a format takes all of one list and none of the other.
func expect(
  _ format: Format, accepts good: [String], refuses bad: [String],
  in draft: Format.Draft = .draft2020,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  for text in good {
    #expect(
      format.accepts(text, in: draft), "\(text.debugDescription)", sourceLocation: sourceLocation)
  }
  for text in bad {
    #expect(
      !format.accepts(text, in: draft), "\(text.debugDescription)", sourceLocation: sourceLocation)
  }
}
