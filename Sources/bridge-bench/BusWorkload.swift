import BridgeBus
import BridgeContract
import BridgeFindings
import BridgeLog

extension Workload {
  /// What a message costs on the bus, against the same body as a log line.
  static let bus = Workload(
    name: "bus", arguments: "[MESSAGES]",
    summary: "a delivered, validated and traced message against the same body as a log line"
  ) { arguments in
    let count = arguments.first.flatMap { Int($0) } ?? 20_000
    let contract = try loaded(BusContract.text)
    guard case .joined(let set) = ContractSet.join([contract]) else {
      throw BenchError("the contract of the benchmark cannot stand alone")
    }
    let line = Array(
      ("{\"t\":1732950000034,\"direction\":\"webToNative\",\"channel\":\"bridge\",\"body\":"
        + BusContract.body + "}\n").utf8)
    var log: [UInt8] = []
    for _ in 0..<count { log += line }
    var judged = 0
    let lines = Measure(bytes: log.count) {
      var options = LogOptions()
      options.engine = .reference
      let validator = LogValidator(set, options: options)
      validator.beginFile("log")
      validator.feed(log)
      validator.endFile()
      let report = validator.finish()
      judged = report.summary.messages - report.findings.count
    }
    guard judged == count else { throw BenchError("\(judged) of \(count) lines are good") }

    let body = try BridgeValue(json: Array(BusContract.body.utf8))
    var traced = 0
    var measure = try Measure(bytes: log.count) {
      let bus = try Bus(contract)
      bus.start(Page { window in for _ in 0..<count { try window.post("bridge", body) } })
      bus.engine.run()
      traced = bus.trace.count - 4
    }
    guard traced == count else { throw BenchError("\(traced) of \(count) messages were traced") }
    measure.counts = [
      ("messages", count),
      ("nanosecondsPerLine", Int(lines.seconds * 1e9) / count),
      ("nanosecondsPerMessage", Int(measure.seconds * 1e9) / count),
      ("percentOfLine", Int(measure.seconds / lines.seconds * 100)),
    ]
    return measure
  }

  /// How fast orders are explored.
  static let orders = Workload(
    name: "orders", arguments: "[CONTRACT SCENARIO] [LIMIT]",
    summary: "orders of a scenario, drawn and judged (the handshake, 10000)"
  ) { arguments in
    let isNamed = arguments.count > 1
    let contract =
      try isNamed
      ? loaded(String(decoding: readFile(arguments[0]), as: UTF8.self)) : loaded(BusContract.text)
    let limit = (isNamed ? arguments.dropFirst(2) : arguments[...]).first.flatMap { Int($0) }
    guard let runner = ScenarioRunner(contract) else {
      throw BenchError("the contract cannot stand alone")
    }
    let name = isNamed ? arguments[1] : "handshake"
    var explored: ScenarioRunner.Explored?
    var measure = Measure(bytes: 0) {
      explored = runner.explore(
        name, Explorer(mode: .random(seed: 1), limit: limit ?? 10_000))
    }
    guard let explored else { throw BenchError("there is no live scenario \"\(name)\"") }
    measure.counts = [
      ("orders", explored.exploration.runs), ("traces", explored.exploration.traces),
      ("failing", explored.exploration.failing),
      ("ordersPerCpuSecond", Int(Double(explored.exploration.runs) / measure.seconds)),
    ]
    return measure
  }

  private static func loaded(_ text: String) throws -> Contract {
    switch Contract.load(Array(text.utf8), file: "bench") {
    case .loaded(let contract): return contract
    case .broken(let findings):
      throw BenchError(findings.first.map { "\($0)" } ?? "the contract is broken")
    }
  }
}

/// A contract of the usual size: a handshake, and a message with a handful of fields.
private enum BusContract {
  static let body =
    #"{"kind":"order","v":2,"data":{"sku":"A-1093","count":3,"price":17.5,"gift":false,"note":"leave at the door","tags":["new","sale"]}}"#

  static let text = """
    {"bridgeContract": 1, "name": "bench", "version": "1.0.0",
     "framing": {"kind": "/kind", "version": "/v", "payload": "/data"},
     "channels": {"bridge": {"from": "web", "via": "messageHandler"},
      "receive": {"from": "native", "via": "evaluate", "call": "App.receive"}},
     "messages": {
      "ready": {"on": "bridge", "version": 1, "payload": {"type": "object"},
       "examples": [{"body": {"kind": "ready", "v": 1, "data": {}}}]},
      "sync": {"on": "receive", "version": 1,
       "payload": {"type": "object", "required": ["value"], "properties": {"value": {"type": "string"}}},
       "examples": [{"body": {"kind": "sync", "v": 1, "data": {"value": "ok"}}}]},
      "order": {"on": "bridge", "version": 2, "payload": {"type": "object",
        "required": ["sku", "count", "price"],
        "properties": {"sku": {"type": "string", "pattern": "^[A-Z]-[0-9]+$"},
         "count": {"type": "integer", "minimum": 1, "maximum": 99}, "price": {"type": "number"},
         "gift": {"type": "boolean"}, "note": {"type": "string", "maxLength": 200},
         "tags": {"type": "array", "items": {"enum": ["new", "sale", "last"]}, "uniqueItems": true}}},
       "examples": [{"body": \(body)}]}},
     "order": [{"id": "sync-after-ready", "rule": "precedes", "first": "ready", "then": "sync"}],
     "scenarios": {"handshake": {
       "page": [{"when": "inline", "do": [{"send": "ready"}]}],
       "native": [{"when": "ready", "do": [{"send": "sync"}]}]}}}
    """
}
