internal import BridgeContract
internal import BridgeFindings
internal import BridgeJSON

// Rules that were drafted from traffic and that nobody has read yet.

extension ContractCheck {
  /// One warning for each message, error and type that holds an `x-evidence`.
  func unreviewed() -> [Finding] {
    var out: [Finding] = []
    for section in ["types", "errors", "messages"] {
      for member in contract.document.root[section]?.members ?? [] {
        let found = evidence(in: member.value)
        guard found.count > 0, let first = found.first else { continue }
        out.append(
          finding(
            .warning,
            "\(found.count) \(found.count == 1 ? "rule was" : "rules were") drafted from traffic and "
              + "not reviewed: read each, correct it, and take its x-evidence out",
            at: first, keyword: "x-evidence"))
      }
    }
    return out
  }

  /// How often `x-evidence` stands in a value, and the first. A walk along the tape.
  private func evidence(in value: JSONValue) -> (count: Int, first: JSONValue?) {
    var count = 0
    var first: JSONValue?
    var open = [value]
    while let next = open.popLast() {
      for member in next.members {
        if member.key == "x-evidence" {
          count += 1
          if first.map({ $0.index > member.value.index }) ?? true { first = member.value }
        } else if member.key != "examples" {
          open.append(member.value)
        }
      }
      open += next.items
    }
    return (count, first)
  }
}
