import BridgeBus
import BridgeEngine
import Testing

@Suite("The desk of an engine over an app's web view")
struct WebViewDeskTests {
  private var desk = WebViewDesk<String>(start: 10)

  @Test("a name is taken once in its world, and all are given back at the end")
  mutating func names() {
    func isTaken(_ order: WebViewDesk<String>.Order) -> Bool {
      if case .refused(.handlerTaken) = order { return true }
      return false
    }
    #expect(!isTaken(desk.order(for: .register(name: "a", world: .page, reply: false))))
    #expect(isTaken(desk.order(for: .register(name: "a", world: .page, reply: true))))
    #expect(!isTaken(desk.order(for: .register(name: "a", world: "w", reply: false))))
    _ = desk.order(for: .unregister(name: "a", world: .page))
    #expect(desk.close().map(\.world.name) == ["w"])
    guard case .refused(.destroyed) = desk.order(for: .stop) else {
      Issue.record("a closed desk takes no command"); return
    }
  }

  @Test("a request is settled once")
  mutating func replies() {
    let number = desk.keep("handler")
    guard case .settle("handler", .error("no")) = desk.order(for: .reply(to: number, .error("no")))
    else { Issue.record("not settled"); return }
    guard case .refused(.repliedTwice(1)) = desk.order(for: .reply(to: number, .dropped))
    else { Issue.record("settled twice"); return }
    guard case .refused(nil) = desk.order(for: .reply(to: 7, .dropped))
    else { Issue.record("a number that nobody has"); return }
  }

  @Test("the arguments of an asynchronous call have names; whose a navigation is, is known")
  mutating func calls() {
    guard
      case .callAsync(let body, let arguments, "k", _, _) = desk.order(
        for: .callAsync(call: "k", .text("return argument0"), arguments: [1, "x"], world: .page))
    else { Issue.record("no call"); return }
    #expect(body == "return argument0")
    #expect(arguments == ["argument0": 1, "argument1": "x"])
    #expect(desk.pacing.pending == 1)
    desk.note(.completion(call: "k", .success(.null)))
    #expect(desk.pacing.pending == 0)
    _ = desk.order(for: .load(.url("app://a/")))
    #expect(!desk.request("app://a/").isFromPage)
    #expect(desk.request("app://b/").isFromPage)
    #expect(desk.clock(11.5) == 1500)
  }
}

@Suite("Which handler was not there, by the engine's words")
struct MissingHandlerTests {
  @Test(
    "the name, where the text has one",
    arguments: [
      (
        "TypeError: undefined is not an object (evaluating 'window.webkit.messageHandlers.a.postMessage')",
        "a"
      ),
      ("undefined is not an object (evaluating 'webkit.messageHandlers.a_1.postMessage')", "a_1"),
      (
        #"TypeError: undefined is not an object (evaluating 'webkit.messageHandlers["a.b"].postMessage')"#,
        "a.b"
      ),
      ("TypeError: undefined is not an object (evaluating 'window.webkit.messageHandlers')", ""),
      ("ReferenceError: Can't find variable: webkit", ""),
      ("TypeError: undefined is not an object (evaluating 'x.y')", nil), ("Error: webkit", nil),
      ("", nil),
    ] as [(String, String?)])
  func name(_ text: String, _ name: String?) {
    #expect(EngineWords.missingHandler(text) == name)
  }
}
