internal import BridgeContract
internal import BridgeFindings

// The end of a test: nothing that was not expected may be left.

extension Bus {
  /// Lets everything settle and looks at what is left, as `exhaustivity` says.
  ///
  /// - Parameter limit: milliseconds of the engine's clock in which late repetitions may still come.
  /// - Throws: `BridgeFailure` for the first thing that is left: an error, a message or reply that was
  ///   not expected, a call that has not completed, a load that is under way, a request without reply,
  ///   a rule for frames or origins on an engine that does not tell them (`expect(.failure(.notObservable))`
  ///   before says that this is known).
  public func finish(
    within limit: Double = 1000, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, column: Int = #column
  ) throws {
    try finish(
      within: limit, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  package func finish(within limit: Double, at site: CallSite) throws {
    try running(at: site) { _ = engine.run(until: engine.clock + limit) { false } }
    try judgeEnd(at: site)
  }

  /// Lets everything settle up to a time of the engine's clock. False where the caller wants a pause.
  package func settle(until end: Double, isPaused: () -> Bool) -> Bool {
    engine.run(until: end) { isPaused() }
    return !isPaused()
  }

  /// Looks at what is left.
  package func judgeEnd(at site: CallSite) throws {
    try throwProblem(at: site)
    if let headless = engine as? HeadlessEngine, let misfit = headless.scheduleMisfit {
      throw BridgeMisuse(
        "the schedule's token names no order of this test: \(misfit)", at: site)
    }
    guard exhaustivity != .off, let left = leftovers().first else { return }
    if exhaustivity == .offShowingSkipped {
      for (headline, finding) in leftovers() {
        onSkipped?(
          headline + (finding.line.map { " (line \($0))" } ?? "") + ": \(finding.message)")
      }
      return
    }
    throw failure(
      left.headline, left.finding, expected: nil,
      evidence: "left over at \(Self.text(engine.clock)) ms", at: site)
  }

  /// Everything that no expectation has spoken of, the worst first.
  func leftovers() -> [(headline: String, finding: Finding)] {
    var out: [(headline: String, finding: Finding)] = []
    for note in half.notes {
      if let error = note.openError { out.append((headline(error, for: .failure(.schema)), error)) }
    }
    for (line, note) in half.notes.enumerated() where !note.isAsserted && note.error == nil {
      guard note.side != nil else { continue }
      if note.fate == .pending {
        let finding = made(.webNotObserved, "the call has not come to an end", line: line)
        out.append((headline(finding, for: .failure(.schema)), finding))
      } else if let item = note.items.first, note.fate == .delivered {
        out.append(leftover(item, line))
      }
    }
    if let load = loadFault(), half.load != .none, load.cause == .loadNotFinished {
      out.append((headline(load, for: .failure(.schema)), load))
    }
    for finding in findingsAtEnd() {
      let isOpen = finding.cause == .replyMissing || finding.cause == .notClosed
      guard finding.severity == .error || isOpen else { continue }
      if let line = finding.line, half.notes[line - 1].isErrorAsserted { continue }
      out.append((headline(finding, for: .failure(.schema)), finding))
    }
    // Never passed: a rule that could not be looked at.
    if let finding = notObservable() {
      out.append(("the engine does not tell what the contract has a rule for", finding))
    }
    return out
  }

  private func leftover(
    _ item: LineNote.Item, _ line: Int
  ) -> (headline: String, finding: Finding) {
    let side = half.notes[line].side ?? .web
    let name = name(of: line)
    let what: String
    switch item {
    case .message(let index):
      let asserted = half.notes.count { $0.isAsserted && $0.side == side && $0.holds(index) }
      let came = half.notes.count { $0.side == side && $0.holds(index) && $0.fate == .delivered }
      what =
        "\(side.arrow) \"\(name)\" came \(Self.times(came)) and was expected \(Self.times(asserted))"
    case .reply: what = "a reply to \"\(name)\" came and was not expected"
    case .unread: what = "a body that the contract does not know came"
    }
    return (
      what,
      made(
        .repeated, "it came once more than the test expects: expect it, or find out why it came",
        line: line)
    )
  }

  static func times(_ count: Int) -> String {
    switch count {
    case 0: "never"
    case 1: "once"
    case 2: "twice"
    default: "\(count) times"
    }
  }
}
