public import BridgeBus
internal import BridgeJSON

#if os(Linux)
  /// WebKitGTK in a process of its own, as an engine of the bus.
  ///
  /// Native's side runs here, in lockstep with the engine: while a report is taken the engine waits
  /// inside its callback, so that commands given then belong to the same turn of its main loop.
  ///
  /// ```swift
  /// let engine = try WebKitHostEngine()
  /// engine.register("bridge")
  /// engine.load(Page([], html: html), base: "app://page/")
  /// engine.run()
  /// ```
  ///
  /// Not thread-safe. Frames and origins of messages are not observable here; nor is a message that
  /// was dropped, or a handler that was not there.
  public final class WebKitHostEngine: Engine {
    /// Where engines differ.
    public let profile = EngineProfile.gtk
    /// Takes every report.
    public var onReport: ((EngineReport) -> Void)?
    /// Decides whether a navigation may begin; nil allows all.
    public var navigationPolicy: ((NavigationRequest) -> Bool)?
    /// Why the engine is gone, if it is: then nothing more is reported.
    public internal(set) var failure: HostFailure?
    /// Resources of other machines that the page asked for, and did not get.
    public internal(set) var remoteRequests: [String] = []
    /// What else the page asked for and did not get, in words: windows, downloads and the like.
    package internal(set) var refusals: [String] = []
    /// Told of errors that no script of the page caught, in the engine's words.
    public var onPageError: ((String) -> Void)?
    /// Whether a script of the page keeps it from answering; only known where `Site.watch` asks.
    public internal(set) var isUnresponsive = false
    /// Whether the session bus went away; the engine goes on without it.
    public internal(set) var isBusLost = false
    /// How long nothing must happen before `run` calls it idle, in milliseconds.
    public var quiet = 400.0
    /// Answers the questions of a stage's page.
    package var onQuestion: ((String) -> String)?
    /// Until when the page has something to do, if it does not say before that it is at rest.
    package var busyUntil = 0.0
    /// Until when a navigation that the page asked for may begin.
    var leavingUntil = 0.0
    /// How many milliseconds of this engine's clock pass in a real one.
    package var speed = 1.0 {
      didSet { started = HostProcess.now() - clock(at: oldValue) / speed }
    }

    let host: HostProcess
    private var started: Double
    /// Commands of this turn that have not left.
    var turn: [String] = []
    var isDestroyed = false
    /// Events that ended the wait of a call outside of `run`.
    var timers: [(due: Double, order: Int, work: () -> Void)] = []
    private var timerCount = 0
    var handlers: Set<String> = []
    var replied: Set<Int> = []
    var requests = 0
    var pendingCalls: Set<String> = []
    var functions: [String: String] = [:]
    var isLoading = false
    var isTerminated = false
    /// Ends of the process that native asked for and that were not told yet.
    var terminations = 0
    var probe = Probe()
    var silence = Silence()
    /// How far the host's actions must have come before native goes on, and how many such places
    /// there were.
    var awaitedPlace: String?
    var placeCount = 0
    /// What the page has said so far.
    var messageCount = 0
    var lastEvent = 0.0
    private let ownsHost: Bool
    private let isPrepared: Bool

    /// What a session serves besides what is handed over.
    public struct Site: Sendable {
      /// A folder, served read-only at `app://page/`.
      public var folder: String?
      /// URLs of the schemes `app:` and `other:` and their HTML.
      public var pages: [String: String]
      /// URLs of these schemes that get no answer until `release`.
      public var held: [String]
      /// How often the page is asked whether it still answers, in milliseconds; nil for never.
      public var watch: Int?

      /// A site.
      public init(
        folder: String? = nil, pages: [String: String] = [:], held: [String] = [],
        watch: Int? = nil
      ) {
        self.folder = folder
        self.pages = pages
        self.held = held
        self.watch = watch
      }
    }

    /// An engine in a host of its own.
    /// - Throws: `HostFailure` where there is none.
    public convenience init(site: Site = Site()) throws(HostFailure) {
      guard let path = HostProcess.find() else { throw .notFound }
      try self.init(HostProcess(path: path), site: site, ownsHost: true)
    }

    /// An engine on a host that is used again afterwards.
    package convenience init(
      _ host: HostProcess, site: Site = Site(), ownsHost: Bool = false
    ) throws(HostFailure) {
      Self.open(host, site)
      try self.init(opening: host, ownsHost: ownsHost, isPrepared: false)
    }

    /// An engine on a host that was prepared for it; closing it prepares the next.
    package convenience init(prepared host: HostProcess) throws(HostFailure) {
      try self.init(opening: host, ownsHost: false, isPrepared: true)
    }

    /// Opens a session without waiting, its web process included.
    package static func prepare(_ host: HostProcess) { open(host, Site(), isWarm: true) }

    private init(
      opening host: HostProcess, ownsHost: Bool, isPrepared: Bool
    ) throws(HostFailure) {
      self.host = host
      self.ownsHost = ownsHost
      self.isPrepared = isPrepared
      started = HostProcess.now()
      try wait(for: "opened")
      started = HostProcess.now()
    }

    private static func open(_ host: HostProcess, _ site: Site, isWarm: Bool = false) {
      var resources: [String] = []
      for (url, html) in site.pages.sorted(by: { $0.key < $1.key }) {
        resources.append("\(JSONString.quoted(url)):{\"body\":\(JSONString.quoted(html))}")
      }
      for url in site.held where site.pages[url] == nil {
        resources.append("\(JSONString.quoted(url)):{\"body\":\"\",\"hold\":true}")
      }
      var members = [
        "\"do\":\"open\"", "\"lockstep\":true", "\"local\":true", "\"dialogs\":\"asked\"",
        "\"askPolicy\":true", "\"exact\":true", "\"warm\":\(isWarm)",
        "\"resources\":{\(resources.joined(separator: ","))}",
        "\"handlers\":[{\(PageErrors.handler)}]", "\"userScripts\":[{\(PageErrors.userScript)}]",
      ]
      if let watch = site.watch { members.append("\"watch\":\(watch)") }
      if let folder = site.folder { members.append("\"folder\":\(JSONString.quoted(folder))") }
      host.say("{\(members.joined(separator: ","))}")
    }

    deinit { close() }

    /// Ends the session; the host stays warm where it is not this engine's own.
    public func close() {
      onReport = nil
      onPageError = nil
      guard failure == nil else {
        if ownsHost { host.stop() }
        return
      }
      host.say("{\"do\":\"close\"}")
      do throws(HostFailure) {
        try wait(for: "closed")
        if isPrepared { Self.prepare(host) }
        failure = .ended(signal: nil, status: 0, text: "the session is closed")
      } catch {
        failure = error
      }
      if ownsHost || failure?.isSilence == true { host.stop() }
    }

    /// Kills the host, as a test of what follows.
    package func killHost() { host.kill() }

    /// Finds out whether host and page still answer: one that was stopped, or hangs, says nothing and
    /// looks like one at rest. A page that goes on speaking does not hang.
    public func check() {
      guard failure == nil else { return }
      silence.ask(host)
      while silence.isAsked, failure == nil { take(within: Self.patience) }
      guard failure == nil, !isDestroyed, !isTerminated, !isLoading, !isUnresponsive else { return }
      probe.hasAnswered = false
      let before = messageCount
      add(
        "evaluate", "\"id\":\"\(Probe.question)\"", "\"script\":\"0\"",
        "\"world\":\"\(PageErrors.world)\"")
      flush()
      let end = clock + 5000 * speed
      while !probe.hasAnswered, failure == nil, !isTerminated, clock < end {
        take(within: max(1, (end - clock) / speed))
      }
      isUnresponsive =
        !probe.hasAnswered && messageCount == before && failure == nil && !isTerminated
    }

    /// Milliseconds since the engine was made, of a real clock.
    public var clock: Double { clock(at: speed) }

    private func clock(at speed: Double) -> Double { (HostProcess.now() - started) * speed }

    /// Waits for an event, and lets the engine go on with those before it.
    private func wait(for name: String) throws(HostFailure) {
      while true {
        guard case .line(let event) = try host.next(within: Self.patience) else {
          throw .silent(Self.patience)
        }
        switch event.root["event"]?.string {
        case name: return
        // Of the session before: nobody waits in it.
        case "lost", "opened", "closed", "pong", "reached": continue
        case "remote": remoteRequests += event.root["url"]?.string.map { [$0] } ?? []
        default: break
        }
        host.say("{\"do\":\"continue\"}")
      }
    }

    /// How long the host may say nothing where it has to answer.
    static let patience = 15_000.0

    // MARK: Time

    /// Runs `work` on the native side after so many milliseconds of real time.
    public func later(_ milliseconds: Double, _ work: @escaping () -> Void) {
      timerCount += 1
      timers.append((clock + max(0, milliseconds), timerCount, work))
    }

    /// Runs until nothing is left to do, `limit` is reached, or `isDone` says so.
    ///
    /// The timers of an app's page cannot be seen: idle means that nothing happened for `quiet`
    /// milliseconds, and no load, call or delayed work is under way (or for three seconds, if one
    /// hangs). The page of a stage says when it is at rest: then it is not waited for, nor is the time
    /// of native's next work.
    @discardableResult
    public func run(until limit: Double, isDone: () -> Bool) -> StopReason {
      lastEvent = clock
      silence.end()
      while true {
        flush()
        if isDone() { return .done }
        if failure != nil { return .idle }
        let now = clock
        if let place = nextTimer(), timers[place].due <= now {
          takeTimer()
          continue
        }
        if now >= limit { return .limit }
        let due = nextTimer().map { timers[$0].due }
        if isStageAtRest(now) {
          guard let due else { return .idle }
          started -= (min(due, limit) - now) / speed
          continue
        }
        // A page that does nothing, with a call that never completes, is at rest too.
        let isWaiting = isLoading || !pendingCalls.isEmpty
        let quiet = (isWaiting ? max(self.quiet, 3000) : self.quiet) * speed
        let rest = max(lastEvent + quiet, busyUntil)
        if due == nil, now >= rest {
          if silence.isWhole { return .idle }
          if !silence.isAsked { silence.ask(host) }
          take(within: max(1, min((limit - now) / speed, Self.patience)))
          continue
        }
        let next = min(due ?? rest, limit, nextQuestion(now) ?? .infinity)
        take(within: max(1, (next - now) / speed))
      }
    }

    /// Native's work happens in a turn of the engine's main loop, as an app's does: what the engine
    /// has told before comes before it, what it tells later knows of it.
    private func takeTimer() {
      reach(waits: true)
      guard failure == nil, let place = nextTimer() else { return }
      let timer = timers.remove(at: place)
      timer.work()
      lastEvent = clock
      goOn()
    }

    private func nextTimer() -> Int? {
      timers.indices.min {
        (timers[$0].due, timers[$0].order) < (timers[$1].due, timers[$1].order)
      }
    }

    func take(within milliseconds: Double) {
      do throws(HostFailure) {
        guard case .line(let event) = try host.next(within: milliseconds) else {
          if silence.isLonger(than: Self.patience) { throw .silent(Self.patience) }
          return
        }
        if !isAboutPage(event) {
          lastEvent = clock
          silence.end()
        }
        take(event)
      } catch {
        fail(error)
      }
    }

    /// The engine is gone: what waits for its process learns so.
    func fail(_ error: HostFailure) {
      guard failure == nil else { return }
      failure = error
      for call in pendingCalls.sorted() {
        onReport?(
          .completion(
            call: call, .failure(ScriptFailure(.terminated, code: 601, message: error.sentence))))
      }
      pendingCalls.removeAll()
      onReport?(.terminated(.crashed))
    }
  }
#endif
