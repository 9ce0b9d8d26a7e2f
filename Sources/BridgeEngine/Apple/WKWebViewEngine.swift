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
  /// `close` takes them away, with the user scripts (J36 to J38).
  ///
  /// ```swift
  /// let engine = WKWebViewEngine(webView)
  /// defer { engine.close() }
  /// let bus = try Bus(contract, on: engine)
  /// ```
  @MainActor
  public final class WKWebViewEngine: @preconcurrency Engine {
    /// Where engines differ.
    public let profile = EngineProfile.apple
    /// Takes every report.
    public var onReport: ((EngineReport) -> Void)?
    /// Decides whether a navigation may begin; nil allows all.
    public var navigationPolicy: ((NavigationRequest) -> Bool)?

    let webView: WKWebView
    var pacing = EnginePacing()
    /// Navigations that native asked for and nobody was asked about yet.
    var ownNavigations = 0
    private let post = WKEnginePost()
    private let opened = ProcessInfo.processInfo.systemUptime
    private var names: [(name: String, world: ScriptWorld)] = []
    private var replies: [Int: @MainActor @Sendable (Any?, String?) -> Void] = [:]
    private var replyCount = 0
    private var isDestroyed = false

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
      for handler in names {
        controller.removeScriptMessageHandler(
          forName: handler.name, contentWorld: Self.world(handler.world))
      }
      names.removeAll()
      replies.removeAll()
      controller.removeAllUserScripts()
      if webView.navigationDelegate === post { webView.navigationDelegate = nil }
      if webView.uiDelegate === post { webView.uiDelegate = nil }
      isDestroyed = true
    }

    /// Milliseconds since the engine was made.
    public var clock: Double { (ProcessInfo.processInfo.systemUptime - opened) * 1000 }

    /// Runs `work` on the native side after so many milliseconds.
    public func later(_ milliseconds: Double, _ work: @escaping () -> Void) {
      pacing.add(clock + milliseconds, work)
    }

    /// Runs the main run loop until it has been quiet, `limit` is reached, or `isDone` says so.
    @discardableResult
    public func run(until limit: Double, isDone: () -> Bool) -> StopReason {
      pacing.touch(clock)
      while !isDone() {
        switch pacing.step(clock, limit: limit) {
        case .work(let work): work()
        case .wait: _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.005))
        case .limit: return .limit
        case .idle: return .idle
        }
      }
      return .done
    }

    func report(_ report: EngineReport) {
      pacing.touch(clock)
      onReport?(report)
    }

    private static func world(_ world: ScriptWorld) -> WKContentWorld {
      world.name.isEmpty ? .page : .world(name: world.name)
    }

    /// Gives a command.
    @discardableResult
    public func perform(_ command: EngineCommand) -> Bool {
      if isDestroyed {
        report(.fault(.destroyed))
        return false
      }
      let controller = webView.configuration.userContentController
      switch command {
      case .register(let name, let world, let replies):
        // A second registration would be an exception (R31).
        if names.contains(where: { $0.name == name && $0.world == world }) {
          report(.fault(.handlerTaken(name: name)))
          return false
        }
        names.append((name, world))
        let handler = WKEngineHandler(self, world)
        if replies {
          controller.addScriptMessageHandler(handler, contentWorld: Self.world(world), name: name)
        } else {
          controller.add(handler, contentWorld: Self.world(world), name: name)
        }
      case .unregister(let name, let world):
        names.removeAll { $0.name == name && $0.world == world }
        controller.removeScriptMessageHandler(forName: name, contentWorld: Self.world(world))
      case .addUserScript(let script):
        guard let source = script.script.source() else { return notRunnable("Swift code") }
        controller.addUserScript(
          WKUserScript(
            source: source,
            injectionTime: script.time == .documentEnd ? .atDocumentEnd : .atDocumentStart,
            forMainFrameOnly: script.mainFrameOnly, in: Self.world(script.world)))
      case .removeAllUserScripts: controller.removeAllUserScripts()
      case .load(let load): begin(load)
      case .stop: webView.stopLoading()
      case .goBack: webView.goBack()
      case .evaluate(let call, let script, let world):
        guard let source = script.source() else { return notRunnable("Swift code") }
        pacing.pending += 1
        webView.evaluateJavaScript(source, in: nil, in: Self.world(world)) { [weak self] in
          self?.complete(call, script, $0)
        }
      case .callAsync(let call, let script, _, let world):
        guard let body = script.source(isBody: true) else { return notRunnable("Swift code") }
        pacing.pending += 1
        webView.callAsyncJavaScript(
          body, arguments: [:], in: nil, in: Self.world(world)
        ) { [weak self] in self?.complete(call, script, $0) }
      case .reply(let number, let answer): return reply(number, answer)
      case .release, .terminate: return notRunnable("not possible on a WKWebView")
      case .destroy:
        webView.stopLoading()
        close()
      }
      return true
    }

    private func notRunnable(_ what: String) -> Bool {
      report(.fault(.notRunnable(what)))
      return false
    }

    private func begin(_ load: Load) {
      pacing.isLoading = true
      ownNavigations += 1
      switch load {
      case .url(let text):
        guard let url = URL(string: text) else { return }
        if url.isFileURL {
          webView.loadFileURL(url, allowingReadAccessTo: url.deletingLastPathComponent())
        } else {
          webView.load(URLRequest(url: url))
        }
      case .page(let page, let base):
        webView.loadHTMLString(page.html ?? "", baseURL: URL(string: base))
      case .reload: webView.reload()
      }
    }

    private func complete(_ call: String, _ script: Script, _ result: Result<Any, any Error>) {
      pacing.pending -= 1
      report(.completion(call: call, AppleValue.outcome(result, of: script)))
    }

    private func reply(_ number: Int, _ answer: ReplyAnswer) -> Bool {
      guard number > 0, number <= replyCount else { return false }
      guard let handler = replies.removeValue(forKey: number) else {
        // A second answer would be an exception.
        report(.fault(.repliedTwice(reply: number)))
        return false
      }
      switch answer {
      case .value(let value): handler(AppleValue.write(value), nil)
      case .error(let text): handler(nil, text)
      // Letting go of it is the answer: WebKit rejects the page's promise.
      case .dropped: break
      }
      return true
    }

    /// What a handler received.
    func receive(
      _ message: WKScriptMessage, _ world: ScriptWorld,
      _ reply: (@MainActor @Sendable (Any?, String?) -> Void)?
    ) {
      if let reply {
        replyCount += 1
        replies[replyCount] = reply
      }
      let origin = message.frameInfo.securityOrigin
      report(
        .message(
          EngineMessage(
            handler: message.name, world: world, body: AppleValue.read(message.body),
            reply: reply == nil ? nil : replyCount,
            frame: .init(
              isMain: message.frameInfo.isMainFrame,
              origin: "\(origin.protocol)://\(origin.host)"
                + (origin.port == 0 ? "" : ":\(origin.port)"),
              id: message.frameInfo.isMainFrame ? "main" : "frame"))))
    }
  }
#endif
