internal import BridgeContract
internal import BridgeFindings
internal import BridgeJSON

/// Walks down two schemas at once to the places where they differ, and shows these to the rules.
final class SchemaWalk {
  let comparison: Comparison
  let question: PayloadQuestion
  let subject: String
  let message: String?
  let channel: String?
  /// What the pointer of the payload's root is in the body, for people.
  let root: String

  private let oldReferences: References
  private let newReferences: References
  private let oldText: SchemaText
  private let newText: SchemaText
  /// Objects that list no fields and are read as if they listed none, so that they can be closed.
  private var oldFieldless: Set<Int> = []
  private var newFieldless: Set<Int> = []
  private var visited: Set<[Int]> = []
  /// What was found at pairs that were walked, and what of it was met again: a definition is told
  /// once in a payload, wherever it is used.
  private var outcomes: [[Int]: Claim] = [:]
  private var metAgain: [Claim] = []
  private(set) var fieldMoves: [FieldChange] = []
  private var steps = 0
  /// On the first way down nothing is compared: only objects without fields are looked for.
  private var isScouting = false

  /// So many places of one payload are looked at; what is beyond is not decided.
  static let stepLimit = 20_000

  init(
    _ comparison: Comparison, _ question: PayloadQuestion, subject: String, message: String?,
    channel: String?, root: String
  ) {
    self.comparison = comparison
    self.question = question
    self.subject = subject
    self.message = message
    self.channel = channel
    self.root = root
    oldReferences = comparison.oldReferences
    newReferences = comparison.newReferences
    oldText = SchemaText(oldReferences)
    newText = SchemaText(newReferences)
  }

  /// What the payload belongs to, in words.
  var subjectWords: String {
    for (prefix, words) in [
      ("reply:", "the reply to "), ("error:", "the error "), ("channel:", "the envelope of "),
    ] where subject.hasPrefix(prefix) {
      return words + quoted(String(subject.dropFirst(prefix.count)))
    }
    return quoted(subject)
  }

  func run() {
    let mark = comparison.mark
    isScouting = true
    walk(question.old, question.new, ValueSite.Path(), Ceiling())
    isScouting = false
    visited = []
    steps = 0
    walk(question.old, question.new, ValueSite.Path(), Ceiling())
    FieldMoves(self).apply(since: mark)
  }

  /// Where a pair cannot break any more, whatever is found further down.
  struct Ceiling {
    var newToOld = false
    var oldToNew = false
    /// Both schemas take the same values; only annotations can differ.
    var isEquivalent = false
  }

  func walk(_ old: [JSONValue], _ new: [JSONValue], _ path: ValueSite.Path, _ ceiling: Ceiling) {
    if isSame(old, new) { return }
    steps += 1
    // Recursive types: what is being compared is taken for equal on the way.
    // A definition is the same wherever it is referred to.
    let pair =
      old.map { oldReferences.resolved($0).index } + [ceiling.isEquivalent ? -2 : -1]
      + new.map { newReferences.resolved($0).index }
    guard steps <= Self.stepLimit else { return }
    guard visited.insert(pair).inserted else {
      metAgain.append(outcomes[pair] ?? .ok)
      return
    }
    let isTop = path.isEmpty
    if isScouting { return scout(old, new, path) }
    var ceiling = ceiling
    if !ceiling.isEquivalent, isEquivalent(old, new, isTop: isTop) { ceiling.isEquivalent = true }
    let facts =
      ceiling.isEquivalent ? Facts(newToOld: .yes, oldToNew: .yes) : facts(old, new, isTop: isTop)
    if facts.newToOld.isYes { ceiling.newToOld = true }
    if facts.oldToNew.isYes { ceiling.oldToNew = true }

    let mark = comparison.mark
    let again = metAgain.count
    let site = ValueSite(
      walk: self, old: SchemaView(old, oldReferences), new: SchemaView(new, newReferences),
      oldSchemas: old, newSchemas: new, path: path, ceiling: ceiling, facts: facts)
    for check in ChangeRules.annotationChecks { check(site) }
    if !ceiling.isEquivalent { for check in ChangeRules.valueChecks { check(site) } }
    Descent(site).run()
    if ceiling.isEquivalent { return }
    comparison.change(since: mark) { found in
      guard var claim = found.claim else { return }
      // What cannot break is fine; what is only dangerous stays so.
      if ceiling.newToOld, claim.newToOld == .breaking { claim.newToOld = .ok }
      if ceiling.oldToNew, claim.oldToNew == .breaking { claim.oldToNew = .ok }
      found.setClaim(claim)
    }
    addRest(site, mark, facts, ceiling, metAgain[again...])
    var outcome = Claim.ok
    for claim in comparison.found(since: mark).compactMap(\.claim) + metAgain[again...] {
      outcome.newToOld = max(outcome.newToOld, claim.newToOld)
      outcome.oldToNew = max(outcome.oldToNew, claim.oldToNew)
    }
    outcomes[pair] = outcome
  }

  /// An object that lists no fields, against one that does: who sends the first has no fields to
  /// send. Where neither side lists any it stays open, as it may be meant for anything.
  private func scout(_ old: [JSONValue], _ new: [JSONValue], _ path: ValueSite.Path) {
    let yes = Facts(newToOld: .yes, oldToNew: .yes)
    let site = ValueSite(
      walk: self, old: SchemaView(old, oldReferences), new: SchemaView(new, newReferences),
      oldSchemas: old, newSchemas: new, path: path, ceiling: Ceiling(), facts: yes)
    if site.bothMayBe("object") {
      if site.old.isFieldless, !site.new.properties.isEmpty, let part = site.old.parts.first {
        oldFieldless.insert(part.index)
      }
      if site.new.isFieldless, !site.old.properties.isEmpty, let part = site.new.parts.first {
        newFieldless.insert(part.index)
      }
    }
    Descent(site).run()
  }

  /// What the facts say and no rule has said.
  private func addRest(
    _ site: ValueSite, _ mark: Int, _ facts: Facts, _ ceiling: Ceiling,
    _ again: ArraySlice<Claim>
  ) {
    let mine = comparison.found(since: mark)
    func explained(_ level: (Claim) -> Change.Level) -> Bool {
      mine.contains { ($0.claim.map(level) ?? .none) == .breaking }
        || again.contains { level($0) == .breaking }
    }
    let rest = Claim(
      facts.newToOld.isNo && !explained(\.newToOld) ? .breaking : .ok,
      facts.oldToNew.isNo && !explained(\.oldToNew) ? .breaking : .ok)
    let id: String? =
      switch (rest.newToOld, rest.oldToNew) {
      case (.breaking, .breaking): "payload-changed"
      case (.breaking, _): "payload-widened"
      case (_, .breaking): "payload-narrowed"
      default: nil
      }
    if let id { site.report(ChangeRule.kind(id), site.sentence("takes other values"), rest, "") }
    let isOpen =
      (facts.newToOld.isUndecided && !ceiling.newToOld)
      || (facts.oldToNew.isUndecided && !ceiling.oldToNew)
    guard isOpen, comparison.found(since: mark).isEmpty, !again.contains(where: { $0 != .ok })
    else {
      return
    }
    var why = ""
    for answer in [facts.newToOld, facts.oldToNew] {
      if case .undecided(let reason) = answer { why = reason }
    }
    site.report(
      ChangeRule.kind("not-decided"),
      site.sentence("was changed, and what that means was not decided: \(why)"),
      Claim(facts.newToOld.level, facts.oldToNew.level), "")
  }

  // MARK: Questions

  private func isSame(_ old: [JSONValue], _ new: [JSONValue]) -> Bool {
    guard old.count == new.count else { return false }
    let same = SameSchema(old: oldReferences, new: newReferences)
    return zip(old, new).allSatisfy { same.equal($0, $1) }
  }

  func isEqualSchema(_ old: [JSONValue], _ new: [JSONValue]) -> Bool { isSame(old, new) }

  /// Whether nothing changed but the spelling: the same as written, and the same where objects are
  /// closed.
  private func isEquivalent(_ old: [JSONValue], _ new: [JSONValue], isTop: Bool) -> Bool {
    for isClosed in [false, true] {
      let a = ask(old, isOld: true, isClosed: isClosed, isTop: isTop)
      let b = ask(new, isOld: false, isClosed: isClosed, isTop: isTop)
      guard comparison.oracle.isSubset(a, of: b).isYes, comparison.oracle.isSubset(b, of: a).isYes
      else { return false }
    }
    return true
  }

  private func facts(_ old: [JSONValue], _ new: [JSONValue], isTop: Bool) -> Facts {
    let sendsDeclared = comparison.options.contentModel == .declared
    func sender(_ isOld: Bool) -> SchemaQuestion {
      let rejects = isOld ? question.oldRejects : question.newRejects
      return ask(
        isOld ? old : new, isOld: isOld, isClosed: sendsDeclared || rejects, isTop: isTop)
    }
    func receiver(_ isOld: Bool) -> SchemaQuestion {
      ask(
        isOld ? old : new, isOld: isOld,
        isClosed: isOld ? question.oldRejects : question.newRejects, isTop: isTop)
    }
    return Facts(
      newToOld: comparison.oracle.isSubset(sender(false), of: receiver(true)),
      oldToNew: comparison.oracle.isSubset(sender(true), of: receiver(false)))
  }

  /// What is needed to show a break at a place.
  func proof(path: [String?], candidates: [Proof.Candidate]) -> Proof {
    Proof(
      question: question, newToOld: sides(isNewSender: true), oldToNew: sides(isNewSender: false),
      path: path, candidates: candidates)
  }

  /// The whole payload's schema as who sends it has it, and as who receives it does.
  private func sides(isNewSender: Bool) -> (sender: SchemaQuestion, receiver: SchemaQuestion) {
    let sendsDeclared = comparison.options.contentModel == .declared
    let (old, new) = (question.old, question.new)
    let sends = isNewSender ? question.newRejects : question.oldRejects
    return (
      ask(
        isNewSender ? new : old, isOld: !isNewSender, isClosed: sendsDeclared || sends,
        isTop: true),
      ask(
        isNewSender ? old : new, isOld: isNewSender,
        isClosed: isNewSender ? question.oldRejects : question.newRejects, isTop: true)
    )
  }

  func ask(_ schemas: [JSONValue], isOld: Bool, isClosed: Bool, isTop: Bool) -> SchemaQuestion {
    let mentioned =
      isClosed && isTop ? (isOld ? question.oldMentioned : question.newMentioned) : nil
    return SchemaQuestion(
      .schemas(
        SchemaPlace(
          isOld: isOld, schemas: schemas.map(\.index), mentioned: mentioned,
          fieldless: isClosed ? (isOld ? oldFieldless : newFieldless) : [])),
      isClosed: isClosed)
  }

  /// The facts of some keywords alone, whatever else stands beside them.
  func facts(_ keywords: [String], _ site: ValueSite, type: String?) -> Facts {
    let a = SchemaQuestion(
      text: oldText.text(keywords: keywords, of: site.old, type: type), isClosed: false)
    let b = SchemaQuestion(
      text: newText.text(keywords: keywords, of: site.new, type: type), isClosed: false)
    return Facts(
      newToOld: comparison.oracle.isSubset(b, of: a), oldToNew: comparison.oracle.isSubset(a, of: b)
    )
  }

  func note(_ change: FieldChange) { fieldMoves.append(change) }
}

extension Found {
  /// Sets both facts and the cells that follow.
  mutating func setClaim(_ claim: Claim) {
    self.claim = claim
    cells = from.map { Change.Cells(claim, from: $0) } ?? Change.Cells(claim)
  }
}
