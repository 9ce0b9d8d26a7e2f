#if RealEngine
  import CJSONC
  import CWebKitGTK

  /// One web view with its web process: what it was opened with, what is done to it, and all that
  /// native observes, in order.
  ///
  /// Everything happens on the thread of the main loop. An event is written before anything that
  /// follows from it; actions of a trigger run inside the callback that brought the event, so that
  /// they belong to the same turn of the main loop.
  final class Session {
    /// What it was opened with: a scenario in the recorded form, or the same without `start`.
    let plan: Node
    /// Takes every event, in order.
    let write: (Node) -> Void
    /// Called when something happened, before triggers run.
    var onChange: () -> Void = {}
    /// Called at the end, with its reason.
    var onEnd: () -> Void = {}

    let tagger: Tagger
    let context: UnsafeMutablePointer<WebKitWebContext>
    let manager: UnsafeMutablePointer<WebKitUserContentManager>
    var view: UnsafeMutablePointer<WebKitWebView>?
    var window: UnsafeMutablePointer<GtkWidget>?
    let observers: UnsafeMutablePointer<bridge_observers>

    /// Calls that have not completed, with what cancels them.
    var pending: [String: UnsafeMutablePointer<GCancellable>] = [:]
    /// Names and kinds of handlers that are listened for.
    var heard: Set<String> = []
    /// Reply objects by their numbers, from 1; nil once they are let go.
    var replies: [OpaquePointer?] = []
    /// What the page has said so far.
    var messageCount = 0
    var resources = Resources()
    /// Refuses other machines, where the session stays on this one.
    var refusal: RemoteRefusal?
    /// Delayed actions that have not come.
    var delayed = 0
    /// The dialog that waits for an answer, and the navigation that waits for a decision.
    var dialog: OpaquePointer?
    var decision: Bool?
    /// What a question of the page is answered with, while it waits.
    var answerToPage: String?
    /// Navigations that native asked for and whose policy was not asked yet.
    var ownNavigations = 0
    /// The view goes as soon as the dialog's callback is left.
    private(set) var isDoomed = false
    var isInReply = false
    /// The process is gone, and no load has begun a new one.
    var isGone = false
    /// Completions that may mean that the process is going: the next event tells.
    var uncertain: [Node] = []

    private(set) var isEnded = false
    /// It is to be closed as soon as the engine's callback is left.
    private(set) var isMuted = false
    /// Whether the engine has said anything at all.
    private(set) var isAlive = false
    private var triggers: [Trigger] = []
    private var run: Compaction?
    private let isCompact: Bool
    private var depth = 0

    private final class Trigger {
      let when: Node
      let actions: [Node]
      let place: Int
      let isRepeated: Bool
      var seen = 0
      var isSpent = false

      init(_ node: Node) {
        when = node["when"] ?? .object()
        actions = node["actions"]?.items ?? []
        place = when.number("nth", 1)
        isRepeated = when.flag("every")
      }

      /// Whether the event has every member that `when` names.
      func matches(_ event: Node) -> Bool {
        when.members.allSatisfy { key, wanted in
          if key == "nth" || key == "every" { return true }
          guard let found = event[key] else { return wanted.isNull }
          return found.equals(wanted)
        }
      }
    }

    /// Consecutive integers of one handler, told as one line.
    private struct Compaction {
      var handler: String
      var first: Int
      var last: Int

      var event: Node {
        Session.event("message-run").set("handler", handler).set("first", Node(first))
          .set("last", Node(last))
      }
    }

    /// Opens a view. Handlers and user scripts are there before it, as in an app.
    init(_ plan: Node, write: @escaping (Node) -> Void) {
      self.plan = plan
      self.write = write
      tagger = Tagger(keepsOrder: plan.flag("rawOrder"), isExact: plan.flag("exact"))
      isCompact = plan.flag("compact")
      triggers = (plan["on"]?.items ?? []).map(Trigger.init)
      context = webkit_web_context_new_ephemeral()
      manager = webkit_user_content_manager_new()
      observers = bridge_new_observers()
      observe()
      stayLocal()
      serve()
      for handler in plan["handlers"]?.items ?? [] { _ = register(handler) }
      if plan.flag("captureErrors") { captureErrors() }
      for script in plan["userScripts"]?.items ?? [] { addUserScript(script) }
      view = bridge_new_view(context, manager, &window)
      bridge_observe(view, observers)
    }

    deinit {
      observers.pointee.context = nil
      bridge_release_observers(observers)
    }

    /// Tells nothing more and does nothing more.
    func mute() { isMuted = true }

    /// Lets go of everything. The web process ends with its view. Not to be called in a callback of
    /// the engine, which goes on with the view that it was called for.
    func close() {
      isMuted = false
      refusal?.close()
      isEnded = true
      observers.pointee.context = nil
      for cancellable in pending.values { g_cancellable_cancel(cancellable) }
      destroy()
      dropHeld()
      for number in replies.indices { dropReply(number + 1) }
      g_object_unref(manager)
      g_object_unref(context)
    }

    /// Destroys the view with its window. WebKitGTK 2.50 dies where that happens in a dialog's
    /// callback: there, and where the page asks a question, it waits until the callback is left, and
    /// nothing more is heard of the view but how its calls end.
    func destroy() {
      view = nil
      guard let window else { return }
      guard dialog != nil || answerToPage != nil else {
        self.window = nil
        return gtk_widget_destroy(window)
      }
      guard !isDoomed else { return }
      isDoomed = true
      // Before the next message of the engine.
      g_idle_add_full(
        G_PRIORITY_HIGH,
        { context in
          guard let context else { return 0 }
          let session = Unmanaged<Session>.fromOpaque(context).takeRetainedValue()
          session.destroy()
          return 0
        }, Unmanaged.passRetained(self).toOpaque(), nil)
    }

    static func event(_ name: String) -> Node { Node.object().set("event", name) }

    // MARK: Telling

    func emit(_ event: Node) {
      guard !isEnded, !isMuted else { return }
      if !uncertain.isEmpty { settleUncertain(isGone: event.text("event") == "terminated") }
      let name = event.text("event")
      if name != "action", event.text("phase") != "started" { isAlive = true }
      if !takeIntoRun(event, name) {
        flushRun()
        write(event)
      }
      onChange()
      // A trigger on its own action would go round for ever.
      guard depth < 200 else { return end("endless") }
      depth += 1
      for trigger in triggers where !isEnded && !isMuted {
        guard !trigger.isSpent, trigger.matches(event) else { continue }
        trigger.seen += 1
        guard trigger.seen >= trigger.place else { continue }
        trigger.isSpent = !trigger.isRepeated
        perform(trigger.actions)
      }
      depth -= 1
    }

    /// Tells the completions that waited; they came before whatever is told next.
    func settleUncertain(isGone: Bool) {
      let events = uncertain
      uncertain = []
      for event in events { emit(isGone ? event.set("gone", Node(true)) : event) }
    }

    private func takeIntoRun(_ event: Node, _ name: String?) -> Bool {
      guard isCompact, name == "message", let body = event["body"], body.isInteger else {
        return false
      }
      let handler = event.text("handler") ?? ""
      if run?.handler == handler, run?.last == body.integer - 1 {
        run?.last = body.integer
      } else {
        flushRun()
        run = Compaction(handler: handler, first: body.integer, last: body.integer)
      }
      return true
    }

    private func flushRun() {
      guard let run else { return }
      self.run = nil
      write(run.event)
    }

    /// Adds triggers while it runs.
    func addTrigger(_ node: Node) { triggers.append(Trigger(node)) }

    /// The last event: why it ended, which calls never completed, which triggers never fired.
    func end(_ why: String) {
      guard !isEnded else { return }
      flushRun()
      let calls = pending.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      let unfired = triggers.filter { !$0.isSpent && !$0.isRepeated }
      write(
        Self.event("end").set("why", why).set("pendingCalls", .array(calls.map { Node($0) }))
          .set("unfiredTriggers", .array(unfired.map(\.when))))
      isEnded = true
      onEnd()
    }

    /// A warning of the libraries while a reply is given belongs to the trace; others go to stderr.
    func warn(_ domain: UnsafePointer<CChar>?, _ text: UnsafePointer<CChar>?) -> Bool {
      guard isInReply else { return false }
      emit(Self.event("native-warning").set("domain", Node(domain)).set("text", Node(text)))
      return true
    }
  }
#endif
