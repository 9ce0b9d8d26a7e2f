import BridgeJSON
import BridgeScript
import Foundation
import TestSupport
import Testing

@Suite("JSON text from Swift values")
struct JSONValueTextTests {
  static func text<T: Encodable>(_ value: T, _ options: ScriptOptions = .strict) throws -> String {
    try JSONValueText.encode(value, options: options)
  }

  struct Sync: Encodable {
    var kind = "sync"
    var value: String?
    var count = 3
    var parts: [[Double]] = [[0.1, -0.0], []]
  }

  @Test("members stand in the order they are encoded, nil is left out")
  func order() throws {
    #expect(
      try Self.text(Sync(value: "it's \"é\"\n</script>"))
        == #"{"kind":"sync","value":"it's \"é\"\n</script>","count":3,"parts":[[0.1,-0],[]]}"#)
    #expect(try Self.text(Sync()) == #"{"kind":"sync","count":3,"parts":[[0.1,-0],[]]}"#)
  }

  @Test("integers are written digit by digit")
  func integers() throws {
    let lenient = ScriptOptions(numbers: .round)
    #expect(try Self.text(Int64.min, lenient) == "-9223372036854775808")
    #expect(try Self.text(UInt64.max, lenient) == "18446744073709551615")
    #expect(try Self.text([UInt8.max, 0]) == "[255,0]")
    #expect(try Self.text([Int8.min, 7]) == "[-128,7]")
    #expect(
      try Self.text(Int128.min, lenient) == "-170141183460469231731687303715884105728")
    #expect(
      throws: ScriptError(
        .number(.integer), argument: 0,
        place: .init(offset: 5, position: TextPosition(line: 1, column: 6), pointer: "/n"))
    ) { try JavaScriptValue(encoding: ["n": UInt64.max]) }
  }

  @Test(
    "doubles read back as the same double",
    arguments: [
      (0.0, "0"), (-0.0, "-0"), (1.0, "1"), (1e15, "1000000000000000"), (1e16, "1e+16"),
      (1e100, "1e+100"), (.leastNonzeroMagnitude, "5e-324"), (1e-5, "1e-05"),
      (0.1 + 0.2, "0.30000000000000004"),
      (9_007_199_254_740_992, "9007199254740992"),
      (.greatestFiniteMagnitude, "1.7976931348623157e+308"),
      (123.456, "123.456"), (-1e21, "-1e+21"),
    ])
  func doubles(_ value: Double, _ text: String) throws {
    #expect(try Self.text(value) == text)
    #expect(Double(text)?.bitPattern == value.bitPattern)
    #expect(try JavaScriptValue(encoding: value).expression == "JSON.parse('\(text)')")
  }

  @Test("a Float is its own shortest text")
  func floats() throws {
    #expect(try Self.text(Float(0.1)) == "0.1")
    #expect(try Self.text([Float.leastNonzeroMagnitude]) == "[1e-45]")
  }

  @Test("Infinity and NaN: refused, or null, or words")
  func nonFinite() throws {
    let values = ["a": [1, Double.infinity]]
    #expect(throws: ScriptError(.value(.nonFinite(path: "a.1")))) { try Self.text(values) }
    #expect(try Self.text(values, ScriptOptions(nonFinite: .null)) == #"{"a":[1,null]}"#)
    let words = ScriptOptions(nonFinite: .text(positive: "inf", negative: "-inf", nan: "nan"))
    #expect(
      try Self.text([Double.infinity, -.infinity, .nan], words) == #"["inf","-inf","nan"]"#)
  }

  @Test("what stands at the top")
  func scalars() throws {
    #expect(try Self.text(true) == "true")
    #expect(try Self.text("") == #""""#)
    #expect(try Self.text(Int?.none) == "null")
    #expect(try Self.text([String?.none, "a"]) == #"[null,"a"]"#)
    #expect(try Self.text([String: Int]()) == "{}")
    #expect(try Self.text([Int]()) == "[]")
    #expect(
      try Self.text("\u{0}\u{1F}\u{7F}\u{2028}\\\u{8}\u{C}\r\t")
        == #""\u0000\u001f\#u{7F}\#u{2028}\\\b\f\r\t""#)
    for count in 0..<70 {
      let text = String(repeating: "a", count: count)
      #expect(try Self.text(text + "\"" + text) == "\"\(text)\\\"\(text)\"")
    }
  }

  @Test("dictionaries: keys of String and Int are names, others are items")
  func dictionaries() throws {
    #expect(try Self.text([7: "a"]) == #"{"7":"a"}"#)
    #expect(try Self.text([true: 1]) == "[true,1]")
    #expect(try Self.text(["__proto__": 1]) == #"{"__proto__":1}"#)
  }

  enum Choice: Encodable {
    case one
    case two(Int, name: String)
  }

  @Test("enums as the compiler makes them")
  func enums() throws {
    #expect(try Self.text(Choice.one) == #"{"one":{}}"#)
    #expect(try Self.text(Choice.two(1, name: "n")) == #"{"two":{"_0":1,"name":"n"}}"#)
  }

  class Base: Encodable {
    var id = 1
  }
  final class Derived: Base {
    var name = "n"
    enum Keys: String, CodingKey { case name }
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(name, forKey: .name)
      try super.encode(to: encoder)
    }
  }
  final class Nested: Base {
    enum Keys: String, CodingKey { case first, second, third }
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      // Filled in another order than they were asked for, and at the same time.
      var second = container.nestedUnkeyedContainer(forKey: .second)
      var third = container.nestedContainer(keyedBy: Keys.self, forKey: .third)
      try second.encode(1)
      try third.encode(2, forKey: .first)
      var inner = second.nestedUnkeyedContainer()
      try second.encode(3)
      try inner.encode(second.count)
      try container.encode(4, forKey: .first)
      try super.encode(to: container.superEncoder())
      try super.encode(to: second.superEncoder())
    }
  }

  @Test("inheritance: one object for both, or `super`; containers filled in any order")
  func classes() throws {
    #expect(try Self.text(Derived()) == #"{"name":"n","id":1}"#)
    #expect(
      try Self.text(Nested())
        == #"{"second":[1,[3],3,{"id":1}],"third":{"first":2},"first":4,"super":{"id":1}}"#)
  }

  struct Twice: Encodable {
    enum Keys: String, CodingKey { case a }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(1, forKey: .a)
      try container.encode(2, forKey: .a)
    }
  }
  struct Mixed: Encodable {
    func encode(to encoder: any Encoder) throws {
      _ = encoder.unkeyedContainer()
      var container = encoder.singleValueContainer()
      try container.encode(1)
    }
  }
  struct Silent: Encodable {
    func encode(to encoder: any Encoder) throws {}
  }
  struct Swallowing: Encodable {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try? container.encode(Double.nan)
      try? container.encode(1)
    }
  }
  struct Endless: Encodable {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(self)
    }
  }
  struct Failing: Encodable {
    struct Oops: Error {}
    func encode(to encoder: any Encoder) throws { throw Oops() }
  }

  @Test("types that encode nonsense are refused, with the path")
  func nonsense() throws {
    #expect(throws: ScriptError(.value(.mixed(path: "0")))) { try Self.text([Mixed()]) }
    #expect(throws: ScriptError(.value(.nothing(path: "")))) { try Self.text(Silent()) }
    #expect(try Self.text([Silent()]) == "[{}]")
    #expect(throws: ScriptError(.value(.nonFinite(path: "a.0")))) {
      try Self.text(["a": Swallowing()])
    }
    #expect(throws: ScriptError(.value(.tooDeep(limit: 128)))) { try Self.text(Endless()) }
    #expect(try Self.text(Chain(140), ScriptOptions(valueDepth: 140)).utf8.count == 140 * 9 - 7)
    #expect(throws: ScriptError(.value(.thrown("Oops()")))) { try Self.text([Failing()]) }
    #expect(try Self.text(Twice()) == #"{"a":1,"a":2}"#)
    let twice = #expect(throws: ScriptError.self) { try JavaScriptValue(encoding: Twice()) }
    #expect(twice?.reason == .duplicateKey)
    #expect(twice?.place?.pointer == "/a")
  }

  final class Chain: Encodable {
    let next: Chain?
    init(_ depth: Int) { next = depth > 1 ? Chain(depth - 1) : nil }
  }

  @Test("the deepest value that is taken fits the stack of a secondary thread, 512 KiB on Apple")
  func stack() {
    /// Written before the signal and read behind it.
    final class Box: @unchecked Sendable { var text: String? }
    let box = Box()
    let semaphore = DispatchSemaphore(value: 0)
    let thread = Thread {
      box.text = try? Self.text(Chain(128))
      semaphore.signal()
    }
    thread.stackSize = 512 << 10
    thread.start()
    semaphore.wait()
    #expect(box.text?.utf8.count == 128 * 9 - 7)
  }

  @Test("a call with a Swift value")
  func call() throws {
    #expect(
      try JavaScriptCall("receive", encoding: ["a": "it's"]).source
        == #"receive(JSON.parse('{"a":"it\'s"}'));void 0"#)
    #expect(
      try JavaScriptCall("receive", encoding: "{}").source == #"receive(JSON.parse('"{}"'));void 0"#
    )
  }
}
