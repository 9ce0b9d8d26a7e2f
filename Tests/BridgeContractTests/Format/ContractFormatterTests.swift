import BridgeContract
import BridgeJSON
import Foundation
import TestSupport
import Testing

@Suite("Canonical text of contracts")
struct ContractFormatterTests {
  private func formatted(_ text: String) throws -> String {
    String(decoding: try ContractFormatter.format(Array(text.utf8)), as: UTF8.self)
  }

  @Test("keys stand in the order of the format's page, one message is opened")
  func order() throws {
    let text = """
      {"messages": {"m": {"examples": [{"at": "/a", "fails": "wrong-type", "body": {"z": 1, "a": 2}}],
      "payload": {"type": "object", "properties": {}}, "on": "c"}}, "channels": {"c": {"via":
      "messageHandler", "from": "web"}}, "version": "1.0.0", "name": "n", "bridgeContract": 1}
      """
    #expect(
      try formatted(text) == """
        {
          "bridgeContract": 1,
          "name": "n",
          "version": "1.0.0",
          "channels": {
            "c": { "from": "web", "via": "messageHandler" }
          },
          "messages": {
            "m": {
              "on": "c",
              "payload": { "type": "object", "properties": {} },
              "examples": [{ "body": { "z": 1, "a": 2 }, "fails": "wrong-type", "at": "/a" }]
            }
          }
        }

        """)
  }

  @Test("numbers are copied, needless escapes go, half surrogate pairs stay escapes")
  func scalars() throws {
    #expect(
      try formatted(#"{"x-a": [1.0, 1e400, -0], "x-b": "\u0041\/\u2028\ud800\n"}"#)
        == "{\n  \"x-a\": [1.0, 1e400, -0],\n  \"x-b\": \"A/\u{2028}\\ud800\\n\"\n}\n")
  }

  @Test("doc stands in front, free names behind")
  func docAndFreeNames() throws {
    #expect(
      try formatted(
        #"{"channels": {"c": {"x-note": 1, "via": "poll", "doc": "d", "from": "web"}}}"#)
          == """
          {
            "channels": {
              "c": { "doc": "d", "from": "web", "via": "poll", "x-note": 1 }
            }
          }

          """)
  }

  static let shipped: [URL] = {
    let root = Project.folder.appendingPathComponent("Contracts")
    let found = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
    return (found?.allObjects as? [URL] ?? []).filter { $0.path.hasSuffix(".bridge.json") }
      .sorted { $0.path < $1.path }
  }()

  @Test("every shipped contract is canonical, and formatting twice changes nothing")
  func isStable() throws {
    #expect(!Self.shipped.isEmpty)
    for url in Self.shipped {
      let text = Array(try Data(contentsOf: url))
      let once = try ContractFormatter.format(text)
      #expect(try ContractFormatter.format(once) == once, "\(url.lastPathComponent)")
      let isCanonical = once == text
      #expect(isCanonical, "run bridge-contract fmt on \(url.lastPathComponent)")
    }
  }

  @Test("formatting keeps the value: the same contract as JSON")
  func keepsTheValue() throws {
    for url in Self.shipped {
      let text = Array(try Data(contentsOf: url))
      let before = try JSONDocument(text, limits: .contract)
      let after = try JSONDocument(try ContractFormatter.format(text), limits: .contract)
      #expect(JSONEquality.equal(before.root.cursor, after.root.cursor))
    }
  }
}
