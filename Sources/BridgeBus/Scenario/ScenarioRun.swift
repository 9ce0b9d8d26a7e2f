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
  /// The URL of a page of somebody's that takes the place of the scenario's: then only native's half
  /// is played.
  let ownPage: String?
  let port: NativePort
  var bodies: ScenarioBodies { program.bodies }
  var page: [Reaction] { program.page }
  var native: [Reaction] { program.native }
  private(set) var lines: [TraceLine] = []
  private(set) var problem: String?
  /// Nothing that it does brings it to an end.
  private(set) var isEndless = false

  let nativeSide: ScenarioSide
  /// The page's halves by the numbers of their documents.
  var halves: [Int: PageHalf] = [:]
  /// What the page's side knows on a stage, by the names of its documents.
  var stageSides: [String: ScenarioSide] = [:]
  /// What the stage's page says and is told, as native sees it: what it will probably make of the next.
  lazy var expected = ScenarioSide(set)
  /// Channels whose next question is on its way.
  var polling: Set<Int> = []

  /// What a reaction can answer.
  struct AtHand {
    var message: Int
    var id: [UInt8]?
    var over: NativePort.Over
  }

  static let away = "app://away/"

  /// Steps after which a scenario is believed to have no end.
  static let stepLimit = 60_000

  /// Milliseconds after which a page of somebody's is left, whatever it still does.
  static let ownPageLimit = 30_000.0

  init(_ program: ScenarioProgram, engine: any Engine, ownPage: String? = nil) {
    self.program = program
    self.engine = engine
    self.ownPage = ownPage
    headless = engine as? HeadlessEngine
    stage = engine as? any ScenarioStage
    set = program.set
    nativeSide = ScenarioSide(set)
    port = NativePort(set, on: engine)
    port.owner = self
  }

  // MARK: Running

  func run() {
    port.pages = [url, Self.away]
    headless?.site[url] = Page { [unowned self] in try begin($0) }
    headless?.site[Self.away] = .blank
    if let stage, ownPage == nil { prepare(stage) }
    if native.contains(where: { $0.when == "start" }) {
      react(.native, "start", nil, nil)
    } else {
      for index in set.channels.indices where set.channels[index].channel.from == .web {
        register(index)
      }
      port.begin(.url(url))
    }
    // However long a delay is: what is bounded are the steps.
    var steps = 0
    let end = ownPage == nil ? .greatestFiniteMagnitude : engine.clock + Self.ownPageLimit
    let reason = engine.run(until: end) {
      steps += 1
      return steps > Self.stepLimit
    }
    isEndless = reason == .endless || reason == .done && headless?.isGivenUp != true
    if reason == .endless {
      fail("it never comes to an end, without time passing")
    } else if isEndless {
      fail("it does not come to an end within \(Self.stepLimit) steps")
    }
    noteUnpolled()
    if let loss = stage?.loss { fail(loss) }
    // One that native gave up by taking the view down is nobody's fault.
    if port.isLoading { add(TraceLine(t: engine.clock, cause: Cause.loadNotFinished.id)) }
    guard ownPage != nil else { return }
    // A page that is loaded and does not come to an end with what native sent.
    for line in port.openLines { note(.webNotObserved, on: line) }
  }

  /// The page's URL, of an origin that the contract trusts.
  var url: String {
    if let ownPage { return ownPage }
    // A real engine serves the page from here; nobody could tell its origin anyway.
    return stage != nil ? "app://page/" : set.pageURL
  }

  func fail(_ text: String) { problem = problem ?? text }

  /// Whether an action is left out of this run.
  func isLeftOut(_ number: Int) -> Bool {
    headless?.chooser.schedule.omitted.contains(number) ?? false
  }

  // MARK: The trace

  @discardableResult
  func add(_ line: TraceLine) -> Int {
    lines.append(line)
    return lines.count - 1
  }

  func note(_ cause: Cause, on line: Int) {
    if lines[line].cause == nil { lines[line].cause = cause.id }
  }

  /// Lines that the page refused and in which the judge of the whole trace finds nothing wrong.
  func noteRefusals(_ isFaulty: (_ line: Int) -> Bool) -> Bool {
    var isNoted = false
    for index in lines.indices where lines[index].isRefused && !isFaulty(index + 1) {
      note(.webRejected, on: index)
      isNoted = true
    }
    return isNoted
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

  func document(_ body: [UInt8]) -> JSONDocument? {
    do throws(JSONError) {
      return try JSONDocument(body, limits: .traffic, skipsBOM: false)
    } catch {
      fail("a body is no JSON: \(error.sentence)")
      return nil
    }
  }

  /// A body as the page holds it.
  func documentInPage(_ body: [UInt8]) -> JSONDocument? {
    do throws(JSONError) {
      return document(try BridgeValue.inPage(json: body))
    } catch {
      fail("a body is no JSON: \(error.sentence)")
      return nil
    }
  }

  // MARK: What native hears

  /// Reacts to what was heard; what was refused brings no reaction.
  private func react(to heard: [ScenarioSide.Heard], _ over: NativePort.Over) {
    for item in heard {
      switch item {
      case .refused: continue
      case .message(let index, let id):
        react(
          .native, set.messages[index].message.name, AtHand(message: index, id: id, over: over),
          nil)
      case .reply(let index, _):
        if let index { react(.native, "reply:\(set.messages[index].message.name)", nil, nil) }
      }
    }
  }

  private func word(for heard: ScenarioSide.Heard?) -> String? {
    switch heard {
    case .message(let index, _): set.messages[index].message.name
    case .reply(let index?, _): "reply:\(set.messages[index].message.name)"
    case .refused, .reply(nil, _), nil: nil
    }
  }

  /// Whether what was heard waits for an answer.
  private func isRequest(_ heard: ScenarioSide.Heard) -> Bool {
    guard case .message(let index, _) = heard else { return false }
    return set.messages[index].message.reply != nil
  }

  // MARK: What native says

  /// Sends a body to the page. Its line stands here; whether it arrived is known later.
  func nativeSends(_ body: [UInt8], _ channel: Int, _ message: Int?, _ what: String?) {
    let definition = set.channels[channel].channel
    var result: NativePort.Call.Result?
    let reply = message.flatMap { set.messages[$0].message.reply }
    if let message, reply?.on == .result { result = (port.nextCall(), message) }
    let said = document(body)
    let asked = said.flatMap { nativeSide.say($0, channel) }
    let line = add(self.line(.native, channel, body, call: result?.call))
    lines[line].what = what
    let name = port.begin(.body(line: line, channel: channel, result: result))
    if let stage {
      guard let said else { return }
      deliver(said, channel, name, wantsResult: result != nil, stage)
    } else {
      let script = Script.swift { [unowned self] in try pageHears(body, channel, line, $0) }
      if definition.via == .callAsync {
        engine.callAsync(name, script)
      } else {
        engine.evaluate(name, script)
      }
    }
    if let asked, set.messages[asked].message.reply != nil { port.asked() }
  }
}

extension ScenarioRun: NativePortOwner {
  func happened(_ event: Event, cause: Cause?, isOfOldPage: Bool) {
    add(TraceLine(t: engine.clock, event: event.rawValue, cause: cause?.id))
    nativeSide.observe(event)
    if event == .loadCommitted, stage != nil { expected = ScenarioSide(set) }
    if event == .loadFinished { pollOwnPage() }
  }

  func react(to event: Event) { react(.native, event.rawValue, nil, nil) }

  func hears(_ body: NativePort.Heard) -> NativePort.Reaction? {
    let line = add(
      self.line(.web, body.channel, body.body, call: body.call, frame: body.frame))
    guard let document = document(body.body) else { return nil }
    let heard = nativeSide.hear(document, body.channel)
    if stage != nil { expected.say(document, body.channel) }
    lines[line].what = word(for: heard.first)
    return NativePort.Reaction(isRequest: heard.contains(where: isRequest)) { [unowned self] in
      react(to: heard, body.over)
    }
  }

  func hearsAgain(_ body: NativePort.Heard) {
    let line = lost(body, .duplicateDelivery, nil)
    lines[line].what = lines[..<line].last { $0.body == body.body && $0.call == body.call }?.what
  }

  func lost(_ body: NativePort.Heard, _ cause: Cause, _ sentence: String?) -> Int {
    add(
      line(
        .web, body.channel, body.isUnknown ? nil : body.body, frame: body.frame, cause: cause))
  }

  func completed(_ line: Int, _ result: NativePort.Call.Result?, _ value: BridgeValue) {
    // A stage says whether anybody listened to an event.
    if stage != nil, ownPage == nil, value.bool == false, result == nil {
      note(.webNotObserved, on: line)
    }
    lines[line].isOver = true
    guard let result, lines[line].cause == nil else { return }
    let word = "reply:\(set.messages[result.message].message.name)"
    add(
      TraceLine(
        t: engine.clock, body: value.json, answers: result.call, what: word, isAnswerOfPage: true)
    )
    react(.native, word, nil, nil)
  }

  func failed(_ line: Int, _ cause: Cause?, _ failure: ScriptFailure) {
    defer { lines[line].isOver = true }
    guard let cause else { return }
    if cause == .webRejected, failure.refusedCorrelation {
      lines[line].isRefused = true
    } else {
      note(cause, on: line)
    }
  }

  func registered(_ channel: Int) {
    if set.channels[channel].channel.via == .poll { scheduleWaitingPoll(of: channel) }
  }

  func polled(_ channel: Int) { poll(channel) }
}
