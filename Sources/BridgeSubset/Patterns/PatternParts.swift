/// A pattern with look-around at its edges, taken apart into patterns without.
///
/// Behind `^` a look-ahead speaks of the beginning of the text, before `$` a look-behind of its end:
/// `^(?=A)(?!B)C` matches where `^(?:A)` and `^C` do and `^(?:B)` does not.
struct PatternParts {
  /// The patterns that must all match, and those that must not.
  private(set) var wanted: [[UInt8]] = []
  private(set) var unwanted: [[UInt8]] = []

  /// Nil where the pattern is of another form.
  init?(_ text: [UInt8]) {
    guard !Self.hasReferences(text), !Self.hasBranches(text[...]) else { return nil }
    var rest = text[...]
    var found = false
    if rest.first == UInt8(ascii: "^") {
      rest = rest.dropFirst()
      while let (group, isNegative) = Self.group(at: rest.startIndex, in: rest, ["(?=", "(?!"]) {
        add(Array("^".utf8) + Self.grouped(rest[group].dropFirst(3).dropLast()), isNegative)
        rest = rest[group.upperBound...]
        found = true
        guard Self.isPlain(rest) else { return nil }
      }
      rest = ([UInt8(ascii: "^")] + rest)[...]
    }
    if rest.last == UInt8(ascii: "$"), !Self.isEscaped(rest, rest.endIndex - 1) {
      var inside = rest.dropLast()
      while let start = Self.lastGroup(in: inside),
        let (group, isNegative) = Self.group(at: start, in: inside, ["(?<=", "(?<!"]),
        group.upperBound == inside.endIndex
      {
        add(Self.grouped(inside[group].dropFirst(4).dropLast()) + Array("$".utf8), isNegative)
        inside = inside[..<group.lowerBound]
        found = true
      }
      rest = (Array(inside) + [UInt8(ascii: "$")])[...]
    }
    guard found else { return nil }
    wanted.append(Array(rest))
  }

  private mutating func add(_ text: [UInt8], _ isNegative: Bool) {
    if isNegative { unwanted.append(text) } else { wanted.append(text) }
  }

  private static func grouped(_ text: some Sequence<UInt8>) -> [UInt8] {
    Array("(?:".utf8) + text + Array(")".utf8)
  }

  /// A quantifier behind a look-ahead is no `u` pattern; anything else may follow.
  private static func isPlain(_ rest: ArraySlice<UInt8>) -> Bool {
    guard let first = rest.first else { return true }
    return !"*+?{".utf8.contains(first)
  }

  /// Whether it may refer to what a group has captured.
  private static func hasReferences(_ text: [UInt8]) -> Bool {
    zip(text, text.dropFirst()).contains { first, second in
      first == UInt8(ascii: "\\")
        && (second >= UInt8(ascii: "1") && second <= UInt8(ascii: "9")
          || second == UInt8(ascii: "k"))
    }
  }

  /// Goes over the text outside of classes and escapes: place, byte and depth of parentheses.
  private static func walk(
    _ text: ArraySlice<UInt8>, _ body: (_ at: Int, _ byte: UInt8, _ depth: Int) -> Bool
  ) {
    var depth = 0
    var isInClass = false
    var at = text.startIndex
    while at < text.endIndex {
      let byte = text[at]
      if byte == UInt8(ascii: "\\") {
        at += 2
        continue
      }
      if isInClass {
        if byte == UInt8(ascii: "]") { isInClass = false }
      } else {
        switch byte {
        case UInt8(ascii: "["): isInClass = true
        case UInt8(ascii: "("): depth += 1
        case UInt8(ascii: ")"): depth -= 1
        default: break
        }
        if !body(at, byte, depth) { return }
      }
      at += 1
    }
  }

  private static func hasBranches(_ text: ArraySlice<UInt8>) -> Bool {
    var found = false
    walk(text) { _, byte, depth in
      if byte == UInt8(ascii: "|"), depth == 0 { found = true }
      return !found
    }
    return found
  }

  private static func isEscaped(_ text: ArraySlice<UInt8>, _ at: Int) -> Bool {
    text[..<at].reversed().prefix { $0 == UInt8(ascii: "\\") }.count % 2 == 1
  }

  /// The group that begins here, if it is one of two kinds: a positive and a negative one.
  private static func group(
    at start: Int, in text: ArraySlice<UInt8>, _ kinds: [String]
  ) -> (range: Range<Int>, isNegative: Bool)? {
    guard let kind = kinds.firstIndex(where: { text[start...].starts(with: $0.utf8) }) else {
      return nil
    }
    var end: Int?
    walk(text[start...]) { at, byte, depth in
      if byte == UInt8(ascii: ")"), depth == 0 { end = at + 1 }
      return end == nil
    }
    return end.map { (start..<$0, kind == 1) }
  }

  /// Where the last group outside of groups begins.
  private static func lastGroup(in text: ArraySlice<UInt8>) -> Int? {
    var last: Int?
    walk(text) { at, byte, depth in
      if byte == UInt8(ascii: "("), depth == 1 { last = at }
      return true
    }
    return last
  }
}
