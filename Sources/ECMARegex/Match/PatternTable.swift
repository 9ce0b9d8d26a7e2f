/// A pattern as a whole automaton, for those who match without this module: states by number, and
/// the class of every code point.
///
/// State 0 is dead, state 1 has matched: both are left no more. A text is read code point by code
/// point; behind its last one comes `end`, whose row leads to 0 or 1.
package struct PatternTable: Sendable, Equatable {
  /// Where a text begins.
  package let start: Int
  /// Rows of `width` states; those of states 0 and 1 are not looked at.
  package let transitions: [UInt16]
  /// Classes, the class of what is no code point, and the end.
  package let width: Int
  /// The classes of the first 128 code points.
  package let ascii: [UInt8]
  /// First code points of intervals, rising from zero, each with its class.
  package let intervals: [(first: UInt32, class: UInt32)]

  /// The automaton of a linear pattern.
  ///
  /// - Returns: nil if the pattern is not linear, or needs more states or classes than asked for.
  /// - Complexity: linear in the size of the table and the program.
  package init?(_ regex: Regex, largestStates: Int = 250, largestIntervals: Int = 4096) {
    let program = regex.program
    guard let code = program.linear, program.classes.count <= 120,
      program.classes.intervals.count <= largestIntervals
    else { return nil }
    let automaton = LazyAutomaton(code, program.classes, isAnchored: program.isAnchored)
    let width = automaton.stride
    var numbers: [UInt32: UInt16] = [:]
    var states: [UInt32] = []
    func number(_ state: UInt32) -> UInt16 {
      if state == LazyAutomaton.dead { return 0 }
      if state == LazyAutomaton.match { return 1 }
      if let known = numbers[state] { return known }
      let new = UInt16(states.count + 2)
      numbers[state] = new
      states.append(state)
      return new
    }
    start = Int(number(automaton.makeStart()))
    var transitions = [UInt16](repeating: 0, count: 2 * width)
    var next = 0
    while next < states.count {
      // So few that the automaton drops none of them.
      guard states.count <= largestStates else { return nil }
      for column in 0..<width {
        transitions.append(number(automaton.step(from: states[next], on: column)))
      }
      next += 1
    }
    self.transitions = transitions
    self.width = width
    ascii = (0..<128).map { UInt8(truncatingIfNeeded: program.classes.ascii[$0]) }
    intervals = program.classes.intervals.map { ($0.first, UInt32($0.class)) }
  }

  package static func == (a: PatternTable, b: PatternTable) -> Bool {
    a.start == b.start && a.width == b.width && a.transitions == b.transitions && a.ascii == b.ascii
      && a.intervals.elementsEqual(b.intervals) { $0 == $1 }
  }
}
