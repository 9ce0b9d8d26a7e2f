public import BridgeBus
internal import BridgeJSON
internal import BridgeScript

#if os(Linux)
  // What native asks for, as actions of the host's protocol.

  extension WebKitHostEngine {
    /// Gives a command; it leaves at the end of the turn that is running.
    @discardableResult
    public func perform(_ command: EngineCommand) -> Bool {
      guard failure == nil else { return false }
      if isDestroyed {
        if case .reply = command { return false }
        onReport?(.fault(.destroyed))
        return false
      }
      switch command {
      case .register(let name, let world, let reply): return register(name, world, reply)
      case .unregister(let name, let world):
        handlers.remove(key(name, world))
        add("unregister", text("name", name), self.world(world))
      case .addUserScript(let script): addUserScript(script)
      case .removeAllUserScripts:
        add("removeAllUserScripts")
        add("addUserScript", PageErrors.userScript)
      case .load(let load): begin(load)
      case .stop: add("stop")
      case .goBack: add("goBack")
      case .evaluate(let call, let script, let world):
        guard let source = source(script, isBody: false) else { return false }
        remember(script, call)
        add("evaluate", text("id", call), text("script", source), self.world(world))
      case .callAsync(let call, let script, let arguments, let world):
        callAsync(call, script, arguments, world)
      case .reply(let number, let answer): return reply(number, answer)
      case .release(let url): add("release", text("url", url))
      case .terminate:
        // What is loaded from here on is loaded by another process.
        isLoading = false
        terminations += 1
        add("terminate")
        hearOfTermination()
      case .destroy:
        isDestroyed = true
        isLoading = false
        leavingUntil = 0
        add("destroy")
      }
      return true
    }

    /// The end of a process that native ends itself is told before its call returns (R40): whatever is
    /// commanded behind it comes after what native did when it heard of that.
    private func hearOfTermination() { reach(waits: false) }

    /// Waits until the host has done all that was commanded, and with `waits` for its main loop, which
    /// then stands still until `goOn`. What is told meanwhile came before.
    func reach(waits: Bool) {
      placeCount += 1
      let place = "place \(placeCount)"
      awaitedPlace = place
      add("tell", text("id", place), waits ? "\"waits\":true" : nil)
      flush()
      let begun = HostProcess.now()
      while awaitedPlace == place, failure == nil {
        take(within: Self.patience)
        if HostProcess.now() - begun >= Self.patience { fail(.silent(Self.patience)) }
      }
    }

    // MARK: Lines

    private func text(_ name: String, _ value: String) -> String {
      "\(JSONString.quoted(name)):\(JSONString.quoted(value))"
    }

    private func world(_ world: ScriptWorld) -> String? {
      world.name.isEmpty ? nil : text("world", world.name)
    }

    private func key(_ name: String, _ world: ScriptWorld) -> String { "\(world.name)\n\(name)" }

    func add(_ verb: String, _ members: String?...) {
      let parts = [text("do", verb)] + members.compactMap { $0 }
      turn.append("{\(parts.joined(separator: ","))}")
    }

    /// Sends the commands of the turn, if there are any.
    func flush() {
      guard !turn.isEmpty, failure == nil else { return }
      probe.overtake()
      host.say("{\"do\":\"turn\",\"actions\":[\(turn.joined(separator: ","))]}")
      turn.removeAll(keepingCapacity: true)
    }

    /// Lets the engine leave its callback, with what native asked for in it.
    func goOn() {
      if !turn.isEmpty { probe.overtake() }
      let actions = turn.isEmpty ? "" : ",\"actions\":[\(turn.joined(separator: ","))]"
      turn.removeAll(keepingCapacity: true)
      host.say("{\"do\":\"continue\"\(actions)}")
    }

    // MARK: Commands

    private func register(_ name: String, _ world: ScriptWorld, _ replies: Bool) -> Bool {
      guard handlers.insert(key(name, world)).inserted else {
        onReport?(.fault(.handlerTaken(name: name)))
        return false
      }
      add("register", text("name", name), self.world(world), replies ? "\"reply\":true" : nil)
      return true
    }

    private func addUserScript(_ script: UserScript) {
      guard let source = source(script.script, isBody: false) else { return }
      add(
        "addUserScript", text("source", source),
        text("time", script.time == .documentEnd ? "end" : "start"),
        text("frames", script.mainFrameOnly ? "top" : "all"), world(script.world))
    }

    private func begin(_ load: Load) {
      isLoading = true
      switch load {
      case .url(let url): add("loadURI", text("uri", url))
      case .page(let page, let base):
        add("loadHTML", text("html", page.html ?? ""), text("base", base))
      case .reload: add("reload")
      }
    }

    /// The script's text; nil of Swift code, which only the headless engine runs.
    private func source(_ script: Script, isBody: Bool) -> String? {
      switch script {
      case .text(let text): return text
      case .call(let path, let arguments):
        let list = arguments.map(\.javaScript).joined(separator: ",")
        return isBody ? "return \(path)(\(list))" : "\(path)(\(list))"
      case .swift:
        onReport?(.fault(.notRunnable("Swift code")))
        return nil
      }
    }

    /// Which function a call needs: where it is missing, that is the cause.
    private func remember(_ script: Script, _ call: String) {
      pendingCalls.insert(call)
      if case .call(let path, _) = script { functions[call] = path }
    }

    private func callAsync(
      _ call: String, _ script: Script, _ arguments: [BridgeValue], _ world: ScriptWorld
    ) {
      guard let source = source(script, isBody: true) else { return }
      remember(script, call)
      // In this engine's terms: an object of named arguments.
      let members = arguments.enumerated().map { index, value in
        "\"argument\(index)\":\(String(decoding: value.json, as: UTF8.self))"
      }
      add(
        "callAsync", text("id", call), text("body", source),
        members.isEmpty ? nil : "\"args\":{\(members.joined(separator: ","))}", self.world(world))
    }

    private func reply(_ number: Int, _ answer: ReplyAnswer) -> Bool {
      guard number > 0, number <= requests else { return false }
      guard replied.insert(number).inserted else {
        if answer == .dropped { return true }
        onReport?(.fault(.repliedTwice(reply: number)))
        return false
      }
      let to = "\"to\":\(number)"
      switch answer {
      case .value(let value):
        guard profile.acceptsReply(value) else {
          // The engine would kill its process.
          onReport?(.fault(.unsupportedReply(reply: number)))
          return false
        }
        add("reply", to, text("js", value.javaScript))
      case .error(let text): add("reply", to, self.text("error", text))
      case .dropped: add("dropReply", to)
      }
      return true
    }
  }
#endif
