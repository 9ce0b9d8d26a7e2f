import Foundation
import TestSupport
import Testing

@testable import BridgeCommands

@Suite("The readme")
struct ReadmeTests {
  private let text: String
  init() throws { text = try String(contentsOf: Project.url("README.md"), encoding: .utf8) }

  @Test("every command of the tool is in the table of commands")
  func commands() {
    for command in Commands.all where !command.name.isEmpty {
      #expect(text.contains("| `\(command.name)"), "\(command.name)")
    }
    for format in OutputFormat.allCases { #expect(text.contains("`\(format.rawValue)`")) }
    for (status, _) in Help.exitStatuses { #expect(text.contains("\n| \(status) | ")) }
  }

  @Test("every file that it names is there")
  func files() throws {
    let folders = "Contracts|Fixtures|Sources|Tests|\\.ci"
    for match in text.matches(of: try Regex("(?:\(folders))/[A-Za-z0-9_./-]+", as: Substring.self))
    {
      let path = String(match.output)
      // Code of a test is that of the sample app, whose files stand in its own folder.
      let places = [path, "Fixtures/SampleApp/\(path)"]
      #expect(
        places.contains { FileManager.default.fileExists(atPath: Project.url($0).path) },
        "\(path)")
    }
  }

  @Test(
    "what JSONTestSuite leaves open is decided as the table says",
    .enabled(if: Shared.has("suites/json-test-suite/parsing.jsonl")))
  func openCases() throws {
    var decisions: [String: Bool] = [:]
    for line in text.split(separator: "\n") where line.hasPrefix("| ") && line.contains("`i_") {
      let isAccepted = line.hasPrefix("| accepted")
      #expect(isAccepted || line.hasPrefix("| refused"))
      for match in line.matches(of: /`(i_[^`]+)`/) { decisions[String(match.1)] = isAccepted }
    }
    struct Case: Decodable {
      var name: String
      var b64: Data
    }
    var seen = 0
    let lines = try Shared.bytes("suites/json-test-suite/parsing.jsonl").split(separator: 0x0A)
    for line in lines {
      let test = try JSONDecoder().decode(Case.self, from: Data(line))
      guard test.name.hasPrefix("i_") else { continue }
      seen += 1
      let name = test.name.replacing(".json", with: "")
      let run = try Run.product(
        "bridge-contract", ["json", "check", "-"], stdin: [UInt8](test.b64))
      #expect(decisions[name] == (run.status == 0), "\(name)")
    }
    #expect(seen >= 30)
  }
}
