internal import BridgeContract
internal import BridgeFindings
internal import BridgeJSON

/// Who writes down what a `NativePort` is told, and reacts to it.
protocol NativePortOwner: AnyObject {
  /// Something happened in the view's life: its line.
  func happened(_ event: Event, cause: Cause?, isOfOldPage: Bool)
  /// Native goes on with what happened.
  func react(to event: Event)
  /// A body of the page came: writes its line and says how native goes on. Nil where it does not.
  func hears(_ body: NativePort.Heard) -> NativePort.Reaction?
  /// A body of the page came again: its line.
  func hearsAgain(_ body: NativePort.Heard)
  /// A body of the page did not come: its line.
  func lost(_ body: NativePort.Heard, _ cause: Cause, _ sentence: String?) -> Int
  /// A call with a body of native is over, or failed for this cause; without one the view's end
  /// tells of it.
  func completed(_ line: Int, _ result: NativePort.Call.Result?, _ value: BridgeValue)
  func failed(_ line: Int, _ cause: Cause?, _ failure: ScriptFailure)
  /// Native's end of a channel is there.
  func registered(_ channel: Int)
  /// What a polled channel waits for has been asked; whether to ask on.
  func polled(_ channel: Int)
  /// Native cannot go on, or what it says cannot be read.
  func fail(_ text: String)
}

/// Native's end of a bridge on any engine, of a bus and of a scenario alike: what it registers and
/// calls, and how the engine's reports become bodies, events and causes.
///
/// Faults that a schedule asks for happen here.
final class NativePort {
  let set: ContractSet
  let engine: any Engine
  let headless: HeadlessEngine?
  weak var owner: (any NativePortOwner)?

  /// URLs that are pages, not messages.
  var pages: Set<String> = []
  /// Receiving ends that are there: channels of the page.
  private(set) var ends: Set<Int> = []
  /// How far the last load has come.
  private(set) var load = LoadState.none
  /// The fault that happened.
  private(set) var fault: Fault?
  /// What the engine wrote into its log: what native must not do and a lenient engine overlooks.
  private(set) var engineLog: [String] = []

  /// Calls that have not completed, by their names.
  private(set) var calls: [String: Call] = [:]
  private var callCount = 0
  private var commandCount = 0
  /// Posts that were delivered, by their numbers, and how native went on with the last.
  private var posts: Set<Int> = []
  private var last: (post: Int, react: () -> Void)?
  /// The last line of a body that no handler was there for.
  private var lastMissingHandler = -1

  /// How far a load has come.
  enum LoadState {
    case none, asked, started, committed, finished, failed, terminated, destroyed
  }

  /// How long a fault holds an answer back.
  static let faultDelay = 1000.0

  /// A body of the page.
  struct Heard {
    var body: [UInt8]
    var channel: Int
    /// The number that an answer to the call names.
    var call: Int?
    var over: Over
    var frame: EngineMessage.Frame?
    /// Nobody knows what it says: a real engine tells only that a handler was not there.
    var isUnknown = false
  }

  /// How native goes on with what it heard.
  struct Reaction {
    /// Something in it waits for an answer.
    var isRequest: Bool
    var react: () -> Void
  }

  /// How an answer goes back.
  enum Over {
    case channel
    case reply(Int, call: Int)
    case dialog(Dialog, call: Int)
    /// The result of the page's function.
    case result(PagePromise)

    /// Whether the answer may be given at any later time.
    var canWait: Bool {
      switch self {
      case .channel, .reply, .result: true
      // The page stands still until its prompt is answered.
      case .dialog: false
      }
    }
  }

  /// A call of native that has not completed.
  enum Call {
    /// The number that the result answers, and the message that asked for it.
    typealias Result = (call: Int, message: Int)
    /// A body of native.
    case body(line: Int, channel: Int, result: Result?)
    /// A question to a channel that is polled.
    case poll(Int)
    case observation((Swift.Result<BridgeValue, ScriptFailure>) -> Void)
  }

  init(_ set: ContractSet, on engine: any Engine) {
    self.set = set
    self.engine = engine
    headless = engine as? HeadlessEngine
    engine.onReport = { [weak self] in self?.take($0) }
    engine.navigationPolicy = { [weak self] in self?.decide($0) ?? true }
  }

  /// Whether a fault happens here.
  func happens(_ fault: Fault) -> Bool {
    guard let headless, headless.chooser.happens(fault) else { return false }
    self.fault = fault
    return true
  }

  // MARK: What native is told

  private func take(_ report: EngineReport) {
    switch report {
    case .started:
      load = .started
      happened(.loadStarted)
    case .committed:
      load = .committed
      happened(.loadCommitted)
    case .finished:
      // GTK tells of an end after a failure too: that of the old page.
      let isOfOldPage = load == .failed
      if !isOfOldPage { load = .finished }
      happened(.loadFinished, isOfOldPage: isOfOldPage)
    case .failed:
      load = .failed
      happened(.loadFailed, cause: .loadFailed)
    case .terminated:
      load = .terminated
      happened(.processTerminated, cause: .processTerminated)
    case .message(let message): take(message)
    case .dropped(let message, let reason):
      guard let channel = handlerChannel(message.handler) else { return }
      // What was on its way when the process died is not native's loss.
      lost(
        message.body.json, channel,
        reason == .processTerminated ? .processTerminated : .nativeNotReceived, reason.sentence,
        frame: message.frame)
    case .handlerMissing(let name, let body):
      guard let channel = handlerChannel(name) ?? missingChannel(name) else { return }
      lost(
        body.json, channel, .handlerMissing, isUnknown: body.isUndefined && engine.runsScripts)
    case .completion(let call, let result): complete(call, result)
    case .dialog(let dialog): take(dialog)
    case .fault(let fault):
      // A destroyed view is told of in the trace: after-teardown.
      if fault == .destroyed { return }
      if fault.isOverlooked(by: engine.profile) {
        engineLog.append("native \(fault.sentence); the engine overlooks it")
      } else {
        owner?.fail("native \(fault.sentence)")
      }
    }
  }

  private func happened(_ event: Event, cause: Cause? = nil, isOfOldPage: Bool = false) {
    owner?.happened(event, cause: cause, isOfOldPage: isOfOldPage)
    if event == .loadFinished, happens(.termination) {
      headless?.crash()
      return
    }
    owner?.react(to: event)
  }

  func handlerChannel(_ name: String) -> Int? {
    set.channels.firstIndex {
      let channel = $0.channel
      return channel.via.isHandler
        && (channel.name ?? channel.key).utf8.elementsEqual(name.utf8)
    }
  }

  /// A handler that is not there, where the engine does not say which one the page wanted.
  private func missingChannel(_ name: String) -> Int? {
    guard name.isEmpty else { return nil }
    return set.channels.indices.first {
      set.channels[$0].channel.via.isHandler && !ends.contains($0)
    }
  }

  private func take(_ message: EngineMessage) {
    guard let channel = handlerChannel(message.handler) else { return }
    var heard = Heard(
      body: message.body.json, channel: channel, over: .channel, frame: message.frame)
    if let reply = message.reply {
      let number = nextCall()
      heard.call = number
      heard.over = .reply(reply, call: number)
    }
    guard let post = message.post else { return hear(heard) }
    guard posts.insert(post).inserted else {
      owner?.hearsAgain(heard)
      if last?.post == post { last?.react() }
      return
    }
    last = nil
    hear(heard, post)
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
    ]).json
    guard ends.contains(channel) else {
      return lost(body, channel, .handlerMissing, "nobody takes the page's prompts")
    }
    let call = nextCall()
    hear(Heard(body: body, channel: channel, call: call, over: .dialog(dialog, call: call)))
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
    guard let channel = navigationChannel(request.url) else { return true }
    let body = BridgeValue.string(.init(request.url)).json
    guard ends.contains(channel) else {
      // Nobody takes it for a message: the page goes there.
      lost(body, channel, .handlerMissing, "nobody takes the page's navigations")
      return true
    }
    hear(Heard(body: body, channel: channel, over: .channel))
    return false
  }

  /// The channel whose messages are navigations to such URLs.
  func navigationChannel(_ url: String) -> Int? {
    set.channels.firstIndex {
      $0.channel.via == .navigation && url.utf8.starts(with: ($0.channel.url ?? "").utf8)
    }
  }

  private func lost(
    _ body: [UInt8], _ channel: Int, _ cause: Cause, _ sentence: String? = nil,
    frame: EngineMessage.Frame? = nil, isUnknown: Bool = false
  ) {
    let heard = Heard(
      body: body, channel: channel, over: .channel, frame: frame, isUnknown: isUnknown)
    guard let line = owner?.lost(heard, cause, sentence) else { return }
    if cause == .handlerMissing { missed(line: line) }
  }

  /// A line tells of a body for which no handler was there.
  func missed(line: Int) { lastMissingHandler = max(line, lastMissingHandler) }

  /// A body of the page comes, with what may go wrong around it.
  private func hear(_ body: Heard, _ post: Int? = nil) {
    guard let reaction = owner?.hears(body) else { return }
    if happens(.termination) {
      headless?.crash()
      return
    }
    if reaction.isRequest, body.over.canWait, happens(.reload) {
      engine.reload()
      engine.later(0, reaction.react)
      return
    }
    if let post { last = (post, reaction.react) }
    reaction.react()
    guard case .channel = body.over, happens(.duplicateDelivery) else { return }
    owner?.hearsAgain(body)
    reaction.react()
  }

  // MARK: Receiving ends

  /// Registers native's end of a channel of the page. False where it is taken.
  @discardableResult
  func register(_ index: Int) -> Bool {
    guard happens(.lateRegistration) else { return registerNow(index) }
    engine.later(0) { [weak self] in _ = self?.registerNow(index) }
    return true
  }

  private func registerNow(_ index: Int) -> Bool {
    let channel = set.channels[index].channel
    switch channel.via {
    case .messageHandler, .messageHandlerWithReply:
      let replies = channel.via == .messageHandlerWithReply
      guard engine.register(channel.name ?? channel.key, reply: replies) else { return false }
    case .prompt, .navigation, .poll: guard !ends.contains(index) else { return false }
    case .evaluate, .callAsync, .dispatchEvent, .postMessage: return false
    }
    ends.insert(index)
    happened(.handlerRegistered)
    owner?.registered(index)
    return true
  }

  /// Registers all ends that are not there.
  func registerAll() {
    for index in set.channels.indices
    where set.channels[index].channel.from == .web && !ends.contains(index) {
      register(index)
    }
  }

  /// Takes native's end of a channel away; what is on its way to it is lost.
  func unregister(_ index: Int) {
    let channel = set.channels[index].channel
    if channel.via == .messageHandler || channel.via == .messageHandlerWithReply {
      engine.unregister(channel.name ?? channel.key)
    }
    guard ends.remove(index) != nil else { return }
    happened(.handlerRemoved)
  }

  // MARK: The view

  func begin(_ what: Load) {
    if load != .destroyed { load = .asked }
    engine.perform(.load(what))
  }

  /// The end of the view; a load that is under way is given up with it.
  func destroy() {
    load = .destroyed
    engine.destroy()
    happened(.teardown)
  }

  /// Whether a load has begun and not ended.
  var isLoading: Bool { load == .started || load == .committed }

  // MARK: Calls

  /// The number of a call that is answered by its result.
  func nextCall() -> Int {
    callCount += 1
    return callCount
  }

  /// A name for a call of the engine, under which its completion is known.
  func begin(_ call: Call) -> String {
    commandCount += 1
    let name = "c\(commandCount)"
    calls[name] = call
    return name
  }

  /// Lines of native's bodies whose calls have not come to an end and owe no answer.
  var openLines: [Int] {
    calls.values.compactMap { call in
      if case .body(let line, _, nil) = call { return line }
      return nil
    }.sorted()
  }

  /// A request of native is on its way: the page may be loaded again before it answers.
  func asked() { if happens(.reload) { engine.reload() } }

  private func complete(_ name: String, _ outcome: Result<BridgeValue, ScriptFailure>) {
    guard let call = calls.removeValue(forKey: name) else { return }
    switch call {
    case .observation(let done): done(outcome)
    case .poll(let channel):
      guard case .success(let value) = outcome, value.kind != .undefined, value.kind != .null
      else { return }
      hear(Heard(body: value.json, channel: channel, over: .channel))
      owner?.polled(channel)
    case .body(let line, let channel, let result):
      switch outcome {
      case .success(let value): owner?.completed(line, result, value)
      case .failure(let failure):
        let isAsked = result != nil || set.channels[channel].channel.via == .callAsync
        if failure.kind == .unsupportedResult, !isAsked {
          // Nobody asked for the result: the function ran and did not throw.
          owner?.completed(line, nil, .undefined)
        } else {
          owner?.failed(line, cause(of: failure, line), failure)
        }
      }
    }
  }

  func cause(of failure: ScriptFailure, _ line: Int) -> Cause? {
    switch failure.kind {
    case .functionMissing: return .functionMissing
    case .threw:
      // The page took the call and failed when it posted to a handler that is not there (R28, R29):
      // that is told at the post, and the page's exception only follows from it.
      return failure.isForMissingHandler && lastMissingHandler >= line ? nil : .webRejected
    case .scriptError, .unsupportedArgument: return .scriptError
    case .unsupportedResult: return .resultUnserialisable
    case .terminated: return load == .destroyed ? nil : .processTerminated
    }
  }
}

extension ScriptFailure {
  /// Whether it reads as if a handler was not there (R28).
  var isForMissingHandler: Bool {
    kind == .threw && message.contains("undefined is not an object")
  }

  /// Why a page that keeps to the contract took a reply or a request not: it answers nothing that is
  /// open, or opens what is open. Then this is what is wrong, and that the page threw only follows
  /// from it.
  var refusedCorrelation: Bool {
    guard kind == .threw, let mark = message.firstRange(of: PageHalf.refusal) else { return false }
    let word = message[mark.upperBound...].prefix { $0 == "-" || $0.isLowercase }
    guard let cause = Cause(id: String(word)) else { return false }
    return cause.group == .correlation || cause.group == .stream
  }
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

extension NativeFault {
  /// Whether an engine goes on as if it had not been done, with a line in its log: GTK refuses a name
  /// that is taken and a second reply, where Apple's raises an exception (R31, section 5).
  func isOverlooked(by profile: EngineProfile) -> Bool {
    switch self {
    case .handlerTaken, .repliedTwice: profile.platform == .gtk
    // Apple rejects the page's promise; GTK's native process crashes.
    case .unsupportedReply: profile.platform == .apple
    case .notRunnable, .destroyed: false
    }
  }
}
