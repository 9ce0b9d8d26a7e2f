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
}
