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
  let port: NativePort
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

  /// What is told to whoever works with this half.
  var onEvent: (Event) -> Void = { _ in }
  var onMessage: (AtHand) -> Void = { _ in }
  /// A reply to native's request; the message's index.
  var onReply: (Int, _ line: Int) -> Void = { _, _ in }
  /// Something that has no line: native did what it must not do, a body cannot be read.
  var onProblem: (String) -> Void = { _ in }

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

  typealias Over = NativePort.Over

  /// What can be answered.
  struct AtHand {
    var message: Int
    var id: [UInt8]?
    var line: Int
    var over: Over
  }

  private final class Inbox {
    var findings: [Finding] = []
  }

  init(_ set: ContractSet, _ encoder: ContractEncoder, on engine: any Engine) {
    self.set = set
    self.engine = engine
    port = NativePort(set, on: engine)
    bodies = ScenarioBodies(set: set, encoder: encoder)
    reader = BodyReader(set)
    ids = ScenarioSide(set)
    let inbox = self.inbox
    monitor = TrafficMonitor(set) { inbox.findings.append($0) }
    port.owner = self
  }

  /// How far the last load has come.
  var load: NativePort.LoadState { port.load }

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

  /// Puts on a line that its call has not come to an end.
  func leaveOpen(_ line: Int) { note(.webNotObserved, on: line) }

  /// Puts on a line how its delivery failed; the first cause stays.
  private func note(_ cause: Cause, on line: Int) {
    revision += 1
    notes[line].fate = .lost
    guard lines[line].cause == nil else { return }
    lines[line].cause = cause.id
    let channel = notes[line].channel.map { set.channels[$0].channel }
    notes[line].findings = [
      Finding(
        cause: cause, severity: .error, message: sentence(of: cause, line, channel),
        line: line + 1, direction: notes[line].side?.direction, channel: channel?.key)
    ]
  }

  private func sentence(of cause: Cause, _ line: Int, _ channel: Channel?) -> String {
    guard cause == .functionMissing else { return Explanation.of(cause).title }
    let body = lines[line].body.flatMap { document($0) }
    return withExtendedLifetime(body) {
      CalledFunction.missing(CalledFunction(body?.root.cursor, on: channel), set.names)
    }
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
    _ side: Side, _ channel: Int, _ body: [UInt8]?, call: Int? = nil,
    frame: EngineMessage.Frame? = nil, cause: Cause? = nil
  ) -> TraceLine {
    TraceLine(
      t: engine.clock, direction: side.direction, channel: set.channels[channel].channel.key,
      body: body, call: call, cause: cause?.id,
      frame: set.channels[channel].channel.writesTrust
        ? frame.map { ($0.isMain, $0.origin, $0.id) } : nil)
  }

  // MARK: Commands

  func begin(_ what: Load) {
    revision += 1
    port.begin(what)
  }

  func destroy() { port.destroy() }

  /// Asks a channel that is polled; what comes is heard, and then it is asked again.
  func poll(_ index: Int) {
    guard case .path(let path)? = set.channels[index].channel.call else {
      return onProblem(
        "channel \"\(set.channels[index].channel.key)\" calls by a pattern and cannot be polled")
    }
    engine.evaluate(
      port.begin(.poll(index)),
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
  ) { engine.evaluate(port.begin(.observation(done)), script) }

  /// Sends a body to the page. Its line stands here; whether it arrived is known later.
  @discardableResult
  func sends(_ body: [UInt8], _ channel: Int, _ message: Int?) -> Int {
    let definition = set.channels[channel].channel
    var result: NativePort.Call.Result?
    if let message, set.messages[message].message.reply?.on == .result {
      result = (port.nextCall(), message)
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
    let name = port.begin(.body(line: line, channel: channel, result: result))
    let script = Delivery(set).script(
      document, channel, on: engine,
      wantsResult: result != nil || definition.via == .callAsync
    ) { [unowned self] in self.note(.webNotObserved, on: line) }
    if definition.via == .callAsync {
      engine.callAsync(name, script)
    } else {
      engine.evaluate(name, script)
    }
    if note.items.contains(where: isRequest) { port.asked() }
    return line
  }

  /// Whether what stands on a line waits for an answer.
  func isRequest(_ item: LineNote.Item) -> Bool {
    guard case .message(let index) = item else { return false }
    return set.messages[index].message.reply != nil
  }
}

extension NativeHalf: NativePortOwner {
  func happened(_ event: Event, cause: Cause?, isOfOldPage: Bool) {
    let content: Record.Content =
      cause.map { .failure($0, side: nil, channel: nil, call: nil, event: event) } ?? .event(event)
    add(
      TraceLine(t: engine.clock, event: event.rawValue, cause: cause?.id),
      LineNote(event: event, isOfOldPage: isOfOldPage), content)
  }

  func react(to event: Event) { onEvent(event) }

  func lost(_ body: NativePort.Heard, _ cause: Cause, _ sentence: String?) -> Int {
    var note = LineNote(side: .web, channel: body.channel, fate: .lost)
    let known = body.isUnknown ? nil : body.body
    if let document = known.flatMap({ document($0) }) {
      (note.items, note.id) = items(of: document, body.channel, line: nil)
    }
    let index = add(
      line(.web, body.channel, known, frame: body.frame, cause: cause), note,
      .failure(cause, side: .web, channel: body.channel, call: nil, event: nil))
    if let sentence, !notes[index].findings.isEmpty { notes[index].findings[0].message = sentence }
    return index
  }

  func completed(_ line: Int, _ result: NativePort.Call.Result?, _ value: BridgeValue) {
    revision += 1
    guard lines[line].cause == nil else { return }
    notes[line].fate = .delivered
    guard let result else { return }
    let heard = answered(result.call, value.json, to: result.message, by: .web)
    if notes[heard].error == nil { onReply(result.message, heard) }
  }

  func failed(_ line: Int, _ cause: Cause?, _ failure: ScriptFailure) {
    // A reply that answers nothing which is open: that the page threw only follows from it.
    let isKnown =
      cause == .webRejected
      && notes[line].findings.contains { finding in
        finding.severity == .error
          && (finding.cause?.group == .correlation || finding.cause?.group == .stream)
      }
    if let cause, !isKnown { return note(cause, on: line) }
    revision += 1
    notes[line].fate = .lost
  }

  func registered(_ channel: Int) {}

  func polled(_ channel: Int) { poll(channel) }

  func fail(_ text: String) { onProblem(text) }
}

extension Engine {
  /// Whether it runs JavaScript; the headless one takes closures.
  var runsScripts: Bool { !(self is HeadlessEngine) }
}
