import BridgeScript
import Foundation
import TestSupport
import Testing

/// Two real engines get the scripts; what their page functions receive is compared with what was
/// meant, value by value and bit by bit.
///
/// `BRIDGE_SCRIPT_VALUES=100000 swift test --filter BridgeScriptTests` is the full run.
@Suite("Calls in real engines")
struct EngineTests {
  static let count =
    ProcessInfo.processInfo.environment["BRIDGE_SCRIPT_VALUES"].flatMap(Int.init) ?? 2_000
  static let seed =
    ProcessInfo.processInfo.environment["BRIDGE_SCRIPT_SEED"].flatMap(UInt64.init) ?? 20_261_130

  @Test("the engines are there where they must be", arguments: Engine.allCases)
  func present(_ engine: Engine) {
    if Engine.isDue { #expect(Engine.isThere[engine] == true) }
  }

  struct Case: Sendable {
    var script: [UInt8]
    var expected: String
  }

  @Test("the receiver gets the value, once, and nothing else happens", arguments: Engine.allCases)
  func values(_ engine: Engine) throws {
    guard Engine.isThere[engine] == true else { return }
    var cases: [Case] = []
    var strict = ValueGenerator(seed: Self.seed)
    var lenient = ValueGenerator(
      seed: Self.seed &+ 1, allow: .init(duplicates: true, anyNumber: true))
    let lenience = ScriptOptions(duplicateKeys: .lastWins, numbers: .round)
    var random = SplitMix64(seed: Self.seed &+ 2)
    for i in 0..<Self.count {
      let options = i % 4 == 3 ? lenience : .strict
      func value() -> GeneratedValue { i % 4 == 3 ? lenient.next() : strict.next() }
      cases.append(try Self.call(value, options, &random))
    }
    try Self.check(cases, in: engine)
  }

  /// One case in one of the forms.
  static func call(
    _ value: () -> GeneratedValue, _ options: ScriptOptions, _ random: inout SplitMix64
  ) throws -> Case {
    let first = value()
    let argument = try JavaScriptValue(json: first.json, options: options)
    let script: String
    let expected: String
    switch random.below(8) {
    case 0:
      let path = random.pick(["App.receive", "$", "_12", "App.inbox.$in_1", "App.of.class.new"])
      script = JavaScriptCall(try JavaScriptReceiver(path), [argument]).source
      expected = "\(path) \(first.dump)"
    case 1:
      let second = value()
      let both = [argument, try JavaScriptValue(json: second.json, options: options)]
      script = JavaScriptCall(try JavaScriptReceiver("window.bridgeReceive"), both).source
      expected = "bridgeReceive \(first.dump) \(second.dump)"
    case 2:
      let name = random.pick(Nasty.injections + Nasty.texts)
      guard let handler = try? MessageHandlerName(name) else { fallthrough }
      script = JavaScriptCall(.post(to: handler), argument).source
      expected = "handler \(Dump.units(name.utf16)) \(first.dump)"
    case 3:
      let type = random.pick(Nasty.injections + Nasty.texts)
      let target: ScriptForm.Target = random.once(in: 2) ? .window : .document
      script = JavaScriptCall(.customEvent(type, on: target), argument).source
      let name = Dump.units(type.utf16)
      expected = "\(target.rawValue) CustomEvent \(name) detail=\(first.dump)"
    case 4:
      if random.once(in: 2) {
        script = JavaScriptCall(.messageEvent(), argument).source
        expected = "window MessageEvent message data=\(first.dump)"
      } else {
        let origin = random.pick(["*", "https://a.example", "');planted()//"])
        script = JavaScriptCall(.postMessage(origin: origin), argument).source
        expected = "postMessage \(first.dump) \(Dump.string(origin))"
      }
    case 5:
      // As an engine does it: the body becomes a function, the texts its arguments.
      let text = String(decoding: first.json, as: UTF8.self)
      let call = try AsyncJavaScriptCall("bridgeReceive", jsonArguments: [text], options: options)
      let string = try JavaScriptValue(encoding: text)
      script = "(function(json0){\(call.functionBody)})(\(string.expression));void 0"
      expected = "bridgeReceive \(first.dump)"
    default:
      script = JavaScriptCall(try JavaScriptReceiver("bridgeReceive"), [argument]).source
      expected = "bridgeReceive \(first.dump)"
    }
    return Case(script: Array(script.utf8), expected: expected)
  }

  static func check(_ cases: [Case], in engine: Engine) throws {
    let results = try engine.run(cases.map(\.script))
    var shown = 0
    for (one, result) in zip(cases, results) where result != one.expected {
      shown += 1
      if shown <= 5 {
        Issue.record(
          """
          \(engine.rawValue): \(String(decoding: one.script.prefix(2000), as: UTF8.self))
          expected: \(one.expected.prefix(2000))
          actual:   \(result.prefix(2000))
          """)
      }
    }
    #expect(shown == 0, "\(shown) of \(cases.count) differ")
  }
}
