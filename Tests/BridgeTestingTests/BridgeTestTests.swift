import BridgeBus
import BridgeContract
import BridgeTesting
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("Bridge tests in Swift Testing")
struct BridgeTestTests {
  private static let path = "Contracts/sync.bridge.json"

  /// Runs a test that must fail once, and gives its text and line.
  private func failures(_ body: () async -> Void) async -> [(text: String, line: Int?)] {
    let out = Mutex<[(text: String, line: Int?)]>([])
    await withKnownIssue {
      await body()
    } matching: { issue in
      out.withLock {
        $0.append((issue.comments.map(\.rawValue).joined(), issue.sourceLocation?.line))
      }
      return true
    }
    return out.withLock { $0 }
  }

  private func page(_ said: BridgeValue) -> Page {
    Page { window in
      window.receive("bridgeReceive") { _ in }
      try window.post("bridge", said)
    }
  }

  @Test("The contract is found from the test's file upward, and nothing is recorded in a good test")
  func good() async {
    let bridge = BridgeTest(Self.path)
    bridge.on("ready.v2") { try $0.answer(payload: ["value": "ok"]) }
    bridge.start(page(["kind": "ready", "version": 2, "id": 1]))
    let ready = await bridge.expect(.webToNative("ready.v2"), within: 5000)
    #expect(ready?.id == "1")
    await bridge.expect(.reply(to: "ready.v2"), within: 5000)
    await bridge.finish()
  }

  @Test("A failure is recorded once, at the line of the expectation")
  func line() async {
    var expected = 0
    let found = await failures {
      let bridge = BridgeTest(Self.path)
      bridge.start(page(["kind": "ready"]))
      expected = #line + 1
      await bridge.expect(.webToNative("ready"), within: 5000)
      await bridge.finish()
    }
    #expect(found.count == 1)
    #expect(found.first?.line == expected)
    #expect(
      found.first?.text.hasPrefix("native did not accept \"ready\"\n  cause     version-missing\n")
        == true)
  }

  @Test("What is left over is recorded where the test ends; a test without an end is told so")
  func ends() async {
    var expected = 0
    let left = await failures {
      let bridge = BridgeTest(Self.path)
      bridge.start(page(["kind": "ready", "version": 1]))
      expected = #line + 1
      await bridge.finish()
    }
    #expect(left.map(\.line) == [expected])
    let endless = await failures {
      expected = #line + 1
      let bridge = BridgeTest(Self.path)
      bridge.start(page(["kind": "ready", "version": 1]))
      await bridge.expect(.webToNative("ready"), within: 5000)
    }
    #expect(endless.map(\.line) == [expected])
    #expect(endless.first?.text.contains("finish()") == true)
  }

  @Test("Misuse is recorded at its line, and a contract that is not there too")
  func misuse() async {
    var expected = 0
    let found = await failures {
      let bridge = BridgeTest(Self.path, exhaustivity: .off)
      expected = #line + 1
      bridge.send("ready")
      await bridge.finish()
    }
    #expect(found.map(\.line) == [expected])
    #expect(found.first?.text == #""ready" is said by web (web → native), not by native"#)
    let missing = await failures { _ = BridgeTest("Contracts/nothing.bridge.json") }
    #expect(missing.first?.text.hasPrefix("there is no contract") == true)
  }

  @Test("Asynchronous code of native runs to its end between two steps, without virtual time")
  func asynchronous() async {
    let bridge = BridgeTest(Self.path)
    bridge.on("ready.v2") { request in
      for _ in 0..<20 { await Task.yield() }
      try request.answer(payload: ["value": "ok"])
    }
    bridge.start(page(["kind": "ready", "version": 2, "id": 1]))
    await bridge.expect(.webToNative("ready.v2"), within: 5000)
    let reply = await bridge.expect(.reply(to: "ready.v2"), within: 5000)
    #expect(reply?.t == 0)
    await bridge.finish()
  }

  @Test("On the main actor too") @MainActor
  func mainActor() async {
    var answered = 0
    let bridge = BridgeTest(Self.path)
    bridge.on("ready.v2") { request in
      await Task.yield()
      MainActor.assertIsolated()
      answered += 1
      try request.answer()
    }
    bridge.start(page(["kind": "ready", "version": 2, "id": 1]))
    await bridge.expect(.webToNative("ready.v2"), within: 5000)
    await bridge.expect(.reply(to: "ready.v2"), within: 5000)
    await bridge.finish()
    #expect(answered == 1)
  }

  @Test("Every example and scenario of a contract is a case", arguments: BridgeContractTests(path))
  func contract(_ test: BridgeContractTests.Case) { test.check() }

  @Test("Cases have names, and bad ones say what is wrong")
  func cases() throws {
    let all = BridgeContractTests(Self.path)
    #expect(all.first?.description == #"the contract "sync""#)
    #expect(all[2].description == #"example 2 of "ready" fails with version-missing"#)
    #expect(
      all.last?.description == #"scenario "page without receiver" fails with function-missing"#)
    let folder = try TemporaryFolder()
    let text = try String(contentsOf: Project.url(Self.path), encoding: .utf8)
    let file = try folder.write(
      text.replacing(#""fails": "function-missing""#, with: #""fails": "web-rejected""#),
      to: "bad.bridge.json")
    let bad = BridgeContractTests(file.path).filter { !$0.problems.isEmpty }
    #expect(
      bad.map(\.description) == [#"scenario "page without receiver" fails with web-rejected"#])
    #expect(bad.first?.problems.first?.contains("function-missing") == true)
    let broken = try folder.write("{", to: "broken.bridge.json")
    #expect(BridgeContractTests(broken.path).count == 1)
    #expect(BridgeContractTests(broken.path).first?.problems.isEmpty == false)
  }

  @Test("J7, J32: a page that is not in the test bundle is told of, with the way to put it there")
  func fixture() async throws {
    let missing = await failures { _ = BridgeFixture.html("BridgeFixture.html", in: .main) }
    #expect(missing.first?.text.contains(#"resources: [.copy("BridgeFixture.html")]"#) == true)
    let html = try String(contentsOf: Project.url("Fixtures/BridgeFixture.html"), encoding: .utf8)
    #expect(BridgeFixture.check(html, against: Self.path))
    let wrong = await failures {
      BridgeFixture.check(
        html.replacing("bridgeReceive", with: "receiveBridge"), against: Self.path)
    }
    #expect(wrong.first?.text.contains(#""bridgeReceive" (channel "receive")"#) == true)
  }
}
