import BridgeContract
import BridgeDiff
import BridgeFindings
import BridgeJSON
import BridgeLog
import Foundation
import TestSupport
import Testing

/// Laws that hold for all contracts, on generated ones.
@Suite("Laws")
struct LawTests {
  /// A schema of the profile, small enough that two of them often have to do with each other.
  private static func schema(_ random: inout SplitMix64, depth: Int = 0) -> String {
    let kinds = depth > 2 ? 5 : 9
    switch random.below(kinds) {
    case 0: return #"{"type": "integer", "minimum": \#(random.below(3))}"#
    case 1: return #"{"type": "string", "maxLength": \#(1 + random.below(3))}"#
    case 2:
      let words = ["\"a\"", "\"b\"", "\"c\"", "1", "null"]
      let list = words.filter { _ in random.below(2) == 0 }
      return "{\"enum\": [\((list.isEmpty ? ["1"] : list).joined(separator: ", "))]}"
    case 3: return #"{"type": ["string", "null"]}"#
    case 4: return #"{"type": "number"}"#
    case 5: return #"{"type": "array", "items": \#(schema(&random, depth: depth + 1))}"#
    case 6: return "{\"$ref\": \"#/types/T\(random.below(2))\"}"
    default:
      let names = ["p", "q", "r"].filter { _ in random.below(3) > 0 }
      let fields = names.map { "\"\($0)\": \(schema(&random, depth: depth + 1))" }
      let required = names.filter { _ in random.below(2) == 0 }.map { "\"\($0)\"" }
      let closed = random.below(4) == 0 ? ", \"additionalProperties\": false" : ""
      return "{\"type\": \"object\", \"required\": [\(required.joined(separator: ", "))], "
        + "\"properties\": {\(fields.joined(separator: ", "))}\(closed)}"
    }
  }

  private struct Parts {
    var up: String
    var down: String
    var types: [String]

    init(_ random: inout SplitMix64) {
      up = LawTests.schema(&random)
      down = LawTests.schema(&random)
      types = [
        "{\"type\": \"object\", \"properties\": {\"n\": {\"$ref\": \"#/types/T1\"}}}",
        LawTests.schema(&random, depth: 3),
      ]
    }

    func contract(swapped: Bool = false, renamed: Bool = false, inlined: Bool = false) throws
      -> Contract
    {
      var (a, b) = swapped ? (down, up) : (up, down)
      var definitions = types
      if inlined {
        let inner = definitions[0].replacing("{\"$ref\": \"#/types/T1\"}", with: definitions[1])
        for (name, text) in [("T0", inner), ("T1", definitions[1])] {
          a = a.replacing("{\"$ref\": \"#/types/\(name)\"}", with: text)
          b = b.replacing("{\"$ref\": \"#/types/\(name)\"}", with: text)
        }
        definitions[0] = inner
      }
      var text = """
        {"bridgeContract": 1, "name": "law", "version": "1.0.0",
         "framing": {"kind": "/kind", "payload": "/data"},
         "channels": {"bridge": {"from": "web", "via": "messageHandler"},
          "receive": {"from": "native", "via": "evaluate", "call": "receive"}},
         "types": {"T0": \(definitions[0]), "T1": \(definitions[1])},
         "messages": {"up": {"on": "bridge", "payload": \(a)},
          "down": {"on": "receive", "payload": \(b)}}}
        """
      if renamed {
        text = text.replacing("T0", with: "Second").replacing("T1", with: "First")
      }
      return try load(text)
    }
  }

  private func lines(_ report: DiffReport) -> [String] { report.findings.map { line($0) } }

  @Test(
    "reflexive; names of definitions, inlining, key order and spelling do not matter",
    arguments: 0..<60)
  func sameMeaning(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let parts = Parts(&random)
    let contract = try parts.contract()
    // Keys in another order, and every token on a line of its own.
    let object = try JSONSerialization.jsonObject(with: Data(contract.document.bytes))
    let options: [JSONSerialization.WritingOptions] = [.sortedKeys, [.sortedKeys, .prettyPrinted]]
    let spelled = try options.map {
      try load(Array(JSONSerialization.data(withJSONObject: object, options: $0)), "c.bridge.json")
    }
    for other in [contract, try parts.contract(renamed: true), try parts.contract(inlined: true)]
      + spelled
    {
      let report = ContractDiff.compare(contract, other)
      #expect(report.findings.isEmpty, "\(parts): \(lines(report))")
      #expect(ContractDiff.compare(other, contract).findings.isEmpty)
    }
  }

  @Test("a swap of directions swaps the cells", arguments: 0..<60)
  func directions(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(1000 + seed))
    let (a, b) = (Parts(&random), Parts(&random))
    let plain = ContractDiff.compare(try a.contract(), try b.contract())
    let swapped = ContractDiff.compare(
      try a.contract(swapped: true), try b.contract(swapped: true))
    func cells(_ report: DiffReport, _ isSwapped: Bool) -> [String] {
      report.findings.compactMap { finding in
        guard let change = finding.change, let kind = finding.kind else { return nil }
        let name = isSwapped ? (kind == "up" ? "down" : "up") : kind
        let web = isSwapped ? change.cells.nativeToWeb : change.cells.webToNative
        let native = isSwapped ? change.cells.webToNative : change.cells.nativeToWeb
        func words(_ pairs: Change.Pairs) -> String {
          isSwapped
            ? "\(pairs.oldPageNewApp) \(pairs.newPageOldApp)"
            : "\(pairs.newPageOldApp) \(pairs.oldPageNewApp)"
        }
        return "\(finding.cause?.id ?? "") \(name) \(finding.instancePath ?? "") \(words(web)) "
          + words(native)
      }.sorted()
    }
    #expect(cells(plain, false) == cells(swapped, true))
  }

  @Test("nothing breaks and nothing is dangerous on the way there and back only if nothing changed")
  func antisymmetric() throws {
    var changed = 0
    for seed in 0..<80 {
      var random = SplitMix64(seed: UInt64(2000 + seed))
      let (a, b) = (Parts(&random), Parts(&random))
      let (x, y) = (try a.contract(), try b.contract())
      let (there, back) = (ContractDiff.compare(x, y), ContractDiff.compare(y, x))
      #expect(there.findings.isEmpty == back.findings.isEmpty, "\(seed)")
      if !there.findings.isEmpty { changed += 1 }
      // What breaks a new page in an old app breaks an old page in a new app the other way round.
      for (level, mirrored) in [
        (there.cells.webToNative.newPageOldApp, back.cells.webToNative.oldPageNewApp),
        (there.cells.webToNative.oldPageNewApp, back.cells.webToNative.newPageOldApp),
        (there.cells.nativeToWeb.newPageOldApp, back.cells.nativeToWeb.oldPageNewApp),
        (there.cells.nativeToWeb.oldPageNewApp, back.cells.nativeToWeb.newPageOldApp),
      ] {
        #expect((level == .breaking) == (mirrored == .breaking), "\(seed): \(a) \(b)")
      }
    }
    #expect(changed > 60)
  }

  @Test("all questions of generated contracts are decided")
  func decided() throws {
    for seed in 0..<80 {
      var random = SplitMix64(seed: UInt64(3000 + seed))
      let (a, b) = (Parts(&random), Parts(&random))
      let report = ContractDiff.compare(try a.contract(), try b.contract())
      #expect(!report.isUndecided, "\(seed)")
    }
  }

  @Test("transitive: two steps that break nobody break nobody together")
  func transitive() throws {
    var chains = 0
    for seed in 0..<400 {
      var random = SplitMix64(seed: UInt64(4000 + seed))
      let parts = (0..<3).map { _ in Self.schema(&random, depth: 3) }
      let contracts = try parts.map { up in
        var whole = Parts(&random)
        whole.up = up
        whole.down = "{}"
        whole.types = ["{}", "{}"]
        return try whole.contract()
      }
      func breaks(_ i: Int, _ j: Int) -> Bool {
        ContractDiff.compare(contracts[i], contracts[j]).cells.oldPageNewApp == .breaking
      }
      if !breaks(0, 1), !breaks(1, 2) {
        chains += 1
        #expect(!breaks(0, 2), "\(seed): \(parts)")
      }
    }
    #expect(chains > 10)
  }

  @Test(
    "every witness is said by the one contract and refused by the other, as the validator sees it")
  func witnesses() throws {
    var shown = 0
    for seed in 0..<120 {
      var random = SplitMix64(seed: UInt64(5000 + seed))
      let (x, y) = (try Parts(&random).contract(), try Parts(&random).contract())
      for finding in ContractDiff.compare(x, y).findings {
        for witness in finding.change?.witnesses ?? [] {
          shown += 1
          let isNewSender = witness.isNewPageOldApp == (witness.sender == "web")
          let (sender, receiver) = isNewSender ? (y, x) : (x, y)
          let channel = witness.sender == "web" ? "bridge" : "receive"
          #expect(try errors(of: witness.body, channel, sender).isEmpty, "\(seed): \(witness)")
          #expect(
            try errors(of: witness.body, channel, receiver).contains(witness.refusedFor),
            "\(seed): \(witness)")
        }
      }
    }
    #expect(shown > 100)
  }

  /// The causes of errors in one line of a log.
  private func errors(of body: String, _ channel: String, _ contract: Contract) throws -> [String] {
    guard case .joined(let set) = ContractSet.join([contract]) else { return ["not joined"] }
    let validator = LogValidator(set)
    validator.beginFile("log")
    let direction = channel == "bridge" ? "webToNative" : "nativeToWeb"
    validator.feed(
      Array(
        "{\"direction\": \"\(direction)\", \"channel\": \"\(channel)\", \"body\": \(body)}\n".utf8))
    validator.endFile()
    return validator.finish().findings.filter { $0.severity == .error }.compactMap { $0.cause?.id }
  }
}
