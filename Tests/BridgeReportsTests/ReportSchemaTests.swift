import BridgeFindings
import BridgeReports
import Foundation
import TestSupport
import Testing

private typealias Object = [String: Any]

/// `report.schema.json` against what is written.
@Suite("Schema of the report") struct ReportSchemaTests {
  private let text: String
  private let definitions: Object

  init() throws {
    let url = Project.url("Sources/BridgeReports/report.schema.json")
    text = try String(contentsOf: url, encoding: .utf8)
    let schema = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? Object)
    definitions = try #require(schema["$defs"] as? Object)
  }

  /// Everything that a finding can hold.
  private let whole = Finding(
    cause: .schema, severity: .error, message: "m", file: "f", line: 1, offset: 0, session: "s",
    page: 1, direction: "webToNative", channel: "c", kind: "k", id: "1", instancePath: "",
    schemaPath: "", contract: .init(file: "f", line: 1, column: 1),
    expected: .init(keyword: "const", value: "1"),
    got: .init(type: "string", size: 1, value: "1", hash: "00000000"), suggest: "s",
    related: [.init(line: 1, what: "w")],
    change: Change(
      cells: .init(), old: Self.place, new: Self.place,
      witnesses: [
        .init(isNewPageOldApp: true, sender: "web", body: "1", refusedFor: "schema", at: "")
      ], trace: ["a"], advice: "a", accepted: .init(reason: "r", until: "2026-12-31"), against: "a"),
    fingerprint: "0123456789ab")

  private static let place = Change.Place(
    pointer: "", place: .init(file: "f", line: 1, column: 1))

  /// Members of objects inside of `change`.
  private static let ofChanges: Set<String> = [
    "cells", "webToNative", "nativeToWeb", "newPageOldApp", "oldPageNewApp", "old", "new",
    "pointer",
    "witnesses", "pair", "sender", "body", "refusedFor", "at", "trace", "advice", "accepted",
    "reason",
    "until", "against",
  ]

  /// Everything that a summary of a comparison can hold.
  private static var diff: DiffSummary {
    var pair = DiffSummary.Pair(
      old: "a 1.0.0", oldFile: "a", new: "a 2.0.0", newFile: "b", label: "app 6.0",
      cells: .init(), smallestVersion: "2.0.0", isVersionRight: true, documentation: ["m"])
    pair.acceptedBreaks.oldPageNewApp = ["0123456789ab"]
    return DiffSummary(policy: "web-first", pairs: [pair])
  }

  private func members(_ definition: String) throws -> Set<String> {
    let object = try #require(definitions[definition] as? Object)
    #expect(object["additionalProperties"] as? Bool == false)
    return Set(try #require(object["properties"] as? Object).keys)
  }

  @Test func itListsTheMembersThatAreWrittenAndNoOthers() throws {
    var summary = Samples.summary
    summary.unexplained = ["pay": 1]
    summary.diff = Self.diff
    let lines = try Samples.text(.jsonl, [whole], summary).split(separator: "\n").map {
      try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? Object)
    }
    #expect(Set(lines[0].keys) == (try members("finding")))
    #expect(Set(try #require(lines[1]["summary"] as? Object).keys) == (try members("summary")))
    let required = try #require((definitions["summary"] as? Object)?["required"] as? [String])
    #expect(Set(required) == (try members("summary")).subtracting(["unexplained", "diff"]))
    // What diff adds is nested: each of its objects has its definition.
    let change = try #require(lines[0]["change"] as? Object)
    #expect(Set(change.keys) == (try members("change")))
    #expect(Set(try #require(change["old"] as? Object).keys) == (try members("place")))
    #expect(Set(try #require(change["cells"] as? Object).keys) == (try members("cells")))
    let diff = try #require((lines[1]["summary"] as? Object)?["diff"] as? Object)
    #expect(Set(diff.keys) == (try members("diff")))
    let pair = try #require((diff["pairs"] as? [Object])?.first)
    let known = ((definitions["diff"] as? Object)?["properties"] as? Object)?["pairs"] as? Object
    let properties = (known?["items"] as? Object)?["properties"] as? Object
    #expect(Set(pair.keys) == Set(try #require(properties).keys))
  }

  @Test func itListsThemInTheOrderInWhichTheyAreWritten() {
    for line in Samples.text(.jsonl, [whole], Summary()).split(separator: "\n") {
      var from = text.startIndex
      let names = line.matches(of: #/[{,]"([A-Za-z]+)":/#).map { String($0.1) }
        .filter {
          !["const", "file", "line", "column", "type", "size", "value", "hash", "what"]
            .contains($0) && !Self.ofChanges.contains($0)
        }
      let begin = names.first == "summary" ? "\n    \"summary\": {" : "\n    \"finding\": {"
      from = text.range(of: begin)?.upperBound ?? text.endIndex
      for name in names.drop(while: { $0 == "summary" }) {
        let found = text.range(of: "\n        \"\(name)\": ", range: from..<text.endIndex)
        #expect(found != nil, "\(name)")
        from = found?.upperBound ?? from
      }
    }
  }
}
