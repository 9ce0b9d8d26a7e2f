extension Parser {
  /// One end of a range in a class, or a set such as `\d`.
  private enum ClassAtom {
    case scalar(UInt32)
    case set(ScalarSet)
  }

  /// Reads a character class after its opening bracket.
  mutating func parseClass(at start: Int) throws(PatternError) -> ScalarSet {
    let inverted = take("^")
    var ranges: [(low: UInt32, high: UInt32)] = []
    while !take("]") {
      let first = try parseClassAtom(start)
      // A dash before the closing bracket is a character.
      guard peek() == "-", peek(1) != "]", peek(1) != nil else {
        switch first {
        case .scalar(let scalar): ranges.append((scalar, scalar))
        case .set(let set): ranges += set.ranges
        }
        continue
      }
      let dashAt = at
      at += 1
      guard case .scalar(let high) = try parseClassAtom(start), case .scalar(let low) = first
      else { throw error(.classInRange, dashAt) }
      guard low <= high else { throw error(.rangeOutOfOrder, dashAt) }
      ranges.append((low, high))
    }
    var set = ScalarSet(ranges: ranges)
    if flags.ignoreCase { set = CaseFolding.closure(of: set) }
    return inverted ? set.complement : set
  }

  private mutating func parseClassAtom(_ classStart: Int) throws(PatternError) -> ClassAtom {
    guard let scalar = peek() else { throw error(.unclosedClass, classStart) }
    let start = at
    at += 1
    guard scalar == "\\" else { return .scalar(scalar) }
    if take("b") { return .scalar(0x08) }
    if take("-") { return .scalar(0x2D) }
    if let set = try parseClassEscape(at: start) { return .set(set) }
    return .scalar(try parseCharacterEscape(at: start))
  }
}
