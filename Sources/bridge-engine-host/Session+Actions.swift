#if RealEngine
  import CJSONC
  import CWebKitGTK

  // What native does.

  extension Session {
    func perform(_ actions: [Node]) {
      for action in actions where !isEnded && !isMuted { perform(action) }
    }

    /// Does one thing. Most are written as an event before they take effect.
    func perform(_ action: Node) {
      let verb = action.text("do") ?? ""
      let event = Self.event("action").set("do", verb)
      switch verb {
      case "loadHTML", "loadURI", "reload", "stop", "goBack": navigate(verb, action, event)
      case "evaluate": evaluate(action, event)
      case "callAsync": callAsync(action, event)
      case "cancel":
        let id = action.text("id") ?? "?"
        emit(event.set("call", id))
        if let cancellable = pending[id] { g_cancellable_cancel(cancellable) }
      case "register":
        event.set("name", action.text("name") ?? "")
        if let world = action.text("world") { event.set("world", world) }
        emit(event.set("ok", Node(register(action))))
      case "unregister":
        let name = action.text("name") ?? ""
        emit(event.set("name", name))
        if let world = action.text("world") {
          webkit_user_content_manager_unregister_script_message_handler_in_world(
            manager, name, world)
        } else {
          webkit_user_content_manager_unregister_script_message_handler(manager, name)
        }
      case "addUserScript":
        emit(event)
        addUserScript(action)
      case "removeAllUserScripts":
        emit(event)
        webkit_user_content_manager_remove_all_scripts(manager)
      case "terminate":
        emit(event)
        if let view { webkit_web_view_terminate_web_process(view) }
      case "tryClose":
        emit(event)
        if let view { webkit_web_view_try_close(view) }
      case "destroy":
        emit(event)
        destroy()
      case "reply": reply(action, event)
      case "dropReply":
        let number = replyNumber(action)
        emit(event.set("to", Node(number)))
        dropReply(number)
      case "release":
        let url = action.text("url") ?? ""
        emit(event.set("url", url))
        release(url)
      case "tell":
        let reached = Self.event("reached").set("id", action.text("id") ?? "")
        if action.flag("waits") { reached.set("waits", Node(true)) }
        write(reached)
      case "serve":
        let url = action.text("url") ?? ""
        resources.served[url] = action
        emit(event.set("url", url))
      case "block":
        emit(event)
        g_usleep(1000 * UInt(max(0, action.number("ms", 100))))
      case "tree": tellTree(action)
      case "mark": emit(event.set("label", action.text("label") ?? ""))
      case "later": later(action)
      case "end": end("end-action")
      case "answer" where dialog != nil: answerDialog(action)
      case "answer" where answerToPage != nil: answerToPage = action.text("text")
      case "refuse" where decision != nil: decision = false
      default: emit(event.set("unknown", "yes"))
      }
    }

    private func navigate(_ verb: String, _ action: Node, _ event: Node) {
      if verb == "loadURI" { event.set("url", action.text("uri") ?? "") }
      emit(event)
      guard let view else { return }
      switch verb {
      case "loadHTML":
        ownNavigations += 1
        webkit_web_view_load_html(
          view, action.text("html") ?? plan.text("html") ?? "",
          action.text("base") ?? plan.text("base"))
      case "loadURI":
        ownNavigations += 1
        webkit_web_view_load_uri(view, action.text("uri") ?? "")
      case "reload":
        ownNavigations += 1
        webkit_web_view_reload(view)
      case "stop": webkit_web_view_stop_loading(view)
      default:
        if webkit_web_view_can_go_back(view) != 0 { ownNavigations += 1 }
        webkit_web_view_go_back(view)
      }
    }

    // MARK: Handlers and scripts

    /// Whether the name was free.
    func register(_ handler: Node) -> Bool {
      let name = handler.text("name") ?? ""
      let world = handler.text("world")
      let replies = handler.flag("reply")
      if heard.insert((replies ? "reply:" : "plain:") + name).inserted {
        bridge_listen(manager, name, replies ? 1 : 0, observers)
      }
      if replies {
        return webkit_user_content_manager_register_script_message_handler_with_reply(
          manager, name, world) != 0
      }
      guard let world else {
        return webkit_user_content_manager_register_script_message_handler(manager, name) != 0
      }
      return webkit_user_content_manager_register_script_message_handler_in_world(
        manager, name, world) != 0
    }

    func addUserScript(_ script: Node) {
      addUserScript(
        script.text("source") ?? "", atEnd: script.text("time") == "end",
        topOnly: script.text("frames") == "top", world: script.text("world"))
    }

    private func addUserScript(_ source: String, atEnd: Bool, topOnly: Bool, world: String?) {
      let time =
        atEnd
        ? WEBKIT_USER_SCRIPT_INJECT_AT_DOCUMENT_END : WEBKIT_USER_SCRIPT_INJECT_AT_DOCUMENT_START
      let frames =
        topOnly ? WEBKIT_USER_CONTENT_INJECT_TOP_FRAME : WEBKIT_USER_CONTENT_INJECT_ALL_FRAMES
      let script =
        world.map { webkit_user_script_new_for_world(source, frames, time, $0, nil, nil) }
        ?? webkit_user_script_new(source, frames, time, nil, nil)
      webkit_user_content_manager_add_script(manager, script)
      webkit_user_script_unref(script)
    }

    /// Brings console calls and errors that nobody caught as messages of `__console`, so that they
    /// stand in order with the others.
    func captureErrors() {
      _ = register(Node.object().set("name", "__console"))
      addUserScript(Session.errorCapture, atEnd: false, topOnly: false, world: nil)
    }

    private static let errorCapture = """
      (() => {
        const handler = window.webkit.messageHandlers.__console;
        const text = value => {
          if (typeof value === "string") return value;
          try { return value instanceof Error ? String(value) : JSON.stringify(value); }
          catch (error) { return String(value); }
        };
        for (const level of ["log", "info", "warn", "error", "debug"]) {
          const original = console[level];
          console[level] = function (...values) {
            handler.postMessage({ level, text: values.map(text).join(" ") });
            return original.apply(console, values);
          };
        }
        window.addEventListener("error", event =>
          handler.postMessage(
            { level: "uncaught", text: String(event.message), line: event.lineno }));
        window.addEventListener("unhandledrejection", event =>
          handler.postMessage({ level: "unhandledrejection", text: text(event.reason) }));
      })();
      """

    // MARK: Calls

    /// What a completion has to know.
    private final class Call {
      let session: Session
      let id: String
      let isAsync: Bool

      init(_ session: Session, _ id: String, isAsync: Bool) {
        self.session = session
        self.id = id
        self.isAsync = isAsync
      }
    }

    private typealias Cancellable = UnsafeMutablePointer<GCancellable>

    private func begin(_ action: Node, _ event: Node) -> (id: String, cancellable: Cancellable?) {
      let id = action.text("id") ?? "?"
      emit(event.set("call", id))
      let cancellable = g_cancellable_new()
      if let old = pending[id] { g_object_unref(UnsafeMutableRawPointer(old)) }
      pending[id] = cancellable
      return (id, cancellable)
    }

    /// Starts the web process before anybody needs it.
    func warmUp() {
      guard let view else { return }
      webkit_web_view_evaluate_javascript(
        view, "0", 1, "bridge-engine-host", nil, nil,
        { source, result, _ in
          guard let source, let result else { return }
          let view = UnsafeMutableRawPointer(source).assumingMemoryBound(to: WebKitWebView.self)
          let value = webkit_web_view_evaluate_javascript_finish(view, result, nil)
          if let value { g_object_unref(value) }
        }, nil)
    }

    private func evaluate(_ action: Node, _ event: Node) {
      let (id, cancellable) = begin(action, event)
      guard let view else { return }
      let call = Unmanaged.passRetained(Call(self, id, isAsync: false)).toOpaque()
      (action["script"] ?? Node("")).withText { text, count in
        webkit_web_view_evaluate_javascript(
          view, text, count, action.text("world"), action.text("source"), cancellable,
          Session.completed, call)
      }
    }

    private func callAsync(_ action: Node, _ event: Node) {
      let (id, cancellable) = begin(action, event)
      guard let view else { return }
      let call = Unmanaged.passRetained(Call(self, id, isAsync: true)).toOpaque()
      (action["body"] ?? Node("")).withText { text, count in
        webkit_web_view_call_async_javascript_function(
          view, text, count, action["args"].flatMap { Session.variant($0) }, action.text("world"),
          action.text("source"), cancellable, Session.completed, call)
      }
    }

    private static let completed: GAsyncReadyCallback = { source, result, context in
      guard let context, let source, let result else { return }
      let call = Unmanaged<Call>.fromOpaque(context).takeRetainedValue()
      let view = UnsafeMutableRawPointer(source).assumingMemoryBound(to: WebKitWebView.self)
      var error: UnsafeMutablePointer<GError>?
      let value =
        call.isAsync
        ? webkit_web_view_call_async_javascript_function_finish(view, result, &error)
        : webkit_web_view_evaluate_javascript_finish(view, result, &error)
      call.session.complete(call.id, value, error)
      if let value { g_object_unref(value) }
      g_clear_error(&error)
    }

    private func complete(
      _ id: String, _ value: UnsafeMutablePointer<JSCValue>?, _ error: UnsafeMutablePointer<GError>?
    ) {
      if let cancellable = pending.removeValue(forKey: id) {
        g_object_unref(UnsafeMutableRawPointer(cancellable))
      }
      guard !isEnded else { return }
      let event = Self.event("completion").set("call", id)
      if let error {
        event.set("error", Self.node(of: error))
        // The engine has one code for a result that cannot be brought back and for a process that
        // goes; in lockstep the two are told apart.
        if plan.flag("lockstep"), error.pointee.code == 601 {
          if isGone || view == nil {
            event.set("gone", Node(true))
          } else {
            return wait(with: event)
          }
        }
      } else if let value {
        event.set("result", tagger.tag(value))
      }
      emit(event)
    }

    private func wait(with event: Node) {
      uncertain.append(event)
      guard uncertain.count == 1 else { return }
      g_idle_add_full(
        G_PRIORITY_LOW,
        { context in
          guard let context else { return 0 }
          let session = Unmanaged<Session>.fromOpaque(context).takeRetainedValue()
          if !session.isEnded { session.settleUncertain(isGone: false) }
          return 0
        }, Unmanaged.passRetained(self).toOpaque(), nil)
    }

    /// Arguments as the engine takes them: numbers, texts, booleans and dictionaries; anything else
    /// is left out. Nesting is bounded by the reader's.
    private static func variant(_ node: Node) -> OpaquePointer? {
      switch json_object_get_type(node.raw) {
      case json_type_int: return g_variant_new_int32(json_object_get_int(node.raw))
      case json_type_double: return g_variant_new_double(json_object_get_double(node.raw))
      case json_type_string: return g_variant_new_string(json_object_get_string(node.raw))
      case json_type_boolean: return g_variant_new_boolean(json_object_get_boolean(node.raw))
      case json_type_object:
        let builder = bridge_new_dictionary()
        for (key, value) in node.members {
          if let value = variant(value) { bridge_add_member(builder, key, value) }
        }
        let dictionary = g_variant_builder_end(builder)
        g_variant_builder_unref(builder)
        return dictionary
      default: return nil
      }
    }

    // MARK: Replies

    /// The number of the request that is meant: the last one where none is named.
    private func replyNumber(_ action: Node) -> Int {
      let number = action.number("to", 0)
      return number == 0 ? replies.count : number
    }

    private func reply(_ action: Node, _ event: Node) {
      let number = replyNumber(action)
      emit(event.set("to", Node(number)))
      guard replies.indices.contains(number - 1), let reply = replies[number - 1] else { return }
      isInReply = true
      if let error = action["error"] {
        error.withText { text, _ in webkit_script_message_reply_return_error_message(reply, text) }
      } else {
        let context = jsc_context_new()
        let value: UnsafeMutablePointer<JSCValue>?
        if let script = action.text("js") {
          value = jsc_context_evaluate(context, script, -1)
        } else {
          value = jsc_value_new_from_json(
            context, json_object_to_json_string(action["value"]?.raw))
        }
        webkit_script_message_reply_return_value(reply, value)
        if let value { g_object_unref(value) }
        if let context { g_object_unref(context) }
      }
      isInReply = false
      if action.flag("release") { dropReply(number) }
    }

    /// Lets a request go; one that has no reply is answered by that.
    func dropReply(_ number: Int) {
      guard replies.indices.contains(number - 1), let reply = replies[number - 1] else { return }
      webkit_script_message_reply_unref(reply)
      replies[number - 1] = nil
    }

    // MARK: Time

    private final class Delayed {
      let session: Session
      let actions: [Node]

      init(_ session: Session, _ actions: [Node]) {
        self.session = session
        self.actions = actions
      }
    }

    private func later(_ action: Node) {
      delayed += 1
      onChange()
      let context = Unmanaged.passRetained(Delayed(self, action["actions"]?.items ?? [])).toOpaque()
      g_timeout_add(
        UInt32(max(0, action.number("ms", 50))),
        { context in
          guard let context else { return 0 }
          let delayed = Unmanaged<Delayed>.fromOpaque(context).takeRetainedValue()
          delayed.session.delayed -= 1
          delayed.session.onChange()
          delayed.session.perform(delayed.actions)
          return 0
        }, context)
    }
  }
#endif
