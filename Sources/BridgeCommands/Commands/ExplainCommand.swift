import BridgeDiff
import BridgeFindings

extension Command {
  static let explain = Command(
    name: "explain", group: .lookUp, summary: "what a cause means and what to do about it",
    discussion: ["Without a cause: the list of all causes. Everything is in the tool, offline."],
    operands: .init(
      usage: "[CAUSE]", minimum: 0, maximum: 1,
      completion: .words(Cause.all.map(\.id) + ChangeRules.kinds.map(\.id)),
      noun: "a cause"),
    examples: [
      .init(line: "bridge-contract explain stale-id", what: "a reply to the page before"),
      .init(line: "bridge-contract explain", what: "every cause with its title"),
    ]
  ) { (invocation) throws(UsageError) in
    let out = invocation.console.out
    let style: Style = invocation.console.isOutColoured ? .ansi : .plain
    guard let id = invocation.operands.first else {
      out.write(Explanation.index(changes: ChangeRules.kinds.map(\.cause), style: style))
      return .success
    }
    guard let cause = Cause(id: id) ?? ChangeRules.kind(id)?.cause else {
      let near = nearest(id, Cause.all.map(\.id) + ChangeRules.kinds.map(\.id))
      throw UsageError(
        problem: "there is no cause \(quoted(id))", command: "explain",
        suggestion: near.map { "explain \($0)" })
    }
    out.write(Explanation.of(cause).text(style: style))
    return .success
  }
}
