internal import BridgeContract
internal import BridgeFindings
internal import BridgeLog

// Waiting for what is expected.

extension Bus {
  /// An expectation with its words looked up.
  enum Resolved {
    case message(Side, Int)
    /// The request's message and, where it is a certain one, its line.
    case reply(message: Int, line: Int?, error: String?)
    case event(Event)
    case failure(Cause)
  }

  /// What is known of an expectation by now.
  enum Sight {
    case waiting
    case met(Int)
    case refuted(headline: String, Finding)

    var isDecided: Bool {
      if case .waiting = self { return false }
      return true
    }
  }

  /// Runs the engine until what is expected has come, and takes it out of what is left.
  ///
  /// - Parameters:
  ///   - expected: one thing in one direction.
  ///   - limit: milliseconds of the engine's clock from now on.
  /// - Returns: what came.
  /// - Throws: `BridgeFailure` with its one cause; `BridgeMisuse` where it could never come.
  @discardableResult
  public func expect(
    _ expected: Expected, within limit: Double, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) throws -> BusMessage {
    try expect(
      expected, within: limit,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  @discardableResult
  package func expect(
    _ expected: Expected, within limit: Double, at site: CallSite
  ) throws -> BusMessage {
    var wait = try wait(for: expected, within: limit, at: site)
    while true {
      if let message = try step(&wait, isPaused: { false }) { return message }
    }
  }

  /// An expectation that is being waited for.
  package struct Wait {
    let expected: Expected
    let wanted: Resolved
    let limit: Double
    let deadline: Double
    let site: CallSite
    var sight = Sight.waiting
    var seen: Int?
  }

  /// Begins to wait.
  /// - Throws: `BridgeMisuse` where it could never come.
  package func wait(
    for expected: Expected, within limit: Double, at site: CallSite
  ) throws(BridgeMisuse) -> Wait {
    Wait(
      expected: expected, wanted: try resolve(expected, limit, at: site), limit: limit,
      deadline: engine.clock + limit, site: site)
  }

  /// Runs the engine until what is expected has come; nil where the caller wants a pause.
  /// - Throws: as `expect`.
  package func step(_ wait: inout Wait, isPaused: () -> Bool) throws -> BusMessage? {
    var (sight, seen) = (wait.sight, wait.seen)
    let wanted = wait.wanted
    let site = wait.site
    let reason = try running(at: site) {
      engine.run(until: wait.deadline) {
        if seen != half.revision {
          seen = half.revision
          sight = look(for: wanted)
        }
        return sight.isDecided || hasProblem || isPaused()
      }
    }
    (wait.sight, wait.seen) = (sight, seen)
    try throwProblem(at: site)
    if isPaused(), !sight.isDecided { return nil }
    if case .waiting = sight, case .failure(let cause) = wanted, let line = atEnd(cause) {
      sight = .met(line)
    }
    switch sight {
    case .met(let line):
      half.take(line, error: wanted.isFailure)
      return message(at: line, name: name(of: line))
    case .refuted(let headline, let finding):
      throw failure(
        headline, finding, expected: "\(wait.expected), within \(Self.text(wait.limit)) ms",
        evidence: "known at \(Self.text(engine.clock)) ms", at: site)
    case .waiting: throw diagnosed(wanted, wait.expected, wait.limit, reason, at: site)
    }
  }

  // MARK: Words

  private func resolve(
    _ expected: Expected, _ limit: Double, at site: CallSite
  ) throws(BridgeMisuse) -> Resolved {
    guard limit > 0, limit.isFinite else {
      throw BridgeMisuse("a limit is a number of milliseconds above 0", at: site)
    }
    if half.load == .destroyed, case .failure = expected.wanted {
    } else if half.load == .destroyed, !isTeardown(expected) {
      throw BridgeMisuse(
        "the view was destroyed: \(expected) can never come", at: site)
    }
    let resolved = try resolve(expected, at: site)
    if half.load == .none, case .message(.web, _) = resolved {
      throw BridgeMisuse(
        "nothing was loaded, so \(expected) can never come: call start(page) or load(page) before",
        at: site)
    }
    return resolved
  }

  private func isTeardown(_ expected: Expected) -> Bool {
    if case .event = expected.wanted { return true }
    return false
  }

  private func resolve(_ expected: Expected, at site: CallSite) throws(BridgeMisuse) -> Resolved {
    switch expected.wanted {
    case .event(let event): return .event(event)
    case .failure(let cause): return .failure(cause)
    case .message(let side, let name):
      return .message(side, try message(name, from: side, at: site))
    case .reply(let target, let error):
      let index = try message(target.name, from: nil, at: site)
      let program = set.messages[index]
      guard let reply = program.message.reply else {
        throw BridgeMisuse(
          "\"\(target.name)\" has no reply in the contract, so none can come", at: site)
      }
      if let error {
        let declared = reply.errors.map { set.contracts[program.contract].errors[$0].name }
        guard declared.contains(error) else {
          let nearest = Spelling.nearest(to: error, among: declared)
          throw BridgeMisuse(
            "the reply to \"\(target.name)\" declares no error \"\(error)\""
              + (nearest.map { "; did you mean \"\($0)\"?" } ?? ""), at: site)
        }
      }
      var line: Int?
      if case .line(let number, _) = target { line = number - 1 }
      if line == nil, program.requester == .native,
        !half.requests.contains(where: { $0.message == index })
      {
        throw BridgeMisuse(
          "native has not sent \"\(target.name)\", so no reply can come: send it before", at: site)
      }
      return .reply(message: index, line: line, error: error)
    }
  }

  // MARK: Looking

  /// Whether what is expected is there, or cannot come without a fault before it.
  func look(for wanted: Resolved) -> Sight {
    switch wanted {
    case .message(let side, let index): return look(for: index, of: side)
    case .reply(let message, let line, let error):
      return look(forReplyTo: message, line: line, error: error)
    case .event(let event):
      let found = half.notes.firstIndex {
        $0.event == event && !$0.isAsserted && !$0.isOfOldPage
      }
      return found.map { .met($0) } ?? .waiting
    case .failure(let cause):
      let found = half.notes.firstIndex { note in
        !note.isErrorAsserted && note.findings.contains { $0.cause == cause }
      }
      return found.map { .met($0) } ?? .waiting
    }
  }

  private func look(for index: Int, of side: Side) -> Sight {
    let name = set.messages[index].message.name
    let channel = set.messages[index].channel
    let kin = set.sameKind(as: index)
    for (line, note) in half.notes.enumerated() where note.side == side && !note.isAsserted {
      let isIt = note.holds(index)
      if let error = fault(note) {
        // What was said in its place.
        guard exhaustivity == .on, isIt || note.channel == channel && note.mayMean(kin) else {
          continue
        }
        return .refuted(headline: headline(error, for: .message(side, index)), error)
      }
      if isIt {
        switch note.fate {
        case .delivered: return .met(line)
        case .pending: return .waiting
        case .lost: continue
        }
      }
      guard exhaustivity == .on, note.fate == .delivered else { continue }
      for case .message(let other) in note.items {
        let first = set.messages[other].message.name
        return .refuted(
          headline: "\"\(first)\" came before \"\(name)\"",
          Finding(
            cause: .tooEarly, severity: .error,
            message: "messages of one direction are expected in the order in which they arrive",
            line: line + 1, direction: side.direction))
      }
    }
    return .waiting
  }

  /// What keeps a line from counting as what is expected.
  private func fault(_ note: LineNote) -> Finding? {
    if note.isErrorAsserted { return nil }
    return exhaustivity == .on ? note.error : note.refusal
  }

  private func look(forReplyTo message: Int, line: Int?, error: String?) -> Sight {
    let request = line ?? half.requests.last { $0.message == message }?.line
    guard let request else { return .waiting }
    let wanted = Resolved.reply(message: message, line: line, error: error)
    for (line, note) in half.notes.enumerated() where line > request && !note.isAsserted {
      let reply = note.reply(to: request)
      if let error = fault(note) {
        guard exhaustivity == .on, note.isReply else { continue }
        return .refuted(headline: headline(error, for: wanted), error)
      }
      guard reply.found, note.fate == .delivered else { continue }
      if reply.error == error { return .met(line) }
      guard exhaustivity == .on else { continue }
      let name = set.messages[message].message.name
      func words(_ error: String?) -> String {
        error.map { "the error \"\($0)\"" } ?? "a good reply"
      }
      return .refuted(
        headline: "\(words(reply.error)) came as the reply to \"\(name)\"",
        made(.replyMismatch, "what was expected is \(words(error))", line: line))
    }
    return .waiting
  }

  // MARK: The whole trace as a log

  /// What the validator finds in the trace, the end of the log included, but for what the engine
  /// could not tell.
  func verdict() -> [Finding] { wholeVerdict().filter { $0.cause != .notObservable } }

  /// What the engine could not tell, though the contract has a rule for it: of which frame or origin
  /// a message is, on an engine that does not say. Nil where there is nothing, or the test has spoken
  /// of it.
  func notObservable() -> Finding? {
    let isKnown = half.notes.contains { note in
      note.isErrorAsserted && note.findings.contains { $0.cause == .notObservable }
    }
    return isKnown ? nil : wholeVerdict().first { $0.cause == .notObservable }
  }

  private func wholeVerdict() -> [Finding] {
    let validator = LogValidator(set, options: LogOptions())
    validator.beginFile("trace")
    for line in half.lines {
      validator.feed(line.json)
      validator.feed([0x0A])
    }
    validator.endFile()
    return validator.finish().findings
  }

  /// Findings that only the end of the trace brings.
  func findingsAtEnd() -> [Finding] {
    verdict().filter { finding in
      guard let line = finding.line, half.notes.indices.contains(line - 1) else { return false }
      return !half.notes[line - 1].findings.contains { $0.cause == finding.cause }
    }
  }

  /// The line of a finding of this cause that only the end of the trace brings.
  private func atEnd(_ cause: Cause) -> Int? {
    let finding =
      cause == .notObservable
      ? notObservable() : findingsAtEnd().first(where: { $0.cause == cause })
    guard let finding, let line = finding.line
    else { return nil }
    half.attach(finding, to: line - 1)
    return line - 1
  }

  static func text(_ milliseconds: Double) -> String {
    BridgeValue.text(of: (milliseconds * 10).rounded() / 10)
  }
}

extension Bus.Resolved {
  var isFailure: Bool {
    if case .failure = self { return true }
    return false
  }
}

extension NativeHalf {
  /// What is expected has come.
  func take(_ line: Int, error: Bool) {
    notes[line].isAsserted = true
    if error { notes[line].isErrorAsserted = true }
  }

  func attach(_ finding: Finding, to line: Int) { notes[line].findings.append(finding) }
}
