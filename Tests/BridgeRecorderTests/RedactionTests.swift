import BridgeContract
import BridgeFindings
import BridgeLog
import Foundation
import TestSupport
import Testing

@testable import BridgeRecorder

@Suite("Redaction")
struct RedactionTests {
  /// The bodies of a redacted log, in order.
  private func bodies(_ log: String) -> [String] {
    log.split(separator: "\n").compactMap { line in
      line.firstMatch(of: /"body":(.*?)(?:,"losses".*|,"redacted".*)?,"origin"/).map {
        String($0.1)
      }
    }
  }

  private func redact(
    _ contract: ContractSet, _ record: (RecordedSession) -> Void
  ) throws -> String {
    let recording = try Recording(contract)
    record(recording.recorder.session())
    return try recording.end()
  }

  @Test("what stays and what does not, by the sync contract")
  func sync() throws {
    let contracts = try Recording.contracts("Contracts/sync.bridge.json")
    let log = try redact(contracts) { session in
      session.received(
        .json(#"{"kind":"ready","version":2,"id":17,"locale":"ja","extra":{"a":[1,true,null]}}"#),
        on: "bridge")
      session.called("bridgeReceive", with: [.json(#"{"id":17,"value":"geheim","revision":7}"#)])
      session.called(
        "bridgeReceive",
        with: [.json(#"{"id":17,"error":{"code":"unavailable","retryAfter":30}}"#)])
      session.received(.json(#"{"kind":"geheim","version":2,"id":18}"#), on: "bridge")
      session.received(.json(#"{"kind":"ready","version":77,"id":"geheim"}"#), on: "bridge")
      session.received(.json(#""geheim""#), on: "geheim")
    }
    #expect(
      bodies(log) == [
        #"{"kind":"ready","version":2,"id":17,"locale":"ja","xxxxa":{"b":[0,false,null]}}"#,
        #"{"id":17,"value":"xxxxxx","revision":7}"#,
        #"{"id":17,"error":{"code":"unavailable","retryAfter":30}}"#,
        #"{"kind":"xxxxxx","version":2,"id":18}"#,
        #"{"kind":"ready","version":0,"id":"\#(digits(log))"}"#,
        #""xxxxxx""#,
      ])
    #expect(!log.contains("geheim"))
    #expect(log.contains(#""channel":"(6 characters)""#))
  }

  /// What stands for the text id.
  private func digits(_ log: String) -> String {
    log.firstMatch(of: /"version":0,"id":"([0-9a-f]{12})"/).map { String($0.1) } ?? "-"
  }

  private static let annotated = """
    {"bridgeContract": 1, "name": "shop", "version": "1.0.0", "unknownFields": "reject",
     "framing": {"kind": "/kind", "id": "/id", "payload": "/data", "ids": {"type": "string"}},
     "channels": {"api": {"from": "web", "via": "messageHandlerWithReply"},
       "push": {"from": "native", "via": "evaluate", "call": "App.receive"}},
     "errors": {"declined": {"payload": {"type": "string", "enum": ["declined", "busy"]}}},
     "messages": {
       "pay": {"on": "api", "payload": {"type": "object", "required": ["total"],
           "properties": {
             "total": {"type": "integer", "minimum": 5, "maximum": 100, "multipleOf": 5},
             "currency": {"enum": ["EUR", "JPY"]},
             "card": {"type": "string", "enum": ["visa", "mastercard"], "log": "never"},
             "note": {"type": "string", "log": "value"},
             "user": {"type": "string", "log": "hash"},
             "mail": {"type": "string", "format": "email"},
             "plate": {"type": "string", "pattern": "^[A-Z]{2}-[0-9]{3}$"},
             "odd": {"type": "string", "pattern": "^q+z$", "examples": ["qqz"]},
             "tags": {"type": "array", "uniqueItems": true, "items": {"type": "string"}},
             "sizes": {"type": "array", "uniqueItems": true, "items": {"type": "integer"}},
             "when": {"type": "string", "format": "date"}, "ratio": {"type": "number"},
             "big": {"type": "integer"}, "on": {"type": "boolean"},
             "map": {"type": "object", "additionalProperties": {"type": "integer"}},
             "pick": {"oneOf": [
               {"type": "object", "properties": {"t": {"const": "a"}, "v": {"type": "string", "log": "value"}}},
               {"type": "object", "properties": {"t": {"const": "b"}, "v": {"type": "integer"}}}]}}},
         "reply": {"payload": {"type": "object", "properties": {"receipt": {"type": "string"}}},
           "errors": ["declined"]},
         "examples": [{"body": {"kind": "pay", "id": "a", "data": {"total": 5}}, "reply": {"receipt": "r"}}]},
       "hint": {"on": "push", "payload": {"type": "object"}, "examples": [{"body": {"kind": "hint", "data": {}}}]}}}
    """

  @Test(
    "a field by what the contract says of it",
    arguments: [
      (#""total":45"#, #""total":5"#), (#""total":7"#, #""total":0"#),
      (#""total":5,"currency":"JPY""#, #""total":5,"currency":"JPY""#),
      (#""total":5,"currency":"GBP""#, #""total":5,"currency":"xxx""#),
      (#""total":5,"card":"mastercard""#, #""total":5,"card":"visa""#),
      (#""total":5,"note":"show me""#, #""total":5,"note":"show me""#),
      (#""total":5,"user":"alice""#, #""total":5,"user":"2bd80""#),
      (#""total":5,"mail":"alice@corp.example""#, #""total":5,"mail":"x@example.com""#),
      (#""total":5,"mail":"alice""#, #""total":5,"mail":"xxxxx""#),
      (#""total":5,"plate":"BE-774""#, #""total":5,"plate":"XX-111""#),
      (#""total":5,"plate":"BE-77""#, #""total":5,"plate":"xxxxx""#),
      (#""total":5,"odd":"qqqqqz""#, #""total":5,"odd":"qqz""#),
      (#""total":5,"tags":["anna","bert","karl"]"#, #""total":5,"tags":["xxxx","xxxa","xxxb"]"#),
      (#""total":5,"tags":["anna","anna"]"#, #""total":5,"tags":["xxxx","xxxx"]"#),
      (#""total":5,"sizes":[900,31,8]"#, #""total":5,"sizes":[1,2,3]"#),
      (#""total":5,"when":"1971-02-03""#, #""total":5,"when":"2000-01-01""#),
      (#""total":5,"ratio":3.25"#, #""total":5,"ratio":1.5"#),
      (#""total":5,"big":9007199254740999"#, #""total":5,"big":9007199254740993"#),
      (#""total":5,"on":true"#, #""total":5,"on":false"#),
      (#""total":5,"map":{"alice":3,"bob":4}"#, #""total":5,"map":{"xxxxa":1,"xxb":2}"#),
      (#""total":5,"pick":{"t":"a","v":"seen"}"#, #""total":5,"pick":{"t":"a","v":"seen"}"#),
      (#""total":5,"pick":{"t":"b","v":44}"#, #""total":5,"pick":{"t":"b","v":1}"#),
      (#""total":5,"pick":{"t":"b","v":"seen"}"#, #""total":5,"pick":{"t":"b","v":"xxxx"}"#),
    ] as [(String, String)])
  func fields(_ said: String, _ written: String) throws {
    let contracts = try Recording.contract(Self.annotated)
    let body = "{\"kind\":\"pay\",\"id\":\"a\",\"data\":{\(said)}}"
    var plain = try RedactedLog(contracts)
    let line = "{\"direction\":\"webToNative\",\"channel\":\"api\",\"body\":\(body)}"
    let redacted = plain.text(line)
    let id = try #require(redacted.firstMatch(of: /"id":"([0-9a-f]{12})"/)?.1)
    #expect(
      redacted.contains("{\"kind\":\"pay\",\"id\":\"\(id)\",\"data\":{\(written)}}"), "\(redacted)")
    #expect(plain.approximate == 0)
    #expect(Recording.findings(line, contracts) == Recording.findings(redacted, contracts))
  }

  @Test("equal ids stay equal, and are not to be looked up")
  func ids() throws {
    let contracts = try Recording.contract(Self.annotated)
    func record(_ key: UInt8) throws -> [String] {
      let redactor = try #require(Redactor(contracts, key: RedactionKey(bytes: [key])))
      return ["anna", "bert", "anna"].map { id in
        var fields = Fields(PendingLine(.gap(0), session: 0), recorder: "native")
        fields.side = .web
        fields.channel = "api"
        fields.body = .json("{\"kind\":\"pay\",\"id\":\"\(id)\",\"data\":{\"total\":5}}")
        redactor.redact(&fields)
        return String(decoding: fields.body?.text ?? [], as: UTF8.self)
      }
    }
    let first = try record(1)
    #expect(first[0] == first[2])
    #expect(first[0] != first[1])
    #expect(try record(2)[0] != first[0])
  }

  @Test("answers and refusals are redacted by the reply of their request")
  func answers() throws {
    let contracts = try Recording.contract(Self.annotated)
    let log = try redact(contracts) { session in
      let pay = RecordedBody.json(#"{"kind":"pay","id":"anna","data":{"total":5}}"#)
      session.answered(
        session.receivedCall(pay, on: "api"), with: .json(#"{"receipt":"geheim"}"#))
      session.refused(session.receivedCall(pay, on: "api"), with: "declined")
      session.refused(session.receivedCall(pay, on: "api"), with: "geheim")
      session.answered(RecordedCall(number: 99), with: .json(#"{"geheim":"geheim"}"#))
    }
    #expect(!log.contains("geheim"))
    #expect(log.contains(#""body":{"receipt":"xxxxxx"}"#))
    #expect(log.contains(#""error":"declined""#))
    #expect(log.contains(#""error":"xxxxxx""#))
    #expect(
      Recording.findings(log, contracts).map { $0.split(separator: " ")[1] } == [
        "not-in-enum", "reply-unknown-id",
      ])
  }

  // MARK: Logs that exist

  /// Findings with the length in place of every key that the contract did not write.
  static func comparable(_ findings: [String], _ contracts: ContractSet) -> [String] {
    let names = contracts.names.all
    return findings.map { finding in
      finding.split(separator: "/", omittingEmptySubsequences: false).enumerated().map {
        index, part in
        let isShown =
          index == 0 || Int(part) != nil || names.contains(String(part))
          || part.hasPrefix("key(len")
        return isShown ? String(part) : "key(len \(part.unicodeScalars.count))"
      }.joined(separator: "/")
    }
  }

  private static let bridges: [String] = {
    let folder = Project.url("Fixtures/logs").path
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return Set(files.filter { $0.hasSuffix(".good.jsonl") }.map { String($0.prefix { $0 != "." }) })
      .sorted()
  }()

  @Test("the logs of the shipped contracts are judged alike, redacted or not", arguments: bridges)
  func shipped(_ name: String) throws {
    let path =
      name == "sync" ? "Contracts/sync.bridge.json" : "Contracts/bridges/\(name).bridge.json"
    let contracts = try Recording.contracts(path)
    for kind in ["good", "bad"] {
      let log = try String(
        contentsOf: Project.url("Fixtures/logs/\(name).\(kind).jsonl"), encoding: .utf8)
      var redaction = try RedactedLog(contracts)
      let redacted = redaction.text(log)
      let before = Self.comparable(Recording.findings(log, contracts), contracts)
      let after = Self.comparable(Recording.findings(redacted, contracts), contracts)
      let lines = redacted.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(
        before == after,
        "\(name).\(kind): \(Set(before).symmetricDifference(after).sorted().map { ($0, lines[(Int($0.prefix { $0 != " " }) ?? 1) - 1]) })"
      )
      #expect(redaction.approximate == 0, "\(name).\(kind)")
    }
  }
}
