package import BridgeBus

/// The part of an engine over an app's own web view that needs no web view: what native's commands
/// come to, whose handlers are there, which requests wait for a reply, and what `run` waits for.
///
/// `Reply` is what settles a request of the page.
package struct WebViewDesk<Reply> {
  /// What is to be done to the web view.
  package enum Order {
    case register(String, ScriptWorld, replies: Bool)
    case unregister(String, ScriptWorld)
    case addUserScript(String, atEnd: Bool, mainFrameOnly: Bool, ScriptWorld)
    case removeAllUserScripts
    case load(url: String)
    case loadHTML(String, base: String)
    case reload
    case stop
    case goBack
    case evaluate(String, call: String, Script, ScriptWorld)
    case callAsync(String, [String: BridgeValue], call: String, Script, ScriptWorld)
    case settle(Reply, ReplyAnswer)
    case close
    /// Nothing: native may not do this.
    case refused(NativeFault?)
  }

  /// What `run` waits for.
  package var pacing = EnginePacing()
  /// Handlers that are registered.
  package private(set) var names: [(name: String, world: ScriptWorld)] = []
  private var replies: [Int: Reply] = [:]
  private var replyCount = 0
  /// Navigations that native asked for and nobody was asked about yet.
  private var ownNavigations = 0
  private var isClosed = false
  /// When the engine was made, in seconds of the system's clock.
  private let start: Double

  /// A desk for an engine that was made at this time.
  package init(start: Double) { self.start = start }

  /// Milliseconds since the engine was made.
  package func clock(_ now: Double) -> Double { (now - start) * 1000 }

  /// What a command comes to.
  package mutating func order(for command: EngineCommand) -> Order {
    if isClosed { return .refused(.destroyed) }
    switch command {
    case .register(let name, let world, let replies):
      // A second registration would be an exception (R31).
      guard !names.contains(where: { $0.name == name && $0.world == world }) else {
        return .refused(.handlerTaken(name: name))
      }
      names.append((name, world))
      return .register(name, world, replies: replies)
    case .unregister(let name, let world):
      names.removeAll { $0.name == name && $0.world == world }
      return .unregister(name, world)
    case .addUserScript(let script):
      guard let source = script.script.source() else { return Self.notRunnable }
      return .addUserScript(
        source, atEnd: script.time == .documentEnd, mainFrameOnly: script.mainFrameOnly,
        script.world)
    case .removeAllUserScripts: return .removeAllUserScripts
    case .load(let load): return begin(load)
    case .stop: return .stop
    case .goBack:
      ownNavigations += 1
      return .goBack
    case .evaluate(let call, let script, let world):
      guard let source = script.source() else { return Self.notRunnable }
      pacing.pending += 1
      return .evaluate(source, call: call, script, world)
    case .callAsync(let call, let script, let arguments, let world):
      guard let body = script.source(isBody: true) else { return Self.notRunnable }
      pacing.pending += 1
      var named: [String: BridgeValue] = [:]
      for (index, value) in arguments.enumerated() { named["argument\(index)"] = value }
      return .callAsync(body, named, call: call, script, world)
    case .reply(let number, let answer): return settle(number, answer)
    case .release, .terminate:
      return .refused(.notRunnable("what is not possible on an app's own web view"))
    case .destroy: return .close
    }
  }

  private static var notRunnable: Order { .refused(.notRunnable("Swift code")) }

  private mutating func begin(_ load: Load) -> Order {
    pacing.isLoading = true
    ownNavigations += 1
    switch load {
    case .url(let url): return .load(url: url)
    case .page(let page, let base): return .loadHTML(page.html ?? "", base: base)
    case .reload: return .reload
    }
  }

  private mutating func settle(_ number: Int, _ answer: ReplyAnswer) -> Order {
    guard number > 0, number <= replyCount else { return .refused(nil) }
    // A second answer would be an exception.
    guard let reply = replies.removeValue(forKey: number) else {
      return .refused(.repliedTwice(reply: number))
    }
    return .settle(reply, answer)
  }

  /// A request of the page: its number.
  package mutating func keep(_ reply: Reply) -> Int {
    replyCount += 1
    replies[replyCount] = reply
    return replyCount
  }

  /// A navigation that somebody asked for, as the policy is told of it.
  package mutating func request(_ url: String) -> NavigationRequest {
    let isOwn = ownNavigations > 0
    if isOwn { ownNavigations -= 1 }
    return NavigationRequest(url: url, isFromPage: !isOwn)
  }

  /// Notes what a report says of the load and of calls.
  package mutating func note(_ report: EngineReport) {
    switch report {
    case .finished, .failed, .terminated: pacing.isLoading = false
    case .started: pacing.isLoading = true
    case .completion: pacing.pending -= 1
    default: break
    }
  }

  /// Forgets everything; the handlers that are to be removed.
  package mutating func close() -> [(name: String, world: ScriptWorld)] {
    defer {
      names.removeAll()
      replies.removeAll()
    }
    isClosed = true
    return names
  }

  /// The frame of a message, by its origin's parts.
  package static func frame(
    isMain: Bool, _ scheme: String, _ host: String, _ port: Int
  ) -> EngineMessage.Frame {
    EngineMessage.Frame(
      isMain: isMain, origin: "\(scheme)://\(host)" + (port == 0 ? "" : ":\(port)"),
      id: isMain ? "main" : "frame")
  }
}
