import BridgeJSON
import TestSupport
import Testing

@Suite("JSON Pointer")
struct JSONPointerTests {
  /// The examples of RFC 6901, section 5.
  static let example = #"""
    {"foo":["bar","baz"],"":0,"a/b":1,"c%d":2,"e^f":3,"g|h":4,"i\\j":5,"k\"l":6," ":7,"m~n":8}
    """#

  @Test(arguments: [
    ("/foo", #"["bar","baz"]"#), ("/foo/0", #""bar""#), ("/foo/1", #""baz""#), ("/", "0"),
    ("/a~1b", "1"), ("/c%d", "2"), ("/e^f", "3"), ("/g|h", "4"), ("/i\\j", "5"), ("/k\"l", "6"),
    ("/ ", "7"), ("/m~0n", "8"),
  ])
  func examples(_ text: String, _ value: String) throws {
    let pointer = try #require(JSONPointer(text))
    #expect(pointer.text == text)
    try withRoot(Self.example) { root in
      let found = try #require(pointer.resolve(from: root))
      #expect(String(decoding: found.text, as: UTF8.self) == value)
      #expect(JSONPointer.text(to: found.index, from: root) == text)
    }
  }

  @Test func theEmptyPointerIsTheRoot() throws {
    let pointer = try #require(JSONPointer(""))
    #expect(pointer.segments.isEmpty)
    try withRoot("[1]") { root in
      #expect(pointer.resolve(from: root)?.index == root.index)
      #expect(JSONPointer.text(to: root.index, from: root) == "")
    }
  }

  @Test(arguments: ["a", "a/b", "#/a", "/~", "/~2", "/a~", "/~~0", " /a"])
  func malformed(_ text: String) {
    #expect(JSONPointer(text) == nil)
  }

  /// `~01` is `~1`, not `/`: the escapes are undone in one pass.
  @Test(arguments: [("/~01", "~1"), ("/~00", "~0"), ("/~1~0", "/~"), ("/é", "é")])
  func escapes(_ text: String, _ key: String) throws {
    #expect(try #require(JSONPointer(text)).segments.map(\.key) == [Array(key.utf8)])
  }

  @Test(arguments: [
    "/foo/2", "/foo/-", "/foo/00", "/foo/01", "/foo/-1", "/foo/+1", "/foo/1.0", "/foo/", "/foo/a",
    "/foo/1e0", "/foo/4294967296", "/foo/99999999999999999999", "/foo/0/0", "/bar", "/FOO", "//",
    "/foo/ 1", "/foo/١",
  ])
  func leadsNowhere(_ text: String) throws {
    let pointer = try #require(JSONPointer(text))
    try withRoot(Self.example) { #expect(pointer.resolve(from: $0) == nil) }
  }

  @Test func digitsAreAKeyOfAnObject() throws {
    try withRoot(#"{"0":{"01":1},"-":2}"#) { root in
      #expect(JSONPointer("/0/01")?.resolve(from: root)?.smallInteger == 1)
      #expect(JSONPointer("/-")?.resolve(from: root)?.smallInteger == 2)
    }
  }

  @Test func keysAreComparedByBytes() throws {
    try withRoot("{\"\u{e9}\":1,\"e\u{301}\":2,\"\\u0061\":3}") { root in
      #expect(JSONPointer("/\u{e9}")?.resolve(from: root)?.smallInteger == 1)
      #expect(JSONPointer("/e\u{301}")?.resolve(from: root)?.smallInteger == 2)
      #expect(JSONPointer("/a")?.resolve(from: root)?.smallInteger == 3)
    }
  }

  @Test func aKeyNodeHasThePointerOfItsMember() throws {
    try withRoot(#"{"a":{"b/c":[]}}"#) { root in
      // Nodes: object, key a, object, key b/c, array.
      let texts = (0..<5).map { JSONPointer.text(to: $0, from: root) }
      #expect(texts == ["", "/a", "/a", "/a/b~1c", "/a/b~1c"])
      #expect(JSONPointer.text(to: 5, from: root) == "")
      #expect(JSONPointer.text(to: 0, from: root.at(2)) == "")
    }
  }

  /// From every node of random texts: its pointer leads back to it, also through lone surrogates.
  @Test func pointerToAndResolveAreInverse() throws {
    for seed in 0..<120 as Range<UInt64> {
      var source = RandomJSON(seed: seed, hasLoneSurrogates: true)
      let document = try JSONDocument(source.text(values: 40), limits: .traffic)
      let root = document.root.cursor
      for index in 0..<document.tape.count {
        let node = root.at(index)
        let isKey = node.node.flags & JSONNode.key != 0
        let pointer = JSONPointer(to: index, from: root)
        let found = try #require(pointer.resolve(from: root))
        if found.index != (isKey ? index + 1 : index) { Issue.record("\(seed) \(index)") }
        let text = JSONPointer.text(to: index, from: root)
        #expect(pointer.text == text)
        if !document.tape.hasLoneSurrogate {
          #expect(JSONPointer(text) == pointer)
        }
      }
      withExtendedLifetime(document) {}
    }
  }

  @Test func deepPointers() throws {
    let depth = 9_000
    let text =
      String(repeating: #"{"a":"#, count: depth) + "1" + String(repeating: "}", count: depth)
    try withRoot(text) { root in
      let pointer = JSONPointer(to: 2 * depth, from: root)
      #expect(pointer.text == String(repeating: "/a", count: depth))
      #expect(pointer.resolve(from: root)?.smallInteger == 1)
    }
  }
}
