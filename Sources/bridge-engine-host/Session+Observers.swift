#if RealEngine
  import CJSONC
  import CWebKitGTK

  // What native is told.

  extension Session {
    /// The session that a callback belongs to, where it still listens to its view.
    static func of(_ context: UnsafeMutableRawPointer?) -> Session? {
      guard let context else { return nil }
      let session = Unmanaged<Session>.fromOpaque(context).takeUnretainedValue()
      return session.isDoomed ? nil : session
    }

    func observe() {
      observers.pointee.context = Unmanaged.passUnretained(self).toOpaque()
      observers.pointee.message = { Session.of($0)?.message($1, $2, $3) }
      observers.pointee.load = { Session.of($0)?.load($1, $2) }
      observers.pointee.failed = { Session.of($0)?.failed($1, $2, $3) }
      observers.pointee.terminated = { Session.of($0)?.terminated($1) }
      observers.pointee.dialog = { Session.of($0)?.asks($1) }
      // Nobody is there to allow it.
      observers.pointee.policy = { Session.of($0)?.decide($1) ?? 0 }
      observers.pointee.resource = { Session.of($0)?.requests($1) }
      observers.pointee.responsive = { Session.of($0)?.responds($1) }
      observers.pointee.refused = { Session.of($0)?.refuses($1, $2) }
    }

    private func message(
      _ handler: UnsafePointer<CChar>?, _ body: UnsafeMutablePointer<JSCValue>?,
      _ reply: OpaquePointer?
    ) {
      messageCount += 1
      let event = Self.event("message").set("handler", Node(handler))
      if let reply {
        replies.append(webkit_script_message_reply_ref(reply))
        event.set("reply", Node(replies.count))
      }
      if let body { event.set("body", tagger.tag(body)) }
      emit(event)
    }

    private func load(_ phase: Int32, _ url: UnsafePointer<CChar>?) {
      let phases = ["started", "redirected", "committed", "finished"]
      guard phases.indices.contains(Int(phase)) else { return }
      if phase == 0 { isGone = false }
      emit(Self.event("navigation").set("phase", phases[Int(phase)]).set("url", Node(url)))
    }

    private func failed(
      _ phase: Int32, _ url: UnsafePointer<CChar>?, _ error: UnsafePointer<GError>?
    ) {
      let places = [0: "started", 2: "committed"]
      emit(
        Self.event("navigation").set("phase", "failed").set("url", Node(url))
          .set("at", places[Int(phase)] ?? "other").set("error", Self.node(of: error)))
    }

    static func node(of error: UnsafePointer<GError>?) -> Node {
      guard let error else { return Node(taking: nil) }
      return Node.object().set("domain", Node(bridge_domain(error)))
        .set("code", Node(Int(error.pointee.code)))
        .set("message", Node(UnsafePointer(error.pointee.message)))
    }

    private func terminated(_ reason: Int32) {
      let reasons = [0: "crashed", 1: "memory"]
      isGone = true
      emit(Self.event("terminated").set("reason", reasons[Int(reason)] ?? "by-api"))
    }

    // MARK: Questions

    /// `alert`, `confirm` and the like: the page waits until this returns.
    private func asks(_ dialog: OpaquePointer?) {
      guard let dialog else { return }
      let type = webkit_script_dialog_get_dialog_type(dialog)
      let event = Self.event("dialog")
      let isQuestion =
        type == WEBKIT_SCRIPT_DIALOG_CONFIRM || type == WEBKIT_SCRIPT_DIALOG_BEFORE_UNLOAD_CONFIRM
      switch type {
      case WEBKIT_SCRIPT_DIALOG_ALERT: event.set("type", "alert")
      case WEBKIT_SCRIPT_DIALOG_CONFIRM: event.set("type", "confirm")
      case WEBKIT_SCRIPT_DIALOG_PROMPT: event.set("type", "prompt")
      default: event.set("type", "beforeunload")
      }
      event.set("text", Node(webkit_script_dialog_get_message(dialog)))
      if plan["dialogs"] == nil {
        // As the recorded traces have it.
        if isQuestion { webkit_script_dialog_confirm_set_confirmed(dialog, 1) }
        if type == WEBKIT_SCRIPT_DIALOG_PROMPT {
          webkit_script_dialog_prompt_set_text(dialog, "native-answer")
        }
      } else if type == WEBKIT_SCRIPT_DIALOG_PROMPT {
        event.set("default", Node(webkit_script_dialog_prompt_get_default_text(dialog)))
      }
      self.dialog = dialog
      emit(event)
      self.dialog = nil
    }

    func answerDialog(_ action: Node) {
      guard let dialog else { return }
      switch webkit_script_dialog_get_dialog_type(dialog) {
      case WEBKIT_SCRIPT_DIALOG_PROMPT:
        if let text = action.text("text") { webkit_script_dialog_prompt_set_text(dialog, text) }
      case WEBKIT_SCRIPT_DIALOG_ALERT: break
      default:
        webkit_script_dialog_confirm_set_confirmed(dialog, action.flag("confirm") ? 1 : 0)
      }
    }

    private func decide(_ url: UnsafePointer<CChar>?) -> gboolean {
      let place = url.map { String(cString: $0) } ?? ""
      let isOwn = ownNavigations > 0
      if isOwn { ownNavigations -= 1 }
      if plan.flag("askPolicy") {
        decision = true
        emit(
          Self.event("policy").set("url", place).set("by", isOwn ? "native" : "page"))
        defer { decision = nil }
        return decision == true ? 1 : 0
      }
      let isRefused = plan.text("cancelNavigationTo") == place
      if isRefused || plan.flag("tracePolicy") {
        emit(
          Self.event("policy").set("url", place).set("decision", isRefused ? "cancel" : "allow"))
      }
      return isRefused ? 0 : 1
    }

    /// A resource that the page asks for.
    private func requests(_ url: UnsafePointer<CChar>?) {
      guard let url, let refusal else { return }
      let text = String(cString: url)
      if text != plan.text("base") { refusal.asked(text) }
    }

    private func responds(_ isResponsive: gboolean) {
      guard plan["watch"] != nil else { return }
      emit(Self.event(isResponsive != 0 ? "responsive" : "unresponsive"))
    }

    /// A window, a download and the like: what a session on this machine does not do is told.
    private func refuses(_ what: UnsafePointer<CChar>?, _ url: UnsafePointer<CChar>?) {
      guard plan.flag("local") else { return }
      emit(Self.event("refused").set("what", Node(what)).set("url", Node(url)))
    }
  }
#endif
