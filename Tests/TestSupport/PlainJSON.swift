/// The grammar of RFC 8259 written down as plainly as it can be, to hold a fast reader against.
///
/// It shares nothing with the reader: it goes byte by byte, calls itself for nested values and
/// checks UTF-8 with the standard library.
public struct PlainJSON {
  /// What a text is.
  public enum Verdict: Sendable, Equatable {
    /// One value of JSON.
    case valid
    /// The beginning of a longer text.
    case cut
    /// Neither.
    case bad
  }

  private enum Failure: Error { case cut, bad }

  private let text: [UInt8]
  private var at = 0

  private init(_ text: [UInt8]) { self.text = text }

  /// Judges a text; nesting costs stack, so give it no deep ones.
  public static func judge(_ text: some Sequence<UInt8>) -> Verdict {
    var reader = PlainJSON(Array(text))
    do {
      reader.space()
      try reader.value()
      reader.space()
      return reader.at == reader.text.count ? .valid : .bad
    } catch Failure.cut {
      return .cut
    } catch {
      return .bad
    }
  }

  /// The byte here; the end of the text cuts it off.
  private func peek() throws -> UInt8 {
    guard at < text.count else { throw Failure.cut }
    return text[at]
  }

  private mutating func expect(_ byte: UInt8) throws {
    guard try peek() == byte else { throw Failure.bad }
    at += 1
  }

  private mutating func space() {
    while at < text.count, [0x20, 0x09, 0x0A, 0x0D].contains(text[at]) { at += 1 }
  }

  private mutating func value() throws {
    switch try peek() {
    case UInt8(ascii: "n"): try word("null")
    case UInt8(ascii: "t"): try word("true")
    case UInt8(ascii: "f"): try word("false")
    case UInt8(ascii: "\""): try string()
    case UInt8(ascii: "["): try list(UInt8(ascii: "]")) { try $0.value() }
    case UInt8(ascii: "{"):
      try list(UInt8(ascii: "}")) {
        try $0.string()
        $0.space()
        try $0.expect(UInt8(ascii: ":"))
        $0.space()
        try $0.value()
      }
    default: try number()
    }
  }

  private mutating func word(_ word: String) throws {
    for byte in word.utf8 { try expect(byte) }
  }

  private mutating func list(
    _ close: UInt8, _ element: (inout PlainJSON) throws -> Void
  ) throws {
    at += 1
    space()
    if try peek() == close {
      at += 1
      return
    }
    while true {
      try element(&self)
      space()
      if try peek() == close {
        at += 1
        return
      }
      try expect(UInt8(ascii: ","))
      space()
    }
  }

  private mutating func number() throws {
    if try peek() == UInt8(ascii: "-") { at += 1 }
    if try peek() == UInt8(ascii: "0") { at += 1 } else { try digits() }
    if at < text.count, text[at] == UInt8(ascii: ".") {
      at += 1
      try digits()
    }
    if at < text.count, text[at] == UInt8(ascii: "e") || text[at] == UInt8(ascii: "E") {
      at += 1
      if try [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(peek()) { at += 1 }
      try digits()
    }
  }

  private mutating func digits() throws {
    guard try (0x30...0x39).contains(peek()) else { throw Failure.bad }
    while at < text.count, (0x30...0x39).contains(text[at]) { at += 1 }
  }

  private mutating func string() throws {
    try expect(UInt8(ascii: "\""))
    while true {
      let c = try peek()
      switch c {
      case UInt8(ascii: "\""):
        at += 1
        return
      case 0..<0x20: throw Failure.bad
      case UInt8(ascii: "\\"):
        at += 1
        let letter = try peek()
        guard "\"\\/bfnrtu".utf8.contains(letter) else { throw Failure.bad }
        at += 1
        if letter == UInt8(ascii: "u") {
          for _ in 0..<4 {
            guard try Character(UnicodeScalar(peek())).isHexDigit else { throw Failure.bad }
            at += 1
          }
        }
      case 0..<0x80: at += 1
      default: try sequence()
      }
    }
  }

  /// One sequence of UTF-8, of which the standard library is asked.
  private mutating func sequence() throws {
    for length in 2...4 where at + length <= text.count {
      if String(validating: text[at..<at + length], as: UTF8.self) != nil {
        at += length
        return
      }
    }
    // Cut off where some continuation bytes would make it whole.
    let rest = Array(text[at...])
    guard rest.count < 4 else { throw Failure.bad }
    for missing in 1...(4 - rest.count) {
      for first in [0x80, 0x90, 0xA0, 0xBF] as [UInt8] {
        let whole = rest + [first] + Array(repeating: 0x80, count: missing - 1)
        if String(validating: whole, as: UTF8.self) != nil { throw Failure.cut }
      }
    }
    throw Failure.bad
  }
}
