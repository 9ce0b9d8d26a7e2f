// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation

// Declarations of WebKit's, written by hand, as far as the recorder's glue needs them. Optional
// requirements of protocols have empty defaults here.

@MainActor
public class WKUserContentController {
  public init() {}
}

@MainActor
public class WKSecurityOrigin {
  public var `protocol` = "https"
  public var host = "shop.example"
  public var port = 0
}

@MainActor
public class WKFrameInfo {
  public var isMainFrame = true
  public var securityOrigin = WKSecurityOrigin()
}

@MainActor
public class WKScriptMessage {
  public var body: Any
  public var name: String
  public var frameInfo = WKFrameInfo()

  public init(_ name: String, _ body: Any) {
    self.name = name
    self.body = body
  }
}

@MainActor
public protocol WKScriptMessageHandler: AnyObject {
  func userContentController(
    _ controller: WKUserContentController, didReceive message: WKScriptMessage)
}

@MainActor
public protocol WKScriptMessageHandlerWithReply: AnyObject {
  func userContentController(
    _ controller: WKUserContentController, didReceive message: WKScriptMessage,
    replyHandler: @escaping @MainActor @Sendable (Any?, String?) -> Void)
}

public class WKNavigation {
  public init() {}
}

@MainActor
public class WKWebView {
  /// What `evaluateJavaScript` was given.
  public var scripts: [String] = []
  /// What it ends with.
  public var failure: NSError?

  public init() {}

  public func evaluateJavaScript(
    _ script: String, completionHandler: (@MainActor @Sendable (Any?, (any Error)?) -> Void)?
  ) {
    scripts.append(script)
    completionHandler?(nil, failure)
  }
}

@MainActor
public protocol WKNavigationDelegate: AnyObject {
  func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!)
  func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!)
  func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!)
  func webView(
    _ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error)
  func webView(
    _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!,
    withError error: any Error)
  func webViewWebContentProcessDidTerminate(_ webView: WKWebView)
}

extension WKNavigationDelegate {
  public func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!)
  {}
  public func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!) {}
  public func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {}
  public func webView(
    _ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error
  ) {}
  public func webView(
    _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!,
    withError error: any Error
  ) {}
  public func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {}
}
