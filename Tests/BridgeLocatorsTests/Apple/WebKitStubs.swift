// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// Declarations of WebKit's and UIKit's, written by hand, as far as the glue needs them.

public enum WKUserScriptInjectionTime: Sendable { case atDocumentStart, atDocumentEnd }

@MainActor
public class WKContentWorld {
  public let name: String
  init(_ name: String) { self.name = name }
  public class func world(name: String) -> WKContentWorld { WKContentWorld(name) }
}

@MainActor
public class WKUserScript {
  public let source: String
  public let injectionTime: WKUserScriptInjectionTime
  public let isForMainFrameOnly: Bool
  public let world: WKContentWorld

  public init(
    source: String, injectionTime: WKUserScriptInjectionTime, forMainFrameOnly: Bool,
    in world: WKContentWorld
  ) {
    self.source = source
    self.injectionTime = injectionTime
    self.isForMainFrameOnly = forMainFrameOnly
    self.world = world
  }
}

@MainActor
public class WKUserContentController {
  public private(set) var userScripts: [WKUserScript] = []
  public init() {}
  public func addUserScript(_ script: WKUserScript) { userScripts.append(script) }
  public func removeAllUserScripts() { userScripts = [] }
}

public class WKFrameInfo {}

@MainActor
public class WKWebView {
  public var scripts: [(source: String, world: String)] = []
  public var answer: Any = "null"
  public init() {}

  public func evaluateJavaScript(
    _ script: String, in frame: WKFrameInfo?, in world: WKContentWorld,
    completionHandler: (@MainActor @Sendable (Result<Any, any Error>) -> Void)?
  ) {
    scripts.append((script, world.name))
    completionHandler?(.success(answer))
  }
}

@MainActor
public class UIView {
  public var accessibilityIdentifier: String?
  public init() {}
}

@MainActor
public class UIBarItem {
  public var accessibilityIdentifier: String?
  public init() {}
}
