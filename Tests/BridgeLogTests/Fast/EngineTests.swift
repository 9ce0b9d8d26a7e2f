import BridgeContract
import BridgeFindings
import Foundation
import TestSupport
import Testing

@testable import BridgeLog

/// The quick way against the reference: the same findings, the same numbers, whatever the log.
///
/// `ENGINE_ROUNDS=50` sets how many random contracts are tried; the default keeps a run short.
@Suite("Engines agree")
struct EngineTests {
  static let rounds = ProcessInfo.processInfo.environment["ENGINE_ROUNDS"].flatMap(Int.init) ?? 4

  static func load(_ text: String) throws -> ContractSet {
    switch Contract.load(Array(text.utf8), file: "random.bridge.json") {
    case .loaded(let contract):
      guard case .joined(let set) = ContractSet.join([contract]) else {
        throw SupportError("the contract does not stand alone")
      }
      return set
    case .broken(let findings):
      throw SupportError(
        findings.map { "\($0.instancePath ?? "") \($0.message)" }.joined(separator: "\n"))
    }
  }

  @Test("shipped logs, as they are and mutated", arguments: ShippedLogTests.withLogs)
  func shipped(_ pair: ShippedLogTests.Pair) throws {
    guard case .joined(let set) = ContractSet.join([try ShippedLogTests.load(pair.contract)]) else {
      throw SupportError("the contract does not stand alone")
    }
    var random = SplitMix64(seed: 0x656e_6769_6e65)
    for kind in ["good", "bad"] {
      let log = Array(try Data(contentsOf: ShippedLogTests.log(pair, kind)))
      Engines.expectSame(set, log, &random, "\(pair.name) \(kind)")
      for _ in 0..<Self.rounds {
        var mutated = log
        for _ in 0...random.below(6) { mutated = FuzzTests.mutated(mutated, &random) }
        Engines.expectSame(
          set, mutated, &random,
          "\(pair.name) \(String(decoding: mutated.prefix(3000), as: UTF8.self))")
      }
    }
  }

  private static let heads = [
    #""framing": {"kind": "/kind", "version": "/v", "id": "/id", "payload": "/data", "ids": {"type": "integer"}}"#,
    #""framing": {"kind": "/kind", "id": "/id", "payload": "/data", "ids": {"type": "string", "pattern": "^w[0-9]+$"}, "reply": {"error": "/error"}}"#,
    #""framing": {"kind": "/kind", "version": "/v", "id": "/id", "payload": "/data", "ids": {"scope": "session", "reuse": false}}"#,
  ]

  /// A contract of random schemas in one of several framings.
  private static func contract(_ random: inout SplitMix64, _ schemas: inout RandomSchema) -> String
  {
    let head = random.below(heads.count)
    let version = head == 1 ? "" : #""version": \#(random.below(2) == 0 ? "1" : "\"b\""), "#
    let unknown = random.pick(["reject", "warn", "allow"])
    let order =
      random.once(in: 2)
      ? "[]"
      : #"[{"id": "once", "rule": "atMostOnce", "of": "say"}, {"id": "first", "rule": "precedes", "first": "ask", "then": "say"}, {"id": "one", "rule": "serial", "of": "ask"}, {"id": "m", "rule": "states", "start": "a", "states": {"a": {"ask": "b"}, "b": {"reply:ask": "a", "say": "b"}}}]"#
    let count = random.pick([#""#, #", "count": "many""#])
    return """
      {"bridgeContract": 1, "name": "random", "version": "1.0.0", "unknownFields": "\(unknown)",
       \(heads[head]),
       "channels": {"bridge": {"from": "web", "via": "messageHandler"}, "receive": {"from": "native", "via": "evaluate", "call": "bridge"}},
       "types": {"Shared": \(schemas.schema())},
       "messages": {
        "ask": {"on": "bridge", \(version)"payload": \(schemas.schema()), "reply": {"on": "receive", "kind": "reply", "within": "2s", "payload": {"$ref": "#/types/Shared"}\(count)}},
        "tell": {"on": "bridge", \(version)"payload": {"$ref": "#/types/Shared"}, "reply": {"on": "receive", "kind": "reply", "payload": \(random.once(in: 2) ? ##"{"$ref": "#/types/Shared"}"## : schemas.schema())}},
        "say": {"on": "bridge", \(version)"payload": \(schemas.schema())},
        "push": {"on": "receive", \(version)"payload": \(schemas.schema())}},
       "order": \(order)}
      """
  }

  /// A log of lines that are nearly right, in any order of keys: another in each line, or the same in
  /// most.
  private static func log(_ random: inout SplitMix64, _ schemas: inout RandomSchema) -> String {
    var out = ""
    var t = 1_732_950_000_000
    let isSteady = random.once(in: 2)
    let bodyOrder = ["kind", "v", "id", "data", "more", "error"].shuffled(using: &random)
    var lineOrder = [
      "t", "session", "direction", "handler", "channel", "page", "x", "note",
    ].shuffled(using: &random)
    lineOrder.insert("body", at: random.once(in: 3) ? random.below(8) : 8)
    let comma = random.pick([",", ", ", " ,\t"])
    for _ in 0..<40 {
      let isUsual = isSteady && random.below(8) != 0
      t += random.below(900)
      if random.below(12) == 0 {
        let event = random.pick(["@loadStarted", "@loadCommitted", "@loadFinished", "@teardown"])
        out += #"{"session": "s\#(random.below(2))", "t": \#(t), "event": "\#(event)"}"# + "\n"
        continue
      }
      let (kind, isWeb) = random.pick([
        ("ask", true), ("ask", true), ("tell", true), ("say", true), ("push", false),
        ("reply", false), ("reply", false), ("reply", false), ("other", true),
      ])
      var body = [#""kind": "\#(kind)""#]
      if random.below(10) != 0 {
        body.append(#""v":\#(random.pick(["1", "1", "\"b\"", "1.0", "2"]))"#)
      }
      if random.below(8) != 0 {
        body.append(
          #""id": \#(random.pick(["1", "2", "3", "4", "\"w1\"", "\"w2\"", "\"n\"", "null", "1.0"]))"#
        )
      }
      if random.below(12) != 0 { body.append(#""data":\#(schemas.value())"#) }
      if random.below(15) == 0 { body.append(#""more": \#(schemas.value())"#) }
      if random.below(25) == 0 { body.append(#""error": \#(random.pick(["null", "\"x\""]))"#) }
      if isUsual {
        sort(&body, by: bodyOrder)
      } else if random.once(in: 3) {
        body.shuffle(using: &random)
      }
      var line = ["\"body\":{\(body.joined(separator: ", "))}"]
      if random.below(10) != 0 {
        line.insert(
          #""t":\#(random.pick(["\(t)", "\(t)", "\"2026-03-02T09:15:0\(random.below(9)).5Z\"", "12.5"]))"#,
          at: 0)
      }
      if random.below(10) != 0 { line.insert(#""session":"s\#(random.below(2))""#, at: 0) }
      let isRight = random.below(20) != 0
      if random.below(15) != 0 {
        line.append(#""direction": "\#(isWeb == isRight ? "webToNative" : "nativeToWeb")""#)
      }
      if random.below(6) != 0 {
        line.append(#""\#(random.pick(["handler", "channel"]))":"bridge""#)
      }
      if random.below(20) == 0 { line.append(#""page": \#(random.below(3))"#) }
      if random.below(20) == 0 { line.append(#""x": {"a": 1, "a": 2}"#) }
      if random.below(15) == 0 { line.append(#""note": \#(schemas.value())"#) }
      if isUsual {
        sort(&line, by: lineOrder)
        out += "{\(line.joined(separator: comma))}\n"
        continue
      }
      if random.once(in: 3) { line.shuffle(using: &random) }
      out += "{\(line.joined(separator: random.pick([",", ", ", " ,\t"])))}"
      out += random.pick(["\n", "\n", "\r\n", " \n", "\n\n"])
    }
    return out
  }

  /// Puts members into the order of these names.
  private static func sort(_ members: inout [String], by names: [String]) {
    members = names.flatMap { name in members.filter { $0.hasPrefix("\"\(name)\"") } }
  }

  @Test("random schemas of the profile, random logs")
  func random() throws {
    var decided = 0
    var lines = 0
    for round in 0..<Self.rounds * 10 {
      let seed = UInt64(round) &* 7919 &+ 20_261_130
      var random = SplitMix64(seed: seed)
      var schemas = RandomSchema(seed: seed ^ 0x5eed)
      let text = Self.contract(&random, &schemas)
      let set = try Self.load(text)
      for _ in 0..<3 {
        let log = Array(Self.log(&random, &schemas).utf8)
        Engines.expectSame(
          set, log, &random, "seed \(seed)\n\(text)\n\(String(decoding: log, as: UTF8.self))")
        let count = Engines.decided(set, log)
        decided += count.decided
        lines += count.of
      }
    }
    // The comparison is worth something only if the pass decides a good part.
    #expect(decided * 4 > lines)
    print("ENGINES \(lines) lines, \(decided) decided by the pass")
  }
}
