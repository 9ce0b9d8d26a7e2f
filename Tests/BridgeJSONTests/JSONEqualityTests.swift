import BridgeJSON
import Foundation
import TestSupport
import Testing

@Suite("Equality")
struct JSONEqualityTests {
  static func equal(_ a: String, _ b: String) throws -> Bool {
    try withRoot(a) { x in
      try withRoot(b) { y in
        let answer = JSONEquality.equal(x, y)
        #expect(JSONEquality.equal(y, x) == answer, "not symmetric: \(a) \(b)")
        return answer
      }
    }
  }

  @Test(arguments: [
    ("null", "null"), ("true", "true"), ("1", "1.0"), ("0", "-0"), ("1e2", "100"),
    (#""a""#, #""a""#),
    (#""a""#, #""\u0061""#), (#""\ud83d\ude00""#, "\"😀\""), (#""\/""#, #""/""#),
    (#""\ud800""#, #""\uD800""#), ("[]", " [ ] "), ("{}", "{\n}"), ("[1,[2]]", "[1.0,[2e0]]"),
    (#"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#),
    (#"{"a":{"x":1,"y":[]},"b":2}"#, #"{"b":2,"a":{"y":[],"x":1}}"#),
    (#"{"\u0061":1,"b":2}"#, #"{"b":2.0,"a":1}"#), (#"{"a":1,"a":1}"#, #"{"a":1,"a":1}"#),
  ])
  func same(_ a: String, _ b: String) throws {
    #expect(try Self.equal(a, b))
  }

  @Test(arguments: [
    ("null", "false"), ("0", "false"), ("1", "true"), ("0", "\"0\""), ("null", "0"), ("[]", "{}"),
    ("true", "false"), ("1", "1.0000000000000000000000000001"),
    ("9007199254740992", "9007199254740993"),
    ("1e400", "1e401"), (#""a""#, #""A""#), (#""a""#, #""a ""#), ("\"\u{e9}\"", "\"e\u{301}\""),
    (#""\ud800""#, #""\ufffd""#), ("[1,2]", "[2,1]"), ("[1]", "[1,1]"), ("[[]]", "[{}]"),
    (#"{"a":1}"#, #"{"b":1}"#), (#"{"a":1}"#, #"{"a":2}"#), (#"{"a":1}"#, #"{"a":1,"b":1}"#),
    (#"{"a":1,"b":2}"#, #"{"a":2,"b":1}"#), (#"{"a":1,"b":2}"#, #"{"b":2,"c":1}"#),
    (#"{"a":[{"b":[1]}]}"#, #"{"a":[{"b":[2]}]}"#), ("{\"\u{e9}\":1}", "{\"e\u{301}\":1}"),
    // A key that stands twice must stand twice in the other as well.
    (#"{"a":1,"a":1}"#, #"{"a":1,"b":1}"#), (#"{"a":1,"a":2}"#, #"{"a":1,"b":2}"#),
    (#"{"b":1,"a":1,"a":1}"#, #"{"a":1,"b":1,"b":1}"#),
  ])
  func different(_ a: String, _ b: String) throws {
    #expect(try !Self.equal(a, b))
  }

  /// Shuffled members at every level are the same; one changed leaf is not.
  @Test func shuffledObjects() throws {
    var random = SplitMix64(seed: 5)
    func object(_ depth: Int, shuffled: Bool, leaf: Int) -> String {
      var members = (0..<7).map { i in
        "\"k\(i)\":"
          + (depth == 0
            ? "\(i == 3 ? leaf : i)" : object(depth - 1, shuffled: shuffled, leaf: leaf))
      }
      if shuffled { members.shuffle(using: &random) }
      return "{" + members.joined(separator: ",") + "}"
    }
    let plain = object(3, shuffled: false, leaf: 3)
    for _ in 0..<3 {
      #expect(try Self.equal(plain, object(3, shuffled: true, leaf: 3)))
      #expect(try !Self.equal(plain, object(3, shuffled: true, leaf: 9)))
    }
  }

  /// 30,000 members in reverse order: sorted, not searched one by one.
  @Test func largeObjectsInAnyOrder() throws {
    let members = (0..<30_000).map { "\"k\($0)\":\($0)" }
    let a = "{" + members.joined(separator: ",") + "}"
    let b = "{" + members.reversed().joined(separator: ",") + "}"
    #expect(try Self.equal(a, b))
    #expect(try !Self.equal(a, b.replacingOccurrences(of: "\"k5\":5,", with: "\"k5\":6,")))
  }

  /// A thread of 512 KiB, as Apple gives to all but the main one.
  @Test func deepNestsOnASmallStack() async {
    let answers: [Bool] = await withCheckedContinuation { done in
      let thread = Thread {
        let deep = { (middle: String) in
          String(repeating: #"[{"a":"#, count: 5_000) + middle
            + String(repeating: "}]", count: 5_000)
        }
        let same = try? Self.equal(deep("1"), deep("1.0"))
        let other = try? Self.equal(deep("1"), deep("2"))
        done.resume(returning: [same == true, other == false])
      }
      thread.stackSize = 512 << 10
      thread.start()
    }
    #expect(answers == [true, true])
  }

  @Test func randomTextsEqualThemselvesWithOtherSpace() throws {
    for seed in 0..<200 as Range<UInt64> {
      var source = RandomJSON(seed: seed, hasLoneSurrogates: true)
      let text = source.text(values: 30)
      let document = try JSONDocument(text, limits: .traffic)
      let other = try JSONDocument(rewritten(document.root.cursor), limits: .traffic)
      #expect(JSONEquality.equal(document.root.cursor, other.root.cursor))
      withExtendedLifetime((document, other)) {}
    }
  }
}

/// The value written again: members in reverse order, strings by their value, numbers as they are.
func rewritten(_ value: JSONCursor) -> [UInt8] {
  var out: [UInt8] = []
  switch value.kind {
  case .string: JSONString.appendQuoted(value.stringBytes, to: &out)
  case .array:
    var items: [[UInt8]] = []
    value.forEachItem { items.append(rewritten($0)) }
    out = [0x5B] + items.joined(separator: [0x2C]) + [0x5D]
  case .object:
    var members: [[UInt8]] = []
    value.forEachMember { key, value in
      var member: [UInt8] = []
      JSONString.appendQuoted(key.stringBytes, to: &member)
      members.append(member + [0x3A] + rewritten(value))
    }
    out = [0x7B] + members.reversed().joined(separator: [0x2C]) + [0x7D]
  default: out = Array(value.text)
  }
  return out
}
