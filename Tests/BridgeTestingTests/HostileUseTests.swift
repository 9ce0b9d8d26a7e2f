import BridgeContract
import BridgeTesting
import Foundation
import TestSupport
import Testing

@Suite("Tests that are written wrongly say so at their own line, with at most one cause")
struct HostileUseTests {
  private static let path = "Contracts/sync.bridge.json"

  private func page(_ said: BridgeValue..., takes: Bool = true) -> Page {
    Page { window in
      if takes { window.receive("bridgeReceive") { _ in } }
      for body in said { try window.post("bridge", body) }
    }
  }

  private static let ready: BridgeValue = ["kind": "ready", "version": 1]
  private static let request: BridgeValue = ["kind": "ready", "version": 2, "id": 1]

  @Test("A message that the contract does not have, with the nearest name")
  func unknownMessage() async {
    var line = 0
    let found = await recordedFailures {
      let bridge = BridgeTest(Self.path)
      bridge.start(page(Self.ready))
      line = #line + 1
      await bridge.expect(.webToNative("redy"), within: 5000)
      await bridge.finish()
    }
    #expect(
      found == [
        RecordedFailure(
          text: #"the contract has no message "redy"; did you mean "ready"?"#, line: line)
      ])
  }

  @Test("A message, a body and a handler on the other side's")
  func otherSide() async {
    var lines: [Int] = []
    let found = await recordedFailures {
      let bridge = BridgeTest(Self.path, exhaustivity: .off)
      bridge.start(page(Self.ready))
      lines.append(#line + 1)
      bridge.send("ready")
      lines.append(#line + 1)
      bridge.send(body: Self.ready, on: "bridge")
      lines.append(#line + 1)
      bridge.on("sync") { (_: BusRequest) in }
      lines.append(#line + 1)
      bridge.register("receive")
      lines.append(#line + 1)
      await bridge.expect(.nativeToWeb("ready"), within: 5000)
      await bridge.finish()
    }
    #expect(found.map(\.line) == lines)
    #expect(
      found.map(\.text) == [
        #""ready" is said by web (web → native), not by native"#,
        #"channel "bridge" is web's: native says nothing there"#,
        #""sync" is said by native (native → web), not by web"#,
        #"channel "receive" is native's: web says nothing there"#,
        #""ready" is said by web (web → native), not by native"#,
      ])
  }

  @Test(
    "A limit of nothing, of less, of no number and without an end",
    arguments: [0, -1, .nan, .infinity])
  func limits(_ limit: Double) async {
    var line = 0
    let found = await recordedFailures {
      let bridge = BridgeTest(Self.path, exhaustivity: .off)
      bridge.start(page(Self.ready))
      line = #line + 1
      await bridge.expect(.webToNative("ready"), within: limit)
      await bridge.finish()
    }
    #expect(found.map(\.line) == [line])
    #expect(found.map(\.text) == ["a limit is a number of milliseconds above 0"])
  }

  @Test("Two expectations for one message: the second says who took it")
  func takenTwice() async {
    var line = 0
    let found = await recordedFailures {
      let bridge = BridgeTest(Self.path)
      bridge.start(page(Self.ready))
      await bridge.expect(.webToNative("ready"), within: 5000)
      line = #line + 1
      await bridge.expect(.webToNative("ready"), within: 5000)
      await bridge.finish()
    }
    #expect(found.map(\.line) == [line])
    #expect(found.first?.causes == ["missing-step"])
    #expect(found.first?.headline == #"native did not receive "ready" once more"#)
    #expect(
      found.first?.text.contains(
        #""ready" came once, and what was expected before has taken it"#) == true)
  }

  @Test("Two expectations for one reply")
  func replyTakenTwice() async {
    var line = 0
    let found = await recordedFailures {
      let bridge = BridgeTest(Self.path)
      bridge.on("ready.v2") { try $0.answer() }
      bridge.start(page(Self.request))
      await bridge.expect(.webToNative("ready.v2"), within: 5000)
      await bridge.expect(.reply(to: "ready.v2"), within: 5000)
      line = #line + 1
      await bridge.expect(.reply(to: "ready.v2"), within: 5000)
      await bridge.finish()
    }
    #expect(found.map(\.line) == [line])
    #expect(found.first?.causes == ["missing-step"])
    #expect(
      found.first?.headline
        == #"the reply to "ready.v2" came once, and what was expected before has taken it"#)
  }

  @Test("What came before the expectation counts for it")
  func earlier() async {
    let bridge = BridgeTest(Self.path)
    bridge.on(.loadFinished) { [unowned bridge] in bridge.send("sync") }
    bridge.start(page(Self.ready))
    await bridge.expect(.event(.loadFinished), within: 5000)
    await bridge.expect(.nativeToWeb("sync"), within: 5000)
    await bridge.expect(.webToNative("ready"), within: 1)
    await bridge.finish()
  }

  @Test("Nothing was loaded, or all was finished: it can never come")
  func never() async {
    var lines: [Int] = []
    let found = await recordedFailures {
      let bridge = BridgeTest(Self.path, exhaustivity: .off)
      lines.append(#line + 1)
      await bridge.expect(.webToNative("ready"), within: 5000)
      bridge.start(page(Self.ready))
      await bridge.finish()
      lines.append(#line + 1)
      await bridge.expect(.webToNative("ready"), within: 5000)
    }
    #expect(found.map(\.line) == lines)
    #expect(found.allSatisfy { $0.text.contains("can never come") && $0.causes == [] })
  }

  @Test("Teardown in the middle: what is expected behind it can never come; the end is clean")
  func teardownInTheMiddle() async {
    var line = 0
    let found = await recordedFailures {
      let bridge = BridgeTest(Self.path)
      bridge.on("ready") { [unowned bridge] (_: BusRequest) in bridge.tearDown() }
      bridge.start(page(Self.ready, Self.ready))
      await bridge.expect(.webToNative("ready"), within: 5000)
      await bridge.expect(.event(.teardown), within: 5000)
      line = #line + 1
      await bridge.expect(.webToNative("ready"), within: 5000)
      await bridge.finish()
    }
    #expect(found.map(\.line) == [line])
    #expect(
      found.first?.text == #"the view was destroyed: web → native "ready" can never come"#)
  }

  @Test("Native's code that answers against the contract fails at its own line, with that cause")
  func badAnswer() async {
    var line = 0
    for isAsync in [false, true] {
      let found = await recordedFailures {
        let bridge = BridgeTest(Self.path)
        if isAsync {
          bridge.on("ready.v2") { request in
            await Task.yield()
            line = #line + 1
            try request.answer(payload: ["value": 5])
          }
        } else {
          bridge.on("ready.v2") { (request: BusRequest) in
            line = #line + 1
            try request.answer(payload: ["value": 5])
          }
        }
        bridge.start(page(Self.request))
        await bridge.expect(.webToNative("ready.v2"), within: 5000)
        await bridge.finish()
      }
      #expect(found.map(\.line) == [line])
      #expect(found.first?.causes == ["wrong-type"])
    }
  }

  @Test("Native's code that throws something of its own is told of where somebody waits")
  func throwingCode() async {
    struct Mishap: Error {}
    var line = 0
    let found = await recordedFailures {
      let bridge = BridgeTest(Self.path)
      bridge.on("ready") { (_: BusRequest) in throw Mishap() }
      bridge.start(page(Self.ready))
      line = #line + 1
      await bridge.expect(.webToNative("ready"), within: 5000)
      await bridge.finish()
    }
    #expect(found.map(\.line) == [line])
    #expect(found.first?.text == #"native's code for "ready" threw: Mishap()"#)
  }

  @Test("Code inside code: what is registered or sent by a handler works from then on")
  func nestedHandlers() async {
    let bridge = BridgeTest(Self.path)
    var heard: [String] = []
    bridge.on("ready.v2") { [unowned bridge] (request: BusRequest) in
      heard.append("ready.v2")
      bridge.on(.loadFinished) {
        heard.append("loaded")
        bridge.send("sync")
      }
      try request.answer()
    }
    bridge.start(page(Self.request))
    await bridge.expect(.webToNative("ready.v2"), within: 5000)
    await bridge.expect(.reply(to: "ready.v2"), within: 5000)
    await bridge.expect(.nativeToWeb("sync"), within: 5000)
    await bridge.finish()
    #expect(heard == ["ready.v2", "loaded"])
  }

  @Test("Native's code that waits on the bus itself is told that nothing goes on meanwhile")
  func waitingCode() async {
    var line = 0
    let found = await recordedFailures {
      let bridge = BridgeTest(Self.path)
      bridge.on("ready") { [unowned bridge] (_: BusRequest) in
        line = #line + 1
        try bridge.bus?.expect(.event(.loadFinished), within: 5000)
      }
      bridge.start(page(Self.ready))
      await bridge.expect(.webToNative("ready"), within: 5000)
      await bridge.finish()
    }
    #expect(found.map(\.line) == [line])
    #expect(found.first?.text.hasPrefix("native's code waits for what can only come") == true)
  }

  @Test("Asynchronous native code may wait, even for what comes later")
  func waitingAsyncCode() async {
    let bridge = BridgeTest(Self.path)
    bridge.on("ready") { [unowned bridge] (_: BusRequest) async in
      await bridge.expect(.event(.loadFinished), within: 5000)
      bridge.send("sync")
    }
    bridge.start(page(Self.ready))
    await bridge.expect(.webToNative("ready"), within: 5000)
    await bridge.expect(.nativeToWeb("sync"), within: 5000)
    await bridge.finish()
  }

  @Test("One fault, five expectations: it is told of once")
  func onceOnly() async {
    var line = 0
    let found = await recordedFailures {
      let bridge = BridgeTest(Self.path)
      bridge.start(page(["kind": "ready", "version": "1"]))
      line = #line + 1
      await bridge.expect(.webToNative("ready"), within: 5000)
      await bridge.expect(.webToNative("ready"), within: 5000)
      await bridge.expect(.webToNative("ready.v2"), within: 5000)
      await bridge.expect(.reply(to: "ready.v2"), within: 5000)
      await bridge.finish()
    }
    #expect(found.map(\.line) == [line])
    #expect(found.first?.causes == ["version-type"])
  }

  @Test("A test without finish is told of where it began, if nothing holds it")
  func forgottenFinish() async {
    var line = 0
    let found = await recordedFailures {
      line = #line + 1
      let bridge = BridgeTest(Self.path)
      bridge.on(.loadFinished) { [unowned bridge] in bridge.send("sync") }
      bridge.start(page(Self.ready))
      await bridge.expect(.webToNative("ready"), within: 5000)
    }
    #expect(found.map(\.line) == [line])
    #expect(found.first?.text.contains("await finish()") == true)
  }

  @Test("A scenario with a step that can never come is a bad case with the step's words")
  func impossibleStep() throws {
    let folder = try TemporaryFolder()
    let text = """
      {"bridgeContract": 1, "name": "t", "version": "1.0.0", "framing": {"kind": "/kind"},
       "channels": {"bridge": {"from": "web", "via": "messageHandler"}},
       "messages": {"hello": {"on": "bridge", "payload": true, "examples": [{"body": {"kind": "hello"}}]}},
       "scenarios": {"never": {"page": [{"when": "hello", "do": [{"send": "hello"}]}], "native": []}}}
      """
    let file = try folder.write(text, to: "never.bridge.json")
    let bad = BridgeContractTests(file.path).filter { !$0.problems.isEmpty }
    #expect(bad.map(\.description) == [#"scenario "never""#])
    #expect(
      bad.first?.problems.first?.contains(
        #"waits on the web side for "hello", which can never come"#) == true)
  }

  @Test("J37: on GTK a name that is taken is refused, and the engine's log says so")
  func takenOnGTK() async {
    let bridge = BridgeTest(Self.path, on: HeadlessEngine(profile: .gtk))
    bridge.register("bridge")
    bridge.register("bridge")
    bridge.start(page(Self.ready))
    await bridge.expect(.webToNative("ready"), within: 5000)
    await bridge.finish()
    #expect(
      bridge.bus?.engineLog == [
        "native registers a handler whose name is taken; the engine overlooks it"
      ])
  }
}
