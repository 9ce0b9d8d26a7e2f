// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverUseImplicitlyUnwrappedOptionals

public import Foundation

// Declarations of WebKit's, written by hand, as far as the engine's glue needs them. Optional
// requirements of protocols have empty defaults here.

/// Foundation's own lies in a module of its own on Linux.
public struct URLRequest: Sendable {
  public var url: URL?
  public init(url: URL) { self.url = url }
}

@MainActor
public class WKContentWorld {
  public let name: String
  init(_ name: String) { self.name = name }
  public static let page = WKContentWorld("")
  public static func world(name: String) -> WKContentWorld { WKContentWorld(name) }
}

public enum WKUserScriptInjectionTime: Sendable { case atDocumentStart, atDocumentEnd }

@MainActor
public class WKUserScript {
  public let source: String
  public init(
    source: String, injectionTime: WKUserScriptInjectionTime, forMainFrameOnly: Bool,
    in world: WKContentWorld
  ) { self.source = source }
}

@MainActor
public class WKUserContentController {
  public var handlers: [String: AnyObject] = [:]
  public var scripts: [WKUserScript] = []
  public init() {}
  public func add(
    _ handler: any WKScriptMessageHandler, contentWorld world: WKContentWorld, name: String
  ) { handlers[name] = handler }
  public func addScriptMessageHandler(
    _ handler: any WKScriptMessageHandlerWithReply, contentWorld: WKContentWorld, name: String
  ) { handlers[name] = handler }
  public func removeScriptMessageHandler(forName name: String, contentWorld: WKContentWorld) {
    handlers[name] = nil
  }
  public func addUserScript(_ script: WKUserScript) { scripts.append(script) }
  public func removeAllUserScripts() { scripts.removeAll() }
}

@MainActor
public class WKWebViewConfiguration {
  public var userContentController = WKUserContentController()
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
public class WKNavigationAction {
  public var request: URLRequest
  public init(_ url: URL) { request = URLRequest(url: url) }
}

public enum WKNavigationActionPolicy: Sendable { case cancel, allow }

@MainActor
public protocol WKNavigationDelegate: AnyObject {}

@MainActor
public protocol WKUIDelegate: AnyObject {}

@MainActor
public class WKWebView {
  public let configuration = WKWebViewConfiguration()
  public weak var navigationDelegate: (any WKNavigationDelegate)?
  public weak var uiDelegate: (any WKUIDelegate)?
  public var url: URL?
  /// What it was asked for.
  public var asked: [String] = []
  /// What scripts end with.
  public var result: Result<Any, any Error> = .success(NSNull())

  public init() {}

  public func stopLoading() { asked.append("stop") }
  @discardableResult
  public func goBack() -> WKNavigation? { nil }
  @discardableResult
  public func reload() -> WKNavigation? {
    asked.append("reload")
    return nil
  }
  @discardableResult
  public func load(_ request: URLRequest) -> WKNavigation? {
    asked.append("load \(request.url?.absoluteString ?? "")")
    return nil
  }
  @discardableResult
  public func loadFileURL(_ url: URL, allowingReadAccessTo folder: URL) -> WKNavigation? {
    asked.append("file \(url.lastPathComponent)")
    return nil
  }
  @discardableResult
  public func loadHTMLString(_ html: String, baseURL: URL?) -> WKNavigation? {
    asked.append("html \(html)")
    return nil
  }
  public func evaluateJavaScript(
    _ script: String, in frame: WKFrameInfo?, in world: WKContentWorld,
    completionHandler: (@MainActor @Sendable (Result<Any, any Error>) -> Void)?
  ) {
    asked.append(script)
    completionHandler?(result)
  }
  public func callAsyncJavaScript(
    _ body: String, arguments: [String: Any], in frame: WKFrameInfo?, in world: WKContentWorld,
    completionHandler: (@MainActor @Sendable (Result<Any, any Error>) -> Void)?
  ) {
    asked.append(body)
    completionHandler?(result)
  }
}
