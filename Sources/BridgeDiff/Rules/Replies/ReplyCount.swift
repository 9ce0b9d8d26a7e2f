internal import BridgeContract
internal import BridgeFindings
internal import BridgeJSON

extension ChangeRule {
  static let replyCount = ChangeRule(
    [
      ChangeKind(
        "reply-count-widened", "more replies to one request than before",
        help: "ship the requesting side first",
        meaning: """
          A request may have other numbers of replies than before, or replies bear no numbers any \
          more. A requester of before waits for what does not come, or refuses what comes after its \
          end.
          """,
        cells: Change.Cells(.widened), note: "In the direction of the reply.",
        mirror: .kind("reply-count-narrowed")),
      ChangeKind(
        "reply-count-narrowed", "fewer replies to one request than before",
        help: "ship the answering side first",
        meaning: """
          A request has fewer numbers of replies than before, or replies must bear numbers. A \
          responder of before still sends what the new requester refuses, or leaves it waiting.
          """,
        cells: Change.Cells(.narrowed), note: "In the direction of the reply.",
        mirror: .kind("reply-count-widened")),
      ChangeKind(
        "reply-count-changed", "another end of the replies to one request",
        help: "answer in both ways until no old requester is left",
        meaning: """
          How the end of the replies is told, or where their numbers stand, is another matter. Each \
          side takes the other's last reply for one in the middle, or waits for more.
          """,
        cells: Change.Cells(.breaking), note: "In the direction of the reply.", mirror: .itself),
    ], .replies(check))

  @Sendable private static func check(_ site: ReplySite) {
    let name = quoted(site.message.name)
    let (a, b) = (site.old.source["count"], site.new.source["count"])
    if !isSame(a, b) {
      // What a responder of the one contract may do and a requester of the other does not take:
      // "many" takes any number, one reply is not the end of a stream, and each test is its own.
      let claim: Claim =
        switch (site.old.count, site.new.count) {
        case (.many, _): .narrowed
        case (_, .many): .widened
        default: .breaking
        }
      report(
        site, "the number of the replies to \(name) was \(word(a)) and is \(word(b))", claim,
        "count")
    }
    let (x, y) = (site.old.source["sequence"], site.new.source["sequence"])
    if !sameValue(x, y) {
      let claim: Claim = x == nil ? .narrowed : y == nil ? .widened : .breaking
      report(
        site,
        "the place of the numbers of the replies to \(name) was \(shown(x)) and is \(shown(y))",
        claim, "sequence")
    }
  }

  private static func report(_ site: ReplySite, _ words: String, _ claim: Claim, _ key: String) {
    let id =
      claim == .narrowed
      ? "reply-count-narrowed" : claim == .widened ? "reply-count-widened" : "reply-count-changed"
    site.report(kind(id), words, claim, key: key, isReplys: true)
  }

  private static func word(_ value: JSONValue?) -> String { value.map { shown($0) } ?? "\"one\"" }

  private static func isSame(_ a: JSONValue?, _ b: JSONValue?) -> Bool {
    func isOne(_ value: JSONValue?) -> Bool { value == nil || value?.string == "one" }
    return isOne(a) && isOne(b) || sameValue(a, b)
  }
}
