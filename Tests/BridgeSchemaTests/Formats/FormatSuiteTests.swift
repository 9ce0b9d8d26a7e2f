import Foundation
import TestSupport
import Testing

@testable import BridgeSchema

/// The public suite's `optional/format`, with formats as assertions.
@Suite("Formats against the public suite")
struct FormatSuiteTests {
  struct File: CustomTestStringConvertible, Sendable {
    var draft: Format.Draft
    var url: URL
    var testDescription: String { "\(draft) \(url.lastPathComponent)" }
  }

  static let files: [File] = [
    (Format.Draft.draft2020, "draft2020-12"), (.draft7, "draft7"),
  ].flatMap { draft, folder in
    Shared.filesIfPresent(
      in: "suites/json-schema-test-suite/tests/\(folder)/optional/format", withExtension: "json"
    ).map { File(draft: draft, url: $0) }
  }

  /// JSONSerialization is no exact parser, but these files hold nothing that it bends.
  @Test("Every test of every file", .enabled(if: Shared.has("suites")), arguments: files)
  func file(_ file: File) throws {
    let groups = try #require(
      JSONSerialization.jsonObject(with: Data(contentsOf: file.url)) as? [[String: Any]])
    var count = 0
    for group in groups {
      let schema = try #require(group["schema"] as? [String: Any])
      let name = try #require(schema["format"] as? String)
      let format = Format(name: name).flatMap { $0.isDefined(in: file.draft) ? $0 : nil }
      for test in try #require(group["tests"] as? [[String: Any]]) {
        let expected = try #require(test["valid"] as? Bool)
        let text = test["data"] as? String
        let actual = text.flatMap { format?.accepts($0, in: file.draft) } ?? true
        #expect(actual == expected, "\(name): \(test["description"] ?? "")")
        count += 1
      }
    }
    #expect(count > 0)
  }
}
