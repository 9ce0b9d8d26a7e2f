internal import BridgeContract
internal import BridgeJSON

/// What stands for which value of one body: chosen, held against the judge, and chosen again.
struct BodyPlan {
  struct Leaf {
    /// Bytes of the body's text that it takes.
    var range: Range<Int>
    /// JSON texts, the likeliest first; never empty.
    var choices: [[UInt8]]
    var choice = 0
    /// Where it stands, with the keys of the redacted body; nil deep down.
    var pointer: String?
  }

  private(set) var leaves: [Leaf] = []
  /// Keys by what stands for them.
  private(set) var rename: [[UInt8]: [UInt8]] = [:]
  let body: JSONCursor

  init(_ body: JSONCursor) { self.body = body }

  mutating func add(_ value: JSONCursor, _ choices: [[UInt8]], at pointer: String?) {
    let from = value.offset - body.offset
    leaves.append(
      Leaf(range: from..<from + value.text.count, choices: choices, pointer: pointer))
  }

  /// Has a key of this name stand for a key that the contract does not know.
  mutating func rename(_ key: [UInt8], as name: [UInt8]) { rename[key] = name }

  /// The redacted body.
  func text() -> [UInt8] {
    let whole = body.text
    var out: [UInt8] = []
    out.reserveCapacity(whole.count)
    var at = 0
    for leaf in leaves.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      out += whole[at..<leaf.range.lowerBound]
      out += leaf.choices[leaf.choice]
      at = leaf.range.upperBound
    }
    return out + whole[at...]
  }

  /// Tries other choices for what stands at these pointers, or below them where nothing stands at
  /// them. False if there is nothing left to try.
  mutating func advance(_ pointers: Set<String>) -> Bool {
    var hasMoved = false
    for pointer in pointers {
      let exact = leaves.indices.filter { leaves[$0].pointer == pointer }
      let below = leaves.indices.filter {
        leaves[$0].pointer.map { $0.hasPrefix(pointer + "/") } ?? (pointer.isEmpty)
      }
      for index in exact.isEmpty ? below : exact
      where leaves[index].choice + 1 < leaves[index].choices.count {
        leaves[index].choice += 1
        hasMoved = true
      }
    }
    return hasMoved
  }
}
