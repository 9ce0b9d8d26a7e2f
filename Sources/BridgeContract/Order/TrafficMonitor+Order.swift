internal import BridgeFindings
internal import BridgeJSON

// Order rules: a state a rule and scope; absence is only claimed where it was seen.

extension TrafficMonitor {
  /// Shows the rules what happened.
  func observe(
    _ occurrence: Occurrence, _ record: Record, _ box: SessionBox, side: Side?, channel: Int?,
    batchIndex: Int? = nil
  ) {
    // A line of an older page than the one it stands in belongs to no page that is still judged.
    let isOlder = record.page.map { $0 < box.session.page } ?? false
    for index in set.rules.indices where !isOlder || set.rules[index].rule.perSession {
      guard let issue = judge(occurrence, rule: index, box) else { continue }
      let message: Int?
      switch occurrence {
      case .message(let index), .reply(let index): message = index
      case .event: message = nil
      }
      let finding = finding(
        issue.issue, line: record.line, offset: record.offset, box, side: side, channel: channel,
        message: message, batchIndex: batchIndex, page: record.page,
        contract: set.rules[index].contract)
      if issue.isTentative {
        box.tentative.append(finding)
      } else {
        report(finding)
      }
    }
  }

  private struct Claim {
    var issue: Issue
    var isTentative = false
  }

  /// Whether a claim of absence may be made in a rule's scope.
  private enum Sight {
    case seen, unseen
    /// It depends on whether the page turns out to have begun at `@loadStarted`.
    case tentative
  }

  private func sight(_ rule: OrderRule, _ box: SessionBox) -> Sight {
    if box.session.isResumed { return .unseen }
    if rule.perSession { return box.session.firstLineIsEvent == true ? .seen : .unseen }
    if box.session.pageIsSeen { return .seen }
    return box.session.paging == .undecided && box.session.firstStart != nil ? .tentative : .unseen
  }

  private func judge(_ occurrence: Occurrence, rule index: Int, _ box: SessionBox) -> Claim? {
    let program = set.rules[index]
    func matches(_ words: [Word]) -> Bool {
      words.contains {
        $0.matches(occurrence, contract: program.contract) { set.messages[$0].contract }
      }
    }
    switch program.rule.rule {
    case .precedes(let first, let then):
      var claim: Claim?
      if !box.session.rules[index].hasSeen, matches(then) {
        claim = absence(
          index, .tooEarly, "this comes before what must come first", box)
        claim?.issue.expected = program.rule.source["first"].map {
          .init(keyword: "first", value: $0.text)
        }
      }
      if matches(first) { box.session.rules[index].hasSeen = true }
      return claim
    case .exactlyOnce(let of), .atMostOnce(let of):
      guard matches(of) else { return nil }
      box.session.rules[index].count += 1
      // The second is told; whatever follows says nothing new.
      guard box.session.rules[index].count == 2 else { return nil }
      return Claim(
        issue: issue(
          index, .repeated,
          "this comes again, though it may come only once in a "
            + (program.rule.perSession ? "session" : "page")))
    case .atLeastOnce(let of):
      if matches(of) { box.session.rules[index].count += 1 }
      return nil
    case .serial(let of):
      guard case .message = occurrence, matches(of) else { return nil }
      guard let waiting = waiting(of, program, box) else { return nil }
      var issue = issue(index, .notSerial, "this comes while the one before waits for its reply")
      issue.related = [.init(line: waiting, what: "the one that waits")]
      return Claim(issue: issue)
    case .never(let of, let after):
      var claim: Claim?
      if box.session.rules[index].hasSeen, matches(of) {
        claim = Claim(issue: issue(index, .tooLate, "this comes after what must come last"))
      }
      if matches(after) { box.session.rules[index].hasSeen = true }
      return claim
    case .states(let machine):
      return judge(occurrence, machine, rule: index, box)
    }
  }

  private func judge(
    _ occurrence: Occurrence, _ machine: StateMachine, rule index: Int, _ box: SessionBox
  ) -> Claim? {
    let program = set.rules[index]
    func lists(_ state: Int) -> StateMachine.Transition? {
      machine.transitions[state].first {
        $0.word.matches(occurrence, contract: program.contract) { set.messages[$0].contract }
      }
    }
    let state = box.session.rules[index].state
    if let transition = lists(state) {
      box.session.rules[index].state = transition.to
      return nil
    }
    if case .event = occurrence { return nil }
    guard machine.transitions.indices.contains(where: { lists($0) != nil }) else { return nil }
    let canStillCome = machine.canReach(from: state) { lists($0) != nil }
    return absence(
      index, canStillCome ? .tooEarly : .tooLate,
      "this does not come in the state \(quoted(machine.names[state]))", box)
  }

  /// The line of an open request of these messages in the rule's scope.
  private func waiting(_ words: [Word], _ program: RuleProgram, _ box: SessionBox) -> Int? {
    var first: Int?
    for case .messages(let list) in words {
      for message in list {
        let request = box.session.firstWaiting(message, perSession: program.rule.perSession)
        if let request { first = min(first ?? .max, request.line) }
      }
    }
    return first
  }

  private func issue(_ index: Int, _ cause: Cause, _ sentence: String) -> Issue {
    let program = set.rules[index]
    return Issue(
      cause, sentence + " (rule \(quoted(program.rule.id)))", keyword: program.rule.id,
      schemaPath: program.rule.source.pointer,
      place: set.place(program.rule.source, contract: program.contract))
  }

  private func absence(
    _ index: Int, _ cause: Cause, _ sentence: String, _ box: SessionBox
  ) -> Claim? {
    switch sight(set.rules[index].rule, box) {
    case .seen: return Claim(issue: issue(index, cause, sentence))
    case .tentative: return Claim(issue: issue(index, cause, sentence), isTentative: true)
    case .unseen:
      note(.rule(index))
      return nil
    }
  }

  // MARK: Lower bounds

  /// Claims the lower bounds that time has passed.
  func checkBounds(_ record: Record, _ box: SessionBox) {
    guard record.t != nil, let now = box.session.t else { return }
    for (index, program) in set.rules.enumerated() {
      guard let within = program.rule.within, program.rule.rule.hasLowerBound,
        box.session.rules[index].count == 0, !box.session.rules[index].isClaimed,
        program.rule.perSession || !box.session.pageHasEnded
      else { continue }
      let start: Double?
      let sight = sight(program.rule, box)
      switch sight {
      case .unseen: continue
      case .seen: start = program.rule.perSession ? box.session.sessionStart : box.session.pageStart
      case .tentative: start = box.session.firstStart?.t
      }
      guard let start, now - start > within else { continue }
      claimMissing(
        index, line: record.line, offset: record.offset, box, isTentative: sight == .tentative)
    }
  }

  /// Claims what did not come before its scope ended.
  func claimMissingSteps(perSession: Bool, line: Int, offset: Int, _ box: SessionBox) {
    for (index, program) in set.rules.enumerated() where program.rule.perSession == perSession {
      guard program.rule.rule.hasLowerBound else { continue }
      let start = perSession ? box.session.sessionStart : box.session.pageStart
      let isSeen = sight(program.rule, box) == .seen
      if program.rule.within != nil, isSeen, start == nil || box.session.t == nil {
        note(.ruleBound(index))
      }
      guard box.session.rules[index].count == 0, !box.session.rules[index].isClaimed else {
        continue
      }
      if isSeen {
        claimMissing(index, line: line, offset: offset, box)
      } else {
        note(.rule(index))
      }
    }
  }

  private func claimMissing(
    _ index: Int, line: Int, offset: Int, _ box: SessionBox, isTentative: Bool = false
  ) {
    box.session.rules[index].isClaimed = true
    let program = set.rules[index]
    var issue = issue(index, .missingStep, "what must come did not come")
    issue.expected = program.rule.source["of"].map { .init(keyword: "of", value: $0.text) }
    let finding = finding(
      issue, line: line, offset: offset, box, side: nil, channel: nil, contract: program.contract)
    if isTentative {
      box.tentative.append(finding)
    } else {
      report(finding)
    }
  }
}

extension OrderRule.Rule {
  /// Whether the rule says that something must come.
  var hasLowerBound: Bool {
    switch self {
    case .exactlyOnce, .atLeastOnce: true
    default: false
    }
  }
}
