/// Which of the orders that the engine permits a run takes (`webkit-semantics`, section 2.1).
///
/// The standard schedule is the order that real engines show most often (section 10). Every run
/// notes its choices; their token makes another run take the same ones.
public struct Schedule: Sendable, Hashable {
  package enum Mode: Sendable, Hashable {
    case standard
    case random(UInt64)
    case replay([Int])
  }

  package var mode: Mode
  /// Timers that are due within so many milliseconds may overtake what is ready now. From 100 on
  /// the machine is thought to be under load: a zero timer may then come before the rest of the commands
  /// that native gave in one turn, which R12 has first. The standard schedule does not look at it.
  public var slack: Double
  /// Faults that may happen in a live scenario, one of them in a run.
  public var faults: Set<Fault> = []
  /// Actions of a live scenario that are left out, by their numbers: what a shrunk counterexample
  /// does not need.
  package var omitted: Set<Int> = []

  package init(_ mode: Mode, slack: Double) {
    self.mode = mode
    self.slack = slack
  }

  /// The order that real engines show most often.
  public static let standard = Schedule(.standard, slack: 0)

  /// An order drawn by a seed; the same seed draws the same order.
  public static func random(seed: UInt64, slack: Double = 5) -> Schedule {
    Schedule(.random(seed), slack: slack)
  }

  /// The first choices as given, all others standard.
  package static func replay(_ choices: [Int], slack: Double = 5) -> Schedule {
    Schedule(.replay(choices), slack: slack)
  }

  /// Whether nothing but the standard order can come out.
  package var isStandard: Bool { mode == .standard && faults.isEmpty }
}
