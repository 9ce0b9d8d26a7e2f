import BridgeFindings
import TestSupport
import Testing

@testable import BridgeCommands

@Suite("The findings that are explained")
struct FirstFindingsTests {
  private func finding(_ line: Int?, _ file: String = "a", _ kind: String? = nil) -> Finding {
    Finding(cause: .schema, severity: .error, message: "", file: file, line: line, kind: kind)
  }

  @Test("by file, then by line, then as they came; those without a line last")
  func order() {
    var first = FirstFindings(limit: 100, files: ["a", "b"])
    let arrived = [
      finding(2, "b"), finding(nil, "a"), finding(7, "a", "x"), finding(7, "a", "y"),
      finding(1, "other"), finding(1, "a"), finding(1, "b"),
    ]
    for finding in arrived { first.add(finding) }
    #expect(first.sorted() == [5, 2, 3, 1, 6, 0, 4].map { arrived[$0] })
    #expect(first.dropped.isEmpty)
  }

  @Test("the first by line are kept whatever the order of arrival, the rest counted by message")
  func limit() {
    var lines = Array(1...5000)
    var random = SplitMix64(seed: 7)
    lines.shuffle(using: &random)
    for limit in [0, 1, 10, 4999, 6000] {
      var first = FirstFindings(limit: limit, files: ["a"])
      for line in lines { first.add(finding(line, "a", line % 2 == 0 ? "even" : nil)) }
      #expect(first.sorted().map(\.line) == Array(1...5000).prefix(limit).map { $0 })
      let kept = min(limit, 5000)
      #expect(first.dropped["even"] ?? 0 == 2500 - kept / 2)
      #expect(first.dropped["other"] ?? 0 == 2500 - (kept + 1) / 2)
    }
  }
}
