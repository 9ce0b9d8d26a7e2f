#if canImport(WebKit) || BRIDGE_ENGINE_STUBS
  internal import BridgeBus
  internal import Foundation

  #if BRIDGE_ENGINE_STUBS
    internal import BridgeEngine
  #else
    internal import WebKit
  #endif

  /// What WebKit holds on to in place of the engine: delegates of the view.
  @MainActor
  final class WKEnginePost: NSObject, WKNavigationDelegate, WKUIDelegate {
    weak var engine: WKWebViewEngine?

    private func report(_ view: WKWebView, _ make: (String) -> EngineReport) {
      engine?.report(make(view.url?.absoluteString ?? ""))
    }

    func webView(_ view: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!) {
      report(view) { .started(url: $0) }
    }

    func webView(_ view: WKWebView, didCommit navigation: WKNavigation!) {
      report(view) { .committed(url: $0) }
    }

    func webView(_ view: WKWebView, didFinish navigation: WKNavigation!) {
      report(view) { .finished(url: $0) }
    }

    func webView(
      _ view: WKWebView, didFail navigation: WKNavigation!, withError error: any Error
    ) { report(view) { .failed(url: $0, at: .committed) } }

    func webView(
      _ view: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!,
      withError error: any Error
    ) { report(view) { .failed(url: $0, at: .started) } }

    func webViewWebContentProcessDidTerminate(_ view: WKWebView) {
      report(view) { _ in .terminated(.crashed) }
    }

    func webView(
      _ view: WKWebView, decidePolicyFor action: WKNavigationAction,
      decisionHandler: @escaping @MainActor @Sendable (WKNavigationActionPolicy) -> Void
    ) { decisionHandler(engine?.allows(action.request.url) == false ? .cancel : .allow) }

    private func ask(_ kind: Dialog.Kind, _ message: String, _ text: String? = nil) -> Dialog {
      let dialog = Dialog(kind: kind, message: message, defaultText: text)
      engine?.report(.dialog(dialog))
      return dialog
    }

    func webView(
      _ view: WKWebView, runJavaScriptAlertPanelWithMessage message: String,
      initiatedByFrame frame: WKFrameInfo,
      completionHandler: @escaping @MainActor @Sendable () -> Void
    ) {
      _ = ask(.alert, message)
      completionHandler()
    }

    func webView(
      _ view: WKWebView, runJavaScriptConfirmPanelWithMessage message: String,
      initiatedByFrame frame: WKFrameInfo,
      completionHandler: @escaping @MainActor @Sendable (Bool) -> Void
    ) { completionHandler(ask(.confirm, message).isConfirmed) }

    func webView(
      _ view: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String,
      defaultText: String?, initiatedByFrame frame: WKFrameInfo,
      completionHandler: @escaping @MainActor @Sendable (String?) -> Void
    ) { completionHandler(ask(.prompt, prompt, defaultText).answer) }
  }

  /// A handler that holds the engine weakly: the content controller would keep it for ever.
  @MainActor
  final class WKEngineHandler: NSObject, WKScriptMessageHandler, WKScriptMessageHandlerWithReply {
    private weak var engine: WKWebViewEngine?
    private let world: ScriptWorld

    init(_ engine: WKWebViewEngine, _ world: ScriptWorld) {
      self.engine = engine
      self.world = world
    }

    func userContentController(
      _ controller: WKUserContentController, didReceive message: WKScriptMessage
    ) { engine?.receive(message, world, nil) }

    func userContentController(
      _ controller: WKUserContentController, didReceive message: WKScriptMessage,
      replyHandler: @escaping @MainActor @Sendable (Any?, String?) -> Void
    ) { engine?.receive(message, world, replyHandler) ?? replyHandler(nil, "the engine is gone") }
  }
#endif
