/// What a real engine waits for: delayed work of native, and quiet.
package struct EnginePacing {
  /// How long nothing must happen before an engine is called idle, in milliseconds.
  package var quiet = 400.0
  /// Whether a load is under way.
  package var isLoading = false
  /// Calls that have not completed.
  package var pending = 0
  private var lastEvent = 0.0
  private var timers: [(due: Double, order: Int, work: () -> Void)] = []
  private var order = 0

  /// What is to be done now.
  package enum Step {
    case work(() -> Void)
    case wait
    case limit
    case idle
  }

  /// Nothing to wait for.
  package init() {}

  /// Something happened.
  package mutating func touch(_ now: Double) { lastEvent = now }

  /// Adds work for a time.
  package mutating func add(_ due: Double, _ work: @escaping () -> Void) {
    order += 1
    timers.append((due, order, work))
  }

  /// What is to be done now: work that is due, in the order of its times; else the end, at `limit` or
  /// when it has been quiet for long enough.
  package mutating func step(_ now: Double, limit: Double) -> Step {
    let first = timers.indices.min {
      (timers[$0].due, timers[$0].order) < (timers[$1].due, timers[$1].order)
    }
    if let first, timers[first].due <= now {
      lastEvent = now
      return .work(timers.remove(at: first).work)
    }
    if now >= limit { return .limit }
    let rest = lastEvent + (isLoading || pending > 0 ? max(quiet, 3000) : quiet)
    return first == nil && now >= rest ? .idle : .wait
  }
}
