public import BridgeFindings

/// An expectation that was not met: one cause, the trace up to there, and what to do.
public struct BridgeFailure: Error, Sendable {
  /// What failed in one sentence: `native did not receive "ready": …`.
  public var headline: String
  /// The one cause with its place. A limit that was reached is evidence, never the cause.
  public var finding: Finding
  /// What was expected; nil for what was left over at the end.
  public var expected: String?
  /// How the wait ended: `nothing is left to do at 12 ms`.
  public var evidence: String
  /// The trace up to there: lines of a log, which `validate` reads. Bodies are in it.
  public var trace: [String]
  /// The trace up to there as two lanes, without any value.
  public var diagram: String
  /// What makes another run take the same choices; nil on engines that make none.
  public var token: String?
  /// Where it was expected.
  public var site: CallSite

  /// The cause.
  public var cause: Cause { finding.cause ?? .missingStep }
}

extension BridgeFailure: CustomStringConvertible {
  /// Headline, cause, evidence, diagram, advice. Names and ids of the contract stand in it, values do
  /// not.
  public var description: String {
    var out = "\(headline)\n"
    func row(_ name: String, _ text: String) {
      let pad = String(repeating: " ", count: max(1, 10 - name.count))
      out += "  \(name)\(pad)\(text)\n"
    }
    row("cause", cause.id)
    if let expected { row("expected", expected) }
    row("because", because)
    row("evidence", evidence)
    row("do", Explanation.of(cause).help)
    if let token, token != "-" { row("again", "Schedule(token: \"\(token)\")") }
    row("more", "bridge-contract explain \(cause.id)")
    out += "\n\(diagram)"
    return out
  }

  private var because: String {
    let place = finding.instancePath.flatMap { $0.isEmpty ? nil : " at \($0)" } ?? ""
    let line = finding.line.map { " (line \($0))" } ?? ""
    return "\(finding.message)\(place)\(line)"
  }
}
