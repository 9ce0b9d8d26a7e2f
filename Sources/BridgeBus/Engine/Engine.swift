/// What any engine must offer: the headless one, a real one in another process, a WKWebView.
///
/// An engine is one web view with its web process. Native code gives commands and is told what
/// happens by `onReport`, one report at a time; commands given inside a report belong to the same
/// turn of the native main loop and cannot touch the task of the page that is running (R2).
/// Nothing happens between two calls of `run`.
public protocol Engine: AnyObject {
  /// Which engine it is, where engines differ.
  var profile: EngineProfile { get }
  /// Milliseconds since the engine was made: virtual ones, where the engine has its own clock.
  var clock: Double { get }
  /// Takes every report.
  var onReport: ((EngineReport) -> Void)? { get set }
  /// Decides whether a navigation may begin; nil allows all. Asked before `started`.
  var navigationPolicy: ((NavigationRequest) -> Bool)? { get set }

  /// Gives a command. False where the engine refuses it at once (a handler's name that is taken, a
  /// reply that was given before); a `fault` report says why.
  @discardableResult
  func perform(_ command: EngineCommand) -> Bool

  /// Runs `work` on the native side after so many milliseconds.
  func later(_ milliseconds: Double, _ work: @escaping () -> Void)

  /// Runs until nothing is left to do, the clock would pass `limit`, or `isDone` says so after a
  /// turn of the native side.
  @discardableResult
  func run(until limit: Double, isDone: () -> Bool) -> StopReason
}

/// Why an engine stopped.
public enum StopReason: String, Sendable, Hashable {
  /// Nothing is left to do, now or later.
  case idle
  /// The next thing would happen after the limit.
  case limit
  /// The caller's condition holds.
  case done
  /// So many steps at one moment that the page and native seem to chase each other for ever.
  case endless
}

extension Engine {
  /// Runs until nothing is left to do or the clock would pass `limit`.
  @discardableResult
  public func run(until limit: Double = 60_000) -> StopReason { run(until: limit) { false } }

  /// Registers a message handler. False if the name is taken in that world (R31).
  @discardableResult
  public func register(
    _ name: String, world: ScriptWorld = .page, reply: Bool = false
  ) -> Bool { perform(.register(name: name, world: world, reply: reply)) }

  /// Removes a message handler; of a name that nobody has, nothing happens.
  public func unregister(_ name: String, world: ScriptWorld = .page) {
    perform(.unregister(name: name, world: world))
  }

  /// Loads what a URL leads to.
  public func load(_ url: String) { perform(.load(.url(url))) }

  /// Loads a page that is handed over (`loadHTML`), under a base URL.
  public func load(_ page: Page, base: String) { perform(.load(.page(page, base: base))) }

  /// Loads the current page again.
  public func reload() { perform(.load(.reload)) }

  /// Evaluates a script in the main frame.
  public func evaluate(_ call: String, _ script: Script, world: ScriptWorld = .page) {
    perform(.evaluate(call: call, script, world: world))
  }

  /// Calls a script as an asynchronous function with arguments.
  public func callAsync(
    _ call: String, _ script: Script, arguments: [BridgeValue] = [], world: ScriptWorld = .page
  ) { perform(.callAsync(call: call, script, arguments: arguments, world: world)) }

  /// Replies to a message of a replying handler.
  @discardableResult
  public func reply(_ reply: Int, _ answer: ReplyAnswer) -> Bool {
    perform(.reply(to: reply, answer))
  }

  /// Kills the web process.
  public func terminate() { perform(.terminate) }

  /// Destroys the web view.
  public func destroy() { perform(.destroy) }
}
