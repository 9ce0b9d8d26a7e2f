internal import BridgeJSON
internal import BridgeSchema

extension Solver {
  /// What facts say of a string.
  private struct StringFacts {
    var search = StringSearch()
    var allowed: [[UInt8]]?
    var formats: [Format] = []
    /// Facts that automata know only in part: the string found is held against them.
    var tests: [Lit] = []
    /// Strings that may do, to be tried first.
    var samples: [[UInt8]] = []
    var isEmpty = false
  }

  func string(_ facts: [Lit]) -> Answer {
    var known = StringFacts()
    for lit in facts { take(lit, into: &known) }
    if known.isEmpty { return .empty }
    if let allowed = known.allowed { return firstAllowed(allowed, facts) }
    guard known.search.least <= known.search.most else { return .empty }
    guard known.search.least <= Self.longestString else {
      return .unknown("the strings would be too long")
    }
    let tests = known.tests
    let table = self.table
    func passes(_ string: [UInt8]) -> Bool? {
      var isSure = true
      for lit in tests {
        switch table.holds(lit, string: string) {
        case .some(false): return false
        case .none: isSure = false
        default: break
        }
      }
      return isSure ? true : nil
    }
    if !tests.isEmpty {
      for sample in known.samples
      where facts.allSatisfy({ table.holds($0, string: sample) == true }) {
        return .found(scalar(.string(sample)), isSure: true)
      }
    }
    if known.search.wanted.isEmpty, known.search.unwanted.isEmpty, tests.isEmpty {
      return plainString(known.search)
    }
    let outcome = known.search.run(tests.isEmpty ? nil : { passes($0) != false })
    steps -= known.search.cost / 4
    switch outcome {
    case .none: return .empty
    case .unknown(let reason): return .unknown(reason)
    case .found(let string):
      return .found(scalar(.string(string)), isSure: tests.isEmpty || passes(string) == true)
    }
  }

  private static let longestString = 100_000

  private func firstAllowed(_ allowed: [[UInt8]], _ facts: [Lit]) -> Answer {
    steps -= allowed.count
    var best = Best()
    for string in allowed {
      var isSure = true
      var isOut = false
      for lit in facts {
        switch table.holds(lit, string: string) {
        case .some(false): isOut = true
        case .none: isSure = false
        default: break
        }
        if isOut { break }
      }
      if !isOut { best.take(.found(scalar(.string(string)), isSure: isSure)) }
      if best.isDone { break }
    }
    return best.answer
  }

  private func take(_ lit: Lit, into known: inout StringFacts) {
    switch table[lit] {
    case .lengthLeast(let n):
      if lit.isNegated {
        known.search.most = min(known.search.most, n - 1)
      } else {
        known.search.least = max(known.search.least, n)
      }
    case .lengthMost(let n):
      if lit.isNegated {
        known.search.least = max(known.search.least, n + 1)
      } else {
        known.search.most = min(known.search.most, n)
      }
    case .values(let list):
      let strings = list.map(table.bytes)
      if lit.isNegated {
        known.search.excluded += strings
      } else if let allowed = known.allowed {
        known.allowed = allowed.filter { strings.contains($0) }
      } else {
        known.allowed = strings
      }
    case .pattern(let n):
      let pattern = table.patterns[Int(n)]
      if pattern.code == nil {
        known.tests.append(lit)
        known.search.hints.append(pattern)
      } else if lit.isNegated {
        known.search.unwanted.append(pattern)
      } else {
        known.search.wanted.append(pattern)
      }
    case .format(let n): take(table.formats[Int(n)].format, lit, into: &known)
    case .content, .opaque: known.tests.append(lit)
    default: break
    }
  }

  private func take(_ format: Format, _ lit: Lit, into known: inout StringFacts) {
    let facts = FormatFacts.of(format)
    if let exact = facts.exact {
      if lit.isNegated {
        known.search.unwanted.append(exact)
      } else {
        known.search.wanted.append(exact)
        known.samples += facts.samples
      }
      return
    }
    known.tests.append(lit)
    if lit.isNegated {
      if known.formats.contains(where: { facts.narrower.contains($0) }) { known.isEmpty = true }
      if let part = facts.part { known.search.unwanted.append(part) }
    } else {
      known.formats.append(format)
      known.samples += facts.samples
      if let whole = facts.whole { known.search.wanted.append(whole) }
    }
  }

  /// A string about which nothing but its length is known, and which strings it is not.
  private func plainString(_ search: StringSearch) -> Answer {
    let excluded = Set(search.excluded)
    steps -= excluded.count / 16
    var length = search.least
    while length <= search.most {
      if length == 0 {
        if !excluded.contains([]) { return .found(scalar(.string([])), isSure: true) }
        length = 1
        continue
      }
      let base = [UInt8](repeating: UInt8(ascii: "a"), count: length - 1)
      for i in 0...UInt32(min(excluded.count, 1_000_000)) {
        var candidate = base
        JSONString.append(codePoint: Self.letter(i), to: &candidate)
        if !excluded.contains(candidate) {
          return .found(scalar(.string(candidate)), isSure: true)
        }
      }
      return .unknown("the strings are too many to be tried")
    }
    return .empty
  }

  /// Code points in the order in which they are tried: letters, digits, then all above.
  private static func letter(_ i: UInt32) -> UInt32 {
    if i < 26 { return 0x61 + i }
    if i < 36 { return 0x30 + i - 26 }
    let rest = 0xA1 + i - 36
    return rest < 0xD800 ? rest : rest + 0x800
  }
}
