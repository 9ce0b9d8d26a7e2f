internal import BridgeContract
internal import BridgeFindings
internal import BridgeJSON

extension ChangeRule {
  static let replyErrors = ChangeRule(
    [
      ChangeKind(
        "error-added", "one more error that a reply may be",
        help: "ship the requesting side first, or treat unknown errors as failure there",
        meaning: """
          A reply may now be an error that a requester of before does not know.
          """,
        cells: Change.Cells(.widened), note: "In the direction of the reply.",
        mirror: .kind("error-removed")),
      ChangeKind(
        "error-removed", "an error that a reply is no more",
        help: "keep it while old responders may answer with it",
        meaning: """
          A responder of before may still answer with an error that the new requester does not know.
          """,
        cells: Change.Cells(.narrowed), note: "In the direction of the reply.",
        mirror: .kind("error-added")),
      ChangeKind(
        "error-code-changed", "another word for the same error",
        help: "accept both words until no old responder is left",
        meaning: "The word of an error is another one: each side takes the other's for unknown.",
        cells: Change.Cells(.breaking), note: "In the direction of the reply.", mirror: .itself),
    ], .replies(check))

  @Sendable private static func check(_ site: ReplySite) {
    let comparison = site.comparison
    let name = quoted(site.message.name)
    let old = site.old.errors.map { comparison.old.errors[$0].name }
    let new = site.new.errors.map { comparison.new.errors[$0].name }
    for error in new where !old.contains(error) {
      report(
        site, "error-added", "\(name) may be answered with the error \(quoted(error))", .widened,
        error)
    }
    for error in old where !new.contains(error) {
      report(
        site, "error-removed", "\(name) is answered with the error \(quoted(error)) no more",
        .narrowed, error)
    }
    for i in site.old.errors {
      let a = comparison.old.errors[i]
      guard let j = site.new.errors.first(where: { comparison.new.errors[$0].name == a.name })
      else { continue }
      let b = comparison.new.errors[j]
      let (x, y) = (
        a.code.map { shown($0) } ?? quoted(a.name), b.code.map { shown($0) } ?? quoted(b.name)
      )
      if x != y {
        report(
          site, "error-code-changed",
          "the error \(quoted(a.name)) of \(name) had the code \(x) and has \(y)", .breaking, a.name
        )
      }
    }
  }

  private static func report(
    _ site: ReplySite, _ id: String, _ sentence: String, _ claim: Claim, _ error: String
  ) {
    site.comparison.add(
      Found(
        kind: kind(id), sentence: sentence, cells: Change.Cells(claim, from: site.from),
        claim: claim, from: site.from, subject: "reply:\(site.message.name)",
        channel: site.message.newChannel?.key, message: site.message.name,
        keyword: "errors/\(error)", old: site.old.source["errors"] ?? site.old.source,
        new: site.new.source["errors"] ?? site.new.source))
  }
}
