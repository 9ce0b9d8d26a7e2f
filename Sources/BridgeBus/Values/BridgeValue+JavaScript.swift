internal import BridgeJSON

extension BridgeValue {
  /// The value as an expression of JavaScript, exact for all that an engine takes as an argument or a
  /// reply; a cycle ends in `null`. Linear; without recursion.
  package var javaScript: String {
    var out: [UInt8] = []
    var steps = [Step.value(root)]
    var path: Set<Int32> = []
    while let step = steps.popLast() {
      switch step {
      case .text(let text): out.append(contentsOf: text.utf8)
      case .leave(let index): path.remove(index)
      case .value(let index):
        let node = nodes[Int(index)]
        switch node {
        case .array(let items), .indexed(let items):
          guard path.insert(index).inserted else {
            out.append(contentsOf: "null".utf8)
            continue
          }
          steps.append(.leave(index))
          steps.append(.text("]"))
          for item in items.reversed() {
            steps.append(.text(","))
            steps.append(.value(item))
          }
          out.append(UInt8(ascii: "["))
        case .object(let members):
          guard path.insert(index).inserted else {
            out.append(contentsOf: "null".utf8)
            continue
          }
          steps.append(.leave(index))
          steps.append(.text("})"))
          for member in members.reversed() {
            var key = Array("[".utf8)
            // In brackets: `__proto__` is a key like any other.
            JSONString.appendQuoted(member.key.bytes, to: &key)
            key.append(contentsOf: "]:".utf8)
            steps.append(.text(","))
            steps.append(.value(member.value))
            steps.append(.text(String(decoding: key, as: UTF8.self)))
          }
          out.append(contentsOf: "({".utf8)
        default: out.append(contentsOf: Self.leaf(node))
        }
      }
    }
    return String(decoding: out, as: UTF8.self)
  }

  private enum Step {
    case value(Int32)
    case text(String)
    case leave(Int32)
  }

  private static func leaf(_ node: Node) -> [UInt8] {
    switch node {
    case .null: return Array("null".utf8)
    case .boolean(let value): return Array((value ? "true" : "false").utf8)
    case .number(let value):
      if value.isNaN { return Array("NaN".utf8) }
      if value.isInfinite { return Array((value > 0 ? "Infinity" : "-Infinity").utf8) }
      return Array(text(of: value).utf8)
    case .exact(let text): return text
    case .bigInt(let digits): return Array("\(digits)n".utf8)
    case .string(let text):
      var out: [UInt8] = []
      JSONString.appendQuoted(text.bytes, to: &out)
      return out
    case .date(let time): return Array("new Date(\(time.isNaN ? "NaN" : text(of: time)))".utf8)
    case .hole: return []
    default: return Array("undefined".utf8)
    }
  }
}
