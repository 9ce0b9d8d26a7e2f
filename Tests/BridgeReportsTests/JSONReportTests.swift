import BridgeFindings
import BridgeReports
import Foundation
import TestSupport
import Testing

@Suite("json and jsonl") struct JSONReportTests {
  @Test func oneFindingIsOneLineWithMembersInTheDocumentedOrder() {
    let lines = Samples.text(.jsonl).split(separator: "\n")
    #expect(
      lines[0] == """
        {"cause":"version-type","severity":"error",\
        "message":"version is a string; the contract wants the number 1",\
        "file":"logs/run.jsonl","line":7,"offset":412,"session":"s1","page":2,\
        "direction":"webToNative","channel":"bridge","kind":"ready","instancePath":"/version",\
        "schemaPath":"/messages/ready/version",\
        "contract":{"file":"Contracts/sync.bridge.json","line":8,"column":30},\
        "expected":{"const":1},"got":{"type":"string","size":1},"fingerprint":"0123456789ab"}
        """)
    #expect(lines.count == Samples.findings.count + 1)
  }

  @Test func theLastLineIsTheSummary() throws {
    let last = try #require(Samples.text(.jsonl).split(separator: "\n").last)
    #expect(
      last == """
        {"summary":{"lines":40,"messages":31,"events":5,"skipped":2,"invalidLines":2,"errors":5,\
        "warnings":1,"infos":1,"causes":{"deprecated":1,"not-observable":1,"stale-id":2,\
        "unknown-field":1,"version-type":1},"notObservable":1,"explained":7}}
        """)
  }

  @Test func whatABoundedReportLeftOutIsCountedByMessage() {
    var summary = Summary()
    summary.unexplained = ["pay": 3, "Pay": 1]
    #expect(
      Samples.text(.jsonl, [], summary) == """
        {"summary":{"lines":0,"messages":0,"events":0,"skipped":0,"invalidLines":0,"errors":0,\
        "warnings":0,"infos":0,"causes":{},"notObservable":0,"explained":0,\
        "unexplained":{"Pay":1,"pay":3}}}

        """)
  }

  @Test func anEmptyReportIsWhole() {
    #expect(
      Samples.text(.json, [], Summary()) == """
        {"version":1,"findings":[],"summary":{"lines":0,"messages":0,"events":0,"skipped":0,\
        "invalidLines":0,"errors":0,"warnings":0,"infos":0,"causes":{},"notObservable":0,\
        "explained":0}}

        """)
  }

  @Test(
    "JSON text of the traffic comes through unchanged",
    arguments: [
      ("1", "1"), ("1.0", "1.0"), ("-0", "-0"), ("1E400", "1E400"),
      ("17847152241442333000000001", "17847152241442333000000001"), ("\"a\"", "\"a\""),
      ("\"\\ud83d\"", "\"\\ud83d\""), ("\"\\u0000 /\"", "\"\\u0000 /\""),
      ("[ 1 , 2 ]", "[1,2]"), ("{\"a b\": [ \"c  d\" ]}", "{\"a b\":[\"c  d\"]}"),
      ("null", "null"), ("true", "true"),
      // What is no JSON becomes a string and cannot break the report.
      ("", "\"\""), ("nul", "\"nul\""), ("1 2", "\"1 2\""), ("{", "\"{\""),
      ("1}", "\"1}\""), ("\"", "\"\\\"\""), ("1\u{0}", "\"1\\u0000\""),
    ])
  func rawValues(_ value: String, _ written: String) {
    let finding = Finding(
      cause: .schema, severity: .error, message: "m", id: value,
      expected: .init(keyword: "k", value: value), got: .init(type: "t", value: value))
    let line = Samples.text(.jsonl, [finding]).split(separator: "\n")[0]
    #expect(
      line == """
        {"cause":"schema","severity":"error","message":"m","id":\(written),\
        "expected":{"k":\(written)},"got":{"type":"t","value":\(written)}}
        """)
  }

  @Test func textsAreEscapedAndKeptWhole() throws {
    let hostile = "a\u{0}b\u{1F}\"\\/\u{7F}\u{2028}\u{1F600}</script>"
    let finding = Finding(cause: .schema, severity: .info, message: hostile)
    let line = Samples.text(.jsonl, [finding]).split(separator: "\n")[0]
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    #expect(object["message"] as? String == hostile)
  }

  @Test func aPrintedReportStaysOnItsLine() {
    let text = Samples.text(.jsonl)
    for scalar in text.unicodeScalars where scalar != "\n" {
      #expect(!Harmless.isHarmful(scalar), "\(scalar.value)")
    }
    #expect(!text.contains("##["))
    #expect(text.contains("##\\u005badd-mask]"))
    #expect(text.contains("::x\\u202e\\u0000%"))
  }

  @Test func jsonAndJSONLinesHoldTheSame() throws {
    let whole = try #require(
      JSONSerialization.jsonObject(with: Data(Samples.text(.json).utf8)) as? [String: Any])
    #expect(whole["version"] as? Int == 1)
    let listed = try #require(whole["findings"] as? [NSDictionary])
    let lines = try Samples.text(.jsonl).split(separator: "\n").map {
      try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? NSDictionary)
    }
    #expect(Array(lines.dropLast()) == listed)
    #expect(lines.last == ["summary": try #require(whole["summary"])] as NSDictionary)
  }

  @Test func memoryDoesNotGrowWithTheReport() {
    // A line is handed over before the next finding is taken.
    var pieces = 0
    var findings = 0
    var printer = ReportFormat.jsonl.report(Samples.context) { _ in pieces += 1 }
    for _ in 0..<100 {
      printer.add(Samples.stale)
      findings += 1
      #expect(pieces >= findings)
    }
  }
}
