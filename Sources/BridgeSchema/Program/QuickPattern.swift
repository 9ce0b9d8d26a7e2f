/// Patterns so simple that no automaton is needed: a literal, or one class of ASCII characters.
///
/// Most patterns of `patternProperties` are of this kind (`^x-`, `^/`, `^[a-z]+$`). Made only from
/// patterns that `ECMARegex` has accepted; the meaning is the same.
struct QuickPattern {
  enum Kind: UInt8 {
    /// None: ask the automaton.
    case none
    /// Matches every string.
    case everything
    /// `^literal`, `^literal$`, `literal`.
    case prefix, exact, contains
    /// `^[class]…`: `[class]` once, `+` or `*`, to the end or not.
    case classRun
  }

  var kind = Kind.none
  /// The literal in the text pool.
  var literal = PooledName(hash: 0, offset: 0, count: 0)
  /// The class: bit n of two words for the ASCII character n.
  var low: UInt64 = 0
  var high: UInt64 = 0
  /// Characters of the class that must be there, 0 or 1.
  var least: UInt8 = 0
  /// Whether there may be more than one.
  var repeats = false
  /// Whether the pattern ends with `$`.
  var toEnd = false

  @inline(__always)
  func has(_ c: UInt8) -> Bool {
    c < 64 ? low >> UInt64(c) & 1 != 0 : c < 128 && high >> UInt64(c - 64) & 1 != 0
  }

  /// Whether a string matches.
  func matches(_ bytes: UnsafeBufferPointer<UInt8>, _ text: UnsafePointer<UInt8>) -> Bool {
    let n = Int(literal.count)
    let literal = text + Int(literal.offset)
    switch kind {
    case .none, .everything: return true
    case .prefix, .exact:
      guard let base = bytes.baseAddress else { return n == 0 }
      return (kind == .prefix ? bytes.count >= n : bytes.count == n)
        && equalBytes(base, literal, n)
    case .contains:
      guard let base = bytes.baseAddress else { return n == 0 }
      var i = 0
      while i + n <= bytes.count {
        if base[i] == literal[0], equalBytes(base + i, literal, n) { return true }
        i += 1
      }
      return false
    case .classRun:
      var i = 0
      while i < bytes.count, has(bytes[i]), repeats || i == 0 { i += 1 }
      return i >= Int(least) && (!toEnd || i == bytes.count)
    }
  }

  /// The quick form of a valid pattern, and the literal it holds.
  static func of(_ pattern: [UInt8]) -> (QuickPattern, literal: [UInt8]) {
    var quick = QuickPattern()
    if pattern.isEmpty || pattern.elementsEqual(".*".utf8) || pattern.elementsEqual("^.*".utf8) {
      quick.kind = .everything
      return (quick, [])
    }
    var rest = pattern[...]
    let isAnchored = rest.first == UInt8(ascii: "^")
    if isAnchored { rest = rest.dropFirst() }
    if isAnchored, rest.first == UInt8(ascii: "[") {
      return (classRun(rest.dropFirst()) ?? QuickPattern(), [])
    }
    var literal: [UInt8] = []
    while let c = rest.first, !isSyntax(c) || c == UInt8(ascii: "\\") {
      rest = rest.dropFirst()
      if c == UInt8(ascii: "\\") {
        guard let escaped = rest.first, isSyntax(escaped) || escaped == UInt8(ascii: "/") else {
          return (QuickPattern(), [])
        }
        rest = rest.dropFirst()
        literal.append(escaped)
      } else {
        literal.append(c)
      }
    }
    guard !literal.isEmpty else { return (quick, []) }
    if rest.isEmpty { quick.kind = isAnchored ? .prefix : .contains }
    if isAnchored, rest.elementsEqual("$".utf8) { quick.kind = .exact }
    return (quick, literal)
  }

  private static func isSyntax(_ c: UInt8) -> Bool {
    switch c {
    case UInt8(ascii: "^"), UInt8(ascii: "$"), UInt8(ascii: "\\"), UInt8(ascii: "."),
      UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "?"), UInt8(ascii: "("),
      UInt8(ascii: ")"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"),
      UInt8(ascii: "}"), UInt8(ascii: "|"):
      true
    default: false
    }
  }

  /// `abc0-9._-]`, a quantifier, perhaps `$`.
  private static func classRun(_ text: ArraySlice<UInt8>) -> QuickPattern? {
    var quick = QuickPattern()
    quick.kind = .classRun
    guard let end = text.firstIndex(of: UInt8(ascii: "]")), end > text.startIndex,
      text.first != UInt8(ascii: "^")
    else { return nil }
    var i = text.startIndex
    while i < end {
      let from = text[i]
      var to = from
      guard from < 0x80, from != UInt8(ascii: "\\"), from != UInt8(ascii: "[") else { return nil }
      if i + 2 < end, text[i + 1] == UInt8(ascii: "-") {
        to = text[i + 2]
        guard to < 0x80, to >= from, to != UInt8(ascii: "\\") else { return nil }
        i += 2
      }
      for c in from...to {
        if c < 64 { quick.low |= 1 << UInt64(c) } else { quick.high |= 1 << UInt64(c - 64) }
      }
      i += 1
    }
    var rest = text[(end + 1)...]
    quick.least = 1
    switch rest.first {
    case UInt8(ascii: "+"):
      quick.repeats = true
      rest = rest.dropFirst()
    case UInt8(ascii: "*"):
      quick.repeats = true
      quick.least = 0
      rest = rest.dropFirst()
    default: break
    }
    if rest.elementsEqual("$".utf8) {
      quick.toEnd = true
    } else if !rest.isEmpty {
      return nil
    }
    return quick
  }
}
