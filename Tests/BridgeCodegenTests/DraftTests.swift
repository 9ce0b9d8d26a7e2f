import BridgeContract
import BridgeFindings
import BridgeJSON
import BridgeLog
import Foundation
import TestSupport
import Testing

@testable import BridgeCodegen

/// Contracts drafted from the shipped logs.
@Suite
struct DraftTests {
  static let names = ShippedContracts.files.map {
    String($0.lastPathComponent.dropLast(".bridge.json".count))
  }

  static func lines(_ name: String) throws -> [String] {
    try Fixtures.text("logs/\(name)").split(separator: "\n").map(String.init)
  }

  static func draft(_ lines: [String], reading old: [UInt8]? = nil) throws -> ContractDraft {
    let log = DraftLog()
    log.beginFile()
    log.feed(Array(lines.joined(separator: "\n").utf8))
    log.endFile()
    return try #require(ContractDraft(log, name: "draft", reading: old))
  }

  /// A draft that is there, widened by more traffic, as the command does it.
  static func widened(_ old: [UInt8], by lines: [String]) throws -> [UInt8] {
    try #require(ContractDraft.widened(old, by: try draft(lines, reading: old)))
  }

  static func validate(_ text: [UInt8], _ lines: [String]) throws -> [Finding] {
    let contract = try ShippedContracts.load(text)
    guard case .joined(let set) = ContractSet.join([contract]) else { throw SupportError("join") }
    let validator = LogValidator(set)
    validator.beginFile("log")
    validator.feed(Array((lines.joined(separator: "\n") + "\n").utf8))
    validator.endFile()
    return validator.finish().findings
  }

  @Test("the draft of a good log accepts the whole log", arguments: names)
  func acceptsItsOwn(_ name: String) throws {
    let lines = try Self.lines("\(name).good.jsonl")
    let draft = try Self.draft(lines)
    let findings = try Self.validate(draft.text, lines).filter { $0.severity == .error }
    #expect(
      findings.map { "\($0.line ?? 0): \($0.cause?.id ?? "") \($0.instancePath ?? "")" } == [])
  }

  @Test("drafts find at least nine of ten planted faults of shape")
  func findsFaults() throws {
    var wanted = 0
    var found = 0
    var missed: [String] = []
    for name in Self.names {
      let draft = try Self.draft(try Self.lines("\(name).good.jsonl"))
      let findings = try Self.validate(draft.text, try Self.lines("\(name).bad.jsonl"))
      let lines = Set(findings.filter { $0.severity != .info }.compactMap(\.line))
      for text in try Self.lines("\(name).bad.expected.jsonl") {
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        guard let cause = object?["cause"] as? String, let line = object?["line"] as? Int,
          Cause(id: cause)?.group == .shape, cause != "deprecated"
        else { continue }
        wanted += 1
        if lines.contains(line) {
          found += 1
        } else {
          missed.append("\(name):\(line) \(cause) \(object?["at"] ?? "")")
        }
      }
    }
    print("found \(found) of \(wanted)\n" + missed.joined(separator: "\n"))
    #expect(wanted > 200)
    #expect(found * 10 >= wanted * 9)
  }

  @Test("at least 95 of 100 rules of a draft from one half hold on the other")
  func holdsOut() throws {
    var rules = 0
    var broken = 0
    var words: [String] = []
    for name in Self.names {
      let all = try Self.lines("\(name).good.jsonl")
      let half = all.count / 2
      let draft = try Self.draft(Array(all[..<half]))
      let document = try JSONDocument(draft.text, limits: .contract)
      rules += Self.ruleCount(document.root)
      let findings = try Self.validate(draft.text, Array(all[half...]))
      let paths = Set(
        findings.filter { $0.severity != .info && $0.cause?.group == .shape }
          .compactMap(\.fingerprint))
      // What the first half never said breaks no rule of it.
      let news = findings.filter {
        [.unknownKind, .kindMissing, .unknownField, .replyUndeclaredError].contains($0.cause)
      }
      let old = paths.subtracting(news.map(\.fingerprint))
      broken += old.count
      words += findings.filter { old.contains($0.fingerprint) }.map {
        "\(name) \($0.line ?? 0) \($0.cause?.id ?? "") \($0.instancePath ?? "")"
      }
    }
    print("\(broken) of \(rules) rules broken\n" + words.joined(separator: "\n"))
    #expect(rules > 500)
    #expect(broken * 20 <= rules)
  }

  /// Keywords of drafted schemas.
  private static func ruleCount(_ value: JSONValue) -> Int {
    let rules: Set<String> = [
      "type", "enum", "minimum", "minLength", "maxLength", "pattern", "format", "minItems",
      "maxItems", "uniqueItems",
    ]
    var count = 0
    if value["x-evidence"] != nil {
      for member in value.members where rules.contains(member.key) { count += 1 }
      count += value["required"]?.count ?? 0
    }
    for member in value.members { count += ruleCount(member.value) }
    for item in value.items { count += ruleCount(item) }
    return count
  }
}

/// What only shows in the draft's text.
extension DraftTests {
  @Test("the framing of every shipped bridge is recognised by its log")
  func bridges() throws {
    for name in Self.names where name != "sync" {
      #expect(try Self.draft(try Self.lines("\(name).good.jsonl")).bridge == name)
    }
    #expect(try Self.draft(try Self.lines("sync.good.jsonl")).bridge == nil)
  }

  @Test("no value of the traffic is kept, and check reports what nobody has reviewed")
  func privacy() throws {
    let secret = #"{"token":"s3cr3t-9f8e7d","name":"Zoe","mail":"zoe@example.test","n":4711}"#
    let lines = (0..<40).map { index in
      #"{"direction":"webToNative","body":{"type":"login","id":\#(index),"data":\#(secret)}}"#
    }
    let draft = try Self.draft(lines)
    let text = String(decoding: draft.text, as: UTF8.self)
    for word in ["s3cr3t", "Zoe", "zoe", "4711"] { #expect(!text.contains(word)) }
    #expect(try ContractFormatter.format(draft.text) == draft.text)
    let contract = try ShippedContracts.load(draft.text)
    let findings = try #require(ContractCheck(contract)).findings()
    #expect(findings.contains { $0.message.contains("x-evidence") && $0.severity == .warning })
  }

  @Test("widening: what either half accepts is accepted, what is reviewed stays", arguments: names)
  func widens(_ name: String) throws {
    let all = try Self.lines("\(name).good.jsonl")
    let half = all.count / 2
    let (first, second) = (Array(all[..<half]), Array(all[half...]))
    let one = try Self.draft(first)
    let wide = try Self.widened(one.text, by: second)
    for lines in [first, second] {
      let shape = try Self.validate(wide, lines).filter {
        $0.severity == .error && $0.cause?.group == .shape
      }
      #expect(shape.map { "\($0.line ?? 0) \($0.cause?.id ?? "") \($0.instancePath ?? "")" } == [])
    }
    // The same once more changes nothing.
    #expect(try Self.widened(wide, by: second) == wide)
  }

  @Test("a rule without x-evidence is a person's: more traffic does not change it")
  func reviewed() throws {
    let one = try Self.draft([
      #"{"direction":"webToNative","body":{"type":"a","data":{"n":1,"m":1}}}"#,
      #"{"direction":"webToNative","body":{"type":"a","data":{"n":2,"m":2}}}"#,
    ])
    var text = String(decoding: one.text, as: UTF8.self)
    let n = try #require(text.firstRange(of: /"n": \{[^}]*\}/))
    text.replaceSubrange(n, with: #""n": {"type": "integer", "maximum": 5}"#)
    let more = [#"{"direction":"webToNative","body":{"type":"a","data":{"n":"text","m":"text"}}}"#]
    let wide = String(
      decoding: try Self.widened(Array(text.utf8), by: more), as: UTF8.self)
    #expect(wide.contains(/"n": \{ "type": "integer", "maximum": 5 \}/))
    #expect(wide.contains(/"type": \["integer", "string"\]/))
  }

  @Test("the channels of known bridges are those of the shipped contracts")
  func knownBridges() throws {
    let known = Dictionary(
      uniqueKeysWithValues: KnownBridges.all().map { ($0.name, $0.channels.map(\.key)) })
    #expect(known.count == Self.names.count - 1)
    for contract in try ShippedContracts.all() where contract.name != "sync" {
      #expect(known[contract.name] == contract.channels.map(\.key), "run embed-bridges.py")
    }
  }
}
