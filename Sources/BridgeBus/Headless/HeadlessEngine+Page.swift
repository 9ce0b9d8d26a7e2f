// The page's process: commands as they take effect, scripts, microtasks, posts.

extension HeadlessEngine {
  // MARK: Commands

  func takeCommand() {
    if !isOvertaken { isOvertaken = isNextOvertaken() }
    if isOvertaken, !toPage.contains(where: \.isDecision) { return }
    let popped = isOvertaken ? toPage.takeFirst(where: \.isDecision) : toPage.popFirst()
    isOvertaken = false
    guard let next = popped else { return }
    let outer = currentTurn
    currentTurn = next.turn
    defer { currentTurn = outer }
    switch next.content {
    case .register(let registration):
      pageHandlers[HandlerKey(world: registration.world, name: registration.name)] = registration
    case .unregister(let registration):
      registration.isRemovedInPage = true
      let key = HandlerKey(world: registration.world, name: registration.name)
      if pageHandlers[key] === registration { pageHandlers[key] = nil }
    case .userScripts(let scripts): pageUserScripts = scripts
    case .evaluate(let call, let script, let world): evaluate(call, script, world)
    case .callAsync(let call, let script, let arguments, let world):
      callAsync(call, script, arguments, world)
    case .settle(let promise, let state):
      promise.settle(state)
      react()
    case .load(let load): begin(load, isFromPage: false)
    case .goBack: beginGoingBack()
    case .decision(let navigation, let isAllowed): decide(navigation, isAllowed)
    case .stop: stop()
    }
  }

  /// Whether a load that native began in an earlier turn than the next command is ahead of it: the
  /// two race as if the command were given on started (ND2).
  private func isNextOvertaken() -> Bool {
    guard !chooser.isStandard, let navigation, navigation.provisional == nil,
      let begun = navigation.turn, let next = toPage.first, next.runsScript, next.turn > begun
    else { return false }
    return chooser.pick([.reactNow, .reactLater]) == 1
  }

  /// Runs reactions now, or leaves them to the end of the next script (R15, ND6).
  private func react() {
    if microtasks.isEmpty || waitsForNextScript() { return }
    checkpoint()
  }

  /// Whether what a settled promise brings waits for the end of the next script, whichever of native
  /// or of the page that is. Replies that come one behind the other may settle before anything runs,
  /// a handler may be removed, and a load may begin.
  private func waitsForNextScript() -> Bool {
    if toPage.isEmpty { footprint.insert(.looksBehind) }
    guard !chooser.isStandard, !toPage.isEmpty || hasTasksAtHand,
      chooser.pick([.reactNow, .reactLater]) == 1
    else { return false }
    return true
  }

  /// Whether the page has a task of its own that may come next.
  private var hasTasksAtHand: Bool {
    let soon = clock + chooser.schedule.slack
    return !tasks.isEmpty
      || liveDocuments.contains { document in
        !document.ports.isEmpty || !document.frames.isEmpty
          || document.timers.contains { $0.due <= soon }
      }
  }

  // MARK: Calls of native

  private func evaluate(_ call: String, _ script: Script, _ world: ScriptWorld) {
    let document = self.document
    let process = self.process
    do {
      let value: BridgeValue
      switch try run(script, [], in: document.window(world), isAsync: false) {
      case .value(let result): value = result
      case .promise: value = .host(.promise)
      }
      // The completion holds the value from before the microtasks (R11).
      let converted = profile.converted(value)
      checkpoint()
      complete(call, converted.map { .success($0) } ?? .failure(unsupportedResult), process)
    } catch {
      let thrown = pageError(error)
      checkpoint()
      reportError(thrown, in: document)
      complete(call, .failure(failure(thrown)), process)
    }
  }

  private func callAsync(
    _ call: String, _ script: Script, _ arguments: [BridgeValue], _ world: ScriptWorld
  ) {
    let window = document.window(world)
    if let place = calls.firstIndex(where: { $0.id == call }) { calls[place].document = document }
    let process = self.process
    var isStarting = true
    func settled(_ result: Result<BridgeValue, PageError>) {
      let completion: Result<BridgeValue, ScriptFailure>
      switch result {
      case .success(let value):
        completion =
          profile.converted(value).map { .success($0) } ?? .failure(unsupportedResult)
      case .failure(let error): completion = .failure(failure(error))
      }
      settling = isStarting ? call : nil
      defer { settling = nil }
      if isStarting, waitsForNextScript() {
        postponed.append { [weak self] in self?.complete(call, completion, process) }
      } else {
        complete(call, completion, process)
      }
    }
    do {
      switch try run(script, arguments, in: window, isAsync: true) {
      case .value(let value):
        checkpoint()
        settled(.success(value))
      case .promise(let promise):
        promise.react { state in
          switch state {
          case .fulfilled(let value): settled(.success(value))
          case .rejected(let error): settled(.failure(error))
          case .pending: break
          }
        }
        checkpoint()
      }
    } catch {
      let thrown = pageError(error)
      checkpoint()
      settled(.failure(thrown))
    }
    isStarting = false
    microtasks += postponed
    postponed.removeAll()
  }

  private func run(
    _ script: Script, _ arguments: [BridgeValue], in window: PageWindow, isAsync: Bool
  ) throws -> PageResult {
    switch script {
    case .swift(let body): return try body(window)
    case .call(let path, let own):
      return try window.call(path, own.isEmpty && isAsync ? arguments : own.map(\.inPage))
    case .text(let text):
      onReport?(.fault(.notRunnable(text)))
      throw PageError("the headless engine runs no JavaScript", name: "NotSupportedError")
    }
  }

  /// `process`: where the call runs; of one that ended meanwhile nothing is heard but that.
  private func complete(
    _ call: String, _ result: Result<BridgeValue, ScriptFailure>, _ process: Int
  ) {
    guard isAlive, process == self.process, !isDestroyed else { return }
    guard collected.isEmpty || !collected.contains(call) else { return }
    emit(.completion(call: call, result))
  }

  private var unsupportedResult: ScriptFailure {
    ScriptFailure(
      .unsupportedResult, code: profile.platform == .gtk ? 601 : 5,
      message: profile.platform == .gtk
        ? "Unsupported result type"
        : "JavaScript execution returned a result of an unsupported type")
  }

  private func failure(_ error: PageError) -> ScriptFailure {
    ScriptFailure(
      error.isMissingFunction ? .functionMissing : .threw,
      code: profile.platform == .gtk ? 699 : 4, message: error.text)
  }

  func pageError(_ error: any Error) -> PageError {
    error as? PageError ?? PageError("\(error)")
  }

  // MARK: Tasks

  /// A task of the page that is made now.
  func task(_ body: @escaping () throws -> Void) -> PageDocument.Task {
    let tick = 1000.0 / 60
    return PageDocument.Task(
      stamp: nextStamp(), turn: currentTurn, due: ((clock / tick).rounded(.down) + 1) * tick,
      body: body)
  }

  func addTimer(
    _ milliseconds: Double, interval: Double?, _ document: PageDocument,
    _ body: @escaping () throws -> Void
  ) -> Int {
    timerCount += 1
    // A replaced document has no timers any more.
    guard document.life != .replaced else { return timerCount }
    let due = clock + (milliseconds > 1 ? milliseconds : 0)
    document.timers.append(
      .init(
        id: timerCount, due: due, stamp: due <= clock ? nextStamp() : nil, turn: currentTurn,
        interval: interval, body: body))
    return timerCount
  }

  /// Runs one script of a document with everything that follows it at once.
  func runTask(_ document: PageDocument, _ body: () throws -> Void) {
    do {
      try body()
      checkpoint()
    } catch {
      // A microtask queued by a function that throws runs before the error event.
      checkpoint()
      reportError(error, in: document)
    }
  }

  /// The microtask checkpoint; then what nobody handled becomes a task of its own (R22).
  func checkpoint() {
    var next = 0
    while next < microtasks.count {
      let job = microtasks[next]
      next += 1
      job()
    }
    microtasks.removeAll(keepingCapacity: true)
    guard !rejections.isEmpty else { return }
    let rejected = rejections
    rejections.removeAll()
    for (document, unhandled) in rejected where document.life == .current {
      guard let error = unhandled() else { continue }
      tasks.append(
        task { [weak self] in
          self?.dispatch(.unhandledRejection, to: document, detail: error.text)
        })
    }
  }

  /// The error event of an uncaught error.
  func reportError(_ error: any Error, in document: PageDocument, isForeign: Bool = false) {
    guard !reportingError else { return }
    reportingError = true
    defer { reportingError = false }
    let isHidden = isForeign || document.url == "about:blank"
    dispatch(.error, to: document, detail: isHidden ? "Script error." : pageError(error).text)
  }

  /// Calls the listeners of every world, each as a script of its own.
  func dispatch(_ event: PageEvent, to document: PageDocument, detail: String = "") {
    let worlds = document.realms.keys.sorted { $0.name < $1.name }
    for world in worlds {
      guard let realm = document.realms[world] else { continue }
      for (kind, listener) in realm.listeners where kind == event {
        runTask(document) { try listener(detail) }
      }
    }
  }

  // MARK: Handlers and posts

  func hasHandlers(in world: ScriptWorld) -> Bool {
    pageHandlers.keys.contains { $0.world == world }
  }

  func handler(_ name: String, in world: ScriptWorld) -> HandlerRegistration? {
    pageHandlers[HandlerKey(world: world, name: name)]
  }

  func noteMissingHandler(_ name: String, _ body: BridgeValue, _ document: PageDocument) {
    guard isAlive, !isDestroyed, document.process == process, document.life == .current else {
      return
    }
    emit(.handlerMissing(name: name, body: body))
  }

  func post(
    _ body: BridgeValue, to registration: HandlerRegistration, _ document: PageDocument,
    _ promise: PagePromise
  ) throws {
    guard isAlive, !isDestroyed, document.process == process else { return }
    let frame = profile.platform == .apple ? document.frame : nil
    var message = EngineMessage(
      handler: registration.name, world: registration.world, body: body, frame: frame)
    guard !document.isRemoved else {
      emit(.dropped(message, .frameRemoved))
      return
    }
    guard !registration.isRemovedInPage else {
      emit(.dropped(message, .handlerRemoved))
      promise.reject(
        PageError(
          "The object does not support the operation or argument.", name: "InvalidAccessError"))
      return
    }
    guard let converted = profile.converted(body) else {
      emit(.dropped(message, .unsupportedBody))
      let error = PageError("The object can not be cloned.", name: "DataCloneError")
      switch profile.unsupportedBody {
      case .dropped: break
      case .rejected: promise.reject(error)
      case .thrown: throw error
      }
      return
    }
    message.body = converted
    send(.post(Post(registration, converted, document.frame, promise)))
  }
}
