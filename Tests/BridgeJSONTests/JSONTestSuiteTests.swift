import BridgeJSON
import Foundation
import TestSupport
import Testing

/// The public JSONTestSuite: every `y_` text is read, every `n_` text is refused, every `i_` text
/// is decided in `JSONDecisions`.
@Suite("JSONTestSuite", .enabled(if: Shared.has("suites/json-test-suite")))
struct JSONTestSuiteTests {
  struct Entry: Sendable, Decodable, CustomTestStringConvertible {
    var name: String
    var expect: String
    var b64: Data
    var testDescription: String { name }
  }

  static func entries(_ file: String) -> [Entry] {
    guard Shared.has("suites/json-test-suite"),
      let text = try? Shared.bytes("suites/json-test-suite/\(file)")
    else { return [] }
    return text.split(separator: 0x0A).compactMap {
      try? JSONDecoder().decode(Entry.self, from: Data($0))
    }
  }

  static let parsing = entries("parsing.jsonl")

  @Test func nothingOfTheSuiteIsLost() {
    let counts = Dictionary(grouping: Self.parsing, by: \.expect).mapValues(\.count)
    #expect(counts == ["accept": 81, "reject": 160, "either": 30])
    #expect(Self.entries("transform.jsonl").count == 19)
  }

  @Test(arguments: parsing.filter { $0.expect == "accept" })
  func accepted(_ entry: Entry) {
    #expect(failure(entry.b64) == nil)
  }

  @Test(arguments: parsing.filter { $0.expect == "reject" })
  func refused(_ entry: Entry) {
    #expect(failure(entry.b64) != nil)
  }

  @Test(arguments: parsing.filter { $0.expect == "either" })
  func decided(_ entry: Entry) throws {
    let name = entry.name.replacing(".json", with: "")
    let decision = try #require(JSONDecisions.all.first { $0.name == name }, "not decided")
    #expect(failure(entry.b64) == decision.error)
  }

  /// What the article says is what the reader does.
  @Test func articleHoldsTheTable() throws {
    let article = try String(
      contentsOf: Project.url("Sources/BridgeJSON/BridgeJSON.docc/JSONDecisions.md"),
      encoding: .utf8)
    let rows = article.split(separator: "\n").filter { $0.hasPrefix("| `") }.map(String.init)
    #expect(rows == JSONDecisions.all.map(\.row) + JSONDecisions.transforms.map(\.row))
  }
}
