import BridgeContract
import BridgeFindings
import BridgeLog

extension Workload {
  /// Validates a generated log of one character: 16 MB, always the same bytes.
  static let logMix = Workload(
    name: "log-mix", arguments: LogMix.allCases.map(\.rawValue).joined(separator: "|"),
    summary: "validate a generated log of one character, findings only counted"
  ) { arguments in
    guard let name = arguments.first, let mix = LogMix(rawValue: name) else {
      throw BenchError("log-mix: which? \(LogMix.allCases.map(\.rawValue))")
    }
    guard case .loaded(let contract) = Contract.load(Array(LogMix.contract.utf8), file: "mix"),
      case .joined(let set) = ContractSet.join([contract])
    else { throw BenchError("the contract is broken") }
    let text = mix.text(bytes: 16_000_000)
    var options = LogOptions()
    options.maxFindings = 0
    var report: LogReport?
    var measure = Measure(bytes: text.count) { report = judgeLog(text, by: set, options) }
    if let summary = report?.summary {
      guard (summary.invalidLines == 0) == (mix != .allInvalid) else {
        throw BenchError("\(summary.invalidLines) invalid lines of \(summary.lines)")
      }
      measure.counts = [("lines", summary.lines), ("invalidLines", summary.invalidLines)]
    }
    return measure
  }
}

/// Logs of one character each.
enum LogMix: String, CaseIterable {
  case usual
  case allInvalid = "all-invalid"
  case kindLast = "kind-last"
  case tiny, huge, unicode, patterns, deep

  static let contract = ##"""
    {"bridgeContract": 1, "name": "mix", "version": "1.0.0", "unknownFields": "reject",
     "framing": {"kind": "/kind", "version": "/v", "id": "/id", "payload": "/data", "ids": {"type": "integer"}},
     "channels": {"bridge": {"from": "web", "via": "messageHandler"},
                  "receive": {"from": "native", "via": "evaluate", "call": "bridge"}},
     "types": {
      "Note": {"type": "object", "required": ["title", "text"], "additionalProperties": false, "properties": {
        "title": {"type": "string", "maxLength": 200}, "text": {"type": "string", "maxLength": 400000},
        "level": {"enum": ["debug", "info", "warn"]}, "count": {"type": "integer", "minimum": 0}}},
      "Tree": {"type": "object", "properties": {"name": {"type": "string"}, "child": {"$ref": "#/types/Tree"}}}},
     "messages": {
      "tap": {"on": "bridge", "payload": {"type": "null"}},
      "note": {"on": "bridge", "version": 1, "payload": {"$ref": "#/types/Note"},
               "reply": {"on": "receive", "kind": "reply", "payload": {"type": "object", "required": ["ok"], "properties": {"ok": {"type": "boolean"}}}}},
      "keys": {"on": "bridge", "payload": {"type": "array", "items": {"type": "object", "required": ["id"], "properties": {
        "id": {"type": "string", "pattern": "^[a-z]+-[0-9]+$"}, "mime": {"type": "string", "pattern": "^[a-z]+/[a-z0-9.+-]+$"},
        "locale": {"type": "string", "pattern": "^[a-z]{2}(-[A-Z]{2})?$"}}}}},
      "tree": {"on": "bridge", "payload": {"$ref": "#/types/Tree"}}}}
    """##

  /// A log of at least so many bytes.
  func text(bytes: Int) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(bytes + 1 << 20)
    var number = 0
    while out.count < bytes {
      number += 1
      for line in lines(number) {
        out += line.utf8
        out.append(0x0A)
      }
    }
    return out
  }

  private func lines(_ n: Int) -> [String] {
    switch self {
    case .tiny:
      return [#"{"direction":"webToNative","handler":"bridge","body":{"kind":"tap"}}"#]
    case .usual:
      return [
        line(
          n,
          #""kind":"note","v":1,"id":\#(n),"data":\#(note(n, "the quick bridge sends a message"))"#),
        line(n, #""kind":"reply","id":\#(n),"data":{"ok":true}"#, isWeb: false),
      ]
    case .allInvalid:
      return [
        line(
          n,
          #""kind":"note","v":1,"id":\#(n),"data":{"title":{"wrong":true},"text":"\#(Self.words(n, 12))","level":"info","count":\#(n)}"#
        ),
        line(n, #""kind":"reply","id":\#(n),"data":{"ok":1}"#, isWeb: false),
      ]
    case .kindLast:
      return [
        #"{"body":{"data":\#(note(n, "the quick bridge sends a message")),"id":\#(n),"v":1,"kind":"note"},"session":"s-\#(n % 64)","t":\#(1_732_950_000_000 + n),"handler":"bridge","direction":"webToNative"}"#,
        #"{"body":{"data":{"ok":true},"id":\#(n),"kind":"reply"},"session":"s-\#(n % 64)","t":\#(1_732_950_000_000 + n),"handler":"bridge","direction":"nativeToWeb"}"#,
      ]
    case .huge:
      let text = String(repeating: Self.words(n, 40) + " ", count: 800)
      return [
        line(n, #""kind":"note","v":1,"id":\#(n),"data":\#(note(n, text))"#),
        line(n, #""kind":"reply","id":\#(n),"data":{"ok":true}"#, isWeb: false),
      ]
    case .unicode:
      let text = "сообщение отправлено 設定 画面 を開く 😀 \\u0441\\u043e\\u043e\\ud83d\\ude00 настройки"
      return [
        line(n, #""kind":"note","v":1,"id":\#(n),"data":\#(note(n, text))"#),
        line(n, #""kind":"reply","id":\#(n),"data":{"ok":true}"#, isWeb: false),
      ]
    case .patterns:
      let items = (0..<8).map {
        #"{"id":"row-\#(n &* 31 &+ $0)","mime":"image/svg+xml","locale":"de-CH"}"#
      }
      return [line(n, #""kind":"keys","data":[\#(items.joined(separator: ","))]"#)]
    case .deep:
      let depth = 40
      let tree =
        String(repeating: #"{"name":"node","child":"#, count: depth) + "{}"
        + String(repeating: "}", count: depth)
      return [line(n, #""kind":"tree","data":\#(tree)"#)]
    }
  }

  private func line(_ n: Int, _ body: String, isWeb: Bool = true) -> String {
    #"{"t":\#(1_732_950_000_000 + n),"session":"s-\#(n % 64)","direction":"\#(isWeb ? "webToNative" : "nativeToWeb")","handler":"bridge","body":{\#(body)}}"#
  }

  private func note(_ n: Int, _ text: String) -> String {
    #"{"title":"\#(Self.words(n, 4))","text":"\#(text)","level":"\#(["debug", "info", "warn"][n % 3])","count":\#(n % 1000)}"#
  }

  private static func words(_ n: Int, _ count: Int) -> String {
    let all = ["bridge", "message", "user", "opens", "screen", "native", "answers", "offline"]
    return (0..<count).map { all[(n &* 7 &+ $0 &* 5) % all.count] }.joined(separator: " ")
  }
}
