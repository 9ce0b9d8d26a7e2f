package import BridgeJSON

/// An id or a call's name as bytes: two of them are the same exactly where JSON Schema calls the
/// values equal. `8` and `"8"` differ, `1` and `1.0` do not.
package struct IDKey: Hashable, Sendable {
  package let bytes: [UInt8]

  /// All bytes at once: an array hashes one after the other.
  package func hash(into hasher: inout Hasher) {
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
  }

  /// The key of a value.
  package init(_ value: JSONCursor) {
    var bytes: [UInt8] = []
    Self.append(value, depth: 0, to: &bytes)
    self.bytes = bytes
  }

  /// The key of what a file is to those of its lines that name no session.
  package init(file: Int) { bytes = [UInt8(ascii: "f")] + Array(String(file).utf8) }

  /// The key of text.
  package init(text: some Sequence<UInt8>) {
    bytes = [UInt8(ascii: "s")] + text
  }

  /// The key of the number that `text` writes, or of the text if it writes none.
  package init(numberOrText text: [UInt8]) {
    let isNumber = JSONNumberText.isNumber(text)
    self = isNumber ? text.withUnsafeBufferPointer { IDKey(JSONDecimal($0)) } : IDKey(text: text)
  }

  private init(_ decimal: JSONDecimal) {
    var bytes: [UInt8] = []
    Self.append(decimal, to: &bytes)
    self.bytes = bytes
  }

  private static func append(_ decimal: JSONDecimal, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "n"))
    if decimal.isZero {
      bytes.append(UInt8(ascii: "0"))
      return
    }
    if decimal.isNegative { bytes.append(UInt8(ascii: "-")) }
    decimal.forEachDigit { bytes.append($0 + UInt8(ascii: "0")) }
    bytes.append(UInt8(ascii: "e"))
    bytes.append(contentsOf: String(decimal.exponent).utf8)
  }

  private static func append(_ value: JSONCursor, depth: Int, to bytes: inout [UInt8]) {
    switch value.kind {
    case .string:
      bytes.append(UInt8(ascii: "s"))
      value.withStringBytes { bytes.append(contentsOf: $0) }
    case .number: append(value.decimal, to: &bytes)
    case .null, .bool: bytes.append(contentsOf: value.text)
    case .array, .object:
      // Nobody nests ids deeply; beyond that the text as written tells them apart well enough.
      guard depth < 32 else {
        bytes.append(contentsOf: value.text)
        return
      }
      var parts: [[UInt8]] = []
      value.forEachItem {
        var part: [UInt8] = []
        append($0, depth: depth + 1, to: &part)
        parts.append(part)
      }
      value.forEachMember { key, item in
        var part: [UInt8] = []
        append(key, depth: depth + 1, to: &part)
        part.append(0)
        append(item, depth: depth + 1, to: &part)
        parts.append(part)
      }
      if value.kind == .object { parts.sort { $0.lexicographicallyPrecedes($1) } }
      bytes.append(value.kind == .object ? UInt8(ascii: "{") : UInt8(ascii: "["))
      for part in parts {
        bytes.append(contentsOf: String(part.count).utf8)
        bytes.append(UInt8(ascii: ":"))
        bytes.append(contentsOf: part)
      }
    }
  }
}

/// Whether text is one JSON number.
package enum JSONNumberText {
  package static func isNumber(_ text: [UInt8]) -> Bool {
    guard let first = text.first, first == UInt8(ascii: "-") || (first >= 0x30 && first <= 0x39)
    else { return false }
    let tape = JSONTape(capacity: 16)
    do throws(JSONError) {
      try text.withUnsafeBufferPointer { (buffer) throws(JSONError) in
        try tape.read(buffer, limits: .contract)
      }
    } catch {
      return false
    }
    return tape.count == 1
      && text.withUnsafeBufferPointer { buffer in
        // Nothing around it either: `12 ` is text.
        Int(tape.nodes[0].length) == buffer.count
      }
  }
}
