import Foundation
import TestSupport
import Testing

@Suite("Every rule of the semantics has a test with its number")
struct RuleCoverageTests {
  /// Rules about JavaScript itself, which the headless engine does not run: what a script's last
  /// statement comes to, a page's content security policy, the text of scripts. A real engine has
  /// tests for them.
  private static let ofRealPages: Set<String> = ["R19", "R21", "R46"]

  private func names() throws -> String {
    let folder = Project.url("Tests/BridgeBusTests")
    let paths =
      FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?
      .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" } ?? []
    #expect(paths.count > 10)
    return try paths.map { url in
      let text = try String(contentsOf: url, encoding: .utf8)
      // The words of `@Test("...")`, wherever their line breaks.
      return text.components(separatedBy: "@Test(").dropFirst()
        .map { $0.components(separatedBy: "\"").dropFirst().first ?? "" }
        .joined(separator: "\n")
    }.joined(separator: "\n")
  }

  private func numbers(_ prefix: String, in text: String) -> Set<String> {
    let pattern = "(?<![A-Za-z0-9])\(prefix)([0-9]+)(?![0-9])"
    guard let expression = try? NSRegularExpression(pattern: pattern) else { return [] }
    let range = NSRange(text.startIndex..., in: text)
    return Set(
      expression.matches(in: text, range: range).compactMap {
        Range($0.range(at: 1), in: text).map { prefix + text[$0] }
      })
  }

  @Test("R1 to R47, but for those of real pages")
  func rules() throws {
    let all = Set((1...47).map { "R\($0)" })
    let missing = all.subtracting(numbers("R", in: try names())).subtracting(Self.ofRealPages)
    #expect(missing.sorted() == [])
  }

  @Test("ND1 to ND10")
  func nondeterminism() throws {
    let all = Set((1...10).map { "ND\($0)" })
    #expect(all.subtracting(numbers("ND", in: try names())).sorted() == [])
  }
}
