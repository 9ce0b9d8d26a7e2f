import BridgeJSON
import ECMARegex
import Testing

@testable import BridgeContract

@Suite("Bodies built from examples")
struct BodyBuilderTests {
  static func draft(_ text: String) throws -> BodyDraft { try BodyDraft(Array(text.utf8)) }
  static func pointer(_ text: String) throws -> JSONPointer { try #require(JSONPointer(text)) }
  static func text(_ draft: BodyDraft) -> String { String(decoding: draft.text, as: UTF8.self) }

  @Test(
    "a value is put at a pointer, with the objects on the way",
    arguments: [
      (#"{"a": 1, "b": 2}"#, "/a", #"{"a": 9, "b": 2}"#),
      (#"{"a": {"b": 1}}"#, "/a/b", #"{"a": {"b": 9}}"#),
      ("{}", "/a", #"{"a":9}"#), (#"{"x":1}"#, "/a/b/c", #"{"x":1,"a":{"b":{"c":9}}}"#),
      ("[1,2]", "/1", "[1,9]"), ("[1,2]", "/2", "[1,2,9]"), ("[]", "/0", "[9]"),
      ("{}", "/a~1b", #"{"a/b":9}"#), ("5", "", "9"),
      (#"{"a":[{}]}"#, "/a/0/k", #"{"a":[{"k":9}]}"#),
    ])
  func set(_ before: String, _ at: String, _ after: String) throws {
    let draft = try Self.draft(before)
    #expect(try draft.set(Self.pointer(at), Array("9".utf8)))
    #expect(Self.text(draft) == after)
  }

  @Test(
    "there is no place inside a scalar or beyond the end",
    arguments: [("5", "/a"), ("[1]", "/3"), ("[1]", "/x"), (#"{"a":1}"#, "/a/b")])
  func noPlace(_ before: String, _ at: String) throws {
    let draft = try Self.draft(before)
    #expect(try !draft.set(Self.pointer(at), Array("9".utf8)))
    #expect(Self.text(draft) == before)
  }

  @Test(
    "a member is taken out with its comma",
    arguments: [
      (#"{"a":1}"#, "/a", "{}"), (#"{"a":1,"b":2}"#, "/a", #"{"b":2}"#),
      (#"{"a":1, "b":2}"#, "/b", #"{"a":1}"#),
      (#"{"a":1,"b":[1,{}],"c":3}"#, "/b", #"{"a":1,"c":3}"#),
      (#"{"m":{"a":1,"b":2}}"#, "/m/b", #"{"m":{"a":1}}"#),
    ])
  func remove(_ before: String, _ at: String, _ after: String) throws {
    let draft = try Self.draft(before)
    #expect(try draft.remove(Self.pointer(at)))
    #expect(Self.text(draft) == after)
  }

  /// A body built with a framing.
  static func build(
    _ example: String, id: (Place, String)? = nil, payload: (Place?, String)? = nil,
    decode: [Decoding] = [], batch: Bool = false
  ) throws -> String {
    var framing = Framing()
    framing.decode = decode
    framing.batch = batch
    let document = try JSONDocument(Array(example.utf8), limits: .contract)
    let body = try BodyBuilder().build(
      document.root, framing,
      places: .init(payload: payload?.0, id: id?.0, framing: []),
      values: .init(
        payload: (payload?.1).map { Array($0.utf8) }, id: (id?.1).map { Array($0.utf8) }))
    return String(decoding: body, as: UTF8.self)
  }

  static func place(_ pointers: String..., match: String? = nil) throws -> Place {
    Place(
      pointers: try pointers.map { try pointer($0) },
      match: try match.map { Pattern(try Regex(utf8: Array($0.utf8))) })
  }

  @Test("inside a pattern the captured group is replaced, and taken again")
  func match() throws {
    let place = try Self.place("/fn", match: "^_([0-9]+)$")
    #expect(try Self.build(#"{"fn":"_12"}"#, id: (place, "345")) == #"{"fn":"_345"}"#)
    #expect(try Self.build(#"{"fn":"_12"}"#, id: (place, #""6""#)) == #"{"fn":"_6"}"#)
    #expect(throws: BodyBuilder.Failure.noText("/fn")) {
      try Self.build(#"{"fn":"_12"}"#, id: (place, #""x""#))
    }
    #expect(throws: BodyBuilder.Failure.noText("/fn")) {
      try Self.build(#"{"fn":"_12"}"#, id: (place, "true"))
    }
    #expect(throws: BodyBuilder.Failure.noPlace("/fn")) {
      try Self.build(#"{"fn":"f"}"#, id: (place, "1"))
    }
  }

  @Test("of joined places the one that is there; two would have to be taken apart")
  func joined() throws {
    let place = try Self.place("/a", "/b")
    #expect(try Self.build(#"{"b":1}"#, id: (place, "2")) == #"{"b":2}"#)
    #expect(throws: BodyBuilder.Failure.noPlace("/a")) {
      try Self.build(#"{"a":1,"b":1}"#, id: (place, "2"))
    }
  }

  @Test("without an id the example's is taken out; null is none")
  func noID() throws {
    let document = try JSONDocument(Array(#"{"id":1,"n":null}"#.utf8), limits: .contract)
    func build(_ at: String) throws -> String {
      String(
        decoding: try BodyBuilder().build(
          document.root, Framing(),
          places: .init(payload: nil, id: try Self.place(at), framing: []),
          values: .init(payload: nil, id: nil)), as: UTF8.self)
    }
    #expect(try build("/id") == #"{"n":null}"#)
    #expect(try build("/n") == #"{"id":1,"n":null}"#)
  }

  @Test("texts are decoded, and are text again afterwards")
  func decode() throws {
    let payload = try Self.place("/d")
    let root = Decoding(at: JSONPointer(), steps: [.json])
    #expect(
      try Self.build(#""{\"d\":1}""#, payload: (payload, #"{"x":"é"}"#), decode: [root])
        == #""{\"d\":{\"x\":\"é\"}}""#)
    // Text where the example has text, the value itself where it has that.
    #expect(try Self.build(#"{"d":1}"#, payload: (payload, "2"), decode: [root]) == #"{"d":2}"#)
    let percent = Decoding(at: try Self.pointer("/d"), steps: [.percent, .json])
    #expect(
      try Self.build(#"{"d":"%7B%7D"}"#, payload: (payload, #"{"a b":1}"#), decode: [percent])
        == #"{"d":"%7B%22a%20b%22%3A1%7D"}"#)
    let base64 = Decoding(at: try Self.pointer("/d"), steps: [.base64])
    #expect(
      try Self.build(#"{"d":"YQ=="}"#, payload: (payload, #""light w""#), decode: [base64])
        == #"{"d":"bGlnaHQgdw=="}"#)
    let twice = Decoding(at: JSONPointer(), steps: [.json, .json])
    #expect(
      try Self.build(#""\"{\\\"d\\\":1}\"""#, payload: (payload, "2"), decode: [twice])
        == #""\"{\\\"d\\\":2}\"""#)
    #expect(
      try Self.build(
        #""[{\"d\":1},{\"d\":2}]""#, payload: (payload, "3"), decode: [root], batch: true)
        == #""[{\"d\":3}]""#)
  }

  @Test("percent and base64 are undone by their decoders")
  func codings() {
    for text in ["", "a", "ab", "abc", "é%/ +~*'()", "\u{0}日本"] {
      let bytes = Array(text.utf8)
      #expect(TextCoding.percentDecoded(TextCoding.percentEncoded(bytes)) == bytes)
      #expect(TextCoding.base64Decoded(TextCoding.base64Encoded(bytes)) == bytes)
    }
  }
}
