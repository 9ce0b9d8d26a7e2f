internal import BridgeContract
internal import BridgeFindings
internal import BridgeJSON
internal import BridgeScript

/// Native's half of a bridge on any engine: registers, hears, answers, sends, and writes the trace.
///
/// A line stands where native received or sent its body, as in a log that the app wrote; how the
/// delivery failed is put on it when that is known.
final class NativeHalf {
  let set: ContractSet
  let engine: any Engine
  let bodies: ScenarioBodies
  let reader: BodyReader
  /// Counts the ids of native's own requests.
  let ids: ScenarioSide
  private let monitor: TrafficMonitor
  private let inbox = Inbox()
  private let session = IDKey(file: 0)

  private(set) var lines: [TraceLine] = []
  var notes: [LineNote] = []
  var requests: [OpenRequest] = []
  /// Goes up with everything that happens.
  private(set) var revision = 0
  /// Receiving ends that are there: channels of the page.
  private(set) var ends: Set<Int> = []

  private var callCount = 0
  private var commandCount = 0
  private var calls: [String: Call] = [:]
  private var posts: Set<Int> = []
  private(set) var load = LoadState.none

  /// What is told to whoever works with this half.
  var onEvent: (Event) -> Void = { _ in }
  var onMessage: (AtHand) -> Void = { _ in }
  /// A reply to native's request; the message's index.
  var onReply: (Int, _ line: Int) -> Void = { _, _ in }
  /// Something that has no line: native did what it must not do, a body cannot be read.
  var onProblem: (String) -> Void = { _ in }
  /// URLs that are pages, not messages.
  var pages: Set<String> = []

  /// Listens beside whoever listens already, after him.
  func listen(event: @escaping (Event) -> Void, message: @escaping (AtHand) -> Void) {
    let (first, second) = (onEvent, onMessage)
    onEvent = {
      first($0)
      event($0)
    }
    onMessage = {
      second($0)
      message($0)
    }
  }

  /// How far the last load has come.
  enum LoadState {
    case none, asked, started, committed, finished, failed, terminated, destroyed
  }

  /// What can be answered.
  struct AtHand {
    var message: Int
    var id: [UInt8]?
    var line: Int
    var over: Over
  }

  /// How the answer goes back.
  enum Over {
    case channel
    case reply(Int, call: Int)
    case dialog(Dialog, call: Int)
  }

  private struct Call {
    enum Content {
      /// A body of native; the number that its result answers.
      case body(line: Int, result: (call: Int, message: Int)?)
      /// A question to a channel that is polled.
      case poll(Int)
      case observation((Result<BridgeValue, ScriptFailure>) -> Void)
    }
    var content: Content
  }

  private final class Inbox {
    var findings: [Finding] = []
  }

  init(_ set: ContractSet, _ encoder: ContractEncoder, on engine: any Engine) {
    self.set = set
    self.engine = engine
    bodies = ScenarioBodies(set: set, encoder: encoder)
    reader = BodyReader(set)
    ids = ScenarioSide(set)
    let inbox = self.inbox
    monitor = TrafficMonitor(set) { inbox.findings.append($0) }
    engine.onReport = { [weak self] in self?.take($0) }
    engine.navigationPolicy = { [weak self] in self?.decide($0) ?? true }
  }

  // MARK: The trace

  /// Adds a line, judges it as a log is judged, and remembers what it is.
  @discardableResult
  func add(_ line: TraceLine, _ note: LineNote, _ content: Record.Content?) -> Int {
    let index = lines.count
    lines.append(line)
    notes.append(note)
    revision += 1
    if let content {
      inbox.findings.removeAll(keepingCapacity: true)
      monitor.take(
        Record(
          content: content, line: index + 1, offset: 0, t: engine.clock, session: session,
          frame: line.frame.map {
            .init(
              isMain: $0.isMain, origin: Array($0.origin.utf8), id: IDKey(text: $0.id.utf8))
          }))
      for finding in inbox.findings {
        let place = (finding.line ?? index + 1) - 1
        guard notes.indices.contains(place) else { continue }
        notes[place].findings.append(finding)
      }
    }
    return index
  }

  /// Puts on a line how its delivery failed; the first cause stays.
  func note(_ cause: Cause, on line: Int, _ message: String? = nil) {
    revision += 1
    notes[line].fate = .lost
    guard lines[line].cause == nil else { return }
    lines[line].cause = cause.id
    notes[line].findings = [
      Finding(
        cause: cause, severity: .error, message: message ?? Explanation.of(cause).title,
        line: line + 1, direction: notes[line].side?.direction,
        channel: notes[line].channel.map { set.channels[$0].channel.key })
    ]
  }

  func nextCall() -> Int {
    callCount += 1
    return callCount
  }

  func event(_ event: Event, cause: Cause? = nil) {
    let content: Record.Content =
      cause.map { .failure($0, side: nil, channel: nil, call: nil, event: event) } ?? .event(event)
    add(
      TraceLine(t: engine.clock, event: event.rawValue, cause: cause?.id),
      LineNote(event: event), content)
    onEvent(event)
  }

  func document(_ body: [UInt8]) -> JSONDocument? {
    do throws(JSONError) {
      return try JSONDocument(body, limits: .traffic, skipsBOM: false)
    } catch {
      onProblem("a body is no JSON: \(error.sentence)")
      return nil
    }
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

  // MARK: What native is told

  private func take(_ report: EngineReport) {
    switch report {
    case .started:
      load = .started
      event(.loadStarted)
    case .committed:
      load = .committed
      event(.loadCommitted)
    case .finished:
      // GTK tells of an end after a failure too, that of the old page.
      guard load != .failed else { return }
      load = .finished
      event(.loadFinished)
    case .failed:
      load = .failed
      event(.loadFailed, cause: .loadFailed)
    case .terminated:
      load = .terminated
      event(.processTerminated, cause: .processTerminated)
    case .message(let message): take(message)
    case .dropped(let message, let reason):
      guard let channel = handlerChannel(message.handler) else { return }
      lost(message.body.json, channel, .nativeNotReceived, reason.sentence, frame: message.frame)
    case .handlerMissing(let name, let body):
      guard let channel = handlerChannel(name) else { return }
      lost(body.json, channel, .handlerMissing, nil, frame: nil)
    case .completion(let call, let result): complete(call, result)
    case .dialog(let dialog): take(dialog)
    case .fault(let fault):
      // A destroyed view is told of in the trace: after-teardown.
      if fault != .destroyed { onProblem("native \(fault.sentence)") }
    }
  }

  private func handlerChannel(_ name: String) -> Int? {
    set.channels.firstIndex {
      let channel = $0.channel
      return (channel.via == .messageHandler || channel.via == .messageHandlerWithReply)
        && (channel.name ?? channel.key).utf8.elementsEqual(name.utf8)
    }
  }

  /// A message of the page that did not arrive.
  private func lost(
    _ body: [UInt8], _ channel: Int, _ cause: Cause, _ sentence: String?,
    frame: EngineMessage.Frame?
  ) {
    var note = LineNote(side: .web, channel: channel, fate: .lost)
    if let document = document(body) {
      (note.items, note.id) = items(of: document, channel, line: nil)
    }
    let index = add(
      line(.web, channel, body, frame: frame, cause: cause), note,
      .failure(cause, side: .web, channel: channel, call: nil, event: nil))
    if let sentence, !notes[index].findings.isEmpty { notes[index].findings[0].message = sentence }
  }

  private func take(_ message: EngineMessage) {
    guard let channel = handlerChannel(message.handler) else { return }
    var over = Over.channel
    var call: Int?
    if let reply = message.reply {
      let number = nextCall()
      call = number
      over = .reply(reply, call: number)
    }
    hears(message.body.json, channel, call: call, over, frame: message.frame)
  }

  private func take(_ dialog: Dialog) {
    guard dialog.kind == .prompt, let channel = promptChannel(dialog) else { return }
    let body = BridgeValue.object([
      (key: "fn", value: .string("prompt")),
      (
        key: "args",
        value: .array(
          [.string(.init(dialog.message))] + (dialog.defaultText.map { [.string(.init($0))] } ?? [])
        )
      ),
    ])
    guard ends.contains(channel) else {
      return lost(
        body.json, channel, .handlerMissing, "nobody takes the page's prompts", frame: nil)
    }
    let call = nextCall()
    hears(body.json, channel, call: call, .dialog(dialog, call: call), frame: nil)
  }

  private func promptChannel(_ dialog: Dialog) -> Int? {
    set.channels.firstIndex { program in
      guard program.channel.via == .prompt else { return false }
      guard let match = program.channel.match else { return true }
      return Array(dialog.message.utf8).withUnsafeBufferPointer {
        PatternMatcher().matches(match, $0)
      }
    }
  }

  /// A navigation of the page that is a message: native takes it and stays where it is.
  private func decide(_ request: NavigationRequest) -> Bool {
    guard request.isFromPage, !pages.contains(request.url) else { return true }
    let channel = set.channels.firstIndex {
      $0.channel.via == .navigation && request.url.utf8.starts(with: ($0.channel.url ?? "").utf8)
    }
    guard let channel else { return true }
    let body = BridgeValue.string(.init(request.url)).json
    guard ends.contains(channel) else {
      lost(body, channel, .handlerMissing, "nobody takes the page's navigations", frame: nil)
      return true
    }
    hears(body, channel, call: nil, .channel, frame: nil)
    return false
  }

  // MARK: Receiving ends

  /// Registers native's end of a channel of the page. False where it is taken.
  @discardableResult
  func register(_ index: Int) -> Bool {
    let channel = set.channels[index].channel
    switch channel.via {
    case .messageHandler, .messageHandlerWithReply:
      guard
        engine.register(
          channel.name ?? channel.key, reply: channel.via == .messageHandlerWithReply)
      else { return false }
    case .prompt, .navigation, .poll: guard !ends.contains(index) else { return false }
    case .evaluate, .callAsync, .dispatchEvent, .postMessage: return false
    }
    ends.insert(index)
    event(.handlerRegistered)
    return true
  }

  func unregister(_ index: Int) {
    let channel = set.channels[index].channel
    if channel.via == .messageHandler || channel.via == .messageHandlerWithReply {
      engine.unregister(channel.name ?? channel.key)
    }
    guard ends.remove(index) != nil else { return }
    event(.handlerRemoved)
  }

  /// Registers all ends that are not there.
  func registerAll() {
    for index in set.channels.indices
    where set.channels[index].channel.from == .web && !ends.contains(index) {
      register(index)
    }
  }

  // MARK: Commands

  func begin(_ what: Load) {
    load = .asked
    revision += 1
    engine.perform(.load(what))
  }

  func destroy() {
    engine.destroy()
    load = .destroyed
    event(.teardown)
  }

  /// Asks a channel that is polled; what comes is heard, and then it is asked again.
  func poll(_ index: Int) {
    guard case .path(let path)? = set.channels[index].channel.call else {
      return onProblem(
        "channel \"\(set.channels[index].channel.key)\" calls by a pattern and cannot be polled")
    }
    engine.evaluate(
      command(.poll(index)),
      engine.runsScripts
        ? .text("\(path)()")
        : .swift { window in
          let end = PageHalf.end(of: self.set.channels[index].channel)
          return try window.call(window.defines(end) ? end : path, [])
        })
  }

  /// Looks into the page.
  func observe(
    _ script: Script, _ done: @escaping (Result<BridgeValue, ScriptFailure>) -> Void
  ) { engine.evaluate(command(.observation(done)), script) }

  private func command(_ content: Call.Content) -> String {
    commandCount += 1
    let name = "c\(commandCount)"
    calls[name] = Call(content: content)
    return name
  }

  /// Sends a body to the page. Its line stands here; whether it arrived is known later.
  @discardableResult
  func sends(_ body: [UInt8], _ channel: Int, _ message: Int?) -> Int {
    let definition = set.channels[channel].channel
    var result: (call: Int, message: Int)?
    if let message, set.messages[message].message.reply?.on == .result {
      result = (nextCall(), message)
    }
    var note = LineNote(side: .native, channel: channel, fate: .pending)
    let document = document(body)
    var content: Record.Content?
    let call = result.flatMap { self.document(Array(String($0.call).utf8)) }
    if let document {
      (note.items, note.id) = items(of: document, channel, line: lines.count)
      content = .body(document.root.cursor, channel: channel, call: call?.root.cursor)
    }
    let line = add(self.line(.native, channel, body, call: result?.call), note, content)
    withExtendedLifetime((document, call)) {}
    guard let document else { return line }
    let name = command(.body(line: line, result: result))
    let script = Delivery(set).script(
      document, channel, on: engine,
      wantsResult: result != nil || definition.via == .callAsync
    ) { [unowned self] in self.note(.webNotObserved, on: line) }
    if definition.via == .callAsync {
      engine.callAsync(name, script)
    } else {
      engine.evaluate(name, script)
    }
    return line
  }

  private func complete(_ name: String, _ outcome: Result<BridgeValue, ScriptFailure>) {
    guard let call = calls.removeValue(forKey: name) else { return }
    switch call.content {
    case .observation(let done): done(outcome)
    case .poll(let channel):
      guard case .success(let value) = outcome, value.kind != .undefined, value.kind != .null
      else { return }
      hears(value.json, channel, call: nil, .channel, frame: nil)
      poll(channel)
    case .body(let line, let result): complete(line, result, outcome)
    }
  }

  private func complete(
    _ line: Int, _ result: (call: Int, message: Int)?, _ outcome: Result<BridgeValue, ScriptFailure>
  ) {
    revision += 1
    var outcome = outcome
    if case .failure(let failure) = outcome, failure.kind == .unsupportedResult, result == nil,
      notes[line].channel.map({ set.channels[$0].channel.via != .callAsync }) ?? false
    {
      // Nobody asked for the result: the function ran and did not throw.
      outcome = .success(.undefined)
    }
    switch outcome {
    case .success(let value):
      guard lines[line].cause == nil else { return }
      notes[line].fate = .delivered
      guard let result else { return }
      let text = value.json
      let heard = answered(result.call, text, to: result.message, by: .web)
      if notes[heard].error == nil { onReply(result.message, heard) }
    case .failure(let failure):
      switch failure.kind {
      case .functionMissing: note(.functionMissing, on: line)
      case .threw: note(.webRejected, on: line)
      case .scriptError, .unsupportedArgument: note(.scriptError, on: line)
      case .unsupportedResult: note(.resultUnserialisable, on: line)
      case .terminated:
        // The end of the view is told of by its event.
        if load != .destroyed {
          note(.processTerminated, on: line)
        } else {
          notes[line].fate = .lost
        }
      }
    }
  }
}

extension Engine {
  /// Whether it runs JavaScript; the headless one takes closures.
  var runsScripts: Bool { !(self is HeadlessEngine) }
}

extension EngineReport.DropReason {
  var sentence: String {
    switch self {
    case .handlerRemoved: "the handler was removed while the message was on its way"
    case .processTerminated: "the web process went while the message was on its way"
    case .unsupportedBody: "the body has no form that native could receive"
    case .frameRemoved: "the frame that posted was removed"
    }
  }
}
