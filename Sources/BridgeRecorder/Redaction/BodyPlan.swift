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
    /// Its index on the body's tape.
    var node: Int
  }

  private(set) var leaves: [Leaf] = []
  /// How often other choices were tried.
  private(set) var tries = 0
  /// Keys by what stands for them.
  private(set) var rename: [[UInt8]: [UInt8]] = [:]
  let body: JSONCursor

  init(_ body: JSONCursor) { self.body = body }

  mutating func add(_ value: JSONCursor, _ choices: [[UInt8]], at pointer: String?) {
    let from = value.offset - body.offset
    leaves.append(
      Leaf(
        range: from..<from + value.text.count, choices: choices, pointer: pointer,
        node: value.index))
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
    tries += 1
    var moving: Set<Int> = []
    for pointer in pointers {
      let exact = leaves.indices.filter { leaves[$0].pointer == pointer }
      moving.formUnion(
        !exact.isEmpty
          ? exact
          : leaves.indices.filter { index in
            pointer.isEmpty || leaves[index].pointer?.hasPrefix(pointer + "/") ?? false
          })
    }
    var hasMoved = false
    for index in moving where leaves[index].choice + 1 < leaves[index].choices.count {
      leaves[index].choice += 1
      hasMoved = true
    }
    return hasMoved
  }

  /// Texts that nothing else could stand for: character by character another is put in its place, as
  /// long as the judge says the same. What stays of the value is what the contract's pattern demands.
  ///
  /// - Parameter differences: where a plan is judged otherwise than the body.
  mutating func carve(
    _ pointers: Set<String>, _ body: JSONCursor, _ differences: (BodyPlan) -> Set<String>
  ) {
    // Ten thousand judgements take well under a second, on a thread that nobody waits for.
    var budget = 10_000
    for index in leaves.indices {
      guard let pointer = leaves[index].pointer, pointers.contains(pointer) else { continue }
      let value = body.at(leaves[index].node)
      guard value.kind == .string, !value.hasLoneSurrogate, value.codePointCount <= 200 else {
        continue
      }
      let before = self
      let known = differences(self)
      var scalars = Array(String(decoding: value.stringBytes, as: UTF8.self).unicodeScalars)
      put(scalars, at: index)
      let wanted = differences(self)
      guard wanted.count < known.count else {
        self = before
        continue
      }
      for place in scalars.indices {
        let original = scalars[place]
        var isFound = false
        for scalar in Self.alphabet where budget > 0 && !isFound {
          scalars[place] = scalar
          put(scalars, at: index)
          budget -= 1
          isFound = differences(self).isSubset(of: wanted)
        }
        if !isFound { scalars[place] = original }
      }
      // Without time to look at every character, none is shown.
      guard budget > 0 else {
        self = before
        return
      }
      put(scalars, at: index)
    }
  }

  private mutating func put(_ scalars: [Unicode.Scalar], at index: Int) {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    var quoted: [UInt8] = []
    JSONString.appendQuoted(String(text).utf8, to: &quoted)
    leaves[index].choices = [quoted]
    leaves[index].choice = 0
  }

  /// Printable ASCII, in an order that has nothing to do with any value.
  private static let alphabet: [Unicode.Scalar] = {
    let all = (0x20..<0x7F).compactMap { Unicode.Scalar(UInt32($0)) }
    let first = Array("xX1aA0".unicodeScalars)
    return first + all.filter { !first.contains($0) }
  }()
}
