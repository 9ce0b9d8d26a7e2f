/// What a run came to, and the one function that turns it into the exit status.
struct Outcome: Equatable, Sendable {
  /// Wrong use, unreadable input, a broken contract, a report that could not be written.
  var isBroken = false
  /// The engine or something in the environment is missing.
  var isEngineMissing = false
  /// Findings at or above `--fail-on`.
  var hasFindings = false
  /// Nothing matched, was observed or was decided.
  var isUndecided = false

  static let success = Outcome()
  static let broken = Outcome(isBroken: true)
  static let findings = Outcome(hasFindings: true)
  static let undecided = Outcome(isUndecided: true)

  mutating func formUnion(_ other: Outcome) {
    isBroken = isBroken || other.isBroken
    isEngineMissing = isEngineMissing || other.isEngineMissing
    hasFindings = hasFindings || other.hasFindings
    isUndecided = isUndecided || other.isUndecided
  }

  /// 0 fine, 1 findings, 2 broken, 3 cannot tell, 4 engine missing; of several the first of
  /// 2, 4, 1, 3.
  var exitStatus: Int32 {
    if isBroken { return 2 }
    if isEngineMissing { return 4 }
    if hasFindings { return 1 }
    return isUndecided ? 3 : 0
  }
}
