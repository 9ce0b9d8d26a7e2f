// The native side: commands as they are given, and what arrives from the page's process.

extension HeadlessEngine {
  /// Gives a command; it belongs to the turn of the native main loop that is running.
  @discardableResult
  public func perform(_ order: EngineCommand) -> Bool {
    if isDestroyed {
      if case .reply = order { return false }
      fault(.destroyed)
      return false
    }
    switch order {
    case .register(let name, let world, let reply): return register(name, world, reply)
    case .unregister(let name, let world):
      // What is in flight is lost at once; the page learns of it in its turn (R32, R33).
      if let old = registrations.removeValue(forKey: HandlerKey(world: world, name: name)) {
        command(.unregister(old))
      }
    case .addUserScript(let script):
      userScripts.append(script)
      command(.userScripts(userScripts))
    case .removeAllUserScripts:
      userScripts.removeAll()
      command(.userScripts([]))
    case .load(let load):
      if !isAlive { relaunch() }
      command(.load(load))
    case .stop: command(.stop)
    case .goBack: command(.goBack)
    case .evaluate(let call, let script, let world):
      issue(call) { command(.evaluate(call, script, world)) }
    case .callAsync(let call, let script, let arguments, let world):
      guard arguments.allSatisfy(profile.acceptsArgument) else {
        refuseArguments(of: call)
        return true
      }
      issue(call) { command(.callAsync(call, script, arguments.map(\.inPage), world)) }
    case .reply(let number, let answer): return reply(number, answer)
    case .release(let name):
      footprint.insert(.everything)
      released.insert(name)
      for loading in loadings { loading.stamp = nextStamp() }
    case .terminate: endProcess(.byAPI, turn: turn, isToldNow: true)
    case .destroy: tearDown()
    }
    return true
  }

  private func fault(_ fault: NativeFault) { onReport?(.fault(fault)) }

  private func register(_ name: String, _ world: ScriptWorld, _ replies: Bool) -> Bool {
    let key = HandlerKey(world: world, name: name)
    guard registrations[key] == nil else {
      fault(.handlerTaken(name: name))
      return false
    }
    let registration = HandlerRegistration(name: name, world: world, replies: replies)
    registrations[key] = registration
    command(.register(registration))
    return true
  }

  // MARK: Calls

  private func issue(_ call: String, _ send: () -> Void) {
    guard isAlive else {
      // After termination a call fails at once and launches nothing (R41).
      emit(.completion(call: call, .failure(terminatedFailure)))
      return
    }
    calls.append(PendingCall(id: call, turn: turn))
    send()
  }

  /// Cancels a call, on GTK only: the script still runs, what it posts arrives, and the call fails
  /// when it would have completed (R42). False where the engine has no such thing or the call is over.
  @discardableResult
  public func cancel(_ call: String) -> Bool {
    guard profile.platform == .gtk, calls.contains(where: { $0.id == call }) else { return false }
    cancelled.insert(call)
    return true
  }

  private var cancelledFailure: ScriptFailure {
    ScriptFailure(.scriptError, code: 19, message: "Operation was cancelled")
  }

  /// The page's collector takes the promise that a call waits for: the call fails, at a moment that
  /// nobody can know beforehand (R26). False where the call is over.
  @discardableResult
  public func collectPromise(of call: String) -> Bool {
    guard isAlive, !isDestroyed, calls.contains(where: { $0.id == call }),
      collected.insert(call).inserted
    else { return false }
    footprint.insert(.everything)
    emit(
      .completion(
        call: call,
        .failure(
          ScriptFailure(
            .threw, code: profile.platform == .gtk ? 699 : 4,
            message: "Completion handler for function call is no longer reachable"))))
    return true
  }

  /// Calls that wait for a promise of a document that was left: their promises may be collected (R26).
  package var collectableCalls: [String] {
    calls.filter { $0.document.map { $0.life != .current } ?? false }.map(\.id)
  }

  private var terminatedFailure: ScriptFailure {
    ScriptFailure(
      .terminated, code: profile.terminationCode,
      message: profile.platform == .gtk
        ? "Unsupported result type" : "The web process or the view is gone")
  }

  /// Before calls that were issued earlier complete (R25): on GTK at once, on Apple a turn later.
  private func refuseArguments(of call: String) {
    let failure = ScriptFailure(
      .unsupportedArgument, code: profile.platform == .gtk ? 600 : 4,
      message: "an argument has no form that a page could receive")
    if profile.platform == .gtk {
      onReport?(.completion(call: call, .failure(failure)))
    } else {
      later(0) { [weak self] in self?.onReport?(.completion(call: call, .failure(failure))) }
    }
  }

  // MARK: Replies

  private func reply(_ number: Int, _ answer: ReplyAnswer) -> Bool {
    guard number > 0, number <= requestCount else { return false }
    guard let promise = requests.removeValue(forKey: number) else {
      if answer == .dropped { return true }
      // Never replied to, and yet gone: its process died, and nobody waits any more (R38, R42).
      if requestProcess.removeValue(forKey: number) != nil { return true }
      fault(.repliedTwice(reply: number))
      return false
    }
    // Of a dead process nobody waits any more (R38, R42).
    guard isAlive, requestProcess.removeValue(forKey: number) == process else { return true }
    switch answer {
    case .value(let value):
      guard profile.acceptsReply(value) else {
        fault(.unsupportedReply(reply: number))
        if profile.platform == .gtk {
          tearDown()
        } else {
          settle(
            promise,
            .rejected(
              PageError(
                "The result value passed back from the WKWebView API client was unable to be serialized"
              )))
        }
        return false
      }
      settle(promise, .fulfilled(value.inPage))
    case .error(let text): settle(promise, .rejected(PageError(text)))
    case .dropped:
      settle(
        promise,
        profile.platform == .gtk
          ? .fulfilled(.undefined)
          : .rejected(PageError("WKWebView API client did not respond to this postMessage")))
    }
    return true
  }

  private func settle(_ promise: PagePromise, _ state: PagePromise.State) {
    command(.settle(promise, state))
  }

  // MARK: What arrives

  /// One turn of the native main loop with one thing that came from the page.
  func takeOutgoing() {
    guard let outgoing = toNative.popFirst() else { return }
    turn += 1
    switch outgoing.content {
    case .report(let report): self.report(report)
    case .post(let post): take(post)
    case .policy(let navigation):
      let request = NavigationRequest(url: navigation.url, isFromPage: navigation.isFromPage)
      let isAllowed = navigationPolicy?(request) ?? true
      if isAlive, !isDestroyed { command(.decision(navigation, isAllowed)) }
    case .dialog(let dialog): onReport?(.dialog(dialog))
    }
  }

  private func report(_ report: EngineReport) {
    if case .completion(let call, _) = report {
      calls.removeAll { $0.id == call }
      if cancelled.remove(call) != nil {
        onReport?(.completion(call: call, .failure(cancelledFailure)))
        return
      }
    }
    onReport?(report)
  }

  private func take(_ post: Post) {
    let registration = post.registration
    var message = EngineMessage(
      handler: registration.name, world: registration.world, body: post.body,
      frame: profile.platform == .apple ? post.frame : nil)
    let key = HandlerKey(world: registration.world, name: registration.name)
    let promise = post.awaited
    guard registrations[key] === registration else {
      onReport?(.dropped(message, .handlerRemoved))
      if let promise, isAlive, !isDestroyed { settle(promise, .fulfilled(.undefined)) }
      return
    }
    postCount += 1
    message.post = postCount
    if registration.replies, let promise {
      requestCount += 1
      requests[requestCount] = promise
      requestProcess[requestCount] = process
      message.reply = requestCount
      report(message)
    } else {
      let process = self.process
      report(message)
      if let promise, isAlive, !isDestroyed, process == self.process {
        settle(promise, .fulfilled(.undefined))
      }
    }
  }

  private func report(_ message: EngineMessage) {
    onReport?(.message(message))
    guard let repeats, repeats(message), !isDestroyed else { return }
    turn += 1
    onReport?(.message(message))
  }

  /// Runs the native side until it has taken a dialog: the page waits in the middle of its task.
  func wait(for dialog: Dialog, of document: PageDocument) {
    guard isAlive, !isDestroyed, document.process == process, !forbidsDialogs else { return }
    // Where its document was replaced, the question is answered at once, with nothing.
    guard document.life != .replaced else { return }
    footprint.insert(.everything)
    send(.dialog(dialog))
    defer {
      if isAlive, !isDestroyed {
        loosenTimers()
        settleMeanwhile()
      }
    }
    while let first = toNative.first {
      // Native's own turns go on while the page waits (ND1).
      if takesTimerNow() { continue }
      takeOutgoing()
      if case .dialog(let taken) = first.content, taken === dialog { return }
      guard isAlive, !isDestroyed else { return }
    }
  }

  /// Replies that arrive while the page waits may settle their promises: what follows from that comes
  /// at the end of the script that asked (ND6).
  private func settleMeanwhile() {
    guard !chooser.isStandard else { return }
    while let next = toPage.first, case .settle(let promise, let state) = next.content,
      chooser.pick([.reactLater, .reactNow]) == 1
    {
      _ = toPage.popFirst()
      promise.settle(state)
    }
  }

  private func loosenTimers() {
    for document in liveDocuments {
      for index in document.timers.indices { document.timers[index].isLoose = true }
    }
  }

  /// Whether a timer of native that is due soon comes before what has arrived, and takes it.
  private func takesTimerNow() -> Bool {
    guard !chooser.isStandard,
      let next = nativeTimers.indices.min(by: { nativeTimers[$0].due < nativeTimers[$1].due }),
      nativeTimers[next].due <= clock + chooser.schedule.slack,
      chooser.pick([.native, .nativeTimer]) == 1
    else { return false }
    fire(nativeTimer: next)
    return true
  }

  // MARK: The end of a process

  /// The web process dies by itself: a fault to be injected.
  public func crash(_ reason: EngineReport.TerminationReason = .crashed) {
    guard isAlive, !isDestroyed else { return }
    endProcess(reason, turn: turn + 1, isToldNow: false)
  }

  /// `isToldNow`: native ended it itself, and hears of that before its call returns (R40).
  private func endProcess(
    _ reason: EngineReport.TerminationReason, turn: Int, isToldNow: Bool
  ) {
    guard isAlive else { return }
    footprint.insert(.everything)
    isAlive = false
    let lost = toNative.removeAll()
    _ = toSchemeHandler.removeAll()
    _ = toPage.removeAll()
    // Whose process is known and whose promise is not: a reply to these goes unheard.
    requestProcess = requestProcess.filter { requests[$0.key] != nil }
    requests.removeAll()
    let earlier = calls.filter { $0.turn < turn }
    let same = calls.filter { $0.turn >= turn }
    abandonPages()
    for outgoing in lost {
      guard case .post(let post) = outgoing.content else { continue }
      onReport?(
        .dropped(
          EngineMessage(
            handler: post.registration.name, world: post.registration.world, body: post.body,
            frame: profile.platform == .apple ? post.frame : nil), .processTerminated))
    }
    let tell = isToldNow ? { self.report($0) } : emit
    failCalls(earlier, tell)
    tell(.terminated(reason))
    failCalls(same, emit)
  }

  /// Errors of calls that end with their process, in any order among themselves (ND7).
  private func failCalls(_ failing: [PendingCall], _ tell: (EngineReport) -> Void) {
    var rest = failing
    while !rest.isEmpty {
      let next =
        rest.count == 1 ? 0 : chooser.pick(rest.map { .failCall($0.id) })
      let call = rest.remove(at: next)
      tell(.completion(call: call.id, .failure(terminatedFailure)))
    }
  }

  private func abandonPages() {
    navigation = nil
    isOvertaken = false
    loadings.removeAll()
    tasks.removeAll()
    microtasks.removeAll()
    postponed.removeAll()
    rejections.removeAll()
    history.removeAll()
    historyIndex = -1
    for document in documents { document.forget() }
    documents.removeAll()
    document.life = .replaced
    document.children.removeAll()
  }

  /// A new process: handlers and user scripts are kept, everything else is new (R30, R41).
  private func relaunch() {
    footprint.insert(.everything)
    isAlive = true
    process += 1
    readyAt = clock + profile.relaunchDelay
    pageHandlers = registrations
    for registration in registrations.values { registration.isRemovedInPage = false }
    pageUserScripts = userScripts
    document = makeDocument(url: "about:blank", frame: document.frame)
    document.readyState = .complete
  }

  private func tearDown() {
    footprint.insert(.everything)
    let lost = toNative.removeAll()
    _ = toPage.removeAll()
    requests.removeAll()
    var rest = calls
    var isArriving = true
    for outgoing in lost {
      guard case .report(let report) = outgoing.content else { continue }
      switch report {
      case .terminated:
        // That the process ended is told also where its view is gone by then.
        emit(report)
      case .completion(let call, _):
        // What arrived before the view ended is told; of the rest nothing comes (R42).
        isArriving =
          isArriving && (!isAlive || chooser.pick([.arrives(call), .failCall(call)]) == 0)
        guard isArriving else { continue }
        rest.removeAll { $0.id == call }
        emit(report)
      default: continue
      }
    }
    failCalls(rest, emit)
    isDestroyed = true
    abandonPages()
  }
}
