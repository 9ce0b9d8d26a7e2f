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

    func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!) {
      engine?.pacing.isLoading = true
      report(webView) { .started(url: $0) }
    }

    func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!) {
      report(webView) { .committed(url: $0) }
    }

    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
      engine?.pacing.isLoading = false
      report(webView) { .finished(url: $0) }
    }

    func webView(
      _ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error
    ) {
      engine?.pacing.isLoading = false
      report(webView) { .failed(url: $0, at: .committed) }
    }

    func webView(
      _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!,
      withError error: any Error
    ) {
      engine?.pacing.isLoading = false
      report(webView) { .failed(url: $0, at: .started) }
    }

    func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {
      engine?.pacing.isLoading = false
      report(webView) { _ in .terminated(.crashed) }
    }

    func webView(
      _ webView: WKWebView, decidePolicyFor action: WKNavigationAction,
      decisionHandler: @escaping @MainActor @Sendable (WKNavigationActionPolicy) -> Void
    ) {
      guard let engine else { return decisionHandler(.allow) }
      let isOwn = engine.ownNavigations > 0
      if isOwn { engine.ownNavigations -= 1 }
      let request = NavigationRequest(
        url: action.request.url?.absoluteString ?? "", isFromPage: !isOwn)
      decisionHandler(engine.navigationPolicy?(request) == false ? .cancel : .allow)
    }

    func webView(
      _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String,
      initiatedByFrame frame: WKFrameInfo,
      completionHandler: @escaping @MainActor @Sendable () -> Void
    ) {
      report(webView) { _ in
        .dialog(Dialog(kind: .alert, message: message, defaultText: nil))
      }
      completionHandler()
    }

    func webView(
      _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String,
      initiatedByFrame frame: WKFrameInfo,
      completionHandler: @escaping @MainActor @Sendable (Bool) -> Void
    ) {
      let dialog = Dialog(kind: .confirm, message: message, defaultText: nil)
      report(webView) { _ in .dialog(dialog) }
      completionHandler(dialog.isConfirmed)
    }

    func webView(
      _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String,
      defaultText: String?, initiatedByFrame frame: WKFrameInfo,
      completionHandler: @escaping @MainActor @Sendable (String?) -> Void
    ) {
      let dialog = Dialog(kind: .prompt, message: prompt, defaultText: defaultText)
      report(webView) { _ in .dialog(dialog) }
      completionHandler(dialog.answer)
    }
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
    ) {
      guard let engine else { return replyHandler(nil, "the engine is gone") }
      engine.receive(message, world, replyHandler)
    }
  }
#endif
