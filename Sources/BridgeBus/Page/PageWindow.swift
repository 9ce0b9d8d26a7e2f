/// The global object of a document in one world of scripts: what a page's code works with.
public final class PageWindow {
  package let document: PageDocument
  /// The world of scripts.
  public let world: ScriptWorld
  private var realm: PageDocument.Realm { document.realm(world) }
  private var engine: HeadlessEngine? { document.engine }

  package init(_ document: PageDocument, _ world: ScriptWorld) {
    self.document = document
    self.world = world
  }

  /// The document's URL.
  public var url: String { document.url }

  /// `document.readyState`: `loading`, `interactive` or `complete`.
  public var readyState: String { document.readyState.rawValue }

  /// Milliseconds of the engine's clock.
  public var now: Double { engine?.clock ?? 0 }

  /// Text that every world of the document sees, such as `document.body.dataset`.
  public var dataset: [String: String] {
    get { document.dataset }
    set { document.dataset = newValue }
  }

  /// Global variables; they end with the document (R18).
  public var globals: [String: BridgeValue] {
    get { realm.globals }
    set { realm.globals = newValue }
  }

  // MARK: Handlers

  /// Whether `window.webkit` exists: at least one handler in this world (R28), not written over.
  public var hasHandlers: Bool { shown?.hasOwnHandlers ?? false }

  /// `window.webkit.messageHandlers[name]`, looked up now (R29); nil where it is undefined.
  public func handler(_ name: String) -> MessageHandler? {
    guard let shown, shown.hasOwnHandlers, !Self.inheritedNames.contains(name) else { return nil }
    return engine?.handler(name, in: world).map { MessageHandler($0, shown) }
  }

  private var hasOwnHandlers: Bool {
    guard let engine, document.life == .current, !document.isRemoved else { return false }
    return !realm.hidesHandlers && engine.hasHandlers(in: world)
  }

  /// What `window` stands for: in code of a document that was replaced it is the window of the one
  /// that took its place (HTML, "WindowProxy"), so that a late reaction finds the new one's handlers.
  private var shown: PageWindow? {
    guard document.life == .replaced, !document.isRemoved else { return self }
    guard let engine, document.process == engine.process,
      let now = engine.liveDocuments.first(where: { $0.frame.id == document.frame.id })
    else { return nil }
    return PageWindow(now, world)
  }

  // Names of Object.prototype shadow handlers (R35).
  private static let inheritedNames: Set<String> = [
    "constructor", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString",
    "toString", "valueOf", "__defineGetter__", "__defineSetter__", "__lookupGetter__",
    "__lookupSetter__", "__proto__",
  ]

  /// `window.webkit.messageHandlers[name].postMessage(body)`.
  /// - Throws: a TypeError where the handler is not there: nothing is queued for later (R29).
  @discardableResult
  public func post(_ name: String, _ body: BridgeValue) throws -> PagePromise {
    guard let handler = handler(name) else {
      engine?.noteMissingHandler(name, body, document)
      throw PageError.noHandlers
    }
    return try handler.postMessage(body)
  }

  /// The page writes over `window.webkit`; the next document has it again (R35).
  public func hideHandlers() { realm.hidesHandlers = true }

  // MARK: Tasks

  /// `setTimeout`. 0 and 1 are alike; equal times fire in the order of their making (ND5).
  @discardableResult
  public func setTimeout(_ milliseconds: Double, _ body: @escaping () throws -> Void) -> Int {
    engine?.addTimer(milliseconds, interval: nil, document, body) ?? 0
  }

  /// `setInterval`.
  @discardableResult
  public func setInterval(_ milliseconds: Double, _ body: @escaping () throws -> Void) -> Int {
    engine?.addTimer(milliseconds, interval: max(1, milliseconds), document, body) ?? 0
  }

  /// `clearTimeout` and `clearInterval`.
  public func clearTimeout(_ id: Int) { document.timers.removeAll { $0.id == id } }

  /// `queueMicrotask`.
  public func queueMicrotask(_ body: @escaping () throws -> Void) {
    document.queueMicrotask { [document, weak engine] in
      do {
        try body()
      } catch {
        engine?.reportError(error, in: document)
      }
    }
  }

  /// `requestAnimationFrame`.
  public func requestAnimationFrame(_ body: @escaping () throws -> Void) {
    guard let engine else { return }
    document.frames.append(engine.task(body))
  }

  /// A message that the page sends itself through a port: a task of a source of its own.
  public func postTask(_ body: @escaping () throws -> Void) {
    guard let engine else { return }
    document.ports.append(engine.task(body))
  }

  /// A promise that nobody has settled yet.
  public func promise() -> PagePromise { PagePromise(document) }

  // MARK: Functions

  /// Defines a function by its path, such as `App.receive`.
  public func define(
    _ path: String, _ body: @escaping ([BridgeValue]) throws -> PageResult
  ) { realm.functions[path] = body }

  /// Defines a function of one argument that gives nothing back.
  public func receive(_ path: String, _ body: @escaping (BridgeValue) throws -> Void) {
    define(path) { arguments in
      try body(arguments.first ?? .undefined)
      return .undefined
    }
  }

  /// Takes a function away.
  public func undefine(_ path: String) { realm.functions[path] = nil }

  /// Whether there is a function of this path.
  public func defines(_ path: String) -> Bool { realm.functions[path] != nil }

  /// Calls a function.
  /// - Throws: what it throws, or a TypeError where it is not there.
  public func call(_ path: String, _ arguments: [BridgeValue]) throws -> PageResult {
    guard let function = realm.functions[path] else { throw PageError.missingFunction(path) }
    return try function(arguments)
  }

  // MARK: Events

  /// Adds a listener; its text is the detail of errors, `persisted` for a page show out of the
  /// page cache, else empty.
  public func on(_ event: PageEvent, _ body: @escaping (String) throws -> Void) {
    realm.listeners.append((event, body))
  }

  // MARK: Going elsewhere

  /// Asks for a URL in a hidden frame, as bridges do that intercept navigations: native's policy sees
  /// it, the document stays, and no request takes the place of another.
  public func request(_ url: String) { engine?.request(document, url) }

  /// `location.href = url`. The script goes on; the navigation begins later (R27, ND10). Of several
  /// in one task only the last is made.
  public func navigate(to url: String) { engine?.navigate(document, .url(url)) }

  /// `location.reload()`.
  public func reload() { engine?.navigate(document, .reload) }

  /// `history.pushState` or a fragment: another URL, the same document, no load (section 7).
  public func pushState(_ url: String) { engine?.move(document, to: url, replacing: false) }

  /// `history.replaceState`.
  public func replaceState(_ url: String) { engine?.move(document, to: url, replacing: true) }

  /// Gives a frame of this document another page, as its `src` does.
  public func navigateFrame(_ id: String, to page: Page, origin: String) {
    engine?.navigateFrame(id, of: document, to: page, origin: origin)
  }

  /// Removes a frame of this document.
  public func removeFrame(_ id: String) {
    for child in document.children where child.frame.id == id {
      for inner in child.all {
        inner.isRemoved = true
        inner.life = .replaced
      }
    }
    document.children.removeAll { $0.isRemoved }
  }

  // MARK: Dialogs

  /// `alert`: waits until native has taken everything that was posted before, and this.
  public func alert(_ message: String) { _ = ask(.alert, message, nil) }

  /// `confirm`.
  public func confirm(_ message: String) -> Bool { ask(.confirm, message, nil).isConfirmed }

  /// `prompt`: the answer, or nil.
  public func prompt(_ message: String, _ defaultText: String? = nil) -> String? {
    ask(.prompt, message, defaultText).answer
  }

  private func ask(_ kind: Dialog.Kind, _ message: String, _ text: String?) -> Dialog {
    let dialog = Dialog(kind: kind, message: message, defaultText: text)
    engine?.wait(for: dialog, of: document)
    return dialog
  }
}

/// `window.webkit.messageHandlers.name`: an object that a page may keep, with an identity.
public struct MessageHandler {
  package let registration: HandlerRegistration
  private let window: PageWindow

  package init(_ registration: HandlerRegistration, _ window: PageWindow) {
    self.registration = registration
    self.window = window
  }

  /// The handler's name.
  public var name: String { registration.name }

  /// Whether two are one object.
  public static func === (a: MessageHandler, b: MessageHandler) -> Bool {
    a.registration === b.registration
  }

  /// `postMessage(body)`. Always a promise: it resolves when native has taken the message, with the
  /// reply where the handler replies (R34, R38).
  /// - Throws: only where the profile's engine throws on unsupported bodies.
  @discardableResult
  public func postMessage(_ body: BridgeValue) throws -> PagePromise {
    let promise = window.promise()
    try window.document.engine?.post(body, to: registration, window.document, promise)
    return promise
  }

  /// `postMessage()` without an argument: a promise rejected with a TypeError.
  @discardableResult
  public func postMessage() -> PagePromise {
    let promise = window.promise()
    promise.reject(PageError("Not enough arguments", name: "TypeError"))
    return promise
  }

  /// `postMessage` called on another object: a promise rejected with a TypeError.
  @discardableResult
  public func detachedPostMessage(_ body: BridgeValue) -> PagePromise {
    let promise = window.promise()
    promise.reject(
      PageError(
        "Can only call UserMessageHandler.postMessage on instances of UserMessageHandler",
        name: "TypeError"))
    return promise
  }
}

/// One registration of a handler: the same name registered again is another one (R32).
package final class HandlerRegistration {
  package let name: String
  package let world: ScriptWorld
  package let replies: Bool
  /// The page's process has processed the removal.
  package var isRemovedInPage = false

  package init(name: String, world: ScriptWorld, replies: Bool) {
    self.name = name
    self.world = world
    self.replies = replies
  }
}
