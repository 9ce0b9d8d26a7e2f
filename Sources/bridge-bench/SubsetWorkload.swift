import BridgeJSON
import BridgeSchema
import BridgeSubset

extension Workload {
  /// Asks both ways of every schema of two contracts whether it is a subset of its counterpart.
  static let subset = Workload(
    name: "subset", arguments: "MESSAGES [PERCENT-CHANGED]",
    summary: "compare the schemas of two generated contracts both ways, against reading them"
  ) { arguments in
    let count = arguments.first.flatMap { Int($0) } ?? 1_000
    let changed = arguments.dropFirst().first.flatMap { Int($0) } ?? 10
    let texts = [contract(count, changed: 0), contract(count, changed: changed)]
    var programs: [SchemaProgram] = []
    let reading = try Measure(bytes: texts.reduce(0) { $0 + $1.count }) {
      programs = []
      for text in texts {
        let document = try JSONDocument(text, limits: .contract)
        let roots = document.root["types"]?.members.map(\.value.index) ?? []
        programs.append(try SchemaCompiler.compile(contract: document, roots: roots))
      }
    }
    var words = ["yes": 0, "no": 0, "undecided": 0]
    var measure = Measure(bytes: texts.reduce(0) { $0 + $1.count }) {
      words = ["yes": 0, "no": 0, "undecided": 0]
      let comparison = SchemaComparison()
      for (old, new) in zip(programs[0].roots, programs[1].roots) {
        for isClosed in [false, true] {
          let a = SchemaSide(program: programs[0], root: old, isClosed: isClosed)
          let b = SchemaSide(program: programs[1], root: new)
          for answer in [comparison.isSubset(a, of: b), comparison.isSubset(b, of: a)] {
            switch answer {
            case .yes: words["yes", default: 0] += 1
            case .no: words["no", default: 0] += 1
            case .undecided: words["undecided", default: 0] += 1
            }
          }
        }
      }
    }
    measure.counts = words.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    measure.counts.append(("readingMicroseconds", Int(reading.seconds * 1e6)))
    measure.counts.append(("ratioPercent", Int(measure.seconds / reading.seconds * 100)))
    return measure
  }

  /// Schemas as messages have them: a dozen members, shared types, a union told apart by a field.
  private static func contract(_ count: Int, changed: Int) -> [UInt8] {
    var types: [String] = [
      #""Money":{"type":"object","required":["amount","currency"],"properties":{"amount":{"type":"integer","minimum":0},"currency":{"enum":["EUR","USD","GBP"]}}}"#,
      ##""Node":{"type":"object","required":["id"],"properties":{"id":{"type":"string","pattern":"^[a-z0-9-]{1,40}$"},"children":{"type":"array","items":{"$ref":"#/types/Node"}}}}"##,
    ]
    for i in 0..<count {
      let isChanged = changed > 0 && i % 100 < changed
      let most = isChanged ? 99 : 100
      let extra = isChanged && i % 2 == 0 ? ##","note":{"type":"string","maxLength":80}"## : ""
      types.append(
        ##""M\##(i)":{"type":"object","required":["name","total","items"],"properties":{"name":{"type":"string","minLength":1,"maxLength":40},"total":{"$ref":"#/types/Money"},"count":{"type":"integer","minimum":0,"maximum":\##(most)},"flag":{"type":"boolean"},"tree":{"$ref":"#/types/Node"},"note\##(i % 7)":{"type":["string","null"]},"items":{"type":"array","minItems":1,"items":{"type":"object","required":["sku"],"properties":{"sku":{"type":"string","pattern":"^[A-Z]{2}[0-9]+$"},"price":{"$ref":"#/types/Money"}}}},"how":{"oneOf":[{"type":"object","required":["kind"],"properties":{"kind":{"const":"card"},"digits":{"type":"string","pattern":"^[0-9]{4}$"}}},{"type":"object","required":["kind"],"properties":{"kind":{"const":"bank"},"iban":{"type":"string"}}}]}\##(extra)}}"##
      )
    }
    return Array("{\"types\":{\(types.joined(separator: ","))}}".utf8)
  }
}
