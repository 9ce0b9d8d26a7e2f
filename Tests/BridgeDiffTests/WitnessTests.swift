import BridgeContract
import BridgeDiff
import BridgeFindings
import BridgeLog
import TestSupport
import Testing

/// What is shown is a whole body, as it goes over the wire.
@Suite("Proofs")
struct WitnessTests {
  private static func contract(
    _ payload: String, framing: String = #""kind": "/kind", "payload": "/data""#,
    message: String = "", more: String = ""
  ) -> String {
    """
    {"bridgeContract": 1, "name": "pair", "version": "1.0.0", "framing": {\(framing)},
     "channels": {"bridge": {"from": "web", "via": "messageHandler"},
      "receive": {"from": "native", "via": "evaluate", "call": "receive"}}, \(more)
     "messages": {"up": {"on": "bridge", "payload": \(payload)\(message)}}}
    """
  }

  /// The proofs of all findings, each held against the validator once more.
  private func proofs(_ old: String, _ new: String) throws -> [Change.Witness] {
    let (a, b) = (try load(old), try load(new))
    let report = ContractDiff.compare(a, b)
    let all = report.findings.flatMap { $0.change?.witnesses ?? [] }
    for proof in all where !proof.body.contains("\"receipt\"") {
      let isNew = proof.isNewPageOldApp == (proof.sender == "web")
      #expect(try refusal(proof, isNew ? b : a) == nil, "\(proof)")
      #expect(try refusal(proof, isNew ? a : b) == "\(proof.refusedFor) \(proof.at)", "\(proof)")
    }
    return all
  }

  private func refusal(_ proof: Change.Witness, _ contract: Contract) throws -> String? {
    guard case .joined(let set) = ContractSet.join([contract]) else { throw SupportError("set") }
    let validator = LogValidator(set)
    validator.beginFile("proof")
    let direction = proof.sender == "web" ? "webToNative" : "nativeToWeb"
    validator.feed(Array("{\"direction\":\"\(direction)\",\"body\":\(proof.body)}\n".utf8))
    validator.endFile()
    let found = validator.finish().findings.first {
      $0.severity == .error && $0.cause?.group == .shape
    }
    return found.map { "\($0.cause?.id ?? "") \($0.instancePath ?? "")" }
  }

  @Test("the payload stands at its place, with the kind")
  func place() throws {
    let old = Self.contract(#"{"type": "object", "properties": {"a": {"type": "string"}}}"#)
    let new = Self.contract(
      #"{"type": "object", "properties": {"a": {"type": ["string", "null"]}}}"#)
    let proof = try #require(try proofs(old, new).first)
    #expect(proof.body == #"{"data":{"a":null},"kind":"up"}"#)
    #expect(proof.at == "/data/a")
    #expect(proof.refusedFor == "wrong-type")
  }

  @Test("version, id and the envelope's fields are there")
  func roles() throws {
    let framing = """
      "kind": "/kind", "version": "/v", "id": "/id", "payload": "/data",
      "ids": {"type": "string", "pattern": "^w[0-9]+$"},
      "envelope": {"type": "object", "required": ["trace"], "properties": {"trace": {"type": "string", "minLength": 3}}}
      """
    func contract(_ payload: String) -> String {
      Self.contract(payload, framing: framing, message: #", "version": 2, "id": "required""#)
    }
    let proof = try #require(
      try proofs(
        contract(#"{"type": "integer", "maximum": 9}"#), contract(#"{"type": "integer"}"#)
      ).first)
    #expect(proof.body == #"{"data":10,"id":"w0","kind":"up","trace":"aaa","v":2}"#)
    #expect(proof.at == "/data")
  }

  @Test("an example's other fields stay")
  func example() throws {
    let examples =
      #", "examples": [{"body": {"kind": "up", "data": {"a": "x"}, "sentAt": "noon"}}]"#
    let proof = try #require(
      try proofs(
        Self.contract(
          #"{"type": "object", "properties": {"a": {"type": "string"}}}"#, message: examples),
        Self.contract(
          #"{"type": "object", "properties": {"a": {"type": ["string", "null"]}}}"#,
          message: examples)
      ).first)
    #expect(proof.body == #"{"kind":"up","data":{"a":null},"sentAt":"noon"}"#)
  }

  @Test("a payload that is the whole body stands beside the roles")
  func whole() throws {
    let framing = #""kind": "/kind""#
    let proof = try #require(
      try proofs(
        Self.contract(
          #"{"type": "object", "properties": {"a": {"type": "string"}}}"#, framing: framing),
        Self.contract(
          #"{"type": "object", "properties": {"a": {"type": "number"}}}"#, framing: framing)
      ).first)
    #expect(proof.body == #"{"kind":"up","a":0}"#)
    #expect(proof.at == "/a")
  }

  @Test("places in an array, and a call with its arguments")
  func call() throws {
    func contract(_ payload: String) -> String {
      """
      {"bridgeContract": 1, "name": "pair", "version": "1.0.0",
       "channels": {"receive": {"from": "native", "via": "evaluate", "call": "app.take", "body": "call",
         "framing": {"kind": "/args/0", "payload": "/args/1"}}},
       "messages": {"down": {"on": "receive", "payload": \(payload)}}}
      """
    }
    let proof = try #require(
      try proofs(contract(#"{"type": "string"}"#), contract(#"{"type": ["string", "null"]}"#)).first
    )
    #expect(proof.body == #"{"args":["down",null],"fn":"app.take"}"#)
    #expect(proof.at == "/args/1")
  }

  @Test("replies carry what makes them replies", arguments: ["required", "optional"])
  func reply(id: String) throws {
    func contract(_ receipt: String) -> String {
      """
      {"bridgeContract": 1, "name": "pair", "version": "1.0.0",
       "framing": {"kind": "/kind", "id": "/id", "payload": "/data", "reply": {"error": "/error"}},
       "channels": {"api": {"from": "web", "via": "messageHandler"},
        "push": {"from": "native", "via": "evaluate", "call": "receive"}},
       "errors": {"declined": {"payload": {"type": "object", "properties": {"why": \(receipt)}}}},
       "messages": {"pay": {"on": "api", "payload": {"type": "integer"}, "id": "\(id)",
        "reply": {"on": "push", "errors": ["declined"],
         "payload": {"type": "object", "required": ["receipt"], "properties": {"receipt": \(receipt)}}}}}}
      """
    }
    let report = ContractDiff.compare(
      try load(contract(#"{"type": "string"}"#)),
      try load(contract(#"{"type": ["string", "null"]}"#)))
    let bodies = report.findings.flatMap { $0.change?.witnesses ?? [] }
    #expect(
      bodies.map(\.body).sorted() == [
        #"{"data":{"receipt":null},"id":1}"#, #"{"error":{"why":null},"id":1}"#,
      ])
    #expect(bodies.map(\.at).sorted() == ["/data/receipt", "/error/why"])
  }

  static let nested: [(String, String, String)] = [
    (
      #"{"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}]}"#,
      #"{"type": "array", "prefixItems": [{"type": "string"}, {"type": "number"}]}"#, "/data/1"
    ),
    (
      #"{"type": "array", "contains": {"const": "x"}, "items": {"type": "string"}}"#,
      #"{"type": "array", "contains": {"const": "x"}, "items": {"type": ["string", "null"]}}"#,
      "/data/0"
    ),
    (
      #"{"type": "object", "properties": {"l": {"type": "array", "minItems": 2, "uniqueItems": true, "items": {"type": "object", "required": ["k"], "properties": {"k": {"type": "integer", "maximum": 5}}}}}}"#,
      #"{"type": "object", "properties": {"l": {"type": "array", "minItems": 2, "uniqueItems": true, "items": {"type": "object", "required": ["k"], "properties": {"k": {"type": "integer", "maximum": 6}}}}}}"#,
      "/data/l/0/k"
    ),
    (
      #"{"type": "array", "prefixItems": [{"type": "object", "properties": {"a": {"type": "string"}}}], "items": false}"#,
      #"{"type": "array", "prefixItems": [{"type": "object", "properties": {"a": {"type": "string", "maxLength": 2}}}], "items": false}"#,
      "/data/0/a"
    ),
    (
      #"{"type": "object", "additionalProperties": {"type": "integer"}, "properties": {"x": {"type": "string"}}}"#,
      #"{"type": "object", "additionalProperties": {"type": "number"}, "properties": {"x": {"type": "string"}}}"#,
      "/data/y"
    ),
    (
      #"{"type": "object", "patternProperties": {"^n-": {"type": "integer"}}}"#,
      #"{"type": "object", "patternProperties": {"^n-": {"type": "number"}}}"#, "/data/n-"
    ),
    (#"{"type": "integer"}"#, #"{"type": "integer", "unsafeInteger": "allow"}"#, "/data"),
    (#"{"not": {"const": 3}}"#, #"{"not": {"const": 4}}"#, "/data"),
  ]

  @Test("changes inside of arrays, dictionaries and the like are shown too", arguments: nested)
  func inside(_ old: String, _ new: String, _ place: String) throws {
    for (a, b) in [(old, new), (new, old)] {
      let report = ContractDiff.compare(
        try load(Self.contract(a)), try load(Self.contract(b)))
      for finding in report.findings where finding.change?.cells.worst == .breaking {
        #expect(finding.change?.witnesses.isEmpty == false, "\(line(finding))")
      }
      let all = try proofs(Self.contract(a), Self.contract(b))
      #expect(!all.isEmpty)
      #expect(all.allSatisfy { $0.at.hasPrefix(place) }, "\(all)")
    }
  }

  @Test("a range of safe integers that is spelled out is no change")
  func safeRange() throws {
    let report = ContractDiff.compare(
      try load(Self.contract(#"{"type": "integer"}"#)),
      try load(
        Self.contract(
          #"{"type": "integer", "minimum": -9007199254740991, "maximum": 9007199254740991}"#)))
    #expect(report.findings.isEmpty, "\(report.findings.map { line($0) })")
  }
}
