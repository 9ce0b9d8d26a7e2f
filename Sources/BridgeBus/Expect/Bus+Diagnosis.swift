internal import BridgeContract
internal import BridgeFindings

// Why what was expected did not come: one cause, found in what happened. That a limit was reached is
// evidence only.

extension Bus {
  /// How long the headless engine runs on to see whether something comes after its limit.
  private static let patience = 60_000.0

  func diagnosed(
    _ wanted: Resolved, _ expected: Expected, _ limit: Double, _ reason: StopReason,
    at site: CallSite
  ) -> BridgeFailure {
    let evidence = evidence(reason, limit)
    var (headline, finding) = diagnosis(wanted)
    var failure = failure(
      headline, finding, expected: "\(expected), within \(Self.text(limit)) ms",
      evidence: evidence, at: site)
    // Nothing explains it: perhaps it is only slow. The trace above ends at the limit.
    guard reason == .limit, finding.cause == .missingStep || finding.cause == .replyMissing,
      engine is HeadlessEngine
    else { return failure }
    let end = engine.clock
    var sight = Sight.waiting
    engine.run(until: end + Self.patience) {
      sight = look(for: wanted)
      return sight.isDecided
    }
    if case .refuted(let headline, let finding) = sight {
      failure.headline = headline
      failure.finding = finding
      failure.finding.line = nil
      return failure
    }
    guard case .met(let line) = sight else { return failure }
    let late = Self.text(half.lines[line].t - end)
    if case .reply(let message, _, _) = wanted {
      finding.cause = .replyLate
      headline = "the reply to \"\(set.messages[message].message.name)\" came after its limit"
    } else {
      finding.cause = .tooLate
      headline = "\(expected) came after its limit"
    }
    finding.message = "it came \(late) ms after the limit"
    finding.line = nil
    failure.headline = headline
    failure.finding = finding
    return failure
  }

  private func evidence(_ reason: StopReason, _ limit: Double) -> String {
    let now = Self.text(engine.clock)
    switch reason {
    case .idle: return "nothing is left to do at \(now) ms"
    case .limit: return "the limit of \(Self.text(limit)) ms was reached"
    case .endless: return "page and native chase each other at \(now) ms, without time passing"
    case .done: return "known at \(now) ms"
    }
  }

  // MARK: Causes

  private func diagnosis(_ wanted: Resolved) -> (String, Finding) {
    let finding: Finding
    switch wanted {
    case .message(let side, let index): finding = silence(of: index, side)
    case .reply(let message, let line, _): finding = noReply(to: message, line)
    case .event(let event): finding = noEvent(event)
    case .failure(let cause):
      let taken = half.notes.count { note in
        note.isErrorAsserted && note.findings.contains { $0.cause == cause }
      }
      finding =
        firstError()
        ?? made(
          .missingStep,
          taken > 0
            ? "\(cause.id) was found \(Self.times(taken)), and what was expected before has taken it"
            : "nothing went wrong in this way: \(cause.id) was not found")
    }
    return (headline(finding, for: wanted), finding)
  }

  /// Why a message of a side is not there.
  private func silence(of index: Int, _ side: Side) -> Finding {
    // What was said in its place.
    let kin = set.sameKind(as: index)
    for (line, note) in half.notes.enumerated() where note.side == side && !note.isAsserted {
      let isIt =
        note.holds(index) || note.channel == set.messages[index].channel && note.mayMean(kin)
      guard isIt else { continue }
      if let error = note.openError { return error }
      if note.holds(index), note.fate == .pending {
        if set.messages[index].message.reply?.on == .result {
          return made(
            .replyMissing, "the page took the call and has not answered it", line: line)
        }
        return made(.webNotObserved, "the call has not come to an end in the page", line: line)
      }
    }
    if let load = loadFault() { return load }
    if let error = firstError() { return error }
    let name = set.messages[index].message.name
    let taken = half.notes.count { $0.isAsserted && $0.side == side && $0.holds(index) }
    if taken > 0 {
      return made(
        .missingStep,
        "\"\(name)\" came \(Self.times(taken)), and what was expected before has taken it")
    }
    if side == .native {
      return made(.missingStep, "native did not send \"\(name)\", though the page is loaded")
    }
    // A real engine does not tell of posts that get lost.
    return engine.runsScripts
      ? made(.nativeNotReceived, "the page is loaded, and no \"\(name)\" arrived")
      : made(.missingStep, "the page is loaded and did not post \"\(name)\"")
  }

  private func noReply(to message: Int, _ line: Int?) -> Finding {
    let program = set.messages[message]
    let request = line ?? half.requests.last { $0.message == message }?.line
    guard let request else { return silence(of: message, program.requester) }
    if let error = half.notes[request].openError { return error }
    for (line, note) in half.notes.enumerated() where line > request && note.side != nil {
      guard note.isReply else { continue }
      if let error = note.openError { return error }
      if note.reply(to: request).found, note.fate == .pending {
        return made(.webNotObserved, "the reply has not come to an end in the page", line: line)
      }
    }
    if let load = loadFault() { return load }
    if let error = firstError() { return error }
    let replies = half.notes.count { $0.reply(to: request).found && $0.fate == .delivered }
    if replies > 0, program.message.reply?.count.isStream == true {
      return made(.notClosed, "the last reply of the stream is missing", line: request)
    }
    if replies > 0 {
      return made(
        .missingStep,
        "the reply to \"\(program.message.name)\" came \(Self.times(replies)), and what was expected before has taken it"
      )
    }
    return made(.replyMissing, "the request was not answered", line: request)
  }

  private func noEvent(_ event: Event) -> Finding {
    switch event {
    case .loadStarted, .loadCommitted, .loadFinished:
      if let load = loadFault() { return load }
      return made(
        .loadNotFinished, "\(event.rawValue) did not come again: no further load is under way")
    case .loadFailed, .processTerminated, .teardown, .handlerRegistered, .handlerRemoved:
      return firstError() ?? made(.missingStep, "\(event.rawValue) did not happen")
    }
  }

  /// What is wrong with the load, if anything.
  func loadFault() -> Finding? {
    func last(_ event: Event) -> Int? { half.notes.lastIndex { $0.event == event } }
    switch half.load {
    case .none: return made(.loadNotFinished, "nothing was loaded")
    case .asked: return made(.loadNotFinished, "the load was asked for and has not started")
    case .started:
      return made(
        .loadNotFinished, "the load has started and nothing was committed",
        line: last(.loadStarted))
    case .committed:
      return made(
        .loadNotFinished, "the page is committed and its load has not come to an end",
        line: last(.loadCommitted))
    case .finished, .destroyed: return nil
    case .failed:
      return made(
        .loadFailed, Explanation.of(.loadFailed).title, line: last(.loadFailed))
    case .terminated:
      return made(
        .processTerminated, Explanation.of(.processTerminated).title,
        line: last(.processTerminated))
    }
  }

  /// The first error that the test has not spoken of.
  func firstError() -> Finding? { half.notes.lazy.compactMap(\.openError).first }

  func made(_ cause: Cause, _ message: String, line: Int? = nil) -> Finding {
    Finding(cause: cause, severity: .error, message: message, line: line.map { $0 + 1 })
  }

  // MARK: Words

  /// "Page load did not finish", "native did not receive", "the page did not accept": by the cause.
  func headline(_ finding: Finding, for wanted: Resolved) -> String {
    guard let cause = finding.cause else { return finding.message }
    switch cause {
    case .loadNotFinished: return "the page load did not finish"
    case .loadFailed: return "the page load failed"
    case .processTerminated: return "the web process ended"
    default: break
    }
    let said = finding.line.map { half.notes[$0 - 1] }
    let known = finding.line.map { self.name(of: $0 - 1) } ?? ""
    let isReply = said?.items.first?.isReply ?? false
    let name: String? = known.isEmpty ? nil : "\(isReply ? " the reply to" : "") \"\(known)\""
    switch cause.group {
    case .webToNative where cause != .afterTeardown:
      return "native did not receive\(name ?? subject(wanted))"
    case .nativeToWeb: return "the page did not accept\(name ?? subject(wanted))"
    case .shape, .correlation, .stream:
      if cause == .replyMissing || cause == .notClosed {
        return "no reply came\(name.map { " to\($0)" } ?? "")"
      }
      let what = name ?? " a message"
      return said?.side == .native
        ? "native sent\(what) against the contract" : "native did not accept\(what)"
    case .order where cause == .missingStep:
      switch wanted {
      case .message(let side, let index):
        let name = set.messages[index].message.name
        let isAgain = half.notes.contains { $0.isAsserted && $0.side == side && $0.holds(index) }
        let what =
          side == .web ? "native did not receive \"\(name)\"" : "native did not send \"\(name)\""
        if isAgain { return what + " once more" }
        return what + (side == .web ? ": the page is silent" : ": native is silent")
      default: return finding.message
      }
    default: return name.map { "\($0.dropFirst()) came at the wrong moment" } ?? finding.message
    }
  }

  private func subject(_ wanted: Resolved) -> String {
    switch wanted {
    case .message(_, let index): " \"\(set.messages[index].message.name)\""
    case .reply(let message, _, _): " the reply to \"\(set.messages[message].message.name)\""
    case .event, .failure: " a message"
    }
  }

  func failure(
    _ headline: String, _ finding: Finding, expected: String?, evidence: String, at site: CallSite
  ) -> BridgeFailure {
    BridgeFailure(
      headline: headline, finding: finding, expected: expected, evidence: evidence, trace: trace,
      diagram: TwoLanes(half, set, expected: expected, marked: finding).text,
      token: (engine as? HeadlessEngine)?.token, site: site)
  }
}
