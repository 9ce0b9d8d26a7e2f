internal import BridgeContract
internal import BridgeFindings

extension ScenarioRunner {
  /// Plays a page of somebody's with a native side made from the contract, which registers its
  /// handlers, answers every request from the examples and says its own messages once the page has
  /// loaded.
  /// - Returns: nil where the contract has nothing to build messages from.
  package func run(page url: String, on stage: any ScenarioStage) -> Outcome? {
    let bus: Bus
    do throws(BridgeMisuse) {
      bus = try Bus(contract, on: stage, exhaustivity: .off)
    } catch {
      return nil
    }
    bus.fakeNative()
    bus.half.port.registerAll()
    bus.load(url)
    stage.run(until: stage.clock + ScenarioRun.ownPageLimit) { bus.hasProblem }
    var problem = stage.loss
    do {
      try bus.throwProblem(at: CallSite(fileID: #fileID, filePath: #filePath, line: 0, column: 0))
    } catch {
      problem = problem ?? (error as? BridgeMisuse)?.message ?? "\(error)"
    }
    return bus.outcome(problem: problem)
  }
}

extension Bus {
  /// What a run without expectations came to.
  fileprivate func outcome(problem: String?) -> ScenarioRunner.Outcome {
    for (line, note) in half.notes.enumerated() where note.fate == .pending {
      // A call whose result is the answer is judged by its answer.
      if half.lines[line].call == nil { half.leaveOpen(line) }
    }
    var lines = half.lines
    for index in lines.indices {
      let name = name(of: index)
      if lines[index].event == nil, !name.isEmpty {
        let isReply = half.notes[index].items.first?.isReply ?? false
        lines[index].what = isReply ? "reply:\(name)" : name
      }
      lines[index].isAnswerOfPage = half.notes[index].side == .web
    }
    if let load = loadFault(), load.cause == .loadNotFinished {
      lines.append(TraceLine(t: engine.clock, cause: Cause.loadNotFinished.id))
    }
    let findings = ScenarioProgram.judge(lines.map(\.json), by: set, "page")
    return ScenarioRunner.Outcome(
      trace: lines.map { String(decoding: $0.json, as: UTF8.self) },
      steps: lines.enumerated().map { ScenarioProgram.step($0.element, number: $0.offset + 1, []) },
      findings: problem == nil ? findings.filter { $0.cause != .notObservable } : [],
      notObservable: findings.filter { $0.cause == .notObservable }, problem: problem, token: "-")
  }
}
