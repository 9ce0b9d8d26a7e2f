import BridgeScript
import Foundation

extension Workload {
  /// Encodes payloads of 4 KB and compares with copying them, and with JSONEncoder and pasting.
  static let encode = Workload(
    name: "encode", arguments: "text|record|unicode",
    summary: "check and encode payloads of 4 KB; in percent of memcpy and of JSONEncoder + pasting"
  ) { arguments in
    let kind = arguments.first ?? "text"
    guard let payloads = EncodePayload.make(kind) else {
      throw BenchError("encode: which payloads, text, record or unicode?")
    }
    let receiver = try JavaScriptReceiver("bridgeReceive")
    let form = ScriptForm.call(receiver)
    let bytes = payloads.reduce(0) { $0 + $1.json.count }
    let encoder = ScriptEncoder()
    var sink = 0

    var measure = try Measure(bytes: bytes * EncodePayload.rounds) {
      for _ in 0..<EncodePayload.rounds {
        for payload in payloads {
          try payload.json.withUnsafeBufferPointer { json in
            try encoder.call(receiver, json: json) { sink &+= $0.count }
          }
        }
      }
    }
    let own = Double(measure.bytes) / measure.seconds

    let target = UnsafeMutableRawPointer.allocate(byteCount: 1 << 14, alignment: 64)
    defer { target.deallocate() }
    // `memcpy` of what nobody looks at must not be taken away: the size comes from outside.
    let copies = Measure(bytes: bytes * EncodePayload.rounds * 4) {
      for _ in 0..<EncodePayload.rounds * 4 {
        for payload in payloads {
          payload.json.withUnsafeBytes { json in
            if let base = json.baseAddress { memcpy(target, base, json.count) }
          }
          sink &+= Int(target.load(as: UInt8.self))
        }
      }
    }
    let strings = try Measure(bytes: bytes * EncodePayload.rounds) {
      for _ in 0..<EncodePayload.rounds {
        for payload in payloads {
          try payload.json.withUnsafeBufferPointer { json in
            sink &+= try JavaScriptCall(form, json: json).source.utf8.count
          }
        }
      }
    }
    let values = try Measure(bytes: bytes * EncodePayload.fewRounds) {
      for _ in 0..<EncodePayload.fewRounds {
        for payload in payloads {
          sink &+= try payload.value.call(form).source.utf8.count
        }
      }
    }
    let pasted = try Measure(bytes: bytes * EncodePayload.fewRounds) {
      let encoder = JSONEncoder()
      for _ in 0..<EncodePayload.fewRounds {
        for payload in payloads {
          let json = String(decoding: try payload.value.json(encoder), as: UTF8.self)
          sink &+= "bridgeReceive(\(json))".utf8.count
        }
      }
    }
    func speed(_ measure: Measure) -> Double { Double(measure.bytes) / measure.seconds }
    func percent(_ a: Double, _ b: Double) -> Int { Int((a / b * 100).rounded()) }
    measure.counts = [
      ("memcpyMBPerCPUSecond", Int(speed(copies) / 1e6)),
      ("percentOfMemcpy", percent(own, speed(copies))),
      ("stringPercentOfMemcpy", percent(speed(strings), speed(copies))),
      ("pastingMBPerCPUSecond", Int(speed(pasted) / 1e6)),
      ("percentOfPasting", percent(own, speed(pasted))),
      ("stringPercentOfPasting", percent(speed(strings), speed(pasted))),
      ("valuePercentOfPasting", percent(speed(values), speed(pasted))),
      ("sink", sink & 1),
    ]
    return measure
  }
}

/// What is encoded: a value and its JSON text.
struct EncodePayload {
  var value: any EncodeValue
  var json: [UInt8]

  static let rounds = 4000
  static let fewRounds = 100

  /// Eight payloads of about 4 KB of one kind.
  static func make(_ kind: String) -> [EncodePayload]? {
    let values: [any EncodeValue]
    switch kind {
    case "text":
      let text = String(
        repeating: "The quick brown fox jumps over the lazy dog, twice if need be. ", count: 64)
      values = (0..<8).map { EncodeMessage(kind: "sync", id: $0, value: text) }
    case "unicode":
      let text = String(repeating: "Съешь ещё этих мягких булок. 日本語も。", count: 64)
      values = (0..<8).map { EncodeMessage(kind: "sync", id: $0, value: text) }
    case "record":
      values = (0..<8).map { n in
        EncodeRecords(
          kind: "items", id: n,
          items: (0..<26).map {
            EncodeRecord(
              id: n * 1000 + $0, name: "Item number \($0) of the list", price: Double($0) * 1.25,
              isActive: $0 % 3 == 0, tags: ["new", "tag-\($0)"],
              link: "https://shop.example/items/\(n)/\($0)?ref=list")
          })
      }
    default: return nil
    }
    return values.compactMap { value in
      guard let json = try? value.text() else { return nil }
      return EncodePayload(value: value, json: Array(json.utf8))
    }
  }
}

/// A value that both encoders get as itself.
protocol EncodeValue: Encodable, Sendable {}

extension EncodeValue {
  func text() throws -> String { try JSONValueText.encode(self) }
  func call(_ form: ScriptForm) throws -> JavaScriptCall {
    try JavaScriptCall(form, encoding: self)
  }
  func json(_ encoder: JSONEncoder) throws -> Data { try encoder.encode(self) }
}

struct EncodeMessage: EncodeValue {
  var kind: String
  var id: Int
  var value: String
}

struct EncodeRecords: EncodeValue {
  var kind: String
  var id: Int
  var items: [EncodeRecord]
}

struct EncodeRecord: EncodeValue {
  var id: Int
  var name: String
  var price: Double
  var isActive: Bool
  var tags: [String]
  var link: String
}
