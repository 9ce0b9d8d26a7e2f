import BridgeBus
import BridgeEngine
import Foundation
import Testing

/// Against declarations written by hand: what the glue hands to WebKit and makes of what comes back.
@Suite("WKWebView as an engine of the bus")
@MainActor
struct WKWebViewEngineTests {
  private let view = WKWebView()

  @Test("handlers hold the engine weakly and are gone at the end (J36 to J38)")
  func handlers() {
    var engine: WKWebViewEngine? = WKWebViewEngine(view)
    weak let kept = engine
    engine?.register("bridge")
    engine?.register("ask", reply: true)
    #expect(engine?.register("bridge") == false)
    let controller = view.configuration.userContentController
    #expect(controller.handlers.keys.sorted() == ["ask", "bridge"])
    engine?.close()
    #expect(controller.handlers.isEmpty)
    #expect(view.navigationDelegate == nil)
    engine = nil
    #expect(kept == nil)
  }

  @Test("a message comes with its frame, and a reply goes back once")
  func messages() throws {
    let engine = WKWebViewEngine(view)
    var messages: [EngineMessage] = []
    engine.onReport = { if case .message(let message) = $0 { messages.append(message) } }
    engine.register("ask", reply: true)
    let handler = try #require(
      view.configuration.userContentController.handlers["ask"]
        as? any WKScriptMessageHandlerWithReply)
    var answers: [String] = []
    handler.userContentController(
      view.configuration.userContentController, didReceive: WKScriptMessage("ask", ["n": 1.5])
    ) { value, error in answers.append("\(value ?? "-") \(error ?? "-")") }
    #expect(messages.first?.body == .object([("n", .number(1.5))]))
    #expect(messages.first?.frame?.origin == "https://shop.example")
    #expect(engine.reply(1, .value(.string("yes"))))
    #expect(!engine.reply(1, .value(.string("again"))))
    #expect(answers == ["yes -"])
  }

  @Test("a failed call says why")
  func failures() {
    let engine = WKWebViewEngine(view)
    var kinds: [ScriptFailure.Kind] = []
    engine.onReport = {
      if case .completion(_, .failure(let failure)) = $0 { kinds.append(failure.kind) }
    }
    for (code, text) in [
      (4, "TypeError: App.receive is not a function. (In 'App.receive(1)')"), (4, "Error: no"),
      (5, ""), (2, ""),
    ] {
      view.result = .failure(
        NSError(
          domain: "WKErrorDomain", code: code, userInfo: ["WKJavaScriptExceptionMessage": text]))
      engine.evaluate("k", .call("App.receive", [.number(1)]))
    }
    #expect(kinds == [.functionMissing, .threw, .unsupportedResult, .terminated])
    #expect(view.asked.first == "App.receive(1)")
  }
}
