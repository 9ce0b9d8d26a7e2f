/// A document with its realm: what lives from its commit to long after its replacement.
package final class PageDocument {
  /// Where a document stands in its life.
  package enum Life: Sendable { case current, cached, replaced }

  package enum ReadyState: String, Sendable { case loading, interactive, complete }

  package struct Timer {
    var id: Int
    var due: Double
    /// Its place in the arrival order, once it is due.
    var stamp: Int?
    /// The turn of the command whose script made it; it runs after all commands of that turn (R12).
    var turn: Int?
    var interval: Double?
    /// A dialog stopped it and started it again: which of two such comes first is open (ND5).
    var isLoose = false
    var body: () throws -> Void
  }

  package struct Task {
    var stamp: Int
    var turn: Int?
    /// Of an animation frame: its tick.
    var due: Double
    /// It is a navigation that the page asked for and that has not begun.
    var isNavigation = false
    var body: () throws -> Void
  }

  /// What a world of scripts has of its own.
  package final class Realm {
    var functions: [String: ([BridgeValue]) throws -> PageResult] = [:]
    var globals: [String: BridgeValue] = [:]
    var listeners: [(PageEvent, (String) throws -> Void)] = []
    /// The page wrote over `window.webkit`.
    var hidesHandlers = false
  }

  package let number: Int
  /// Changes without a load by `pushState` and fragments.
  package internal(set) var url: String
  package let frame: EngineMessage.Frame
  /// The process that it lives in; of an older one nothing gets out.
  package let process: Int
  package weak var engine: HeadlessEngine?
  package var life = Life.current
  package var readyState = ReadyState.loading
  package var realms: [ScriptWorld: Realm] = [:]
  /// `document.body.dataset` and the like: what all worlds see.
  package var dataset: [String: String] = [:]
  package var children: [PageDocument] = []
  package var isRemoved = false

  var timers: [Timer] = []
  var frames: [Task] = []
  var ports: [Task] = []
  /// Microtasks that wait until the page cache gives the document back (R38b).
  var frozen: [() -> Void] = []

  package init(
    number: Int, url: String, frame: EngineMessage.Frame, process: Int, engine: HeadlessEngine?
  ) {
    self.number = number
    self.url = url
    self.frame = frame
    self.process = process
    self.engine = engine
  }

  func realm(_ world: ScriptWorld) -> Realm {
    if let realm = realms[world] { return realm }
    let realm = Realm()
    realms[world] = realm
    return realm
  }

  func window(_ world: ScriptWorld) -> PageWindow { PageWindow(self, world) }

  /// Queues a microtask; of a cached document it waits for its return.
  func queueMicrotask(_ body: @escaping () -> Void) {
    if life == .cached {
      frozen.append(body)
    } else {
      engine?.microtasks.append(body)
    }
  }

  func noteRejection(_ error: @escaping () -> PageError?) {
    engine?.rejections.append((self, error))
  }

  /// Every document in it, itself first.
  var all: [PageDocument] {
    var out = [self]
    var next = 0
    while next < out.count {
      out += out[next].children
      next += 1
    }
    return out
  }

  /// Lets go of every closure: they hold windows, which hold documents.
  func forget() {
    realms.removeAll()
    timers.removeAll()
    frames.removeAll()
    ports.removeAll()
    frozen.removeAll()
  }
}
