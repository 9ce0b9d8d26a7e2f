import BridgeFindings
import BridgeReports

/// The fixed findings that every format's golden file is made of.
enum Samples {
  static let findings: [Finding] = [
    versionType, stale, staleAgain, hostile, deprecated, notObservable, ofFile,
  ]

  static let versionType = Finding(
    cause: .versionType, severity: .error,
    message: "version is a string; the contract wants the number 1", file: "logs/run.jsonl",
    line: 7, offset: 412, session: "s1", page: 2, direction: "webToNative", channel: "bridge",
    kind: "ready", instancePath: "/version", schemaPath: "/messages/ready/version",
    contract: .init(file: "Contracts/sync.bridge.json", line: 8, column: 30),
    expected: .init(keyword: "const", value: "1"), got: .init(type: "string", size: 1),
    fingerprint: "0123456789ab")

  static let stale = Finding(
    cause: .staleID, severity: .error, message: "the reply belongs to a request of page 1",
    file: "logs/run.jsonl", line: 9, offset: 600, session: "s1", page: 2,
    direction: "nativeToWeb", channel: "receive", kind: "pay", id: "\"w1\"", instancePath: "/id",
    schemaPath: "/messages/pay/reply",
    contract: .init(file: "Contracts/account.bridge.json", line: 3, column: 5),
    related: [.init(line: 4, what: "the request")], fingerprint: "aaaaaaaaaaaa")

  static let staleAgain: Finding = {
    var finding = stale
    finding.line = 30
    finding.offset = 2000
    finding.id = "17847152241442333.00"
    finding.related = [.init(line: 21, what: "the request")]
    return finding
  }()

  /// What somebody with bad intentions could put into names.
  static let hostile = Finding(
    cause: .unknownField, severity: .error,
    message: "\u{1B}[31m]]>&<b>\"it's\"</b> | `x` @team ##[add-mask]\r\n::error::x\u{202E}\u{0}%",
    file: "logs/a b,c:%.jsonl", line: 2, session: "\u{7}<!-- -->", channel: "br|dge",
    kind: "</details>", instancePath: "/a|b/~1/`/\u{FFFF}",
    expected: .init(keyword: "enum", value: "[ 1.50, \"a  b\",\n  {\"x\": \"\\u0000\"} ]"),
    got: .init(type: "number", value: "not json"), suggest: "日本語", fingerprint: "bbbbbbbbbbbb")

  /// Text that tries everything at once, in every member.
  static let evil: Finding = {
    let evil = "a\u{1B}[2J\u{9B}31m\r\n::error::b\u{202E}\u{200B}\u{2028}\u{7F}##[group]\u{0}\t"
    return Finding(
      cause: .unknownField, severity: .error, message: evil, file: evil, line: 1, session: evil,
      direction: evil, channel: evil, kind: evil, id: evil, instancePath: evil, schemaPath: evil,
      contract: .init(file: evil, line: 1, column: 1), expected: .init(keyword: evil, value: evil),
      got: .init(type: evil, value: evil, hash: evil), suggest: evil,
      related: [.init(line: 1, what: evil)], fingerprint: evil)
  }()

  static let evilSummary: Summary = {
    var summary = Summary()
    summary.errors = 2
    summary.causes = [evil.message: 1]
    summary.unexplained = [evil.message: 1]
    return summary
  }()

  static let deprecated = Finding(
    cause: .deprecated, severity: .info, message: "getUser is deprecated since 1.4.0",
    file: "logs/run.jsonl", line: 11, channel: "bridge", kind: "getUser", instancePath: "",
    got: .init(type: "object", size: 2, hash: "1f2e3d4c"), fingerprint: "cccccccccccc")

  static let notObservable = Finding(
    cause: .notObservable, severity: .warning, message: "the log shows no frames",
    file: "logs/run.jsonl", channel: "bridge", schemaPath: "/channels/bridge/frames",
    fingerprint: "dddddddddddd")

  /// An error of a contract file has a place and no cause.
  static let ofFile = Finding(
    cause: nil, severity: .error, message: "unknown key \"mesages\"",
    file: "Contracts/sync.bridge.json", instancePath: "/mesages",
    contract: .init(file: "Contracts/sync.bridge.json", line: 2, column: 3), suggest: "messages",
    fingerprint: "eeeeeeeeeeee")

  static let summary: Summary = {
    var summary = Summary()
    summary.lines = 40
    summary.messages = 31
    summary.events = 5
    summary.skipped = 2
    summary.invalidLines = 2
    summary.errors = 5
    summary.warnings = 1
    summary.infos = 1
    summary.causes = [
      "version-type": 1, "stale-id": 2, "unknown-field": 1, "deprecated": 1, "not-observable": 1,
    ]
    summary.notObservable = 1
    summary.explained = 7
    return summary
  }()

  static let context = ReportContext(
    toolVersion: "1.0.0", files: ["logs/run.jsonl", "logs/a b,c:%.jsonl", "logs/clean.jsonl"],
    sourceLine: { file, line in
      file == "Contracts/sync.bridge.json" && line == 8
        ? #"    "ready": {"on": "bridge", "version": 1, "payload": {"type": "object"}},"# : nil
    })

  /// `count` findings, each of a group of its own.
  static func distinct(_ count: Int, _ severity: Severity) -> [Finding] {
    (0..<count).map { index in
      Finding(
        cause: .wrongType, severity: severity, message: "finding \(index)", file: "a.jsonl",
        line: index + 1, fingerprint: "\(severity.rawValue)-\(index)")
    }
  }

  static func text(
    _ format: ReportFormat, _ findings: [Finding] = findings, _ summary: Summary = summary
  ) -> String {
    String(decoding: format.bytes(findings, summary, context), as: UTF8.self)
  }
}
