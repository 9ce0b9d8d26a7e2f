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
  /// Everything happens on the main thread. The content controller keeps its handlers alive, so a
  /// small object stands between it and the engine, which it holds weakly; `close` removes all
  /// handlers, user scripts and the delegates (J36 to J38). Whoever owns the web view stays its owner.
  ///
  /// ```swift
  /// let engine = WKWebViewEngine(webView)
  /// defer { engine.close() }
  /// let bus = try Bus(contract, on: engine)
  /// ```
  public final class WKWebViewEngine: Engine {
    /// Where engines differ.
    public let profile = EngineProfile.apple
    /// Takes every report.
    public var onReport: ((EngineReport) -> Void)?
    /// Decides whether a navigation may begin; nil allows all.
    public var navigationPolicy: ((NavigationRequest) -> Bool)?
    /// How long nothing must happen before `run` calls it idle, in milliseconds.
    public var quiet = 400.0

    let webView: WKWebView
    private let post: WKEnginePost
    private let opened = ProcessInfo.processInfo.systemUptime
    private var timers: [(due: Double, order: Int, work: () -> Void)] = []
    private var order = 0
    private var names: [(name: String, world: ScriptWorld)] = []
    private var pending = 0
    private var replies: [Int: @MainActor @Sendable (Any?, String?) -> Void] = [:]
    private var replyCount = 0
    private var isDestroyed = false
    var isLoading = false
    var lastEvent = 0.0
    /// Navigations that native asked for.
    var ownNavigations = 0

    /// An engine over a web view. To be called on the main thread.
    @MainActor
    public init(_ webView: WKWebView) {
      self.webView = webView
      post = WKEnginePost()
      post.engine = self
      webView.navigationDelegate = post
      webView.uiDelegate = post
    }

    /// Removes what the engine put into the web view.
    @MainActor
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
      onReport = nil
    }

    /// Milliseconds since the engine was made.
    public var clock: Double { (ProcessInfo.processInfo.systemUptime - opened) * 1000 }

    @MainActor
    static func world(_ world: ScriptWorld) -> WKContentWorld {
      world.name.isEmpty ? .page : .world(name: world.name)
    }

    // MARK: Time

    /// Runs `work` on the native side after so many milliseconds.
    public func later(_ milliseconds: Double, _ work: @escaping () -> Void) {
      order += 1
      timers.append((clock + milliseconds, order, work))
    }

    /// Runs the main run loop until nothing happened for `quiet` milliseconds, `limit`, or `isDone`.
    @discardableResult
    public func run(until limit: Double, isDone: () -> Bool) -> StopReason {
      lastEvent = clock
      while true {
        if isDone() { return .done }
        let now = clock
        let first = timers.indices.min {
          (timers[$0].due, timers[$0].order) < (timers[$1].due, timers[$1].order)
        }
        if let first, timers[first].due <= now {
          timers.remove(at: first).work()
          lastEvent = clock
          continue
        }
        if now >= limit { return .limit }
        let rest = lastEvent + (isLoading || pending > 0 ? max(quiet, 3000) : quiet)
        if first == nil, now >= rest { return .idle }
        RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.005))
      }
    }

    // MARK: Commands

    /// Gives a command. To be called on the main thread, as all of WebKit.
    @discardableResult
    public func perform(_ command: EngineCommand) -> Bool {
      MainActor.assumeIsolated { take(command) }
    }

    @MainActor
    private func take(_ command: EngineCommand) -> Bool {
      if isDestroyed {
        if case .reply = command { return false }
        onReport?(.fault(.destroyed))
        return false
      }
      let controller = webView.configuration.userContentController
      switch command {
      case .register(let name, let world, let replies):
        // A second registration would be an exception (R31).
        if names.contains(where: { $0.name == name && $0.world == world }) {
          onReport?(.fault(.handlerTaken(name: name)))
          return false
        }
        names.append((name, world))
        let receiver = WKEngineHandler(self, world)
        if replies {
          controller.addScriptMessageHandler(
            receiver, contentWorld: Self.world(world), name: name)
        } else {
          controller.add(receiver, contentWorld: Self.world(world), name: name)
        }
      case .unregister(let name, let world):
        names.removeAll { $0.name == name && $0.world == world }
        controller.removeScriptMessageHandler(forName: name, contentWorld: Self.world(world))
      case .addUserScript(let script):
        guard let source = source(script.script) else { return false }
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
        guard let source = source(script) else { return false }
        pending += 1
        webView.evaluateJavaScript(source, in: nil, in: Self.world(world)) { [weak self] result in
          self?.complete(call, script, result)
        }
      case .callAsync(let call, let script, _, let world):
        guard let source = source(script) else { return false }
        var body = source
        if case .call = script { body = "return \(source)" }
        pending += 1
        webView.callAsyncJavaScript(
          body, arguments: [:], in: nil, in: Self.world(world)
        ) { [weak self] result in self?.complete(call, script, result) }
      case .reply(let number, let answer): return reply(number, answer)
      case .release, .terminate: onReport?(.fault(.notRunnable("not possible on WKWebView")))
      case .destroy:
        isDestroyed = true
        webView.stopLoading()
        let told = onReport
        close()
        onReport = told
      }
      return true
    }

    @MainActor
    private func begin(_ load: Load) {
      isLoading = true
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

    private func source(_ script: Script) -> String? {
      switch script {
      case .text(let text): return text
      case .call(let path, let arguments):
        return "\(path)(\(arguments.map(\.javaScript).joined(separator: ",")))"
      case .swift:
        onReport?(.fault(.notRunnable("Swift code")))
        return nil
      }
    }

    private func complete(_ call: String, _ script: Script, _ result: Result<Any, any Error>) {
      pending -= 1
      lastEvent = clock
      switch result {
      case .success(let value):
        onReport?(.completion(call: call, .success(AppleValue.read(value))))
      case .failure(let error):
        var path: String?
        if case .call(let name, _) = script { path = name }
        onReport?(.completion(call: call, .failure(AppleValue.failure(error, of: path))))
      }
    }

    @MainActor
    private func reply(_ number: Int, _ answer: ReplyAnswer) -> Bool {
      guard number > 0, number <= replyCount else { return false }
      guard let handler = replies.removeValue(forKey: number) else {
        // A second answer would be an exception.
        onReport?(.fault(.repliedTwice(reply: number)))
        return false
      }
      switch answer {
      case .value(let value):
        guard profile.acceptsReply(value) else {
          onReport?(.fault(.unsupportedReply(reply: number)))
          handler(nil, "the value could not be serialized")
          return false
        }
        handler(AppleValue.write(value), nil)
      case .error(let text): handler(nil, text)
      // Letting go of it is the answer: WebKit rejects the page's promise.
      case .dropped: break
      }
      return true
    }

    /// What a handler received.
    @MainActor
    func receive(
      _ message: WKScriptMessage, _ world: ScriptWorld,
      _ reply: (@MainActor @Sendable (Any?, String?) -> Void)?
    ) {
      lastEvent = clock
      if let reply {
        replyCount += 1
        replies[replyCount] = reply
      }
      let origin = message.frameInfo.securityOrigin
      let port = origin.port == 0 ? "" : ":\(origin.port)"
      onReport?(
        .message(
          EngineMessage(
            handler: message.name, world: world, body: AppleValue.read(message.body),
            reply: reply == nil ? nil : replyCount,
            frame: .init(
              isMain: message.frameInfo.isMainFrame,
              origin: "\(origin.protocol)://\(origin.host)\(port)",
              id: message.frameInfo.isMainFrame ? "main" : "frame"))))
    }
  }
#endif
