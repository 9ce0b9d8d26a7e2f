import BridgeContract
import BridgeFindings
import Foundation
import TestSupport
import Testing

@testable import BridgeLog

@Suite("Fields of a line")
struct LineFieldTests {
  private static let contract = """
    {"bridgeContract": 1, "name": "fields", "version": "1.0.0",
     "framing": {"kind": "/kind", "payload": "/data"},
     "channels": {"bridge": {"from": "web", "via": "messageHandler"}},
     "messages": {"say": {"on": "bridge", "payload": {"type": "integer"}}}}
    """

  @Test(
    "a name that is written with escapes is the same name",
    arguments: [
      #"{"direction":"webToNative","handler":"bridge","body":{"kind":"say","data":1}}"#,
      #"{"dir\u0065ction":"webToNative","handler":"bridge","body":{"kind":"say","data":1}}"#,
      #"{"direction":"webToNative","h\u0061ndler":"bridge","bod\u0079":{"kind":"say","data":1}}"#,
      #"{"direction":"webToNative","handler":"bridge","body":{"k\u0069nd":"say","d\u0061ta":1}}"#,
    ])
  func escapes(_ line: String) throws {
    let set = try EngineTests.load(Self.contract)
    for engine in [LogOptions.Engine.fast, .reference] {
      var options = LogOptions()
      options.engine = engine
      let validator = LogValidator(set, options: options)
      validator.beginFile("log")
      validator.feed(Array("\n\(line)\n\(line)\n".utf8))
      validator.endFile()
      let report = validator.finish()
      #expect(report.summary.messages == 2)
      #expect(report.findings.isEmpty)
    }
  }

  @Test("lines of one shape, and what is nearly of it")
  func shapes() throws {
    let set = try EngineTests.load(Self.contract)
    var random = SplitMix64(seed: 9)
    let good =
      #"{"t":1,"session":"s","direction":"webToNative","handler":"bridge","body":{"kind":"say","data":1}}"#
    var lines = [String](repeating: good, count: 8)
    // Each of these has the shape up to some byte.
    for at in good.indices {
      lines += [good, good.replacingCharacters(in: at...at, with: "x"), String(good[..<at])]
      lines += [good.replacingCharacters(in: at..<at, with: " ")]
      lines += [good.replacingCharacters(in: at..<at, with: "\"kind\":\"say\",")]
    }
    Engines.expectSame(set, Array(lines.joined(separator: "\n").utf8), &random, "shapes")
  }
}
