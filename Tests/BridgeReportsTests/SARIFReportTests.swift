import BridgeFindings
import BridgeReports
import Foundation
import Testing

private typealias Object = [String: Any]

@Suite("sarif") struct SARIFReportTests {
  private func run(_ findings: [Finding] = Samples.findings) throws -> Object {
    let text = Samples.text(.sarif, findings)
    let log = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? Object)
    #expect(log["version"] as? String == "2.1.0")
    #expect((log["$schema"] as? String)?.hasSuffix("sarif-schema-2.1.0.json") == true)
    let runs = try #require(log["runs"] as? [Object])
    return try #require(runs.first)
  }

  @Test func theRulesAreAllCauses() throws {
    let run = try run([])
    #expect(run["columnKind"] as? String == "unicodeCodePoints")
    #expect((run["results"] as? [Object])?.isEmpty == true)
    let driver = try #require((run["tool"] as? Object)?["driver"] as? Object)
    #expect(driver["name"] as? String == "bridge-contract")
    #expect(driver["semanticVersion"] as? String == "1.0.0")
    let rules = try #require(driver["rules"] as? [Object])
    #expect(rules.compactMap { $0["id"] as? String } == Cause.all.map(\.id) + ["contract-file"])
    for rule in rules {
      let help = try #require(rule["help"] as? Object)
      #expect((help["text"] as? String)?.isEmpty == false)
    }
  }

  @Test func everyResultHasWhatTheStandardRequires() throws {
    let run = try run()
    let driver = try #require((run["tool"] as? Object)?["driver"] as? Object)
    let rules = try #require(driver["rules"] as? [Object])
    let results = try #require(run["results"] as? [Object])
    #expect(results.count == 6)
    for result in results {
      let id = try #require(result["ruleId"] as? String)
      let index = try #require(result["ruleIndex"] as? Int)
      #expect(rules[index]["id"] as? String == id)
      #expect(["error", "warning", "note"].contains(result["level"] as? String))
      #expect((result["message"] as? Object)?["text"] is String)
      let place = try #require((result["locations"] as? [Object])?.first)
      let physical = try #require(place["physicalLocation"] as? Object)
      let uri = try #require((physical["artifactLocation"] as? Object)?["uri"] as? String)
      #expect(URL(string: uri) != nil)
      #expect(uri.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
      #expect((result["partialFingerprints"] as? Object)?["bridgeContract/v1"] is String)
    }
  }

  @Test func theLogLineIsThePlaceAndTheContractIsRelated() throws {
    let results = try #require(run()["results"] as? [NSDictionary])
    #expect(
      results[1].value(forKey: "locations") as? NSArray == [
        [
          "physicalLocation": [
            "artifactLocation": ["uri": "logs/run.jsonl"], "region": ["startLine": 9],
          ],
          "logicalLocations": [["fullyQualifiedName": "receive/pay#/id", "kind": "message"]],
        ]
      ])
    #expect(
      results[1].value(forKey: "relatedLocations") as? NSArray == [
        [
          "physicalLocation": [
            "artifactLocation": ["uri": "Contracts/account.bridge.json"],
            "region": ["startLine": 3, "startColumn": 5],
          ], "message": ["text": "the rule in the contract"], "id": 1,
        ],
        [
          "physicalLocation": [
            "artifactLocation": ["uri": "logs/run.jsonl"], "region": ["startLine": 4],
          ], "message": ["text": "the request"], "id": 2,
        ],
        [
          "physicalLocation": [
            "artifactLocation": ["uri": "logs/run.jsonl"], "region": ["startLine": 30],
          ], "message": ["text": "the same again"], "id": 3,
        ],
      ])
    #expect(results[1].value(forKey: "occurrenceCount") as? Int == 2)
  }

  @Test(
    "Paths are URI references",
    arguments: [
      ("a/b.jsonl", "a/b.jsonl"), ("/tmp/a b", "file:///tmp/a%20b"), ("-", "stdin"),
      ("c:%.jsonl", "c%3A%25.jsonl"), ("日", "%E6%97%A5"), ("\u{1}#?", "%01%23%3F"),
    ])
  func uris(_ path: String, _ uri: String) throws {
    var finding = Samples.versionType
    finding.file = path
    let text = Samples.text(.sarif, [finding])
    #expect(text.contains("\"artifactLocation\":{\"uri\":\"\(uri)\"}"))
  }

  @Test func aMessageCannotHoldALink() throws {
    let finding = Finding(cause: .schema, severity: .error, message: "[here](http://a.example)")
    #expect(Samples.text(.sarif, [finding]).contains("\"text\":\"[here] (http://a.example)\""))
  }
}
