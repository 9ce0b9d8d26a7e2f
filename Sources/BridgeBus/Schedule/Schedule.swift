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
  /// Timers that are due within so many milliseconds may overtake what is ready now. The standard
  /// schedule does not look at it.
  public var slack: Double

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

  /// The order that a token names; nil if it is none. `-` is the standard order.
  public init?(token: String, slack: Double = 5) {
    var choices: [Int] = []
    if token != "-" {
      for part in token.split(separator: ".", omittingEmptySubsequences: false) {
        let numbers = part.split(separator: "-", omittingEmptySubsequences: false)
        guard numbers.count == 2, let place = Int(numbers[0]), let chosen = Int(numbers[1]),
          place >= choices.count, place < 1_000_000, chosen > 0, chosen < 1000
        else { return nil }
        choices += Array(repeating: 0, count: place - choices.count) + [chosen]
      }
    }
    self.init(.replay(choices), slack: slack)
  }
}

/// A place of a run where the engine permits more than one order.
public struct Choice: Sendable, Hashable {
  /// What could have been done; the first is what the standard schedule does.
  public var options: [ScheduleStep]
  /// The index of what was done.
  public var chosen: Int
}

/// One thing that an engine can do next.
public enum ScheduleStep: Sendable, Hashable, CustomStringConvertible {
  /// Native takes the next thing that came from the page.
  case native
  /// A timer of the native side fires.
  case nativeTimer
  /// The page's process takes the next command of native.
  case command
  /// A timer of a document fires.
  case timer(document: Int)
  /// A document's animation frame.
  case frame(document: Int)
  /// A message of a port, a worker or the like.
  case port(document: Int)
  /// The next part of a document's loading.
  case load(document: Int)
  /// The answer to a navigation arrives: the new document is committed, or the load fails.
  case commit
  /// Something that the page's process does on its own, such as a navigation a script asked for.
  case task
  /// The reactions of a reply run at once (ND6).
  case reactNow
  /// They run at the end of the next script (ND6).
  case reactLater
  /// The error of this call comes next (ND7).
  case failCall(String)

  /// The step in a word.
  public var description: String {
    switch self {
    case .native: "native"
    case .nativeTimer: "native timer"
    case .command: "command"
    case .timer(let document): "timer of document \(document)"
    case .frame(let document): "frame of document \(document)"
    case .port(let document): "port of document \(document)"
    case .load(let document): "load of document \(document)"
    case .commit: "commit"
    case .task: "task"
    case .reactNow: "reactions now"
    case .reactLater: "reactions later"
    case .failCall(let call): "failure of \(call)"
    }
  }
}

/// Makes the choices of one run and notes them.
package struct Chooser {
  package let schedule: Schedule
  package private(set) var choices: [Choice] = []
  private var state: UInt64 = 0

  package init(_ schedule: Schedule) {
    self.schedule = schedule
    if case .random(let seed) = schedule.mode { state = seed }
  }

  /// Whether anything but the standard order can come out.
  package var isStandard: Bool { schedule.mode == .standard }

  /// Chooses one of at least two options; 0 is the standard one.
  package mutating func choose(_ options: [ScheduleStep]) -> Int {
    var chosen = 0
    switch schedule.mode {
    case .standard: break
    case .random: chosen = Int(random() % UInt64(options.count))
    case .replay(let list):
      if choices.count < list.count { chosen = min(list[choices.count], options.count - 1) }
    }
    choices.append(Choice(options: options, chosen: chosen))
    return chosen
  }

  /// SplitMix64 (Steele, Lea, Flood 2014).
  private mutating func random() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// The token of the choices so far: place and number of all that were not standard.
  package var token: String {
    let parts = choices.enumerated().filter { $0.element.chosen != 0 }
      .map { "\($0.offset)-\($0.element.chosen)" }
    return parts.isEmpty ? "-" : parts.joined(separator: ".")
  }
}
