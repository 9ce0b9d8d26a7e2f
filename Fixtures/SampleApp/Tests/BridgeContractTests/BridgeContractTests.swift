import BridgeTesting
import Foundation
import Testing

@Suite("The bridge between page and app")
struct HandshakeTests {
  /// Every example and every scenario of the contract is a test.
  @Test(arguments: BridgeContractTests("Contracts/sync.bridge.json"))
  func contract(_ test: BridgeContractTests.Case) { test.check() }

  @Test("Page and app shake hands")
  func handshake() async {
    let bridge = BridgeTest("Contracts/sync.bridge.json")
    // What the app does. Put your own code here.
    bridge.on(.loadFinished) { [unowned bridge] in bridge.send("sync", payload: ["value": "ok"]) }
    bridge.start(.fixture)
    await bridge.expect(.webToNative("ready"), within: 5000)
    await bridge.expect(.nativeToWeb("sync"), within: 1000)
    await bridge.finish()
  }

  @Test("A page that says ready without a version is refused")
  func refused() async {
    let bridge = BridgeTest("Contracts/sync.bridge.json", exhaustivity: .off)
    bridge.start(Page { try $0.post("bridge", ["kind": "ready"]) })
    await bridge.expect(.failure(.versionMissing), within: 5000)
    await bridge.finish()
  }

  @Test("The fixture page is in the test bundle and speaks the contract's words")
  func fixture() throws {
    let html = try #require(BridgeFixture.html("BridgeFixture.html", in: .module))
    BridgeFixture.check(html, against: "Contracts/sync.bridge.json")
  }
}

extension Page {
  /// BridgeFixture.html line by line: on the headless engine a page is what its scripts do.
  static var fixture: Page {
    Page { window in
      window.receive("bridgeReceive") { message in
        guard message["kind"]?.string == "sync", let value = message["value"]?.string else {
          throw PageError("Invalid native message")
        }
        window.dataset["received"] = value
      }
      try window.post("bridge", ["kind": "ready", "version": 1])
    }
  }
}
