extension JSONString {
  /// Appends `decoded` as a JSON string with quotes: ASCII control characters, the quote and the
  /// backslash escaped, lone surrogates as `\\ud800` escapes, all else as it is.
  ///
  /// The inverse of `decode`. Whatever the bytes are, no quote of theirs ends the string; bytes that
  /// are not WTF-8 come out as they are.
  package static func appendQuoted(_ decoded: some Sequence<UInt8>, to out: inout [UInt8]) {
    let done: Void? = decoded.withContiguousStorageIfAvailable { appendQuoted($0, to: &out) }
    if done == nil { Array(decoded).withUnsafeBufferPointer { appendQuoted($0, to: &out) } }
  }

  /// The same for bytes that stand together. Linear; runs without escapes are copied whole.
  package static func appendQuoted(
    _ decoded: UnsafeBufferPointer<UInt8>, to out: inout [UInt8]
  ) {
    out.reserveCapacity(out.count + decoded.count + 2)
    out.append(UInt8(ascii: "\""))
    var copied = 0
    var i = 0
    while i < decoded.count {
      let c = decoded[i]
      let length: Int
      if c < 0x20 || c == UInt8(ascii: "\"") || c == UInt8(ascii: "\\") {
        length = 1
      } else if c == 0xED, isSurrogate(decoded, at: i) {
        length = 3
      } else {
        i += 1
        continue
      }
      out.append(contentsOf: decoded[copied..<i])
      if length == 1 {
        appendEscape(c, to: &out)
      } else {
        appendHex(
          0xD000 | UInt32(decoded[i + 1] & 0x3F) << 6 | UInt32(decoded[i + 2] & 0x3F), to: &out)
      }
      i += length
      copied = i
    }
    out.append(contentsOf: decoded[copied...])
    out.append(UInt8(ascii: "\""))
  }

  /// `text` as a JSON string with quotes.
  package static func quoted(_ text: String) -> String {
    var out: [UInt8] = []
    appendQuoted(text.utf8, to: &out)
    return String(decoding: out, as: UTF8.self)
  }

  /// Whether the bytes from an ED on are half of a surrogate pair: ED A0 80 to ED BF BF.
  private static func isSurrogate(_ bytes: UnsafeBufferPointer<UInt8>, at i: Int) -> Bool {
    i + 2 < bytes.count && bytes[i + 1] & 0xE0 == 0xA0 && bytes[i + 2] & 0xC0 == 0x80
  }

  private static func appendEscape(_ c: UInt8, to out: inout [UInt8]) {
    let letter: UInt8
    switch c {
    case 0x08: letter = UInt8(ascii: "b")
    case 0x09: letter = UInt8(ascii: "t")
    case 0x0A: letter = UInt8(ascii: "n")
    case 0x0C: letter = UInt8(ascii: "f")
    case 0x0D: letter = UInt8(ascii: "r")
    case 0..<0x20:
      appendHex(UInt32(c), to: &out)
      return
    default: letter = c
    }
    out.append(UInt8(ascii: "\\"))
    out.append(letter)
  }

  private static func appendHex(_ unit: UInt32, to out: inout [UInt8]) {
    out.append(UInt8(ascii: "\\"))
    out.append(UInt8(ascii: "u"))
    for shift: UInt32 in [12, 8, 4, 0] {
      let digit = UInt8(truncatingIfNeeded: unit >> shift & 15)
      out.append(digit < 10 ? 0x30 + digit : 0x57 + digit)
    }
  }
}
