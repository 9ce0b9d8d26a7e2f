public import BridgeBus
public import BridgeContract

/// A bridge under test, in Swift Testing or XCTest: what fails is recorded at the line that expected
/// it, with its one cause and the trace as two lanes.
///
/// ```swift
/// @Test func handshake() async {
///   let bridge = BridgeTest("Contracts/sync.bridge.json")
///   bridge.on("ready.v2") { try $0.answer(payload: ["value": "ok"]) }
///   bridge.start(page)
///   await bridge.expect(.webToNative("ready.v2"), within: 5000)
///   await bridge.expect(.reply(to: "ready.v2"), within: 1000)
///   await bridge.finish()
/// }
/// ```
///
/// On the headless engine nothing sleeps: milliseconds are those of a virtual clock. Native code may
/// be asynchronous; it runs between two steps of the engine, on the caller's actor.
public final class BridgeTest {
  /// The bus itself, for tests that want errors thrown; nil where there is no contract.
  public let bus: Bus?
  /// Whether a failure attaches the whole trace: its bodies hold whatever was sent.
  public var attachesBodies = false

  private let site: TestSite
  private var isFinished = false
  private var hasFailed = false
  /// What has been recorded, by cause and line: nothing is told twice.
  private var told: Set<String> = []
  var work: [() -> Work] = []
  /// What is to be put back once the test is over.
  package var atEnd: (() -> Void)?

  /// Asynchronous code of native that waits for its turn.
  struct Work {
    var site: TestSite
    var body: nonisolated(nonsending) () async throws -> Void
  }

  /// A test of a contract that is loaded already.
  public init(
    _ contract: Contract, on engine: any Engine = HeadlessEngine(),
    exhaustivity: Exhaustivity = .on, fileID: String = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) {
    site = TestSite(fileID, filePath, line, column)
    do throws(BridgeMisuse) {
      bus = try Bus(contract, on: engine, exhaustivity: exhaustivity)
    } catch {
      bus = nil
      isFinished = true
      TestReport.record(error.message, at: site)
    }
    bus?.onSkipped = { TestReport.note("not expected: \($0)") }
    if let bus { OpenTests.add(self, bus, at: site) }
  }

  /// A test of a contract file. A relative path is looked for beside the test's file and in every
  /// folder above it.
  public convenience init(
    _ path: String, on engine: any Engine = HeadlessEngine(), exhaustivity: Exhaustivity = .on,
    fileID: String = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column
  ) {
    switch ContractFile.load(path, near: "\(filePath)") {
    case .loaded(let contract):
      self.init(
        contract, on: engine, exhaustivity: exhaustivity, fileID: fileID, filePath: filePath,
        line: line, column: column)
    case .broken(let text):
      self.init(broken: text, TestSite(fileID, filePath, line, column))
    }
  }

  private init(broken text: String, _ site: TestSite) {
    self.site = site
    bus = nil
    isFinished = true
    TestReport.record(text, at: site)
  }

  deinit {
    OpenTests.remove(self)
    atEnd?()
    guard !isFinished, !hasFailed, let bus, bus.exhaustivity == .on else { return }
    TestReport.record(OpenTests.sentence, at: site)
  }

  // MARK: Expecting

  /// Runs the engine until what is expected has come; records a failure where it does not.
  ///
  /// - Parameters:
  ///   - expected: one thing in one direction.
  ///   - limit: milliseconds of the engine's clock from now on.
  /// - Returns: what came; nil after a failure.
  @discardableResult
  nonisolated(nonsending) public func expect(
    _ expected: Expected, within limit: Double, fileID: String = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) async -> BusMessage? {
    let site = TestSite(fileID, filePath, line, column)
    guard let bus else { return nil }
    if isFinished {
      fail(
        BridgeMisuse("the test was finished before: \(expected) can never come", at: site.call),
        site)
      return nil
    }
    do {
      var wait = try bus.wait(for: expected, within: limit, at: site.call)
      while true {
        if let message = try bus.step(&wait, isPaused: { !work.isEmpty }) { return message }
        await runWork()
      }
    } catch {
      fail(error, site)
      return nil
    }
  }

  /// Lets everything settle and records what is left: what no expectation has spoken of.
  ///
  /// - Parameter limit: milliseconds of the engine's clock in which late repetitions may still come.
  nonisolated(nonsending) public func finish(
    within limit: Double = 1000, fileID: String = #fileID, filePath: StaticString = #filePath,
    line: Int = #line, column: Int = #column
  ) async {
    let site = TestSite(fileID, filePath, line, column)
    guard let bus else { return }
    isFinished = true
    OpenTests.remove(self)
    for note in bus.engineLog { TestReport.note("the engine's log: \(note)") }
    let end = bus.engine.clock + limit
    while !bus.settle(until: end, isPaused: { !work.isEmpty }) { await runWork() }
    defer {
      // Native's code often holds the test that holds it.
      bus.forgetCode()
      atEnd?()
      atEnd = nil
    }
    // What failed has been said; what is left is of no interest then.
    guard !hasFailed else { return }
    do {
      try bus.judgeEnd(at: site.call)
    } catch {
      fail(error, site)
    }
  }

  nonisolated(nonsending) private func runWork() async {
    while !work.isEmpty {
      let next = work.removeFirst()()
      do {
        try await next.body()
      } catch {
        fail(error, next.site)
      }
    }
  }

  func fail(_ error: any Error, _ site: TestSite) {
    hasFailed = true
    OpenTests.remove(self)
    // One fault makes many expectations fail: it is told of at the first.
    if let failure = error as? BridgeFailure, let line = failure.finding.line,
      !told.insert("\(failure.cause.id) \(line)").inserted
    {
      return
    }
    TestReport.record(error, at: site, attaching: bus, bodies: attachesBodies)
  }

  // MARK: Looking

  /// The trace so far: lines of a log, which `validate` reads.
  public var trace: [String] { bus?.trace ?? [] }

  /// The trace so far as two lanes, without any value.
  public var diagram: String { bus?.diagram ?? "" }
}
