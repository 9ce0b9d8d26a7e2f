import BridgeBus
import BridgeContract
import BridgeFindings
import Foundation
import TestSupport
import Testing

@Suite("Fakes made from contracts")
struct FakeTests {
  @Test("A fake page and a fake native side talk by the examples, in the contract's order")
  func both() throws {
    let contract = try Contract.sync()
    let bus = try Bus(contract)
    bus.fakeNative()
    bus.start(try .fake(contract, FakeDials(says: ["ready.v2"])))
    try bus.expect(.webToNative("ready.v2"), within: 5000)
    try bus.expect(.reply(to: "ready.v2"), within: 5000)
    try bus.expect(.nativeToWeb("sync"), within: 5000)
    try bus.finish()
  }

  @Test("Delays and refusals are dials, with seeds")
  func dials() throws {
    func conversation(_ dials: FakeDials) throws -> [String] {
      let contract = try Contract.sync()
      let bus = try Bus(contract, exhaustivity: .off)
      bus.fakeNative(dials)
      bus.start(try .fake(contract, FakeDials(says: ["ready.v2"])))
      try bus.finish()
      return bus.trace.filter { $0.contains("receive") }
    }
    let slow = try conversation(FakeDials(delay: 200...200, says: []))
    #expect(
      slow
        == [
          #"{"t":200,"direction":"nativeToWeb","channel":"receive","body":{"id":1,"value":"ok","revision":7}}"#
        ].map(spaced(of: slow)))
    let refused = try conversation(FakeDials(errors: .always("signedOut"), says: []))
    #expect(refused.first?.contains("signedOut") == true)
    let drawn = FakeDials(delay: 10...900, errors: .chance(0.5, nil), seed: 7)
    #expect(try conversation(drawn) == conversation(drawn))
    #expect(try conversation(FakeDials(says: [], silent: ["ready.v2"])) == [])
  }

  private func spaced(of other: [String]) -> (String) -> String {
    { text in
      other.first { $0.filter { !$0.isWhitespace } == text } ?? text
    }
  }

  @Test("A fake keeps to the states of its contract")
  func states() throws {
    let contract = try Contract.load(
      """
      {"bridgeContract": 1, "name": "pay", "version": "1.0.0",
       "framing": {"kind": "/kind", "id": "/id", "payload": "/data", "ids": {"type": "integer"}},
       "channels": {"app": {"from": "web", "via": "messageHandler"},
         "page": {"from": "native", "via": "evaluate", "call": "App.receive"}},
       "messages": {
         "close": {"on": "app", "id": "none", "payload": true, "examples": [{"body": {"kind": "close", "data": 1}}]},
         "pay": {"on": "app", "payload": true, "reply": {"on": "page", "payload": true},
           "examples": [{"body": {"kind": "pay", "id": 1, "data": 1}, "reply": {"id": 1, "data": 2}}]},
         "open": {"on": "app", "id": "none", "payload": true, "examples": [{"body": {"kind": "open", "data": 1}}]}},
       "order": [{"id": "dialog", "rule": "states", "start": "shut", "states": {
         "shut": {"open": "open"}, "open": {"pay": "paying"}, "paying": {"reply:pay": "paid"}, "paid": {"close": "shut"}}}]}
      """)
    let bus = try Bus(contract)
    bus.fakeNative(FakeDials(delay: 30...30))
    bus.start(try .fake(contract))
    try bus.expect(.webToNative("open"), within: 1000)
    try bus.expect(.webToNative("pay"), within: 1000)
    try bus.expect(.reply(to: "pay"), within: 1000)
    try bus.expect(.webToNative("close"), within: 1000)
    try bus.finish()
  }

  private static let shipped: [URL] = {
    ["Contracts", "Contracts/bridges", "Contracts/released"].flatMap { folder in
      (try? FileManager.default.contentsOfDirectory(
        at: Project.url(folder), includingPropertiesForKeys: nil)) ?? []
    }.filter { $0.path.hasSuffix(".bridge.json") }.sorted { $0.path < $1.path }
  }()

  @Test(
    "What fakes say to one another is valid under every shipped contract", arguments: shipped)
  func validates(_ url: URL) throws {
    let contract = try Contract.load(String(contentsOf: url, encoding: .utf8))
    let bus = try Bus(contract, exhaustivity: .off)
    bus.fakeNative(FakeDials(delay: 5...50, errors: .every(3, nil)))
    bus.start(try .fake(contract, FakeDials(delay: 5...50, errors: .every(3, nil))))
    try bus.finish(within: 5000)
    #expect(
      bus.findings.map { "\($0.cause?.id ?? "") \($0.line ?? 0) \($0.message)" } == [],
      "\(bus.diagram)")
    #expect(bus.trace.contains { $0.contains("\"body\"") })
  }
}
