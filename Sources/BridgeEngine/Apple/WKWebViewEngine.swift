#if canImport(WebKit) || BRIDGE_ENGINE_STUBS
  public import BridgeBus
  internal import Foundation

  #if BRIDGE_ENGINE_STUBS
    internal import BridgeEngine
  #else
    public import WebKit
  #endif

  /// A WKWebView as an engine of the bus: the same tests, scenarios and expectations on Apple's engine.
  ///
  /// Everything happens on the main thread. WebKit holds small objects that hold the engine weakly;
  /// `close` takes them away, with the user scripts (J36 to J38). What needs no web view is the desk's.
  @MainActor
  public final class WKWebViewEngine: @preconcurrency Engine {
    typealias Reply = @MainActor @Sendable (Any?, String?) -> Void

    /// Where engines differ.
    public let profile = EngineProfile.apple
    /// Takes every report.
    public var onReport: ((EngineReport) -> Void)?
    /// Decides whether a navigation may begin; nil allows all.
    public var navigationPolicy: ((NavigationRequest) -> Bool)?

    private let webView: WKWebView
    private let post = WKEnginePost()
    private var desk = WebViewDesk<Reply>(start: ProcessInfo.processInfo.systemUptime)

    /// An engine over a web view, which stays its owner's.
    public init(_ webView: WKWebView) {
      self.webView = webView
      post.engine = self
      webView.navigationDelegate = post
      webView.uiDelegate = post
    }

    /// Removes what the engine put into the web view.
    public func close() {
      let controller = webView.configuration.userContentController
      for handler in desk.close() {
        controller.removeScriptMessageHandler(
          forName: handler.name, contentWorld: handler.world.content)
      }
      controller.removeAllUserScripts()
      if webView.navigationDelegate === post { webView.navigationDelegate = nil }
      if webView.uiDelegate === post { webView.uiDelegate = nil }
    }

    /// Milliseconds since the engine was made.
    public var clock: Double { desk.clock(ProcessInfo.processInfo.systemUptime) }

    /// Runs `work` on the native side after so many milliseconds.
    public func later(_ milliseconds: Double, _ work: @escaping () -> Void) {
      desk.pacing.add(clock + milliseconds, work)
    }

    /// Runs the main run loop until it has been quiet, `limit` is reached, or `isDone` says so.
    @discardableResult
    public func run(until limit: Double, isDone: () -> Bool) -> StopReason {
      desk.pacing.touch(clock)
      while !isDone() {
        switch desk.pacing.step(clock, limit: limit) {
        case .work(let work): work()
        case .wait: _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.005))
        case .limit: return .limit
        case .idle: return .idle
        }
      }
      return .done
    }

    func report(_ report: EngineReport) {
      desk.note(report)
      desk.pacing.touch(clock)
      onReport?(report)
    }

    /// Whether a navigation may begin.
    func allows(_ url: URL?) -> Bool {
      navigationPolicy?(desk.request(url?.absoluteString ?? "")) ?? true
    }

    /// Gives a command.
    @discardableResult
    public func perform(_ command: EngineCommand) -> Bool {
      let controller = webView.configuration.userContentController
      switch desk.order(for: command) {
      case .register(let name, let world, let replies):
        let handler = WKEngineHandler(self, world)
        replies
          ? controller.addScriptMessageHandler(handler, contentWorld: world.content, name: name)
          : controller.add(handler, contentWorld: world.content, name: name)
      case .unregister(let name, let world):
        controller.removeScriptMessageHandler(forName: name, contentWorld: world.content)
      case .addUserScript(let source, let atEnd, let mainFrameOnly, let world):
        controller.addUserScript(
          WKUserScript(
            source: source, injectionTime: atEnd ? .atDocumentEnd : .atDocumentStart,
            forMainFrameOnly: mainFrameOnly, in: world.content))
      case .removeAllUserScripts: controller.removeAllUserScripts()
      case .load(let text):
        guard let url = URL(string: text) else { return false }
        _ =
          url.isFileURL
          ? webView.loadFileURL(url, allowingReadAccessTo: url.deletingLastPathComponent())
          : webView.load(URLRequest(url: url))
      case .loadHTML(let html, let base): webView.loadHTMLString(html, baseURL: URL(string: base))
      case .reload: webView.reload()
      case .stop: webView.stopLoading()
      case .goBack: webView.goBack()
      case .evaluate(let source, let call, let script, let world):
        webView.evaluateJavaScript(source, in: nil, in: world.content) { [weak self] in
          self?.report(.completion(call: call, AppleValue.outcome($0, of: script)))
        }
      case .callAsync(let body, let arguments, let call, let script, let world):
        webView.callAsyncJavaScript(
          body, arguments: arguments.compactMapValues { AppleValue.write($0) }, in: nil,
          in: world.content
        ) { [weak self] in self?.report(.completion(call: call, AppleValue.outcome($0, of: script)))
        }
      case .settle(let reply, .value(let value)): reply(AppleValue.write(value), nil)
      case .settle(let reply, .error(let text)): reply(nil, text)
      // Letting go of it is the answer: WebKit rejects the page's promise.
      case .settle(_, .dropped): break
      case .close:
        webView.stopLoading()
        close()
      case .refused(let fault):
        if let fault { report(.fault(fault)) }
        return false
      }
      return true
    }

    /// What a handler received.
    func receive(_ message: WKScriptMessage, _ world: ScriptWorld, _ reply: Reply?) {
      let (frame, origin) = (message.frameInfo, message.frameInfo.securityOrigin)
      report(
        .message(
          EngineMessage(
            handler: message.name, world: world, body: AppleValue.read(message.body),
            reply: reply.map { desk.keep($0) },
            frame: WebViewDesk<Reply>.frame(
              isMain: frame.isMainFrame, origin.protocol, origin.host, origin.port))))
    }
  }

  extension ScriptWorld {
    @MainActor
    fileprivate var content: WKContentWorld { name.isEmpty ? .page : .world(name: name) }
  }
#endif
