import BridgeScript
import Testing

@Suite("Other forms of handing over a value")
struct ScriptFormTests {
  static let value = try? JavaScriptValue(json: #"{"a":1}"#)

  @Test("events and messages")
  func forms() throws {
    let value = try #require(Self.value)
    #expect(
      JavaScriptCall(.customEvent("it's"), value).source
        == #"window.dispatchEvent(new CustomEvent('it\'s',{detail:JSON.parse('{"a":1}')}));void 0"#)
    #expect(
      JavaScriptCall(.customEvent("e", on: .document), value).expression
        == #"document.dispatchEvent(new CustomEvent('e',{detail:JSON.parse('{"a":1}')}))"#)
    #expect(
      JavaScriptCall(.messageEvent(), value).expression
        == #"window.dispatchEvent(new MessageEvent('message',{data:JSON.parse('{"a":1}')}))"#)
    #expect(
      JavaScriptCall(.postMessage(), value).expression
        == #"window.postMessage(JSON.parse('{"a":1}'),'*')"#)
    #expect(
      JavaScriptCall(.postMessage(origin: "https://a.example"), value).expression
        == #"window.postMessage(JSON.parse('{"a":1}'),'https://a.example')"#)
  }

  @Test("callAsync: the body holds no value, the arguments are JSON text")
  func async() throws {
    let call = try AsyncJavaScriptCall("window.App.pay", jsonArguments: [#"{"a":"it's"}"#, "-0"])
    #expect(call.functionBody == "return App.pay(JSON.parse(json0),JSON.parse(json1))")
    #expect(call.arguments == ["json0": #"{"a":"it's"}"#, "json1": "-0"])
    #expect(
      try AsyncJavaScriptCall("json0.f", jsonArguments: ["1"]).functionBody
        == "return json0.f(JSON.parse(json_0))")
    #expect(
      try AsyncJavaScriptCall("f", encoding: ["a": 1]).arguments == ["json0": #"{"a":1}"#])
    #expect(throws: ScriptError.self) { try AsyncJavaScriptCall("f", jsonArguments: ["{"]) }
    #expect(throws: ScriptError(.receiver(.dangerous("eval", .runsText)))) {
      try AsyncJavaScriptCall("eval", jsonArguments: ["1"])
    }
  }

  @Test("arguments in an engine's own types; what it does not take travels as JSON text")
  func typedArguments() throws {
    let texts = [
      "5", #""it's""#, #"{"a":{"b":-0}}"#, "true", "null", "[1]", #"{"__proto__":1}"#,
      #""\ud800""#, #""\u0000""#, #"{"a":[1]}"#,
    ]
    let gtk = try TypedAsyncJavaScriptCall("App.f", jsonArguments: texts, for: .gtk)
    #expect(
      gtk.functionBody
        == "return App.f(a0,a1,a2,JSON.parse(a3),JSON.parse(a4),JSON.parse(a5),JSON.parse(a6),"
        + "JSON.parse(a7),JSON.parse(a8),JSON.parse(a9))")
    #expect(gtk.arguments["a0"] == .number(5))
    #expect(gtk.arguments["a1"] == .text("it's"))
    #expect(gtk.arguments["a2"] == .members(["a": .members(["b": .number(-0.0)])]))
    #expect(gtk.arguments["a3"] == .text("true"))
    #expect(gtk.arguments["a9"] == .text(#"{"a":[1]}"#))
    let apple = try TypedAsyncJavaScriptCall("a.f", jsonArguments: texts, for: .apple)
    #expect(
      apple.functionBody
        == "return a.f(a_0,a_1,a_2,a_3,a_4,a_5,JSON.parse(a_6),JSON.parse(a_7),JSON.parse(a_8),a_9)"
    )
    #expect(apple.arguments["a_3"] == .bool(true))
    #expect(apple.arguments["a_4"] == .null)
    #expect(apple.arguments["a_5"] == .list([.number(1)]))
    #expect(apple.arguments["a_9"]?.value is [String: Any])
  }

  @Test("a deep argument travels as JSON text")
  func deepArguments() throws {
    let deep = String(repeating: "[", count: 18) + String(repeating: "]", count: 18)
    let call = try TypedAsyncJavaScriptCall("f", jsonArguments: [deep, "[[]]"], for: .apple)
    #expect(call.functionBody == "return f(JSON.parse(a0),a1)")
    #expect(call.arguments["a0"] == .text(deep))
  }
}
