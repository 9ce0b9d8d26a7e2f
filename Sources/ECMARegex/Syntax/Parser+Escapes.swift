extension Parser {
  /// Reads an escape outside a class, after its backslash.
  ///
  /// - Returns: the atom, or nil for an assertion, which has become a term.
  mutating func parseAtomEscape(at start: Int) throws(PatternError) -> Int32? {
    guard let scalar = peek() else { throw error(.trailingBackslash, start) }
    switch scalar {
    case "b", "B":
      at += 1
      let isBoundary = scalar == "b"
      let assertion: Assertion =
        switch (flags.ignoreCase, isBoundary) {
        case (false, true): .wordBoundary
        case (false, false): .notWordBoundary
        case (true, true): .foldedWordBoundary
        case (true, false): .notFoldedWordBoundary
        }
      terms.append(add(.assertion(assertion)))
      return nil
    case "k":
      at += 1
      guard take("<") else { throw error(.missingReferenceName, start) }
      return reference(.name(try parseGroupName()), at: start)
    case 0x31...0x39:
      var number = 0
      while let digit = peek(), 0x30...0x39 ~= digit {
        number = min(number * 10 + Int(digit - 0x30), Int(Int32.max))
        at += 1
      }
      return reference(.number(number), at: start)
    default:
      if let set = try parseClassEscape(at: start) {
        // Inverted sets are folded as they are: \P{Lu} takes every letter under the flag i.
        return add(.set(place(of: flags.ignoreCase ? CaseFolding.closure(of: set) : set)))
      }
      return literal(try parseCharacterEscape(at: start))
    }
  }

  /// Reads `d D s S w W p{…} P{…}` if one stands here.
  mutating func parseClassEscape(at start: Int) throws(PatternError) -> ScalarSet? {
    guard let letter = peek() else { throw error(.trailingBackslash, start) }
    switch letter {
    case "d", "D", "s", "S", "w", "W":
      at += 1
      let words = flags.ignoreCase ? ScalarSet.foldedWords : .words
      return switch letter {
      case "d": .digits
      case "D": ScalarSet.digits.complement
      case "s": .spaces
      case "S": ScalarSet.spaces.complement
      case "w": words
      default: words.complement
      }
    case "p", "P":
      at += 1
      let set = try parseProperty(at: start)
      return letter == "p" ? set : set.complement
    default:
      return nil
    }
  }

  private mutating func parseProperty(at start: Int) throws(PatternError) -> ScalarSet {
    guard take("{") else { throw error(.badPropertyEscape, start) }
    let name = takePropertyName()
    var value: String?
    if take("=") { value = takePropertyName() }
    guard take("}"), !name.isEmpty, value?.isEmpty != true else {
      throw error(.badPropertyEscape, start)
    }
    let set: ScalarSet? =
      if let value {
        UnicodeProperties.set(name: name, value: value)
      } else {
        UnicodeProperties.set(loneName: name)
      }
    guard let set else { throw error(.unknownProperty, start) }
    return set
  }

  private mutating func takePropertyName() -> String {
    var name = ""
    while let scalar = peek(), ScalarSet.words.contains(scalar),
      let character = Unicode.Scalar(scalar)
    {
      name.unicodeScalars.append(character)
      at += 1
    }
    return name
  }

  /// Reads an escape that stands for one code point.
  mutating func parseCharacterEscape(at start: Int) throws(PatternError) -> UInt32 {
    guard let scalar = peek() else { throw error(.trailingBackslash, start) }
    at += 1
    switch scalar {
    case "f": return 0x0C
    case "n": return 0x0A
    case "r": return 0x0D
    case "t": return 0x09
    case "v": return 0x0B
    case "c":
      guard let letter = peek(), 0x41...0x5A ~= letter || 0x61...0x7A ~= letter else {
        throw error(.badControlEscape, start)
      }
      at += 1
      return letter % 32
    case "0":
      if let digit = peek(), 0x30...0x39 ~= digit { throw error(.badDecimalEscape, start) }
      return 0
    case "x":
      guard let value = takeHexadecimal(2) else { throw error(.badHexEscape, start) }
      return value
    case "u":
      return try parseUnicodeEscape(at: start)
    case "^", "$", "\\", ".", "*", "+", "?", "(", ")", "[", "]", "{", "}", "|", "/":
      return scalar
    case 0x31...0x39:
      throw error(.badDecimalEscape, start)
    default:
      throw error(.unknownEscape, start)
    }
  }

  /// Reads what follows `\u`; two escapes of a surrogate pair are one code point.
  mutating func parseUnicodeEscape(at start: Int) throws(PatternError) -> UInt32 {
    if take("{") {
      var value: UInt32 = 0
      let digits = at
      while let digit = peek().flatMap(Self.hexadecimal) {
        value = value * 16 + digit
        if value > 0x10_FFFF { throw error(.scalarOutOfRange, start) }
        at += 1
      }
      guard at > digits, take("}") else { throw error(.badUnicodeEscape, start) }
      return value
    }
    guard let value = takeHexadecimal(4) else { throw error(.badUnicodeEscape, start) }
    if 0xD800...0xDBFF ~= value, peek() == "\\", peek(1) == "u" {
      let back = at
      at += 2
      if let low = takeHexadecimal(4), 0xDC00...0xDFFF ~= low {
        return 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
      }
      at = back
    }
    return value
  }

  private mutating func takeHexadecimal(_ count: Int) -> UInt32? {
    var value: UInt32 = 0
    for offset in 0..<count {
      guard let digit = peek(offset).flatMap(Self.hexadecimal) else { return nil }
      value = value * 16 + digit
    }
    at += count
    return value
  }

  private static func hexadecimal(_ scalar: UInt32) -> UInt32? {
    switch scalar {
    case 0x30...0x39: scalar - 0x30
    case 0x41...0x46: scalar - 0x37
    case 0x61...0x66: scalar - 0x57
    default: nil
    }
  }
}
