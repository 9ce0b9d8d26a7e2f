/// A web view and its process in memory: the order of a real engine, a clock of its own, no threads.
///
/// Two sides run tasks to completion and exchange messages over one queue each way; the schedule
/// decides which side goes next where the real engine leaves that open. The rules R1 to R47 and the
/// points ND1 to ND10 that comments name are those of the package's page on semantics.
public final class HeadlessEngine: Engine {
  /// Which engine it imitates, where engines differ.
  public let profile: EngineProfile
  /// Virtual milliseconds since the engine was made.
  public internal(set) var clock = 0.0
  /// Takes every report, in a turn of the native main loop of its own.
  public var onReport: ((EngineReport) -> Void)?
  /// Decides whether a navigation may begin.
  public var navigationPolicy: ((NavigationRequest) -> Bool)?
  /// Takes the URLs of resources as native's scheme handler is asked for them: on a way of their own,
  /// in no order with messages (ND9).
  public var onRequest: ((String) -> Void)?
  /// A fault to be injected: whether a message that native has just been told of is told of again.
  public var repeats: ((EngineMessage) -> Bool)?
  /// What URLs lead to. A URL that is not here fails to load.
  public var site: [String: Page] = [:]

  var chooser: Chooser
  /// What can be done next; kept for its memory.
  var actions: [Action] = []
  var steps: [ScheduleStep] = []
  /// What the step that is running did so far.
  var footprint: Footprint = []
  /// A guide gave the run up: its trace is worth nothing.
  package internal(set) var isGivenUp = false

  // MARK: The native side

  /// Counts the turns of the native main loop.
  var turn = 0
  var nativeTimers: [NativeTimer] = []
  /// The turn in which the timer was set that fired last.
  private var turnOfLastTimer: Int?
  var registrations: [HandlerKey: HandlerRegistration] = [:]
  var userScripts: [UserScript] = []
  var calls: [PendingCall] = []
  /// Calls that native cancelled, on GTK (R42).
  var cancelled: Set<String> = []
  /// Calls whose promise the page's collector took (R26).
  var collected: Set<String> = []
  var requests: [Int: PagePromise] = [:]
  var requestProcess: [Int: Int] = [:]
  var requestCount = 0
  var postCount = 0
  var isDestroyed = false
  var isAlive = true
  /// What a reload loads.
  var lastURL: String?

  // MARK: Between them

  var toNative = Fifo<Outgoing>()
  var toSchemeHandler = Fifo<(stamp: Int, url: String)>()
  var toPage = Fifo<Command>()
  private var stamps = 0

  // MARK: The page's process

  var process = 1
  /// When a process that is being launched begins to answer.
  var readyAt = 0.0
  var pageHandlers: [HandlerKey: HandlerRegistration] = [:]
  var pageUserScripts: [UserScript] = []
  var document: PageDocument
  var documents: [PageDocument] = []
  var documentCount = 0
  var navigation: Navigation?
  /// The next command was overtaken by a load that native had begun in an earlier turn: it waits for
  /// the answer of the policy, which is on its way (ND2).
  var isOvertaken = false
  var loadings: [Loading] = []
  var history: [HistoryEntry] = []
  var historyIndex = -1
  var released: Set<String> = []
  var tasks: [PageDocument.Task] = []
  var microtasks: [() -> Void] = []
  /// The call whose promise is settled while the call is being started.
  var settling: String?
  /// Completions of calls that settled at once and wait for the next script (ND6).
  var postponed: [() -> Void] = []
  var rejections: [(PageDocument, () -> PageError?)] = []
  /// The turn of the command that is running in the page; nil in its own tasks.
  var currentTurn: Int?
  var timerCount = 0
  var reportingError = false
  /// A document is being left: it asks nobody anything any more.
  var forbidsDialogs = false

  struct HandlerKey: Hashable {
    var world: ScriptWorld
    var name: String
  }

  struct PendingCall {
    var id: String
    var turn: Int
    /// Where an asynchronous one waits for its promise.
    weak var document: PageDocument?
  }

  struct NativeTimer {
    var due: Double
    var stamp: Int?
    /// The turn in which it was set.
    var turn: Int
    var body: () -> Void
  }

  /// What the page's process sends.
  struct Outgoing {
    enum Content {
      case report(EngineReport)
      case post(Post)
      case policy(Navigation)
      case dialog(Dialog)
    }
    var stamp: Int
    var content: Content
  }

  /// A message on its way.
  final class Post {
    let registration: HandlerRegistration
    let body: BridgeValue
    let frame: EngineMessage.Frame
    private var promise: PagePromise

    init(
      _ registration: HandlerRegistration, _ body: BridgeValue, _ frame: EngineMessage.Frame,
      _ promise: PagePromise
    ) {
      self.registration = registration
      self.body = body
      self.frame = frame
      self.promise = promise
    }

    /// The promise; of a plain handler nil where nobody would notice that it settles.
    var awaited: PagePromise? {
      if !registration.replies, !promise.isHandled, isKnownUniquelyReferenced(&promise) {
        return nil
      }
      return promise
    }
  }

  /// What native sends.
  struct Command {
    enum Content {
      case register(HandlerRegistration)
      case unregister(HandlerRegistration)
      case userScripts([UserScript])
      case evaluate(String, Script, ScriptWorld)
      case callAsync(String, Script, [BridgeValue], ScriptWorld)
      case settle(PagePromise, PagePromise.State)
      case load(Load)
      case decision(Navigation, Bool)
      case stop
      case goBack
    }
    var turn: Int
    var stamp: Int
    var content: Content

    /// Whether it runs a script, so that reactions may wait for it (ND6).
    var runsScript: Bool {
      switch content {
      case .evaluate, .callAsync: true
      default: false
      }
    }

    /// Whether it settles a promise.
    var settles: Bool {
      if case .settle = content { true } else { false }
    }

    /// Whether it answers whether a navigation may begin.
    var isDecision: Bool {
      if case .decision = content { true } else { false }
    }

    /// Whether it moves a navigation on, which waits while a document is being parsed (R9).
    var navigates: Bool {
      switch content {
      case .load, .decision, .goBack: true
      default: false
      }
    }
  }

  /// An engine in which nothing has happened.
  public convenience init(profile: EngineProfile = .apple, schedule: Schedule = .standard) {
    self.init(profile: profile, schedule: schedule, guide: nil)
  }

  /// An engine whose orders somebody walks through.
  package init(profile: EngineProfile, schedule: Schedule, guide: (any ScheduleGuide)?) {
    self.profile = profile
    chooser = Chooser(schedule, guide: guide)
    document = PageDocument(
      number: 0, url: "about:blank", frame: .init(isMain: true, origin: "null", id: "main"),
      process: 1, engine: nil)
    document.engine = self
    document.readyState = .complete
    documents.append(document)
  }

  deinit {
    for document in documents { document.forget() }
    for promise in requests.values { promise.forget() }
  }

  // MARK: Looking

  /// The choices that were made, in order; of the standard schedule and of guided runs none.
  public var choices: [Choice] { chooser.choices }

  /// What makes another run take the same choices.
  public var token: String { chooser.token }

  /// Why the token that the schedule was made from names no order of this run, as far as it went; nil
  /// where it does.
  public var scheduleMisfit: String? { chooser.misfit }

  /// The current document, as code in its own world sees it: for looking from outside in tests.
  public var window: PageWindow { document.window(.page) }

  /// Calls that have not completed, in the order in which they were issued.
  public var pendingCalls: [String] { calls.map(\.id) }

  func nextStamp() -> Int {
    stamps += 1
    return stamps
  }

  func emit(_ report: EngineReport) { send(.report(report)) }

  func send(_ content: Outgoing.Content) {
    toNative.append(Outgoing(stamp: nextStamp(), content: content))
  }

  func command(_ content: Command.Content) {
    footprint.insert(.commands)
    toPage.append(Command(turn: turn, stamp: nextStamp(), content: content))
  }

  // MARK: Running

  /// Runs `work` in a turn of the native main loop after so many virtual milliseconds.
  public func later(_ milliseconds: Double, _ work: @escaping () -> Void) {
    let due = clock + max(0, milliseconds)
    nativeTimers.append(
      NativeTimer(
        due: due, stamp: due <= clock ? nextStamp() : nil, turn: turn, body: work))
  }

  /// Takes a timer of native out, in a turn of its own.
  func fire(nativeTimer index: Int) {
    let timer = nativeTimers.remove(at: index)
    if timer.stamp == nil { move(to: timer.due) }
    turnOfLastTimer = timer.turn
    turn += 1
    timer.body()
  }

  /// Whether a timer of native is due that was set in one turn with the one that fired last.
  var isTimerFollowing: Bool {
    nativeTimers.contains { $0.stamp != nil && $0.turn == turnOfLastTimer }
  }

  /// Steps at one moment from which on nothing is believed to come to an end.
  static let endless = 50_000

  /// Runs step by step: what is ready now, else the clock moves to what comes next.
  @discardableResult
  public func run(until limit: Double, isDone: () -> Bool) -> StopReason {
    // What was commanded since the last run was one turn; the next is another.
    turn += 1
    var moment = clock
    var steps = 0
    while true {
      if isDone() { return .done }
      guard let action = nextAction() else {
        if isGivenUp { return .done }
        if !microtasks.isEmpty {
          // No other script came that reactions could have waited for.
          checkpoint()
          continue
        }
        guard let due = nextDue() else { return .idle }
        guard due <= limit else { return .limit }
        move(to: due)
        continue
      }
      perform(action)
      if clock > moment {
        moment = clock
        steps = 0
      }
      steps += 1
      if steps > Self.endless { return .endless }
    }
  }

  /// Moves the clock; what is due now arrives in the order of due times, ties by creation.
  func move(to time: Double) {
    clock = max(clock, time)
    struct Due {
      var due: Double
      var place: (document: PageDocument?, index: Int)
    }
    var due: [Due] = []
    for (index, timer) in nativeTimers.enumerated() where timer.stamp == nil && timer.due <= clock {
      due.append(Due(due: timer.due, place: (nil, index)))
    }
    for document in liveDocuments {
      for (index, timer) in document.timers.enumerated()
      where timer.stamp == nil && timer.due <= clock {
        due.append(Due(due: timer.due, place: (document, index)))
      }
    }
    let order = due.indices.sorted { (due[$0].due, $0) < (due[$1].due, $1) }
    for index in order {
      let place = due[index].place
      if let document = place.document {
        document.timers[place.index].stamp = nextStamp()
      } else {
        nativeTimers[place.index].stamp = nextStamp()
      }
    }
  }

  /// When the next thing happens that is not ready now; nil if nothing ever does.
  private func nextDue() -> Double? {
    var out: Double?
    func take(_ time: Double) { out = min(out ?? time, time) }
    for timer in nativeTimers { take(max(clock, timer.due)) }
    guard isAlive, !isDestroyed else { return out }
    if readyAt > clock {
      if !toPage.isEmpty { take(readyAt) }
      return out
    }
    for document in liveDocuments {
      for timer in document.timers { take(max(clock, timer.due)) }
      if let frame = document.frames.first { take(max(clock, frame.due)) }
    }
    return out
  }

  /// The current document and the frames in it.
  var liveDocuments: [PageDocument] { document.all }
}
