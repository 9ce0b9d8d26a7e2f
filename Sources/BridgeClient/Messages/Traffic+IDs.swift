internal import BridgeContract
internal import BridgeJSON

// Ids as they are found in bodies.

extension Found {
  /// The JSON text of what was found.
  var json: String? {
    switch self {
    case .absent: return nil
    case .value(let value): return value.isNull ? nil : String(decoding: value.text, as: UTF8.self)
    case .text(let text):
      if JSONNumberText.isNumber(text) { return String(decoding: text, as: UTF8.self) }
      var out: [UInt8] = []
      JSONString.appendQuoted(text, to: &out)
      return String(decoding: out, as: UTF8.self)
    }
  }
}

extension BodyReader {
  /// Whether what was found is this kind.
  func equals(kind found: Found, _ kind: JSONValue) -> Bool { equals(found, kind.cursor) }
}

extension Traffic {
  /// The text of the id in the first good example.
  func exampleID(_ index: Int) -> String? {
    let program = set.messages[index]
    guard let example = program.message.examples.first(where: { $0.fails == nil }) else {
      return nil
    }
    let reader = BodyReader(set)
    let channel = set.channels[program.channel]
    guard var reading = reader.bodies(of: example.body.cursor, on: channel).first else {
      return nil
    }
    reader.read(&reading, on: channel)
    switch reading.idFound {
    case .absent: return nil
    case .value(let value): return value.string
    case .text(let text): return String(decoding: text, as: UTF8.self)
    }
  }
}
