internal import BridgeFindings
internal import BridgeJSON

extension ChangeRule {
  static let branches = ChangeRule(
    [
      ChangeKind(
        "branch-added", "one more form that a value may have",
        help: "ship the receiving side first",
        meaning: """
          A union has one more branch, and no other branch takes what it takes. A receiver of before \
          refuses it.
          """,
        cells: Change.Cells(.widened), mirror: .kind("branch-removed")),
      ChangeKind(
        "branch-removed", "one form less that a value may have",
        help: "keep it while old senders use it",
        meaning: """
          A union has one branch less, and no other branch takes what it took. A sender of before \
          still sends it.
          """,
        cells: Change.Cells(.narrowed), mirror: .kind("branch-added")),
      ChangeKind(
        "branch-overlaps", "one more branch of a oneOf that takes what another takes",
        help: "use anyOf, or a field that tells the branches apart",
        meaning: """
          A value that fits two branches of a "oneOf" fits none. What an old sender says is refused \
          now where it fits the new branch too.
          """,
        cells: Change.Cells(.breaking), mirror: .kind("overlap-removed")),
      ChangeKind(
        "overlap-removed", "one branch less of a oneOf that took what another takes",
        help: "keep to values that fit one branch until no old receiver is left",
        meaning: """
          A branch of a "oneOf" is gone that overlapped with another: what fitted both is taken now, \
          and refused by a receiver of before.
          """,
        cells: Change.Cells(.breaking), mirror: .kind("branch-overlaps")),
    ], .values(check))

  @Sendable private static func check(_ site: ValueSite) {
    guard let match = UnionMatch(site) else { return }
    let words = site.place(site.path)
    for (branch, other) in renamed(match) {
      let tag = match.newTag ?? ""
      let (a, b) = (
        match.word(branch, tag, isOld: true) ?? "", match.word(other, tag, isOld: false) ?? ""
      )
      site.report(
        kind("tag-renamed"), "\(words): the branch \(quoted(a)) is \(quoted(b)) now", .breaking,
        keyword(match.isNewOneOf, tag), old: branch, new: other)
    }
    let taken = renamed(match)
    for branch in match.added where !taken.contains(where: { $0.1.index == branch.index }) {
      if site.old.unions.isEmpty, site.isOtherType(branch, isOld: false) { continue }
      let answer = site.covers(branch, isOld: false)
      if answer.isYes, site.facts.oldToNew.isYes { continue }
      let overlaps =
        match.isNewOneOf && site.facts.oldToNew.isNo && match.removed.isEmpty
        && match.pairs.isEmpty
      site.report(
        kind(overlaps ? "branch-overlaps" : "branch-added"),
        "\(words) has one more branch\(name(branch, match.newTag, match, isOld: false))",
        Claim(answer.level, overlaps ? .breaking : .ok),
        keyword(match.isNewOneOf, tagWord(branch, match.newTag, match, isOld: false)), new: branch)
    }
    for branch in match.removed where !taken.contains(where: { $0.0.index == branch.index }) {
      if site.new.unions.isEmpty, site.isOtherType(branch, isOld: true) { continue }
      let answer = site.covers(branch, isOld: true)
      if answer.isYes, site.facts.newToOld.isYes { continue }
      let overlaps =
        match.isOldOneOf && site.facts.newToOld.isNo && match.added.isEmpty
        && match.pairs.isEmpty
      site.report(
        kind(overlaps ? "overlap-removed" : "branch-removed"),
        "\(words) has one branch less\(name(branch, match.oldTag, match, isOld: true))",
        Claim(overlaps ? .breaking : .ok, answer.level),
        keyword(match.isOldOneOf, tagWord(branch, match.oldTag, match, isOld: true)), old: branch)
    }
  }

  /// Branches that differ in nothing but the constant at their tag.
  private static func renamed(_ match: UnionMatch) -> [(JSONValue, JSONValue)] {
    guard let tag = match.newTag, match.oldTag == tag else { return [] }
    var out: [(JSONValue, JSONValue)] = []
    var free = match.added
    for branch in match.removed {
      let walk = match.site.walk
      let names = walk.view(branch, isOld: true).properties.filter { $0.name != tag }
      let index = free.firstIndex { other in
        let others = walk.view(other, isOld: false).properties.filter { $0.name != tag }
        return !names.isEmpty && names.count == others.count
          && names.allSatisfy { name in
            others.contains { $0.name == name.name && walk.isEqualSchema(name.schemas, $0.schemas) }
          }
      }
      if let index { out.append((branch, free.remove(at: index))) }
    }
    return out
  }

  private static func tagWord(
    _ branch: JSONValue, _ tag: String?, _ match: UnionMatch, isOld: Bool
  ) -> String {
    tag.flatMap { match.word(branch, $0, isOld: isOld) } ?? ""
  }

  private static func name(
    _ branch: JSONValue, _ tag: String?, _ match: UnionMatch, isOld: Bool
  ) -> String {
    let word = tagWord(branch, tag, match, isOld: isOld)
    return word.isEmpty ? "" : ": \(quoted(word))"
  }

  private static func keyword(_ isOneOf: Bool, _ word: String) -> String {
    (isOneOf ? "oneOf" : "anyOf") + (word.isEmpty ? "" : "/" + word)
  }
}

extension ValueSite {
  /// Whether a branch has only types that the other side, which is no union, does not have: the rule
  /// of types tells that.
  func isOtherType(_ branch: JSONValue, isOld: Bool) -> Bool {
    guard let own = walk.view(branch, isOld: isOld).types, let other = (isOld ? new : old).types
    else { return false }
    return own.isDisjoint(with: other)
  }

  /// Whether the other side's union takes all that a branch takes.
  func covers(_ branch: JSONValue, isOld: Bool) -> SubsetAnswer {
    let question = walk.question
    let isClosed = walk.comparison.options.contentModel == .declared
    let sender = walk.ask(
      [branch], isOld: isOld,
      isClosed: isClosed || (isOld ? question.oldRejects : question.newRejects),
      isTop: path.isEmpty)
    let receiver = walk.ask(
      isOld ? newSchemas : oldSchemas, isOld: !isOld,
      isClosed: isOld ? question.newRejects : question.oldRejects, isTop: path.isEmpty)
    return walk.comparison.oracle.isSubset(sender, of: receiver)
  }
}
