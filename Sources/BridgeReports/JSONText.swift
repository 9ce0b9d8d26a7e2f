internal import BridgeFindings
internal import CJSONC

/// JSON text that is handed through a report unchanged.
enum JSONText {
  /// The text without blanks between tokens, or nil where it is no JSON.
  ///
  /// json-c's strict tokener gives the verdict. It takes a few malformed documents as good (bad
  /// UTF-8, which a Swift text cannot hold, and some numbers), and a value nested deeper than 512
  /// counts as none.
  static func compact(_ text: String) -> String? {
    if isPlain(text) { return text }
    guard !text.utf8.contains(0), isJSON(text) else { return nil }
    var out: [UInt8] = []
    out.reserveCapacity(text.utf8.count)
    var inText = false
    var isEscaped = false
    for byte in text.utf8 {
      if inText {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          inText = false
        }
        out.append(byte)
      } else if byte != 0x20 && byte != 0x0A && byte != 0x0D && byte != 0x09 {
        inText = byte == UInt8(ascii: "\"")
        out.append(byte)
      }
    }
    return String(decoding: out, as: UTF8.self)
  }

  /// Hands JSON text over with scalars that do something to a terminal or a CI runner written as
  /// `\uXXXX`: it means the same, and a report that somebody prints stays on its line. Outside
  /// ASCII there is nothing but the inside of texts, so the escape is always allowed.
  static func writeHarmless(
    _ json: UnsafeRawBufferPointer, to sink: (UnsafeRawBufferPointer) -> Void
  ) {
    guard mayHarm(json) else {
      sink(json)
      return
    }
    var out: [UInt8] = []
    out.reserveCapacity(json.count + 64)
    var hashes = 0
    for scalar in String(decoding: json, as: UTF8.self).unicodeScalars {
      let isCommand = scalar == "[" && hashes >= 2
      if isCommand || Harmless.isHarmful(scalar) {
        for unit in String(scalar).utf16 {
          out.append(contentsOf: "\\u".utf8)
          let digits = String(unit, radix: 16)
          out.append(contentsOf: String(repeating: "0", count: 4 - digits.utf8.count).utf8)
          out.append(contentsOf: digits.utf8)
        }
      } else {
        out.append(contentsOf: String(scalar).utf8)
      }
      hashes = scalar == "#" ? hashes + 1 : 0
    }
    out.withUnsafeBytes(sink)
  }

  /// Whether there is anything but ASCII, or what begins a runner's command: two hashes.
  private static func mayHarm(_ json: UnsafeRawBufferPointer) -> Bool {
    // A byte of 0x7F and above has its top bit set once one is added.
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops = ones << 7
    var at = 0
    var seen: UInt64 = 0
    while at + 8 <= json.count {
      let word = json.loadUnaligned(fromByteOffset: at, as: UInt64.self)
      let hashes = word ^ (ones &* 0x23)
      seen |= word | (word & (tops - ones)) &+ ones | ((hashes &- ones) & ~hashes)
      at += 8
    }
    guard seen & tops != 0 || json[at...].contains(where: { $0 >= 0x7F || $0 == 0x23 }) else {
      return false
    }
    var before: UInt8 = 0
    for byte in json {
      if byte >= 0x7F || (byte == UInt8(ascii: "#") && before == byte) { return true }
      before = byte
    }
    return false
  }

  /// Whether it is a literal, a whole number or a text without escapes, which is nearly everything
  /// that a report hands through: no need to ask.
  private static func isPlain(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      guard let first = bytes.first else { return false }
      if first == UInt8(ascii: "\"") {
        guard bytes.count >= 2, bytes[bytes.count - 1] == first else { return false }
        return bytes[1..<bytes.count - 1].allSatisfy {
          $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
        }
      }
      if first >= 0x30 && first <= 0x39 {
        return (first != 0x30 || bytes.count == 1)
          && bytes.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
      }
      return bytes.elementsEqual("true".utf8) || bytes.elementsEqual("false".utf8)
        || bytes.elementsEqual("null".utf8)
    }
  }

  /// A tokener is as large as its depth: most texts are flat.
  private static func isJSON(_ text: String) -> Bool {
    isJSON(text, depth: 8) || isJSON(text, depth: 512)
  }

  private static func isJSON(_ text: String, depth: Int32) -> Bool {
    guard let tokener = json_tokener_new_ex(depth) else { return false }
    defer { json_tokener_free(tokener) }
    json_tokener_set_flags(tokener, JSON_TOKENER_STRICT)
    var text = text
    return text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { chars in
        // With its final NUL: a number at the end is only then complete.
        var copy = Array(chars)
        copy.append(0)
        let value = json_tokener_parse_ex(tokener, copy, Int32(clamping: copy.count))
        if let value { json_object_put(value) }
        return json_tokener_get_error(tokener) == json_tokener_success
      }
    }
  }
}
