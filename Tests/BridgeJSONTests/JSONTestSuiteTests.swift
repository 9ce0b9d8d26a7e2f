import BridgeJSON
import Foundation
import Testing

/// The public JSONTestSuite: every `y_` text is read, every `n_` text is refused, every `i_` text is
/// decided.
@Suite("JSONTestSuite")
struct JSONTestSuiteTests {
  struct Entry: Sendable, CustomTestStringConvertible {
    var name: String
    var expect: String
    var bytes: [UInt8]
    var testDescription: String { name }
  }

  static let entries: [Entry] = {
    var folder = URL(fileURLWithPath: #filePath)
    while folder.path != "/" {
      folder.deleteLastPathComponent()
      let file = folder.appendingPathComponent("../shared/suites/json-test-suite/parsing.jsonl")
      guard let text = try? String(contentsOf: file, encoding: .utf8) else { continue }
      return text.split(separator: "\n").compactMap { line in
        guard
          let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
          let name = object["name"] as? String, let expect = object["expect"] as? String,
          let data = (object["b64"] as? String).flatMap({ Data(base64Encoded: $0) })
        else { return nil }
        return Entry(name: name, expect: expect, bytes: Array(data))
      }
    }
    return []
  }()

  static func accepts(_ bytes: [UInt8]) -> Bool {
    do {
      _ = try JSONDocument(bytes, limits: .traffic, skipsBOM: false)
      return true
    } catch {
      return false
    }
  }

  @Test(arguments: entries.filter { $0.expect == "accept" })
  func accepted(_ entry: Entry) {
    #expect(Self.accepts(entry.bytes))
  }

  @Test(arguments: entries.filter { $0.expect == "reject" })
  func refused(_ entry: Entry) {
    #expect(!Self.accepts(entry.bytes))
  }
  
  @Test func either() {
    for e in Self.entries where e.expect == "either" { print(e.name, Self.accepts(e.bytes)) }
  }
}
