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
  /// Native is asked for the next resource of a page (ND9).
  case request
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
  /// The result of this call has arrived where its view ends (R42).
  case arrives(String)
  /// Of the timers that a dialog stopped, the one of this number comes next (ND5).
  case timerFirst(Int)
  /// The rest of a page that navigates away while it is parsed runs (ND2).
  case parseOn
  /// It does not run any more (ND2).
  case parseNoMore
  /// Nothing goes wrong here.
  case noFault
  /// This goes wrong here.
  case fault(Fault)

  /// The step in a word.
  public var description: String {
    switch self {
    case .native: "native"
    case .nativeTimer: "native timer"
    case .request: "request of a resource"
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
    case .arrives(let call): "result of \(call)"
    case .timerFirst(let number): "timer \(number) first"
    case .parseOn: "the page is parsed on"
    case .parseNoMore: "the page is parsed no more"
    case .noFault: "no fault"
    case .fault(let fault): "fault: \(fault.rawValue)"
    }
  }
}
