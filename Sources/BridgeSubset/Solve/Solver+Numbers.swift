extension Solver {
  /// What facts say of a number.
  private struct NumberFacts {
    var lower: (value: Decimal, strictly: Bool)?
    var upper: (value: Decimal, strictly: Bool)?
    var multiples: [Decimal] = []
    var notMultiples: [Decimal] = []
    var allowed: [Decimal]?
    var excluded: Set<Decimal> = []

    mutating func atLeast(_ value: Decimal, _ strictly: Bool) {
      if let lower, lower.value > value || (lower.value == value && lower.strictly) { return }
      lower = (value, strictly)
    }

    mutating func atMost(_ value: Decimal, _ strictly: Bool) {
      if let upper, upper.value < value || (upper.value == value && upper.strictly) { return }
      upper = (value, strictly)
    }

    func isInside(_ value: Decimal) -> Bool {
      if let lower, value < lower.value || (lower.strictly && value == lower.value) { return false }
      if let upper, value > upper.value || (upper.strictly && value == upper.value) { return false }
      return true
    }

    func accepts(_ value: Decimal) -> Bool {
      isInside(value) && !excluded.contains(value)
        && multiples.allSatisfy { value.isMultiple(of: $0) }
        && !notMultiples.contains { value.isMultiple(of: $0) }
    }
  }

  func number(_ facts: [Lit]) -> Answer {
    var known = NumberFacts()
    for lit in facts {
      switch table[lit] {
      case .least(let n, let strictly):
        let value = table.decimals[Int(n)]
        if lit.isNegated { known.atMost(value, !strictly) } else { known.atLeast(value, strictly) }
      case .most(let n, let strictly):
        let value = table.decimals[Int(n)]
        if lit.isNegated { known.atLeast(value, !strictly) } else { known.atMost(value, strictly) }
      case .multiple(let n):
        if lit.isNegated {
          known.notMultiples.append(table.decimals[Int(n)])
        } else {
          known.multiples.append(table.decimals[Int(n)])
        }
      case .values(let list):
        let numbers = list.compactMap { id -> Decimal? in
          if case .number(let value) = table.scalars[Int(id)] { return value }
          return nil
        }
        if lit.isNegated {
          known.excluded.formUnion(numbers)
        } else if let allowed = known.allowed {
          known.allowed = allowed.filter { numbers.contains($0) }
        } else {
          known.allowed = numbers
        }
      default: break
      }
    }
    guard let value = find(known) else { return .empty }
    switch value {
    case .found(let decimal): return .found(scalar(.number(decimal)), isSure: true)
    case .unknown: return .unknown("the numbers are too many to be tried")
    }
  }

  private enum FoundNumber {
    case found(Decimal)
    case unknown
  }

  private func find(_ known: NumberFacts) -> FoundNumber? {
    if let allowed = known.allowed {
      steps -= allowed.count
      return allowed.first(where: known.accepts).map(FoundNumber.found)
    }
    if let lower = known.lower, let upper = known.upper {
      guard lower.value <= upper.value else { return nil }
      if lower.value == upper.value {
        return known.accepts(lower.value) ? .found(lower.value) : nil
      }
    }
    for easy in [0, 1, -1, 2, 3, 5, 7, 10, 11, 13, 17, 100] where known.accepts(Decimal(easy)) {
      return .found(Decimal(easy))
    }
    return known.multiples.isEmpty ? findBetween(known) : findMultiple(known)
  }

  /// Between any two decimals is one with more digits than all that are excluded have, which no
  /// divisor with fewer digits divides.
  private func findBetween(_ known: NumberFacts) -> FoundNumber? {
    let all =
      [known.lower?.value, known.upper?.value].compactMap { $0 } + known.notMultiples
      + known.excluded
    let unit = (all.map(\.exponent).min() ?? 0) - 2
    let base =
      known.lower?.value.scaled(to: unit)
      ?? known.upper.map { $0.value.scaled(to: unit) - BigInteger(1000) } ?? .zero
    for easy in [0, 50, 100, 1, 2, 3, 5, 7, 9, 11] {
      let candidate = Decimal(base + BigInteger(easy), exponent: unit)
      if known.accepts(candidate) { return .found(candidate) }
    }
    return .unknown
  }

  private func findMultiple(_ known: NumberFacts) -> FoundNumber? {
    let all =
      [known.lower?.value, known.upper?.value].compactMap { $0 } + known.multiples
      + known.notMultiples
    let unit = all.map(\.exponent).min() ?? 0
    let step = known.multiples.map { $0.scaled(to: unit) }.reduce(BigInteger.one, BigInteger.lcm)
    // The factor k of k * step is between these.
    var first: BigInteger?
    var last: BigInteger?
    if let lower = known.lower {
      let (quotient, remainder) = lower.value.scaled(to: unit).dividedDown(by: step)
      first = remainder.isZero && !lower.strictly ? quotient : quotient + .one
    }
    if let upper = known.upper {
      let (quotient, remainder) = upper.value.scaled(to: unit).dividedDown(by: step)
      last = remainder.isZero && upper.strictly ? quotient - .one : quotient
    }
    if let first, let last, first > last { return nil }
    // A divisor of every multiple leaves nothing.
    for divisor in known.notMultiples
    where step.dividedDown(by: divisor.scaled(to: unit)).remainder.isZero {
      return nil
    }
    // From the number nearest to zero, outward.
    let zero = BigInteger.zero
    let goesUp = last.map { $0 >= zero } ?? true
    let goesDown = first.map { $0 <= zero } ?? true
    let start = goesUp && !goesDown ? first ?? zero : goesDown && !goesUp ? last ?? zero : zero
    for attempt in 0..<20_000 + known.excluded.count {
      if attempt & 15 == 0 { steps -= 1 }
      var isInside = false
      for sign in [1, -1] where sign == 1 ? goesUp : goesDown {
        let factor = start + BigInteger(sign * attempt)
        if let first, factor < first { continue }
        if let last, factor > last { continue }
        isInside = true
        let candidate = Decimal(factor * step, exponent: unit)
        if known.accepts(candidate) { return .found(candidate) }
      }
      if !isInside { return nil }
    }
    return .unknown
  }
}

extension Decimal {
  /// Whether it is a multiple of another, which is not zero.
  func isMultiple(of divisor: Decimal) -> Bool {
    let unit = min(exponent, divisor.exponent)
    return scaled(to: unit).dividedDown(by: divisor.scaled(to: unit)).remainder.isZero
  }
}
