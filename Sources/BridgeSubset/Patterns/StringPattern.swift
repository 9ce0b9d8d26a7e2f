internal import ECMARegex

/// A pattern as an automaton sees it, and as the validator does.
final class StringPattern {
  let text: [UInt8]
  let regex: Regex
  private let matcher: Matcher
  /// Nil for patterns with look-around or back-references, or that are too large.
  let code: Code?
  let sets: [ScalarSet]
  let isAnchored: Bool
  let hasAssertions: Bool

  init?(_ text: [UInt8]) {
    guard let regex = try? Regex(utf8: text) else { return nil }
    self.text = text
    self.regex = regex
    matcher = Matcher(regex)
    matcher.stepBudget = 1_000_000
    let linear = regex.program.linear
    code = linear.flatMap { $0.count <= Self.mostInstructions ? $0 : nil }
    sets = regex.program.classes.sets
    isAnchored = regex.program.isAnchored
    var asserts = false
    if let code {
      for i in 0..<code.count where code.instructions[i].code == .assert { asserts = true }
    }
    hasAssertions = asserts
  }

  private static let mostInstructions = 20_000

  /// Whether it is found in every string: it can match the empty text anywhere.
  var isTrivial: Bool {
    guard let code else { return false }
    var open: [Int32] = [0]
    var seen: Set<Int32> = [0]
    while let pc = open.popLast() {
      let instruction = code.instructions[Int(pc)]
      switch instruction.code {
      case .match: return true
      case .set, .assert: break
      case .split:
        for next in [instruction.a, instruction.b] where seen.insert(next).inserted {
          open.append(next)
        }
      case .jump: if seen.insert(instruction.a).inserted { open.append(instruction.a) }
      default: if seen.insert(pc + 1).inserted { open.append(pc + 1) }
      }
    }
    return false
  }

  /// Whether a string matches; nil where that could not be found out.
  func matches(_ string: [UInt8]) -> Bool? {
    switch string.withUnsafeBytes({ matcher.matches($0) }) {
    case .match: true
    case .noMatch: false
    case .budgetSpent: nil
    }
  }
}
