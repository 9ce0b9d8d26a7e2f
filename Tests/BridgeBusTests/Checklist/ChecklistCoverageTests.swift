import Foundation
import TestSupport
import Testing

@Suite("Every item of the checklist J has a test with its number, or a place in the article")
struct ChecklistCoverageTests {
  /// What a machine with Xcode does: the words of the article that say it.
  private static let ofSimulators: [String: String] = [
    "J28": "Look up which macOS images and versions of Xcode your provider offers now",
    "J29": "then pin both",
    "J30": "xcrun simctl list devices available",
    "J31": "-only-testing:ClientTests/BridgeContractTests",
    "J32": "The scheme is shared",
    "J33": "When it fails keep `build/bridge.xcresult`, the log of the build",
    "J34": "no page comes from the network",
    "J35": "A page that is deployed is a test of its own",
    "J36": "The handlers are registered before the page loads",
    "J37": "A new `WKWebViewConfiguration` for each test",
    "J38": "`close` removes handlers, user scripts and delegates",
  ]

  private func names() throws -> String {
    var out = ""
    for folder in ["Tests/BridgeBusTests", "Tests/BridgeTestingTests"] {
      let paths =
        FileManager.default.enumerator(
          at: Project.url(folder), includingPropertiesForKeys: nil)?
        .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" } ?? []
      #expect(!paths.isEmpty)
      for path in paths {
        // The words of `@Test("...")`, wherever their line breaks.
        out +=
          try String(contentsOf: path, encoding: .utf8).components(separatedBy: "@Test(")
          .dropFirst().map { $0.components(separatedBy: "\"").dropFirst().first ?? "" }
          .joined(separator: "\n") + "\n"
      }
    }
    return out
  }

  @Test("All forty-six")
  func all() throws {
    let names = try names()
    let article = try String(
      contentsOf: Project.url(
        "Sources/BridgeContract/BridgeContract.docc/TestingOnASimulator.md"), encoding: .utf8
    ).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let tested = Set(names.matches(of: /\bJ([0-9]+)\b/).compactMap { Int($0.1) })
    for number in 1...46 {
      let item = "J\(number)"
      let isTested = tested.contains(number)
      let words = Self.ofSimulators[item]
      #expect(isTested || words != nil, "\(item)")
      if let words { #expect(article.contains(words), "\(item): \(words)") }
    }
    let untested = (1...46).filter { !tested.contains($0) }
    #expect(untested == [28, 29, 30, 31, 33])
  }
}
