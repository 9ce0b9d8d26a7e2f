// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// Declarations of WebKit's, written by hand, as far as the bridge's glue needs them.

@MainActor
public class WKUserContentController {
  public init() {}
}

@MainActor
public class WKScriptMessage {
  public var body: Any
  public var name: String

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
