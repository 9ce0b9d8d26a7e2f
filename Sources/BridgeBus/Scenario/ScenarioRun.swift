internal import BridgeContract
internal import BridgeFindings
internal import BridgeJSON
internal import BridgeScript

/// One run of a live scenario: a page and a native side that do what their reactions say, and the
/// trace of what was said.
///
/// A line stands where native received or sent its body, as in a log that the app wrote; how the
/// delivery failed is put on it when that is known.
final class ScenarioRun {
  let program: ScenarioProgram
  let set: ContractSet
  let engine: any Engine
  /// The engine, where it is the headless one.
  let headless: HeadlessEngine?
  /// The engine, where it plays the page in JavaScript.
  let stage: (any ScenarioStage)?
  var bodies: ScenarioBodies { program.bodies }
  var page: [Reaction] { program.page }
  var native: [Reaction] { program.native }
  private(set) var lines: [TraceLine] = []
  private(set) var problem: String?

  let nativeSide: ScenarioSide
  /// By the number of their documents.
  var pageSides: [Int: ScenarioSide] = [:]
  /// The same on a stage, by the names of their documents.
  var stageSides: [String: ScenarioSide] = [:]
  private var isDestroyed = false
  private var callCount = 0
  private var commandCount = 0
  /// Calls of native that have not completed: their line, and the message that waits for a result.
  var calls: [String: (line: Int, result: (call: Int, message: Int)?)] = [:]
  private var isLoading = false
  /// Native's receiving ends that are there.
  var ends: Set<Int> = []
  /// What waits in a document for native's questions.
  var queues: [Int: [Int: [BridgeValue]]] = [:]
  /// Channels whose next question is on its way.
  var polling: Set<Int> = []
  var polls: [String: Int] = [:]

  /// What a reaction can answer.
  struct AtHand {
    var message: Int
    var id: [UInt8]?
    var over: Over
  }

  /// How the answer goes back.
  enum Over {
    case channel
    case reply(Int, call: Int)
    case dialog(Dialog, call: Int)
    /// The result of the page's function.
    case result(PagePromise)
  }

  static let away = "app://away/"

  /// Steps after which a scenario is believed to have no end.
  static let stepLimit = 60_000

  /// How long a fault holds an answer back.
  static let faultDelay = 1000.0

  init(_ program: ScenarioProgram, engine: any Engine) {
    self.program = program
    self.engine = engine
    headless = engine as? HeadlessEngine
    stage = engine as? any ScenarioStage
    set = program.set
    nativeSide = ScenarioSide(set)
  }

  // MARK: Running

  func run() {
    headless?.site[url] = Page { [unowned self] in try begin($0) }
    headless?.site[Self.away] = .blank
    if let stage { prepare(stage) }
    engine.onReport = { [unowned self] in take($0) }
    engine.navigationPolicy = { [unowned self] in decide($0) }
    if native.contains(where: { $0.when == "start" }) {
      react(.native, "start", nil, nil)
    } else {
      for index in set.channels.indices where set.channels[index].channel.from == .web {
        register(index)
      }
      engine.load(url)
    }
    // However long a delay is: what is bounded are the steps.
    var steps = 0
    let reason = engine.run(until: .greatestFiniteMagnitude) {
      steps += 1
      return steps > Self.stepLimit
    }
    if reason == .endless { fail("it never comes to an end, without time passing") }
    if reason == .done { fail("it does not come to an end within \(Self.stepLimit) steps") }
    noteUnpolled()
    if let loss = stage?.loss { fail(loss) }
    if isLoading { add(TraceLine(t: engine.clock, cause: Cause.loadNotFinished.id)) }
  }

  /// The page's URL, of an origin that the contract trusts.
  var url: String {
    // A real engine serves the page from here; nobody could tell its origin anyway.
    if stage != nil { return "app://page/" }
    let origin = set.channels.compactMap { $0.channel.origins?.first }.first ?? "app://page"
    return origin.utf8.last == UInt8(ascii: ":") ? "\(origin)//page/" : "\(origin)/"
  }

  func fail(_ text: String) { problem = problem ?? text }

  // MARK: Faults

  /// The fault that happened.
  private(set) var fault: Fault?

  /// Whether a fault happens here.
  func happens(_ fault: Fault) -> Bool {
    guard let headless, headless.chooser.happens(fault) else { return false }
    self.fault = fault
    return true
  }

  /// Whether an action is left out of this run.
  func isLeftOut(_ number: Int) -> Bool {
    headless?.chooser.schedule.omitted.contains(number) ?? false
  }

  @discardableResult
  func add(_ line: TraceLine) -> Int {
    lines.append(line)
    return lines.count - 1
  }

  func note(_ cause: Cause, on line: Int) {
    if lines[line].cause == nil { lines[line].cause = cause.id }
  }

  func nextCall() -> Int {
    callCount += 1
    return callCount
  }

  // MARK: What native is told

  private func take(_ report: EngineReport) {
    switch report {
    case .started:
      isLoading = true
      event(.loadStarted)
    case .committed: event(.loadCommitted)
    case .finished:
      isLoading = false
      event(.loadFinished)
    case .failed:
      isLoading = false
      event(.loadFailed, cause: .loadFailed)
    case .terminated:
      isLoading = false
      event(.processTerminated, cause: .processTerminated)
    case .message(let message): take(message)
    case .dropped(let message, let reason):
      guard let channel = channel(of: message) else { return }
      // What was on its way when the process died is not native's loss.
      add(
        line(
          .web, channel, message.body.json, frame: message.frame,
          cause: reason == .processTerminated ? .processTerminated : .nativeNotReceived))
    case .handlerMissing(let name, let body):
      guard let channel = handlerChannel(name) else { return }
      add(line(.web, channel, body.json, cause: .handlerMissing))
    case .completion(let call, let result): complete(call, result)
    case .dialog(let dialog): take(dialog)
    case .fault(let fault):
      // A destroyed view is told of in the trace: after-teardown.
      if fault != .destroyed { fail("native \(fault.sentence)") }
    }
  }

  func event(_ event: Event, cause: Cause? = nil) {
    add(TraceLine(t: engine.clock, event: event.rawValue, cause: cause?.id))
    nativeSide.observe(event)
    if event == .loadFinished, happens(.termination) {
      headless?.crash()
      return
    }
    react(.native, event.rawValue, nil, nil)
  }

  func line(
    _ side: Side, _ channel: Int, _ body: [UInt8], call: Int? = nil,
    frame: EngineMessage.Frame? = nil, cause: Cause? = nil
  ) -> TraceLine {
    TraceLine(
      t: engine.clock, direction: side.direction, channel: set.channels[channel].channel.key,
      body: body, call: call, cause: cause?.id,
      frame: set.channels[channel].channel.writesTrust
        ? frame.map { ($0.isMain, $0.origin, $0.id) } : nil)
  }

  private func channel(of message: EngineMessage) -> Int? { handlerChannel(message.handler) }

  private func handlerChannel(_ name: String) -> Int? {
    set.channels.firstIndex {
      let channel = $0.channel
      return (channel.via == .messageHandler || channel.via == .messageHandlerWithReply)
        && (channel.name ?? channel.key).utf8.elementsEqual(name.utf8)
    }
  }

  private func take(_ message: EngineMessage) {
    guard let channel = channel(of: message) else { return }
    var over = Over.channel
    var call: Int?
    if let reply = message.reply {
      let number = nextCall()
      call = number
      over = .reply(reply, call: number)
    }
    nativeHears(message.body.json, channel, call: call, over, frame: message.frame)
  }

  private func take(_ dialog: Dialog) {
    var body = BridgeValue.object([
      (key: "fn", value: .string(.init(dialog.kind.rawValue))),
      (
        key: "args",
        value: .array(
          [.string(.init(dialog.message))] + (dialog.defaultText.map { [.string(.init($0))] } ?? [])
        )
      ),
    ])
    if dialog.kind != .prompt { body = .null }
    let channel = set.channels.firstIndex { program in
      guard program.channel.via == .prompt else { return false }
      guard let match = program.channel.match else { return true }
      return Array(dialog.message.utf8).withUnsafeBufferPointer {
        PatternMatcher().matches(match, $0)
      }
    }
    guard let channel, dialog.kind == .prompt else { return }
    guard ends.contains(channel) else {
      add(line(.web, channel, body.json, cause: .handlerMissing))
      return
    }
    let call = nextCall()
    nativeHears(body.json, channel, call: call, .dialog(dialog, call: call), frame: nil)
  }

  /// A navigation of the page that is a message: native takes it and stays where it is.
  private func decide(_ request: NavigationRequest) -> Bool {
    guard request.isFromPage, request.url != url, request.url != Self.away else { return true }
    let channel = set.channels.firstIndex {
      $0.channel.via == .navigation && request.url.utf8.starts(with: ($0.channel.url ?? "").utf8)
    }
    guard let channel else { return true }
    let body = BridgeValue.string(.init(request.url)).json
    guard ends.contains(channel) else {
      // Nobody takes it for a message: the page goes there.
      add(line(.web, channel, body, cause: .handlerMissing))
      return true
    }
    nativeHears(body, channel, call: nil, .channel, frame: nil)
    return false
  }

  func nativeHears(
    _ body: [UInt8], _ channel: Int, call: Int?, _ over: Over, frame: EngineMessage.Frame?
  ) {
    let line = add(self.line(.web, channel, body, call: call, frame: frame))
    guard let document = document(body) else { return }
    if happens(.termination) {
      headless?.crash()
      return
    }
    let heard = nativeSide.hear(document, channel)
    lines[line].what = word(for: heard.first)
    if heard.contains(where: isRequest), happens(.reload) {
      engine.reload()
      engine.later(0) { [unowned self] in hear(heard, .native, over, nil) }
      return
    }
    hear(heard, .native, over, nil)
    if case .channel = over, happens(.duplicateDelivery) {
      let again = add(
        self.line(.web, channel, body, call: call, frame: frame, cause: .duplicateDelivery))
      lines[again].what = lines[line].what
      hear(heard, .native, over, nil)
    }
  }

  private func word(for heard: ScenarioSide.Heard?) -> String? {
    switch heard {
    case .message(let index, _): set.messages[index].message.name
    case .reply(let index?): "reply:\(set.messages[index].message.name)"
    case .refused, .reply(nil), nil: nil
    }
  }

  /// Whether what was heard waits for an answer.
  private func isRequest(_ heard: ScenarioSide.Heard) -> Bool {
    guard case .message(let index, _) = heard else { return false }
    return set.messages[index].message.reply != nil
  }

  /// Reacts to what was heard; what was refused brings no reaction.
  func hear(_ heard: [ScenarioSide.Heard], _ side: Side, _ over: Over, _ window: PageWindow?) {
    for item in heard {
      switch item {
      case .refused: continue
      case .message(let index, let id):
        react(
          side, set.messages[index].message.name, AtHand(message: index, id: id, over: over),
          window)
      case .reply(let index):
        if let index { react(side, "reply:\(set.messages[index].message.name)", nil, window) }
      }
    }
  }

  func document(_ body: [UInt8]) -> JSONDocument? {
    do throws(JSONError) {
      return try JSONDocument(body, limits: .traffic, skipsBOM: false)
    } catch {
      fail("a body is no JSON: \(error.sentence)")
      return nil
    }
  }

  // MARK: Calls of native

  /// Sends a body to the page. Its line stands here; whether it arrived is known later.
  func nativeSends(_ body: [UInt8], _ channel: Int, _ message: Int?, _ what: String?) {
    let definition = set.channels[channel].channel
    var result: (call: Int, message: Int)?
    if let message, set.messages[message].message.reply?.on == .result {
      result = (nextCall(), message)
    }
    if let document = document(body) { nativeSide.say(document, channel) }
    let line = add(self.line(.native, channel, body, call: result?.call))
    lines[line].what = what
    let name = nextCommand()
    calls[name] = (line, result)
    if let stage {
      guard let document = document(body) else { return }
      return deliver(
        document, channel, name, wantsResult: result != nil, stage)
    }
    let script = Script.swift { [unowned self] window in
      try pageHears(body, channel, line, isAwaited: definition.via == .callAsync, window)
    }
    if definition.via == .callAsync {
      engine.callAsync(name, script)
    } else {
      engine.evaluate(name, script)
    }
  }

  /// From here on calls that fail are told of by the event of the end.
  func noteDestroyed() { isDestroyed = true }

  func nextCommand() -> String {
    commandCount += 1
    return "c\(commandCount)"
  }

  private func complete(_ name: String, _ outcome: Result<BridgeValue, ScriptFailure>) {
    if takePolled(name, outcome) { return }
    guard let (line, result) = calls.removeValue(forKey: name) else { return }
    switch outcome {
    case .success(let value):
      // A stage says whether anybody listened to an event.
      if stage != nil, value.bool == false, result == nil { note(.webNotObserved, on: line) }
      guard let result, lines[line].cause == nil else { return }
      let word = "reply:\(set.messages[result.message].message.name)"
      add(
        TraceLine(
          t: engine.clock, body: value.json, answers: result.call, what: word, isAnswerOfPage: true)
      )
      react(.native, word, nil, nil)
    case .failure(let failure):
      switch failure.kind {
      case .functionMissing: note(.functionMissing, on: line)
      case .threw: if !isForMissingHandler(failure, of: line) { note(.webRejected, on: line) }
      case .scriptError, .unsupportedArgument: note(.scriptError, on: line)
      case .unsupportedResult: note(.resultUnserialisable, on: line)
      case .terminated: if !isDestroyed { note(.processTerminated, on: line) }
      }
    }
  }

  /// Whether the page took the call and failed when it posted to a handler that is not there (R28,
  /// R29): that is told at the post, and the page's exception only follows from it.
  private func isForMissingHandler(_ failure: ScriptFailure, of line: Int) -> Bool {
    failure.message.contains("undefined is not an object")
      && lines[line...].contains { $0.cause == Cause.handlerMissing.id }
  }
}
