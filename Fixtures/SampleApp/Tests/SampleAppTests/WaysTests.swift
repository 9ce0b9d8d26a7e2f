import BridgeTesting
import Testing

// The examples of the documentation, as they stand there.

@Suite("Ways to write a side")
struct WaysTests {
  private let page = Page.profile

  @Test func handshake() async {
    let bridge = BridgeTest("Contracts/profile.bridge.json")
    bridge.on("profile.get") { try $0.answer(payload: ["name": "Ada"]) }
    bridge.start(page)
    await bridge.expect(.webToNative("profile.get"), within: 5000)
    await bridge.expect(.reply(to: "profile.get"), within: 1000)
    await bridge.finish()
  }

  @Test("A closure for the page")
  func closure() async {
    let bridge = BridgeTest("Contracts/profile.bridge.json")
    bridge.on("profile.get") { try $0.answer() }
    bridge.start(
      Page { window in
        window.receive("App.receive") { message in
          window.dataset["name"] = message["data"]?["name"]?.string
        }
        try window.post("app", ["kind": "profile.get", "id": 1, "data": .null])
      })
    await bridge.expect(.webToNative("profile.get"), within: 5000)
    await bridge.expect(.reply(to: "profile.get"), within: 1000)
    await bridge.finish()
    let name = bridge.observe("document.body.dataset.name") { window in
      .string(JSText(window.dataset["name"] ?? ""))
    }
    #expect(name == "Ada")
  }

  @Test("A page from the contract: slow, and the app refuses every second time")
  func fakes() async {
    let bridge = BridgeTest("Contracts/profile.bridge.json")
    bridge.fakeNative(FakeDials(delay: 50...200, errors: .every(2, "signedOut"), seed: 7))
    bridge.startFake(FakeDials(says: ["profile.get"]))
    await bridge.expect(.webToNative("profile.get"), within: 5000)
    await bridge.expect(.reply(to: "profile.get"), within: 200)
    await bridge.expect(.nativeToWeb("theme"), within: 1000)
    await bridge.finish()
  }

  @Test("The refuse path: a page that sends no number counts for nothing")
  func refused() async {
    let bridge = BridgeTest("Contracts/profile.bridge.json")
    bridge.start(Page { try $0.post("app", ["kind": "profile.get", "data": .null]) })
    await bridge.expect(.failure(.idMissing), within: 5000)
    await bridge.finish()
  }

  @Test("A reply to the page before is not taken for one to this page")
  func stale() async {
    var id = 0.0
    let page = Page { window in
      id += 1
      window.receive("App.receive") { _ in }
      try window.post("app", ["kind": "profile.get", "id": .number(id), "data": .null])
    }
    let bridge = BridgeTest("Contracts/profile.bridge.json")
    var first: BusRequest?
    bridge.on("profile.get") { request in
      guard let old = first else {
        first = request
        return
      }
      try old.answer()
      try request.answer()
    }
    bridge.start(page)
    await bridge.expect(.webToNative("profile.get"), within: 5000)
    bridge.reload()
    let second = await bridge.expect(.webToNative("profile.get"), within: 5000)
    await bridge.expect(.failure(.staleID), within: 1000)
    if let second { await bridge.expect(.reply(to: second), within: 1000) }
    await bridge.finish()
  }
}
