import BridgeContract
import BridgeDiff
import BridgeFindings
import BridgeJSON

extension Workload {
  /// Compares two generated contracts, against loading them.
  static let diff = Workload(
    name: "diff", arguments: "MESSAGES [PERCENT-CHANGED]",
    summary: "compare two generated contracts (all messages changed), against loading them"
  ) { arguments in
    let count = arguments.first.flatMap { Int($0) } ?? 1_000
    let changed = arguments.dropFirst().first.flatMap { Int($0) } ?? 100
    let texts = [diffed(count, percent: 0), diffed(count, percent: changed)]
    let bytes = texts.reduce(0) { $0 + $1.count }
    var contracts: [Contract] = []
    let loading = try Measure(bytes: bytes) {
      contracts = try texts.map { text in
        guard case .loaded(let contract) = Contract.load(text, file: "c.bridge.json") else {
          throw BenchError("the generated contract does not load")
        }
        return contract
      }
    }
    var findings = 0
    var proofs = 0
    var measure = Measure(bytes: bytes) {
      let report = ContractDiff.compare(contracts[0], contracts[1])
      findings = report.findings.count
      proofs = report.findings.reduce(0) { $0 + ($1.change?.witnesses.count ?? 0) }
    }
    measure.counts = [
      ("findings", findings), ("proofs", proofs),
      ("loadingMicroseconds", Int(loading.seconds * 1e6)),
      ("ratioPercent", Int(measure.seconds / loading.seconds * 100)),
    ]
    return measure
  }

  /// Messages of a dozen fields in both directions, with shared types and a union.
  private static func diffed(_ count: Int, percent: Int) -> [UInt8] {
    var messages: [String] = []
    for i in 0..<count {
      let isChanged = i % 100 < percent
      let note =
        isChanged && i % 2 == 0 ? #", "note": {"type": "string", "maxLength": 80}"# : ""
      let required = isChanged && i % 5 == 0 ? #", "count""# : ""
      messages.append(
        ##"""
        "m\##(i)": {"on": "\##(i % 2 == 0 ? "receive" : "bridge")", "payload": {
          "type": "object", "required": ["name", "total", "items"\##(required)], "properties": {
            "name": {"type": "string", "minLength": 1, "maxLength": \##(isChanged ? 39 : 40)},
            "total": {"$ref": "#/types/Money"},
            "count": {"type": "integer", "minimum": 0, "maximum": \##(isChanged ? 99 : 100)},
            "flag": {"type": "boolean"},
            "tree": {"$ref": "#/types/Node"},
            "note\##(i % 7)": {"type": ["string", "null"]},
            "items": {"type": "array", "minItems": 1, "items": {
              "type": "object", "required": ["sku"], "properties": {
                "sku": {"type": "string", "pattern": "^[A-Z]{2}[0-9]+$"},
                "price": {"$ref": "#/types/Money"}}}},
            "how": {"oneOf": [
              {"type": "object", "required": ["kind"], "properties": {
                "kind": {"const": "card"}, "digits": {"type": "string", "pattern": "^[0-9]{4}$"}}},
              {"type": "object", "required": ["kind"], "properties": {
                "kind": {"const": "bank"}, "iban": {"type": "string"}}}]}\##(note)}}}
        """##)
    }
    return Array(
      ##"""
      {"bridgeContract": 1, "name": "big", "version": "\##(percent == 0 ? 1 : 2).0.0",
       "framing": {"kind": "/kind", "payload": "/data"},
       "channels": {"bridge": {"from": "web", "via": "messageHandler"},
        "receive": {"from": "native", "via": "evaluate", "call": "receive"}},
       "types": {
        "Money": {"type": "object", "required": ["amount", "currency"], "properties": {
          "amount": {"type": "integer", "minimum": 0}, "currency": {"enum": ["EUR", "USD", "GBP"]}}},
        "Node": {"type": "object", "required": ["id"], "properties": {
          "id": {"type": "string", "pattern": "^[a-z0-9-]{1,40}$"},
          "children": {"type": "array", "items": {"$ref": "#/types/Node"}}}}},
       "messages": {\##(messages.joined(separator: ",\n"))}}
      """##.utf8)
  }
}
