import BridgeBus
import Testing

/// One engine with a trace of what native was told, a word for each report.
///
/// `started`, `committed`, `finished`, `failed@started`, `m:BODY` (handler `bridge`), `NAME:BODY`,
/// `ask#1:BODY` (replying), `k1=RESULT`, `k1!ERROR`, `terminated`, `dropped:BODY`, `missing:NAME`.
final class Lab {
  let engine: HeadlessEngine
  private(set) var trace: [String] = []
  private var rules: [(word: String, nth: Int, act: (Lab) -> Void)] = []
  private var seen: [String: Int] = [:]
  var answersDialogs: [String: String] = [:]

  init(
    _ profile: EngineProfile = .gtk, _ schedule: Schedule = .standard,
    handlers: [String] = ["bridge"],
    asking: [String] = [], site: [String: Page] = [:]
  ) {
    engine = HeadlessEngine(profile: profile, schedule: schedule)
    engine.site = site
    engine.onReport = { [unowned self] in take($0) }
    for name in handlers { engine.register(name) }
    for name in asking { engine.register(name, reply: true) }
  }

  /// A lab around an engine that somebody else made.
  init(_ engine: HeadlessEngine, handlers: [String] = ["bridge"]) {
    self.engine = engine
    engine.onReport = { [unowned self] in take($0) }
    for name in handlers { engine.register(name) }
  }

  /// Acts when this word comes for the nth time.
  func on(_ word: String, nth: Int = 1, _ act: @escaping (Lab) -> Void) {
    rules.append((word, nth, act))
  }

  /// Loads a page as `loadHTML` does and runs to the end.
  @discardableResult
  func run(_ page: Page, until limit: Double = 60_000) -> [String] {
    engine.load(page, base: "https://app.test/")
    engine.run(until: limit)
    return trace
  }

  /// Loads a URL and runs to the end.
  @discardableResult
  func run(_ url: String) -> [String] {
    engine.load(url)
    engine.run()
    return trace
  }

  private func take(_ report: EngineReport) {
    let word: String
    switch report {
    case .started: word = "started"
    case .committed: word = "committed"
    case .finished: word = "finished"
    case .failed(_, let point): word = "failed@\(point.rawValue)"
    case .message(let message):
      let name = message.handler == "bridge" ? "m" : message.handler
      word = name + (message.reply.map { "#\($0)" } ?? "") + ":" + Self.text(message.body)
    case .completion(let call, .success(let value)): word = "\(call)=\(Self.text(value))"
    case .completion(let call, .failure(let failure)): word = "\(call)!\(failure.message)"
    case .dialog(let dialog):
      word = "\(dialog.kind.rawValue):\(dialog.message)"
      dialog.answer(answersDialogs[dialog.message])
      dialog.confirm(answersDialogs[dialog.message] != nil)
    case .terminated: word = "terminated"
    case .dropped(let message, _): word = "dropped:" + Self.text(message.body)
    case .handlerMissing(let name, _): word = "missing:\(name)"
    case .fault(let fault): word = "fault:\(fault)"
    }
    trace.append(word)
    seen[word, default: 0] += 1
    for rule in rules where rule.word == word && rule.nth == seen[word] { rule.act(self) }
  }

  /// Strings bare, everything else as JSON text.
  private static func text(_ value: BridgeValue) -> String {
    value.isUndefined ? "undefined" : value.string ?? value.description
  }
}

extension Script {
  /// A script that gives a value.
  static func value(_ body: @escaping (PageWindow) throws -> BridgeValue) -> Script {
    .swift { .value(try body($0)) }
  }

  /// A script that gives nothing.
  static func run(_ body: @escaping (PageWindow) throws -> Void) -> Script {
    .swift {
      try body($0)
      return .undefined
    }
  }
}

extension PageWindow {
  /// Posts to the handler `bridge`.
  @discardableResult
  func say(_ body: BridgeValue) throws -> PagePromise { try post("bridge", body) }
}

/// Every order that the schedule permits, as the set of traces that come out.
///
/// Takes one choice after the other in every way. A test that needs more than `runs` of them fails:
/// it would claim what it has not seen.
func everyOrder(
  _ profile: EngineProfile = .gtk, slack: Double = 0, runs: Int = 5000,
  handlers: [String] = ["bridge"], asking: [String] = [], site: [String: Page] = [:],
  _ scenario: (Lab) -> Void
) -> (traces: Set<[String]>, runs: Int) {
  var traces: Set<[String]> = []
  var pending: [[Int]] = [[]]
  var count = 0
  while let prefix = pending.popLast(), count < runs {
    count += 1
    let lab = Lab(
      profile, .replay(prefix, slack: slack), handlers: handlers, asking: asking, site: site)
    scenario(lab)
    traces.insert(lab.trace)
    let choices = lab.engine.choices
    let taken = choices.map(\.chosen)
    for place in prefix.count..<max(prefix.count, choices.count) {
      for option in 1..<choices[place].options.count {
        pending.append(Array(taken[..<place]) + [option])
      }
    }
  }
  if !pending.isEmpty { Issue.record("more than \(runs) orders") }
  return (traces, count)
}

/// The traces of so many orders drawn by seeds: for what has too many orders to take each.
func manyOrders(
  _ seeds: Int, _ profile: EngineProfile = .gtk, slack: Double = 0, site: [String: Page] = [:],
  _ scenario: (Lab) -> Void
) -> Set<[String]> {
  var traces: Set<[String]> = []
  for seed in 0..<seeds {
    let lab = Lab(profile, .random(seed: UInt64(seed), slack: slack), site: site)
    scenario(lab)
    traces.insert(lab.trace)
  }
  return traces
}
