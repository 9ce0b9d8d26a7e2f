import TestSupport
import Testing

@testable import BridgeCommands

@Suite("The project file")
struct ProjectFileTests {
  private func problems(_ text: String) -> [String] {
    switch ProjectFile.read(Array(text.utf8), "bridge-contract.json") {
    case .success: []
    case .failure(let list):
      list.problems.map { $0.sentence + ($0.suggestion.map { " -> \($0)" } ?? "") }
    }
  }

  @Test("all of it is read, paths from the file's own folder")
  func all() throws {
    let text = """
      {"$schema": "x", "contracts": ["Contracts", "/abs/a.bridge.json"], "failOn": "warning",
       "log": {"map": {"body": "/message", "direction.out": "nativeToWeb"}, "channel": "bridge"},
       "formats": ["text", "sarif=out/report.sarif"], "released": "Contracts/released"}
      """
    let file = try ProjectFile.read(Array(text.utf8), "../bridge-contract.json").get()
    #expect(
      file
        == ProjectFile(
          path: "../bridge-contract.json", contracts: ["../Contracts", "/abs/a.bridge.json"],
          map: [("body", "/message"), ("direction.out", "nativeToWeb")], channel: "bridge",
          failOn: .warning,
          formats: [
            OutputTarget(format: .text),
            OutputTarget(format: .sarif, path: "../out/report.sarif"),
          ], released: "../Contracts/released"))
  }

  @Test("every problem is said at once, with its position and the nearest spelling")
  func faults() {
    let text = """
      {
        "contrcts": [],
        "contracts": [1],
        "log": {"mpa": {}, "map": {"body": 2}},
        "failOn": "eror",
        "formats": ["jsn"],
        "failOn": "error"
      }
      """
    #expect(
      problems(text) == [
        "bridge-contract.json:2:3: there is no key 'contrcts' here; known are contracts, log, "
          + "failOn, formats and released -> contracts",
        "bridge-contract.json:7:3: the key 'failOn' stands twice",
        "bridge-contract.json:3:17: an entry of contracts wants a text",
        "bridge-contract.json:4:11: there is no key 'mpa' here; known are map and channel -> map",
        "bridge-contract.json:4:38: body wants a text",
        "bridge-contract.json:5:13: failOn wants error, warning or never, not 'eror' -> error",
        "bridge-contract.json:6:15: a format is text, concise, json, jsonl, junit, sarif, github "
          + "or md, not 'jsn' -> json",
      ])
    #expect(problems("[]") == ["bridge-contract.json:1:1: the project file wants an object"])
    #expect(
      problems("{\n  \"log\": }") == ["bridge-contract.json:2:10: a value is expected here"])
  }
}
