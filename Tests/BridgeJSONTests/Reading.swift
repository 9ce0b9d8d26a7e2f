import BridgeJSON

/// A text in memory of exactly its size, so that the address sanitizer sees every byte too far.
final class ExactText {
  let bytes: UnsafeBufferPointer<UInt8>

  init(_ text: some Collection<UInt8>) {
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.count)
    _ = copy.initialize(from: text)
    bytes = UnsafeBufferPointer(copy)
  }

  deinit { bytes.deallocate() }
}

/// The error that a text gets, or nil where it is read.
func failure(
  _ text: some Collection<UInt8>, _ limits: JSONLimits = .traffic, on tape: JSONTape = JSONTape()
) -> JSONError? {
  let text = ExactText(text)
  return withExtendedLifetime(text) {
    do throws(JSONError) {
      try tape.read(text.bytes, limits: limits)
      return nil
    } catch {
      return error
    }
  }
}

/// The document of a text that must be JSON.
func document(_ text: String, _ limits: JSONLimits = .traffic) throws -> JSONDocument {
  try JSONDocument(Array(text.utf8), limits: limits)
}

/// Calls `body` with the root of a text that must be JSON.
func withRoot<R>(_ text: String, _ body: (JSONCursor) throws -> R) throws -> R {
  let document = try document(text)
  return try withExtendedLifetime(document) { try body(document.root.cursor) }
}
