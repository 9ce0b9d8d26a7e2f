import BridgeTesting
import Foundation
import TestSupport
import Testing

@Suite("What the documentation says of tests")
struct DocumentationTests {
  private static let article = "Sources/BridgeContract/BridgeContract.docc/TestingABridge.md"

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Project.url(path), encoding: .utf8)
  }

  /// The blocks of a language in a page of Markdown.
  private func blocks(_ language: String, in path: String) throws -> [String] {
    try text(path).matches(
      of: try Regex("```\(language)\n((?s:.*?))```", as: (Substring, Substring).self)
    )
    .map { String($0.output.1) }
  }

  @Test("Every line of its code stands in the sample app", arguments: [article, "README.md"])
  func code(_ path: String) throws {
    var sources = ""
    for file in [
      "Package.swift", "Tests/SampleAppTests/ProfileTests.swift",
      "Tests/SampleAppTests/WaysTests.swift",
    ] {
      sources += try text("Fixtures/SampleApp/\(file)")
    }
    let known = Set(sources.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) })
    var seen = 0
    for block in try blocks("swift", in: path)
    where block.contains("bridge.") || path != "README.md" {
      for line in block.split(separator: "\n") {
        seen += 1
        #expect(known.contains(line.trimmingCharacters(in: .whitespaces)), "\(line)")
      }
    }
    #expect(seen >= 5)
  }

  @Test("The failure it shows is what comes out", arguments: [article, "README.md"])
  func output(_ path: String) throws {
    let folder = Project.url("Fixtures/SampleApp/Contracts/profile.bridge.json")
    guard case .loaded(let contract) = Contract.load(Array(try Data(contentsOf: folder)), file: "p")
    else { throw SupportError("the sample's contract cannot be loaded") }
    let bus = try Bus(contract)
    try bus.on("profile.get") { try $0.answer() }
    bus.start(
      Page { window in
        window.receive("App.receive") { _ in throw PageError("Invalid native message") }
        try window.post("app", ["kind": "profile.get", "id": 1, "data": .null])
      })
    try bus.expect(.webToNative("profile.get"), within: 5000)
    do {
      try bus.expect(.reply(to: "profile.get"), within: 1000)
      Issue.record("nothing failed")
    } catch let failed as BridgeFailure {
      #expect(try blocks("text", in: path).contains(failed.description))
    }
  }
}
