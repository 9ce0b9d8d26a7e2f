import BridgeJSON
import BridgeSchema
import BridgeSubset
import Foundation
import TestSupport
import Testing

@Suite("Known changes")
struct CorpusTests {
  @Test("each pair of Fixtures/subset is answered as it says")
  func changes() throws {
    let lines = try Fixtures.text("subset/changes.jsonl").split(separator: "\n")
    #expect(lines.count >= 800)
    for line in lines {
      let pair = try JSONDocument(Array(line.utf8), limits: .contract).root
      let sides = try ["old", "new"].map { try compile(try #require(pair[$0]).text) }
      let comparison = SchemaComparison()
      let id = pair["id"]?.string ?? ""
      #expect(
        word(comparison.isSubset(sides[1], of: sides[0])) == pair["newSubsetOfOld"]?.string, "\(id)"
      )
      #expect(
        word(comparison.isSubset(sides[0], of: sides[1])) == pair["oldSubsetOfNew"]?.string, "\(id)"
      )
    }
  }

  private func word(_ answer: SubsetAnswer) -> String {
    switch answer {
    case .yes: "yes"
    case .no: "no"
    case .undecided: "undecided"
    }
  }

  @Test(
    "schemas of the public suite: values it holds contradict no proof",
    .enabled(if: Shared.has("suites")),
    arguments: [("draft2020-12", SchemaOptions.Draft.draft2020), ("draft7", .draft7)])
  func suite(folder: String, draft: SchemaOptions.Draft) throws {
    let files = try Shared.files(
      in: "suites/json-schema-test-suite/tests/\(folder)", withExtension: "json")
    let judge = Judge()
    var (questions, undecided) = (0, 0)
    for file in files where !file.path.contains("/optional/") {
      let bytes = try Shared.bytes(
        "suites/json-schema-test-suite/tests/\(folder)/\(file.lastPathComponent)")
      let document = try JSONDocument(bytes, limits: .traffic)
      var sides: [SchemaSide] = []
      var values: [JSONDocument] = []
      for group in document.root.items {
        for test in group["tests"]?.items ?? [] {
          let data = try #require(test["data"]).text
          values.append(try JSONDocument(Array(data.utf8), limits: .traffic))
        }
        // Those that refer to other documents are left out.
        if let side = try? compile(try #require(group["schema"]).text, draft: draft) {
          sides.append(side)
        }
      }
      let comparison = SchemaComparison()
      for i in sides.indices {
        for j in [i, (i + 1) % sides.count, (i + 3) % sides.count] {
          questions += 1
          switch comparison.isSubset(sides[i], of: sides[j]) {
          case .yes:
            for value in values where judge.accepts(value, sides[i]) {
              #expect(judge.accepts(value, sides[j]), "\(file.lastPathComponent) \(i) \(j)")
            }
          case .no(let witness):
            #expect(i != j)
            #expect(try judge.accepts(witness, sides[i]) && !judge.accepts(witness, sides[j]))
          case .undecided: undecided += 1
          }
        }
      }
    }
    #expect(questions > 500)
    #expect(undecided == 0)
  }
}
