import BridgeFindings
import TestSupport
import Testing

@Suite("Text for people") struct TextReportTests {
  private let contract = """
    {"bridgeContract": 1, "name": "sync", "version": "1.0.0",
      "messages": {
        "ready": {"on": "bridge", "version": 1, "payload": {"type": "object"}}}}
    """

  private var report: TextReport {
    let lines = contract.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return TextReport(files: ["run.jsonl"]) { file, line in
      file == "sync.bridge.json" && line <= lines.count ? lines[line - 1] : nil
    }
  }

  private let versionType = Finding(
    cause: .versionType, severity: .error,
    message: "version is a string; the contract wants the number 1", file: "run.jsonl", line: 7,
    session: "s1", page: 2, direction: "webToNative", channel: "bridge", kind: "ready",
    instancePath: "/version", schemaPath: "/messages/ready/version",
    contract: .init(file: "sync.bridge.json", line: 3, column: 31),
    expected: .init(keyword: "const", value: "1"), got: .init(type: "string", size: 1),
    fingerprint: "0123456789ab")

  @Test func oneFindingSaysWhatWhereAndWhatToDo() {
    #expect(
      report.full(versionType) == """
        error[version-type] version is a string; the contract wants the number 1
          line      run.jsonl:7
          message   web -> native  "ready"  channel "bridge"  page 2  session "s1"
          at        /version   got string(1)   expected const 1
          contract  sync.bridge.json:3:31  /messages/ready/version
             3 | "ready": {"on": "bridge", "version": 1, "payload": {"type": "object"}}}}
               |                           ^^^^^^^^^^^^
          help      send the version in the contract's type: 1 is not "1"
          again     bridge-contract validate run.jsonl --line 7

        """)
  }

  @Test func conciseIsOneLine() {
    #expect(
      report.concise(versionType) == """
        run.jsonl:7: error[version-type] version is a string; the contract wants the number 1  \
        /version   got string(1)   expected const 1  (sync.bridge.json:3:31)
        """)
  }

  @Test func anErrorOfAContractFileStandsAtItsPlace() {
    let finding = Finding(
      cause: nil, severity: .error, message: "unknown key \"mesages\"", file: "sync.bridge.json",
      instancePath: "/mesages", contract: .init(file: "sync.bridge.json", line: 2, column: 3),
      suggest: "messages")
    #expect(
      report.full(finding) == """
        error unknown key "mesages"
          contract  sync.bridge.json:2:3  /mesages
             2 | "messages": {
               | ^^^^^^^^^^
          help      did you mean messages?
          again     bridge-contract check sync.bridge.json

        """)
    #expect(
      report.concise(finding) == "sync.bridge.json:2:3: error: unknown key \"mesages\"")
  }

  @Test func equalFindingsAreOneGroupWithACount() {
    let findings = [7, 9, 12].map { line in
      var finding = versionType
      finding.line = line
      return finding
    }
    let text = report.concise(findings, Summary())
    #expect(text.split(separator: "\n").count == 2)
    #expect(text.contains("[and 2 more like it: lines 9, 12]"))
    #expect(
      report.full(findings, Summary()).contains("  more      and 2 more like it: lines 9, 12\n"))
  }

  @Test func manyEqualFindingsNameTheFirstLines() {
    let findings = (1...42).map { line in
      var finding = versionType
      finding.line = line
      finding.file = line == 3 ? "b.jsonl" : "run.jsonl"
      return finding
    }
    #expect(
      report.concise(findings, Summary())
        .contains("[and 41 more like it: lines 2, b.jsonl:3, 4, 5, 6, 7, 8, 9 …]"))
  }

  @Test func severityAndFingerprintMakeTheGroup() {
    var warning = versionType
    warning.severity = .warning
    var other = versionType
    other.fingerprint = "ba9876543210"
    var bare = versionType
    bare.fingerprint = ""
    let text = report.concise([versionType, warning, other, bare, bare], Summary())
    #expect(text.split(separator: "\n").count == 6)
    #expect(!text.contains("more like it"))
  }

  @Test func theSummaryCountsCausesAndSaysWhatIsNotShown() {
    var summary = Summary()
    summary.lines = 12500
    summary.messages = 12403
    summary.events = 1
    summary.skipped = 96
    summary.errors = 1204
    summary.warnings = 1
    summary.causes = ["stale-id": 4, "version-type": 1200, "not-observable": 1]
    summary.notObservable = 2
    summary.explained = 5
    summary.unexplained = ["ready": 1195, "pay": 5]
    #expect(
      report.full([], summary) == """
        run.jsonl: 1,204 errors, 1 warning in 12,403 messages, 1 event in 12,500 lines; 96 lines \
        skipped: no contract has their channel
          version-type    1,200  the version has another type than the contract
          stale-id            4  the reply belongs to a request of an earlier page
          not-observable      1  the log cannot show what the contract asks for
        1,200 more findings counted, not shown (--max-findings N): ready 1,195, pay 5
        2 rules or time limits could not be observed in this log
        What a cause means: bridge-contract explain CAUSE

        """)
    #expect(
      report.concise([], summary) == """
        run.jsonl: 1,204 errors, 1 warning in 12,403 messages, 1 event in 12,500 lines; 96 lines \
        skipped: no contract has their channel (version-type 1,200, stale-id 4, not-observable 1)\
        ; 1,200 of them not shown; 2 not observable

        """)
  }

  @Test func nothingFoundAndNothingJudgedAreNotTheSame() {
    var summary = Summary()
    summary.lines = 3
    #expect(
      report.full([], summary)
        == "run.jsonl: no findings in 0 messages in 3 lines; nothing was judged\n")
    summary.messages = 3
    #expect(report.full([], summary) == "run.jsonl: no findings in 3 messages in 3 lines\n")
  }

  @Test func timesStandThereOnlyIfGiven() {
    var report = report
    report.elapsed = "6 ms"
    report.subject = "14 examples, 3 scenarios"
    #expect(
      report.full([], Summary()) == "run.jsonl: no findings in 14 examples, 3 scenarios, 6 ms\n")
  }

  @Test func colourOnlyRepeatsTheWords() {
    var coloured = report
    coloured.style = .ansi
    let text = coloured.full([versionType], Summary())
    #expect(text.hasPrefix("\u{1B}[1;31merror[version-type]\u{1B}[0m "))
    let bare = text.replacing(#/\u{1B}\[[0-9;]*m/#, with: "")
    #expect(bare == report.full([versionType], Summary()))
  }

  @Test func valuesAndHashesAreShownWhereTheFindingHasThem() {
    var finding = versionType
    finding.got = .init(type: "string", size: 2, value: "\"ok\"")
    #expect(report.concise(finding).contains("got string(2) \"ok\""))
    finding.got = .init(type: "object", size: 2, hash: "1f2e3d4c")
    #expect(report.concise(finding).contains("got object(2) hash 1f2e3d4c"))
    finding.instancePath = ""
    #expect(report.concise(finding).contains("  (whole body)   got"))
  }

  @Test func aFindingWithoutPointerHasNoPlaceInTheBody() {
    var finding = versionType
    finding.instancePath = nil
    finding.expected = .init(keyword: "within", value: "\"10s\"")
    finding.got = nil
    #expect(report.full(finding).contains("\n  expected  within \"10s\"\n"))
    #expect(report.concise(finding).contains("number 1  expected within \"10s\"  ("))
  }

  @Test(arguments: ["full", "concise"])
  func nothingOfOthersReachesTheTerminalRaw(_ kind: String) {
    let evil = "a\u{1B}[2J\u{9B}31m\r\n::error::b\u{202E}\u{200B}\u{2028}\u{7F}##[group]\u{0}"
    let finding = Finding(
      cause: .unknownField, severity: .error, message: evil, file: evil, line: 1, session: evil,
      direction: evil, channel: evil, kind: evil, id: evil, instancePath: evil, schemaPath: evil,
      contract: .init(file: evil, line: 1, column: 1), expected: .init(keyword: evil, value: evil),
      got: .init(type: evil, value: evil, hash: evil), suggest: evil,
      related: [.init(line: 1, what: evil)], fingerprint: evil)
    var summary = Summary()
    summary.causes = [evil: 1]
    summary.unexplained = [evil: 1]
    var report = TextReport(files: [evil]) { _, _ in evil }
    report.elapsed = evil
    let text =
      kind == "full"
      ? report.full([finding, finding], summary)
      : report.concise([finding, finding], summary)
    for scalar in text.unicodeScalars where scalar != "\n" {
      #expect(!Harmless.isHarmful(scalar), "U+\(String(scalar.value, radix: 16))")
    }
    #expect(!text.contains("##["))
    #expect(text.contains("a\\u{1B}[2J\\u{9B}31m\\u{D}\\u{A}::error::b\\u{202E}"))
  }

  @Test func aFileNameIsQuotedForTheShell() {
    var finding = versionType
    for (name, word) in [
      ("a b.jsonl", "'a b.jsonl'"), ("it's", "'it'\\''s'"), ("$(rm)", "'$(rm)'"),
      ("-x", "'-x'"), ("logs/a_1.jsonl", "logs/a_1.jsonl"),
    ] {
      finding.file = name
      #expect(
        report.full(finding).contains("  again     bridge-contract validate \(word) --line 7\n"))
    }
    finding.file = "-"
    #expect(!report.full(finding).contains("again"))
  }
}
