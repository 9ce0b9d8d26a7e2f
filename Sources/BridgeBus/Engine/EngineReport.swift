/// What native is told by an engine, in the one order that a page's process gives (R1, R3).
public enum EngineReport {
  /// A navigation began; the old document still runs (R7).
  case started(url: String)
  /// The new document is there; none of its scripts has run.
  case committed(url: String)
  /// The document and all its resources and frames are loaded.
  case finished(url: String)
  /// A navigation failed before or after its commit.
  case failed(url: String, at: FailurePoint)
  /// A message of a page.
  case message(EngineMessage)
  /// A call of native is over.
  case completion(call: String, Result<BridgeValue, ScriptFailure>)
  /// The page asks with `alert`, `confirm` or `prompt` and waits for the answer.
  case dialog(Dialog)
  /// The web process is gone.
  case terminated(TerminationReason)
  /// A message was posted and never delivered: what no real engine tells, and a test wants to know.
  case dropped(EngineMessage, DropReason)
  /// A page posted to a handler that was not there, and its script got a TypeError. A real engine
  /// tells no body (`undefined`), and where the page has no handler at all no name either (empty).
  case handlerMissing(name: String, body: BridgeValue)
  /// Native did what it must not do.
  case fault(NativeFault)

  /// Where a load failed.
  public enum FailurePoint: String, Sendable, Hashable { case started, committed }

  /// Why a process went.
  public enum TerminationReason: String, Sendable, Hashable { case byAPI, crashed, memory }

  /// Why a message was not delivered.
  public enum DropReason: String, Sendable, Hashable {
    /// Its handler was removed while it was in flight (R32).
    case handlerRemoved
    /// Its process went (R40).
    case processTerminated
    /// Its body has no form that native could receive (R43).
    case unsupportedBody
    /// Its frame was removed (R36).
    case frameRemoved
  }
}

/// A message of a page as native receives it.
public struct EngineMessage: Sendable, Equatable {
  /// The frame a message came from. Only Apple's engine tells.
  public struct Frame: Sendable, Hashable {
    /// Whether it is the main frame.
    public var isMain: Bool
    /// Its origin.
    public var origin: String
    /// A name of the frame that stays the same.
    public var id: String

    /// A frame.
    public init(isMain: Bool, origin: String, id: String) {
      self.isMain = isMain
      self.origin = origin
      self.id = id
    }
  }

  /// The handler's name.
  public var handler: String
  /// The handler's world.
  public var world: ScriptWorld
  /// What was posted, as native gets it.
  public var body: BridgeValue
  /// The number to reply to; nil of a plain handler.
  public var reply: Int?
  /// The frame; nil where the engine does not tell.
  public var frame: Frame?
  /// The number of the post: the same number again is the same post, delivered twice. Nil where the
  /// engine does not count.
  public var post: Int?

  /// A message.
  public init(
    handler: String, world: ScriptWorld = .page, body: BridgeValue, reply: Int? = nil,
    frame: Frame? = nil, post: Int? = nil
  ) {
    self.handler = handler
    self.world = world
    self.body = body
    self.reply = reply
    self.frame = frame
    self.post = post
  }
}

/// Why a call of native failed.
public struct ScriptFailure: Error, Sendable, Equatable {
  /// What went wrong, in the terms a test needs.
  public enum Kind: String, Sendable, Hashable {
    /// The function that was to be called is not there.
    case functionMissing
    /// The script, or the function it called, threw or rejected.
    case threw
    /// The script could not be run as one.
    case scriptError
    /// The result has no form that native could receive.
    case unsupportedResult
    /// An argument has no form that a page could receive.
    case unsupportedArgument
    /// The process or the view is gone.
    case terminated
  }

  /// What went wrong.
  public var kind: Kind
  /// The engine's code (R23 to R25, R39).
  public var code: Int
  /// The text; of a thrown value its string conversion.
  public var message: String

  /// A failure.
  public init(_ kind: Kind, code: Int, message: String) {
    self.kind = kind
    self.code = code
    self.message = message
  }
}

/// A dialog that a page waits for. Whoever takes the report answers before he returns.
public final class Dialog {
  /// What the page called.
  public enum Kind: String, Sendable, Hashable { case alert, confirm, prompt }

  /// What the page called.
  public let kind: Kind
  /// Its text.
  public let message: String
  /// The answer that a prompt offers.
  public let defaultText: String?
  package private(set) var answer: String?
  package private(set) var isConfirmed = false

  package init(kind: Kind, message: String, defaultText: String?) {
    self.kind = kind
    self.message = message
    self.defaultText = defaultText
  }

  /// Answers a prompt; nil cancels it.
  public func answer(_ text: String?) { answer = text }

  /// Answers a question.
  public func confirm(_ value: Bool) { isConfirmed = value }
}

/// What native did and must not do.
public enum NativeFault: Sendable, Equatable {
  /// The name is taken in that world: false on GTK, an exception on Apple (R31).
  case handlerTaken(name: String)
  /// A request was replied to before: a critical log line on GTK, an exception on Apple.
  case repliedTwice(reply: Int)
  /// The reply has no form that a page could receive: on GTK the native process crashes.
  case unsupportedReply(reply: Int)
  /// The headless engine was given JavaScript, of which it runs none.
  case notRunnable(String)
  /// The view is destroyed.
  case destroyed

  /// For people.
  var sentence: String {
    switch self {
    case .handlerTaken: "registers a handler whose name is taken"
    case .repliedTwice: "replies twice to one request"
    case .unsupportedReply: "replies with a value that no page can receive"
    case .notRunnable(let script): "runs JavaScript, which the headless engine cannot: \(script)"
    case .destroyed: "uses a view that is destroyed"
    }
  }
}
