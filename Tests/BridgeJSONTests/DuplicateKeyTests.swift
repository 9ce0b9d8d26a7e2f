import BridgeJSON
import Testing

@Suite("Duplicate keys")
struct DuplicateKeyTests {
  /// The byte offset of the key that is a duplicate.
  static func duplicate(_ text: some Collection<UInt8>) throws -> Int? {
    let document = try JSONDocument(Array(text), limits: .traffic)
    return document.tape.firstDuplicateKey.map { document.tape.root.at($0).offset }
  }

  @Test(arguments: [
    (#"{"a":1,"a":2}"#, 7), (#"{"a":1,"b":2,"a":3}"#, 13), (#"{"":1,"":1}"#, 6),
    (#"{"a":1,"\u0061":2}"#, 7), (#"{"\u0061":1,"a":2}"#, 12), (#"{"\/":1,"/":2}"#, 8),
    (#"{"\u00e9":1,"é":2}"#, 12), (#"{"\ud83d\ude00":1,"😀":2}"#, 18),
    (#"{"\ud800":1,"\uD800":2}"#, 12), (#"{"\u0000":1,"\u0000":2}"#, 12),
    (#"[{"a":{"a":1}},{"b":1,"b":2}]"#, 22), (#"{"x":{"y":[{"a":1,"a":2}]}}"#, 18),
    (#"{"a":{"b":1},"c":[1,2],"a":0}"#, 23),
    // The first in the order of the text, though the inner object is complete before the outer.
    (#"{"a":1,"a":{"b":1,"b":2}}"#, 7), (#"{"a":{"b":1,"b":2},"a":1}"#, 12),
    (#"{"a":1,"b":1,"b":2,"a":2}"#, 13), (#"[{"a":1,"a":1},{"a":1,"a":1}]"#, 8),
    (#"{"0123456789abcdef":1,"0123456789abcdef":2}"#, 22),
    (#"{"0123456789abcdef0123456789":1,"0123456789abcdef0123456789":2}"#, 32),
  ])
  func found(_ text: String, _ offset: Int) throws {
    #expect(try Self.duplicate(text.utf8) == offset)
  }

  @Test(arguments: [
    "{}", #"{"a":1}"#, #"{"a":{"a":{"a":1}}}"#, #"[{"a":1},{"a":1}]"#, #"{"a":1,"A":2}"#,
    // Composed and decomposed: equal as strings of Swift, different as keys of JSON.
    "{\"\u{e9}\":1,\"e\u{301}\":2}", "{\"\u{212b}\":1,\"\u{c5}\":2}",
    #"{"a":1,"a ":2,"a\u0000":3,"":4}"#, #"{"\ud800":1,"\ud801":2,"\udc00":3}"#,
    #"{"ab":1,"ba":2,"a":3,"b":4,"aab":5,"abb":6,"bab":7,"aba":8}"#,
  ])
  func different(_ text: String) throws {
    #expect(try Self.duplicate(text.utf8) == nil)
  }

  static func object(_ keys: [String]) -> [UInt8] {
    Array(("{" + keys.map { "\"\($0)\":0" }.joined(separator: ",") + "}").utf8)
  }

  /// Around the sizes at which the way of looking changes, with the duplicate in each place.
  @Test(arguments: [1, 2, 3, 8, 16, 17, 31, 32, 33, 34, 64, 65, 200])
  func everyPlaceInSmallAndLargeObjects(_ count: Int) throws {
    let keys = (0..<count).map { "k\($0)" }
    #expect(try Self.duplicate(Self.object(keys)) == nil)
    for i in 0..<count {
      let text = Self.object(keys + [keys[i]])
      #expect(try Self.duplicate(text) == text.count - "\"\(keys[i])\":0}".utf8.count)
    }
  }

  @Test func aHundredThousandKeys() throws {
    let keys = (0..<100_000).map { "key\($0)" }
    #expect(try Self.duplicate(Self.object(keys)) == nil)
    let text = Self.object(keys + ["other", "key77"])
    #expect(try Self.duplicate(text) == text.count - 10)
  }

  /// The worst that any choice of keys could do: all have one hash. (Finding such keys takes
  /// knowledge of the process's random number; here the hashes are simply overwritten.)
  @Test func allHashesTheSame() throws {
    for (last, isDuplicate) in [("kx", false), ("k4711", true)] {
      let document = try JSONDocument(
        Self.object((0..<20_000).map { "k\($0)" } + [last]), limits: .traffic)
      let tape = document.tape
      for i in stride(from: 1, to: tape.count, by: 2) { tape.nodes[i].next = 7 }
      tape.nodes[0].info |= JSONNode.special
      #expect(tape.duplicateKey() == (isDuplicate ? tape.count - 2 : nil))
    }
  }

  @Test func manySmallObjectsWithDuplicates() throws {
    let text = "[" + Array(repeating: #"{"a":1,"a":2}"#, count: 20_000).joined(separator: ",") + "]"
    #expect(try Self.duplicate(text.utf8) == 8)
  }
}
