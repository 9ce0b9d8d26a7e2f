/// What native asks of an engine. Commands take effect in the page in the order in which they were
/// given (R10, R14); loads do so after a question to the policy (R8).
public enum EngineCommand {
  /// Registers a message handler, one that replies or a plain one.
  case register(name: String, world: ScriptWorld, reply: Bool)
  /// Removes a message handler and drops what is in flight to it (R32).
  case unregister(name: String, world: ScriptWorld)
  /// Adds a user script; the next document is the first to run it (R37).
  case addUserScript(UserScript)
  /// Removes all user scripts; the current document keeps what it ran.
  case removeAllUserScripts
  /// Begins to load.
  case load(Load)
  /// Stops what is loading.
  case stop
  /// Goes back to the page before.
  case goBack
  /// Evaluates a script in the main frame (R17 to R24); `call` names its completion.
  case evaluate(call: String, Script, world: ScriptWorld)
  /// Calls a script as an asynchronous function (R25, R26).
  case callAsync(call: String, Script, arguments: [BridgeValue], world: ScriptWorld)
  /// Answers a message of a replying handler (R38).
  case reply(to: Int, ReplyAnswer)
  /// Lets a held resource of a page arrive.
  case release(String)
  /// Kills the web process (R39 to R41).
  case terminate
  /// Destroys the web view (R42).
  case destroy
}

/// What is loaded.
public enum Load {
  /// What a URL leads to.
  case url(String)
  /// A page that is handed over, under a base URL.
  case page(Page, base: String)
  /// The current page again.
  case reload
}

/// How native answers a message of a replying handler.
public enum ReplyAnswer: Sendable, Equatable {
  /// The page's promise resolves.
  case value(BridgeValue)
  /// The page's promise is rejected with an Error of this message.
  case error(String)
  /// The reply object is released without an answer.
  case dropped
}

/// A world of scripts: separate globals and handlers, one DOM (R36).
public struct ScriptWorld: Sendable, Hashable, ExpressibleByStringLiteral {
  /// The name; empty for the page's own world.
  public let name: String

  /// A world by its name.
  public init(_ name: String) { self.name = name }

  /// A world by its name.
  public init(stringLiteral value: String) { name = value }

  /// The page's own world.
  public static let page = ScriptWorld("")
}

/// What an engine runs in a page.
public enum Script {
  /// JavaScript. The headless engine runs none and fails the call.
  case text(String)
  /// A call of a function of the page by its path (without `window.`).
  case call(String, [BridgeValue])
  /// Swift code in place of a script; only on the headless engine.
  case swift((PageWindow) throws -> PageResult)
}

/// A script that runs in every new document (R37).
public struct UserScript {
  /// When it runs.
  public enum Time: Sendable, Hashable {
    /// After the commit, before anything of the document.
    case documentStart
    /// After the listeners of DOMContentLoaded.
    case documentEnd
  }

  /// The script.
  public var script: Script
  /// When it runs.
  public var time: Time
  /// Whether it runs in the main frame only.
  public var mainFrameOnly: Bool
  /// The world it runs in.
  public var world: ScriptWorld

  /// A user script.
  public init(
    _ script: Script, time: Time = .documentStart, mainFrameOnly: Bool = false,
    world: ScriptWorld = .page
  ) {
    self.script = script
    self.time = time
    self.mainFrameOnly = mainFrameOnly
    self.world = world
  }
}

/// A navigation that wants to begin.
public struct NavigationRequest: Sendable, Equatable {
  /// Where it goes.
  public var url: String
  /// Whether the page asked for it, not native.
  public var isFromPage: Bool

  /// A request.
  public init(url: String, isFromPage: Bool) {
    self.url = url
    self.isFromPage = isFromPage
  }
}
