import BridgeJSON
import Foundation
import TestSupport
import Testing

/// The cases of `Fixtures/format-cases`: one sentence, table row or parenthesis of the format each.
///
/// A file holds `{"contracts": {NAME: contract}, "cases": [case]}`; a case has the form of
/// `FormatCaseTests`, but its `contract` may be a name of the file's, and a line of its `log` may be
/// written as a value instead of as text.
@Suite("Contract format, sentence by sentence")
struct OwnFormatCaseTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var file: File
    var index: Int
    var name: String
    var testDescription: String { name }
  }

  /// One file of cases, parsed once.
  final class File: Sendable {
    let document: JSONDocument

    init(_ url: URL) throws {
      document = try JSONDocument(Array(try Data(contentsOf: url)), limits: .traffic)
    }
  }

  static let cases: [Case] = {
    let folder = Project.folder.appendingPathComponent("Fixtures/format-cases")
    let urls =
      (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil))
      ?? []
    return urls.filter { $0.pathExtension == "json" }
      .sorted { $0.path < $1.path }
      .flatMap { url -> [Case] in
        guard let file = try? File(url) else {
          Issue.record("\(url.lastPathComponent) cannot be read")
          return []
        }
        return (file.document.root["cases"]?.items ?? []).enumerated().map { index, one in
          Case(file: file, index: index, name: one["id"]?.string ?? "?")
        }
      }
  }()

  @Test("there are cases, and no two have one id")
  func areDistinct() {
    #expect(Self.cases.count > 900)
    #expect(Set(Self.cases.map(\.name)).count == Self.cases.count)
  }

  @Test(arguments: cases)
  func agrees(_ one: Case) throws {
    let root = one.file.document.root
    let text = try #require(root["cases"]?.items[one.index])
    var contracts = text["contracts"]?.items ?? []
    if let contract = text["contract"] {
      contracts = [
        try contract.string.map { try #require(root["contracts"]?[$0]) } ?? contract
      ]
    }
    try FormatCaseTests.judge(text, contracts)
  }
}
