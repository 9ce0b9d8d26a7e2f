import BridgeScript
import TestSupport
import Testing

/// Values are written at once where that is possible, and kept as nodes first where it is not. Both
/// ways must give the same text.
@Suite("Swift values: written at once and as nodes")
struct TwoWaysTests {
  /// A value of any shape. Asking for the coding path makes the encoder keep nodes.
  indirect enum Tree: Encodable {
    case text(String)
    case integer(Int)
    case double(Double)
    case bool(Bool)
    case null
    case silent
    case list([Tree])
    case texts([String])
    case doubles([Double])
    case integers([Int])
    case members([(String, Tree)], style: Int)

    struct Key: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    func encode(to encoder: any Encoder) throws {
      switch self {
      case .text(let value): try one(encoder, value)
      case .integer(let value): try one(encoder, value)
      case .double(let value): try one(encoder, value)
      case .bool(let value): try one(encoder, value)
      case .texts(let value): try one(encoder, value)
      case .doubles(let value): try one(encoder, value)
      case .integers(let value): try one(encoder, value)
      case .null:
        var container = encoder.singleValueContainer()
        try container.encodeNil()
      case .silent: break
      case .list(let items):
        var container = encoder.unkeyedContainer()
        for item in items { try container.encode(item) }
      case .members(let members, let style):
        var container = encoder.container(keyedBy: Key.self)
        for (number, (name, value)) in members.enumerated() {
          let key = Key(stringValue: name)
          switch (style + number) % 4 {
          case 0:
            var inner = container.nestedContainer(keyedBy: Key.self, forKey: key)
            try inner.encode(value, forKey: Key(stringValue: "inner"))
          case 1:
            var inner = container.nestedUnkeyedContainer(forKey: key)
            try inner.encode(inner.count)
            try inner.encode(value)
          case 2: try value.encode(to: container.superEncoder(forKey: key))
          default: try container.encode(value, forKey: key)
          }
        }
      }
    }

    private func one<T: Encodable>(_ encoder: any Encoder, _ value: T) throws {
      var container = encoder.singleValueContainer()
      try container.encode(value)
    }
  }

  struct Asking: Encodable {
    var tree: Tree
    func encode(to encoder: any Encoder) throws {
      #expect(encoder.codingPath.isEmpty)
      try tree.encode(to: encoder)
    }
  }

  static func tree(_ random: inout SplitMix64, _ depth: Int) -> Tree {
    switch random.below(depth > 4 ? 9 : 12) {
    case 0: .text(random.pick(Nasty.texts))
    case 1: .integer(random.pick([0, 1, -1, 12_345, 1 << 53, -(1 << 60), .max, .min]))
    case 2: .double(random.pick([0, -0.0, 0.1, 1e21, -5, 1e-7, 123_456_789.25, 9e15]))
    case 3: .bool(random.once(in: 2))
    case 4: .null
    case 5: .silent
    case 6: .texts((0..<random.below(4)).map { _ in random.pick(Nasty.texts) })
    case 7: .doubles((0..<random.below(4)).map { Double($0) * 0.5 })
    case 8: .integers((0..<random.below(4)).map { $0 * 1_000_003 })
    case 9: .list((0..<random.below(5)).map { _ in tree(&random, depth + 1) })
    default:
      .members(
        (0..<random.below(6)).map { number in
          (
            random.once(in: 9) ? "same" : "k\(number)" + random.pick(["", "'", "é"]),
            tree(&random, depth + 1)
          )
        }, style: random.below(4))
    }
  }

  @Test("random values: the same text, the same call, the same refusal")
  func random() throws {
    var random = SplitMix64(seed: 41)
    var (texts, refusals) = (0, 0)
    for _ in 0..<3000 {
      let tree = Self.tree(&random, 0)
      let atOnce = Result { try JSONValueText.encode(tree) }
      let asNodes = Result { try JSONValueText.encode(Asking(tree: tree)) }
      #expect((try? atOnce.get()) == (try? asNodes.get()))
      let call = Result { try JavaScriptCall("f", encoding: tree) }
      guard let json = try? atOnce.get() else { continue }
      // What was written at once is not checked again; the call must be that of the checked text.
      let checked = Result { try JavaScriptCall("f", json: json) }
      switch (call, checked) {
      case (.success(let a), .success(let b)):
        texts += 1
        #expect(a == b)
      case (.failure(let a), .failure(let b)):
        refusals += 1
        #expect(a as? ScriptError == b as? ScriptError)
      default: Issue.record("\(json): \(call) is not \(checked)")
      }
    }
    #expect(texts > 1500 && refusals > 100, "\(texts) \(refusals)")
  }

  @Test("an object with more keys than are compared while writing")
  func manyKeys() throws {
    var members = (0..<2000).map { ("key\($0)", Tree.integer($0)) }
    #expect(throws: Never.self) {
      try JavaScriptValue(encoding: Tree.members(members, style: 3))
    }
    members.append(("key1999", .null))
    let error = #expect(throws: ScriptError.self) {
      try JavaScriptValue(encoding: Tree.members(members, style: 3))
    }
    #expect(error?.reason == .duplicateKey)
  }
}
