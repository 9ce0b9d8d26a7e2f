import BridgeJSON
import BridgeScript
import Testing

@Suite("The text of a call")
struct JavaScriptCallTests {
  static func source(_ json: String) throws -> String {
    try JavaScriptCall("receive", json: json).source
  }

  @Test("the form: a path, JSON.parse of one quoted string, no result")
  func form() throws {
    #expect(
      try Self.source(#"{"kind":"sync","value":1}"#)
        == #"receive(JSON.parse('{"kind":"sync","value":1}'));void 0"#)
    #expect(try Self.source("null") == "receive(JSON.parse('null'));void 0")
    #expect(try Self.source("-0") == "receive(JSON.parse('-0'));void 0")
    #expect(try Self.source("1E+2") == "receive(JSON.parse('1E+2'));void 0")
  }

  @Test(
    "what is escaped",
    arguments: [
      (#""it's""#, #"'"it\'s"'"#), (#""a\nb""#, #"'"a\\nb"'"#), (#""a\\b""#, #"'"a\\\\b"'"#),
      (#""a\"b""#, #"'"a\\"b"'"#), (#""</script>""#, #"'"\u003c/script\u003e"'"#),
      (#""<!--""#, #"'"\u003c!--"'"#), (#""]]>""#, #"'"]]\u003e"'"#), ("\"é\"", #"'"\u00e9"'"#),
      ("\"\u{2028}\"", #"'"\u2028"'"#), ("\"😀\"", #"'"\ud83d\ude00"'"#),
      ("\"\u{7F}\"", #"'"\u007f"'"#), (#""\ud800""#, #"'"\\ud800"'"#),
      ("[\n1,\t2\r]", #"'[\u000a1,\u00092\u000d]'"#), ("[1, 2]", "'[1, 2]'"),
      ("\n [1] \r\n", "'[1]'"), (#""`${a}`""#, #"'"`${a}`"'"#), (#""\/""#, #"'"\\/"'"#),
    ])
  func escapes(_ json: String, _ literal: String) throws {
    #expect(try Self.source(json) == "receive(JSON.parse(\(literal)));void 0")
  }

  @Test("several arguments, none, and the page's side")
  func arguments() throws {
    #expect(
      try JavaScriptCall("a.b", jsonArguments: ["1", #""x""#]).source
        == #"a.b(JSON.parse('1'),JSON.parse('"x"'));void 0"#)
    #expect(try JavaScriptCall("a.b", jsonArguments: []).source == "a.b();void 0")
    #expect(
      JavaScriptCall(
        .post(to: try MessageHandlerName("it's </script> é")), try JavaScriptValue(json: "1")
      ).source
        == #"window.webkit.messageHandlers['it\'s \u003c/script\u003e \u00e9']"#
        + ".postMessage(JSON.parse('1'));void 0")
  }

  @Test("a document that was read before gives the same text")
  func document() throws {
    let document = try JSONDocument(Array(" [1, {\"a\": 2}] ".utf8), limits: .contract)
    #expect(try JavaScriptValue(document).expression == #"JSON.parse('[1, {"a": 2}]')"#)
  }

  @Test("an encoder can be used again and again")
  func reuse() throws {
    let encoder = ScriptEncoder()
    let receiver = try JavaScriptReceiver("r")
    for json in ["1", "[1,2,{}]", "\"\(String(repeating: "é", count: 5000))\"", "2"] {
      let bytes = Array(json.utf8)
      let text = try bytes.withUnsafeBufferPointer { bytes in
        try encoder.call(receiver, json: bytes) { String(decoding: $0, as: UTF8.self) }
      }
      #expect(text == (try JavaScriptCall("r", json: json).source))
    }
  }
}
