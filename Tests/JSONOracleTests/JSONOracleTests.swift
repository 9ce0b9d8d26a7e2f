import BridgeJSON
import Foundation
import TestSupport
import Testing

/// What json-c is known to do otherwise, all in one place. Anything else is a failure.
///
/// From a run of json-c 0.16 with its strictest flags over JSONTestSuite; newer releases may have
/// fewer of them.
enum JSONCDeviations {
  /// Whether json-c may read a text that is refused here with this error.
  static func mayRead(_ text: [UInt8], _ error: JSONError) -> Bool {
    let rest = text[min(error.offset, text.count)...]
    switch error.reason {
    // `-01`, `-.5`, `1.`, `2.e3`, `-Infinity`.
    case .badNumber: return true
    // A raw tab, line feed or other control character in a string.
    case .controlCharacter: return true
    // `C0 AF`, `ED A0 80`, `F4 90 80 80` pass its check of UTF-8.
    case .badUTF8: return true
    case .expectedValue: return ["NaN", "Infinity"].contains { rest.starts(with: $0.utf8) }
    // `{'a':1}`.
    case .expectedKey: return rest.first == UInt8(ascii: "'")
    // `2.` is a number to it.
    case .unexpectedEnd: return text.last == UInt8(ascii: ".")
    default: return false
    }
  }

  /// A string as json-c keeps it: each half of a surrogate pair is U+FFFD.
  static func string(_ bytes: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    var i = 0
    while i < bytes.count {
      if bytes[i] == 0xED, bytes[i + 1] >= 0xA0 {
        out += [0xEF, 0xBF, 0xBD]
        i += 3
      } else {
        out.append(bytes[i])
        i += 1
      }
    }
    return out
  }

  /// A key as json-c keeps it: cut at the first NUL.
  static func key(_ bytes: [UInt8]) -> [UInt8] { string(Array(bytes.prefix { $0 != 0 })) }

  /// Integers are clamped to what 64 bits hold.
  static func integer(_ text: String) -> Int64 {
    // Beyond Int64, json_object_get_int64 gives the nearest.
    Int64(text) ?? (text.hasPrefix("-") ? .min : .max)
  }
}

@Suite("Against json-c")
struct JSONOracleTests {
  static func ours(_ text: [UInt8]) -> Result<JSONDocument, JSONError> {
    Result { () throws(JSONError) in
      try JSONDocument(text, limits: JSONLimits(depth: 99_000, bytes: 1 << 24), skipsBOM: false)
    }
  }

  /// Compares verdicts and values on one text; gives whether both read it.
  @discardableResult
  static func hold(_ text: [UInt8]) -> Bool {
    let theirs = JSONC.read(text)
    let shown = String(decoding: text.prefix(300), as: UTF8.self)
    switch ours(text) {
    case .success(let document):
      // There is no text that only json-c refuses.
      guard let theirs else {
        Issue.record("only json-c refuses \(shown)")
        return false
      }
      if let difference = difference(document.root.cursor, theirs) {
        Issue.record("\(difference) in \(shown)")
      }
      return true
    case .failure(let error):
      if theirs != nil, !JSONCDeviations.mayRead(text, error) {
        Issue.record("only json-c reads \(shown): \(error)")
      }
      return false
    }
  }

  /// The first difference of two values in words, or nil.
  static func difference(_ value: JSONCursor, _ other: JSONC.Value) -> String? {
    switch (value.kind, other) {
    case (.null, .null): return nil
    case (.bool, .bool(let other)): return value.bool == other ? nil : "boolean"
    case (.number, .integer(let other)):
      let text = String(decoding: value.text, as: UTF8.self)
      let isPlain = value.node.flags & JSONNode.special == 0
      return isPlain && JSONCDeviations.integer(text) == other ? nil : "\(text) is \(other)"
    case (.number, .double(let other)):
      let text = String(decoding: value.text, as: UTF8.self)
      return value.node.flags & JSONNode.special != 0 && Double(text) == other
        ? nil : "\(text) is \(other)"
    case (.string, .string(let other)):
      return JSONCDeviations.string(value.stringBytes) == other ? nil : "string"
    case (.array, .array(let others)):
      if value.count != others.count { return "\(value.count) items, \(others.count)" }
      var found: String?
      var i = 0
      value.forEachItem {
        found = found ?? difference($0, others[i])
        i += 1
      }
      return found
    case (.object, .object(let others)):
      // The last of several members with one key wins; json-c keeps the place of the first.
      var order: [[UInt8]] = []
      var last: [[UInt8]: JSONCursor] = [:]
      value.forEachMember { key, member in
        let key = JSONCDeviations.key(key.stringBytes)
        if last.updateValue(member, forKey: key) == nil { order.append(key) }
      }
      if order != others.map(\.key) { return "keys" }
      for (key, other) in others {
        guard let member = last[key] else { return "key" }
        if let found = difference(member, other) { return found }
      }
      return nil
    default: return "kind"
    }
  }

  @Test(.enabled(if: Shared.has("suites/json-test-suite")))
  func theSuite() throws {
    struct Entry: Decodable {
      var name: String
      var b64: Data
    }
    var (texts, both) = (0, 0)
    for file in ["parsing", "transform"] {
      for line in try Shared.bytes("suites/json-test-suite/\(file).jsonl").split(separator: 0x0A) {
        let entry = try JSONDecoder().decode(Entry.self, from: Data(line))
        // Their value of a deep nest is compared by calling itself.
        guard entry.b64.count < 10_000 else { continue }
        texts += 1
        if Self.hold(Array(entry.b64)) { both += 1 }
      }
    }
    #expect(texts > 280 && both > 110)
  }

  @Test func randomTexts() {
    var source = RandomJSON(seed: 10, hasLoneSurrogates: true, hasUniqueKeys: false)
    for i in 0..<600 {
      let isRead = Self.hold(source.text(values: 1 + i / 10))
      #expect(isRead)
    }
  }

  @Test func mutatedTexts() {
    var source = RandomJSON(seed: 11, hasUniqueKeys: false)
    var both = 0
    for i in 0..<6_000 {
      var text = source.text(values: 1 + i % 12)
      for _ in 0...source.random.below(2) where !text.isEmpty {
        let at = source.random.below(text.count)
        switch source.random.below(4) {
        case 0: text.remove(at: at)
        case 1: text[at] = source.random.pick(Array("{}[],:\"\\0123.eE+-tfn \n'/".utf8))
        case 2: text.insert(source.random.pick(Array("{}[],:\"\\0123.eE+-tfn \n'/".utf8)), at: at)
        default: text.removeSubrange(at...)
        }
      }
      if Self.hold(text) { both += 1 }
    }
    #expect(both > 500)
  }
}
