import BridgeBus
import BridgeTesting
import Foundation
import Testing

/// Against declarations written by hand: a test on an app's web view.
@Suite("BridgeTest on a WKWebView")
@MainActor
struct WebViewTestTests {
  @Test("expectations are met by what WebKit tells, and the view is left as it was (J36 to J38)")
  func handshake() async throws {
    let view = WKWebView()
    let controller = view.configuration.userContentController
    let bridge = BridgeTest("Contracts/sync.bridge.json", in: view)
    bridge.start(Page([], html: "<p>"))
    #expect(Array(controller.handlers.keys) == ["bridge"])
    #expect(view.asked == ["html <p>"])
    let post = try #require(view.navigationDelegate as? WKEnginePost)
    let handler = try #require(controller.handlers["bridge"] as? any WKScriptMessageHandler)
    post.webView(view, didStartProvisionalNavigation: nil)
    post.webView(view, didCommit: nil)
    handler.userContentController(
      controller, didReceive: WKScriptMessage("bridge", ["kind": "ready", "version": 1]))
    post.webView(view, didFinish: nil)
    await bridge.expect(.webToNative("ready"), within: 1000)
    bridge.send("sync", payload: ["value": "ok"])
    await bridge.expect(.nativeToWeb("sync"), within: 1000)
    #expect(view.asked.last?.hasPrefix("bridgeReceive(") == true)
    await bridge.finish(within: 50)
    #expect(controller.handlers.isEmpty)
    #expect(view.navigationDelegate == nil)
  }

  @Test("a refused message fails with its cause, as on any engine")
  func refusal() async throws {
    let view = WKWebView()
    let controller = view.configuration.userContentController
    let bridge = BridgeTest("Contracts/sync.bridge.json", in: view, exhaustivity: .off)
    bridge.start(Page([], html: "<p>"))
    let handler = try #require(controller.handlers["bridge"] as? any WKScriptMessageHandler)
    handler.userContentController(
      controller, didReceive: WKScriptMessage("bridge", ["kind": "ready", "version": "1"]))
    await bridge.expect(.failure(.versionType), within: 1000)
    await bridge.finish(within: 50)
    #expect(controller.handlers.isEmpty)
  }
}
