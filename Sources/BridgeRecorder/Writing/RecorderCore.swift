internal import BridgeContract

/// The state that all copies of a recorder share: the lines that wait, and the sessions' counters.
final class RecorderCore: @unchecked Sendable {
  // Unchecked: everything that changes is touched inside `monitor` only.
  private let monitor = Monitor()
  private let capacity: Int
  private let maxBodyBytes: Int
  private let clock: @Sendable () -> Int64

  private var queue: [PendingLine] = []
  /// Costs of the lines that wait or are being written.
  private var queuedBytes = 0
  private var sessions: [SessionState] = []
  private var isClosing = false
  private var isEnded = false
  private var hasGivenUp = false
  /// Lines that were put into the queue, and those of them that were written or given up.
  private var accepted = 0
  private var done = 0
  private var totals = RecorderSummary()

  private struct SessionState {
    var name: String
    var pages = PageCount()
    var calls = 0
    /// Lines dropped since the last one that was taken.
    var dropped = 0
  }

  init(_ options: RecorderOptions) {
    capacity = options.capacity
    maxBodyBytes = options.maxBodyBytes
    clock = options.clock
  }

  // MARK: Recording

  /// Begins a session and gives its number and its name.
  func beginSession(_ name: String?) -> (Int, String) {
    let name = name ?? RandomName.make()
    return monitor.locked {
      sessions.append(SessionState(name: name))
      return (sessions.count - 1, name)
    }
  }

  /// Puts a line into the queue or drops it; never waits for the descriptor.
  func record(_ line: PendingLine) {
    monitor.locked { take(line) }
  }

  /// The same for a line that is a call.
  func recordCall(_ line: PendingLine) -> RecordedCall {
    monitor.locked {
      var line = line
      sessions[line.session].calls += 1
      let call = RecordedCall(number: sessions[line.session].calls)
      line.call = call.number
      take(line)
      return call
    }
  }

  private func take(_ line: PendingLine) {
    var line = line
    let session = line.session
    // Pages count on even where their event is dropped.
    if case .event(let event) = line.content { sessions[session].pages.take(event) }
    let isLost =
      isClosing || totals.failure != nil || line.bodyBytes > maxBodyBytes || !fits(line)
    guard !isLost else {
      sessions[session].dropped += 1
      totals.dropped += 1
      return
    }
    line.t = clock()
    line.page = sessions[session].pages.page
    line.sessionName = sessions[session].name
    reportGap(session, like: line)
    append(line)
    monitor.wake()
  }

  private func fits(_ line: PendingLine) -> Bool {
    let limit = line.isEvent ? capacity : capacity - capacity / 16
    return queuedBytes + line.cost <= limit
  }

  /// Says how many lines are missing here.
  private func reportGap(_ session: Int, like line: PendingLine) {
    guard sessions[session].dropped > 0 else { return }
    var gap = PendingLine(.gap(sessions[session].dropped), session: session)
    gap.t = line.t
    gap.page = line.page
    gap.sessionName = line.sessionName
    sessions[session].dropped = 0
    append(gap)
  }

  private func append(_ line: PendingLine) {
    queue.append(line)
    queuedBytes += line.cost
    accepted += 1
  }

  // MARK: The writing thread

  /// The lines that wait; nil when there will be no more. Waits for them.
  func nextBatch() -> [PendingLine]? {
    monitor.locked {
      while queue.isEmpty, !isClosing { monitor.wait() }
      if queue.isEmpty {
        let last = lastGaps()
        return last.isEmpty ? nil : last
      }
      let batch = queue
      queue = []
      return batch
    }
  }

  private func lastGaps() -> [PendingLine] {
    guard totals.failure == nil, !hasGivenUp else { return [] }
    let t = clock()
    return sessions.indices.compactMap { session in
      guard sessions[session].dropped > 0 else { return nil }
      var gap = PendingLine(.gap(sessions[session].dropped), session: session)
      sessions[session].dropped = 0
      gap.t = t
      gap.page = sessions[session].pages.page
      gap.sessionName = sessions[session].name
      queuedBytes += gap.cost
      accepted += 1
      return gap
    }
  }

  /// Lines of so much cost are written.
  func wrote(_ lines: Int, cost: Int) {
    monitor.locked {
      totals.written += lines
      done += lines
      queuedBytes -= cost
      monitor.wake()
    }
  }

  /// So many lines will never be written; all that come later neither.
  func failed(_ failure: Int32?, lines: Int) {
    monitor.locked {
      totals.failure = totals.failure ?? failure
      totals.dropped += lines + queue.count
      done = accepted
      queuedBytes = 0
      queue = []
      isClosing = isClosing || failure == nil
      monitor.wake()
    }
  }

  /// Whether nobody waits for the rest any longer.
  var shouldStop: Bool { monitor.locked { hasGivenUp } }

  /// The thread is done.
  func end() {
    monitor.locked {
      isEnded = true
      monitor.wake()
    }
  }

  // MARK: The end

  /// No more lines are taken.
  func close() {
    monitor.locked {
      isClosing = true
      monitor.wake()
    }
  }

  /// Nobody waits for the rest any longer.
  func giveUp() {
    monitor.locked { hasGivenUp = true }
  }

  /// Waits until all that was taken before is written, or until the thread has ended. False if the
  /// time is over.
  func wait(milliseconds: Int, forEnd: Bool) -> Bool {
    let deadline = SystemClock.wall(after: max(0, milliseconds))
    return monitor.locked {
      let due = accepted
      while !isEnded, forEnd || done < due {
        guard monitor.wait(until: deadline) else { return false }
      }
      return totals.failure == nil
    }
  }

  var summary: RecorderSummary { monitor.locked { totals } }
}

/// Names for sessions that have none.
enum RandomName {
  /// 16 hexadecimal digits.
  static func make() -> String {
    var generator = SystemRandomNumberGenerator()
    let digits = String(generator.next(), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
