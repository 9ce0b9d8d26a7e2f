import BridgeJSON
import TestSupport
import Testing

/// JSONTestSuite's transform texts: read by all, understood differently. What is understood here
/// is pinned text by text, from the suite's own bytes.
@Suite("JSONTestSuite transforms", .enabled(if: Shared.has("suites/json-test-suite")))
struct JSONTransformTests {
  @Test(arguments: JSONTestSuiteTests.entries("transform.jsonl"))
  func decided(_ entry: JSONTestSuiteTests.Entry) throws {
    let name = entry.name.replacing(".json", with: "")
    let decision = try #require(JSONDecisions.transforms.first { $0.name == name })
    #expect(failure(entry.b64) == decision.error)
  }

  func tape(_ name: String) throws -> JSONDocument {
    let entries = JSONTestSuiteTests.entries("transform.jsonl")
    let entry = try #require(entries.first { $0.name == "\(name).json" })
    return try JSONDocument(Array(entry.b64), limits: .traffic)
  }

  @Test(arguments: [
    ("number_-9223372036854775808", "-9223372036854775808", true),
    ("number_-9223372036854775809", "-9223372036854775809", true),
    ("number_1.0", "1", true),
    ("number_1.000000000000000005", "1.0000000000000000050", false),
    ("number_1000000000000000", "1e15", true),
    ("number_10000000000000000999", "1.0000000000000000999e19", true),
    ("number_1e-999", "0.1e-998", false),
    ("number_1e6", "1000000", true),
    ("number_9223372036854775807", "9223372036854775807", true),
  ])
  func numbersAreExact(_ name: String, _ same: String, _ isInteger: Bool) throws {
    let document = try tape(name)
    let item = try #require(document.root[0]).cursor
    try withRoot(same) { #expect(JSONDecimal.equal(item.decimal, $0.decimal)) }
    #expect(item.isInteger == isInteger)
    withExtendedLifetime(document) {}
  }

  @Test func neighboursDiffer() throws {
    for (name, other) in [
      ("number_1.000000000000000005", "1"),
      ("number_10000000000000000999", "10000000000000001000"),
      ("number_1e-999", "0"),
      ("number_9223372036854775807", "9223372036854775808"),
    ] {
      let document = try tape(name)
      let item = try #require(document.root[0]).cursor
      try withRoot(other) { #expect(!JSONDecimal.equal(item.decimal, $0.decimal)) }
      withExtendedLifetime(document) {}
    }
  }

  @Test func normalFormsAreTwoKeys() throws {
    let document = try tape("object_key_nfc_nfd")
    #expect(document.tape.firstDuplicateKey == nil)
    #expect(document.root["\u{e9}"]?.string == "NFC")
    #expect(document.root["e\u{301}"]?.string == "NFD")
  }

  @Test(arguments: [
    "object_same_key_different_values", "object_same_key_same_value",
    "object_same_key_unclear_values",
  ])
  func secondKeyIsNoted(_ name: String) throws {
    let document = try tape(name)
    let index = try #require(document.tape.firstDuplicateKey)
    #expect(index == 3)
    #expect(JSONValue(document: document, index: index).string == "a")
  }

  @Test(arguments: [
    ("string_1_escaped_invalid_codepoint", 1), ("string_2_escaped_invalid_codepoints", 2),
    ("string_3_escaped_invalid_codepoints", 3),
  ])
  func halvesOfPairsStay(_ name: String, _ count: Int) throws {
    let document = try tape(name)
    #expect(document.tape.hasLoneSurrogate)
    let item = try #require(document.root[0])
    let half: [UInt8] = [0xED, 0xA0, 0x80]
    #expect(item.cursor.stringBytes == Array(repeatElement(half, count: count).joined()))
    #expect(item.cursor.codePointCount == count)
  }

  @Test func escapedNULCutsNothing() throws {
    let item = try #require(try tape("string_with_escaped_NULL").root[0])
    #expect(item.cursor.stringBytes == [0x41, 0x00, 0x42])
    #expect(item.cursor.codePointCount == 3)
  }
}
