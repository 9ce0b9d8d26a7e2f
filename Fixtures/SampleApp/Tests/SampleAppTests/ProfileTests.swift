import BridgeTesting
import Foundation
import SampleApp
import Testing

@Suite("The profile page and the app")
struct ProfileTests {
  /// The app's code behind a bridge: it answers the page and sets the theme.
  private func bridge(_ store: ProfileStore) -> BridgeTest {
    let bridge = BridgeTest("Contracts/profile.bridge.json")
    bridge.on("profile.get") { request in
      do {
        try request.answer(payload: ["name": .string(JSText(try store.name()))])
      } catch is ProfileStore.SignedOut {
        try request.refuse("signedOut")
      }
    }
    bridge.on(.loadFinished) { [unowned bridge] in bridge.send("theme", payload: "dark") }
    return bridge
  }

  private func seen(_ bridge: BridgeTest, _ key: String) -> String? {
    bridge.observe("document.body.dataset.\(key)") {
      $0.dataset[key].map { .string(JSText($0)) } ?? .undefined
    }?.string
  }

  @Test("Somebody is signed in")
  func signedIn() async {
    let bridge = bridge(ProfileStore(name: "Ada"))
    bridge.start(.profile)
    await bridge.expect(.webToNative("profile.get"), within: 5000)
    await bridge.expect(.reply(to: "profile.get"), within: 1000)
    await bridge.expect(.nativeToWeb("theme"), within: 1000)
    await bridge.finish()
    #expect(seen(bridge, "greeting") == "Hello, Ada")
    #expect(seen(bridge, "theme") == "dark")
  }

  @Test("Nobody is signed in")
  func signedOut() async {
    let bridge = bridge(ProfileStore(name: nil))
    bridge.start(.profile)
    await bridge.expect(.webToNative("profile.get"), within: 5000)
    await bridge.expect(.errorReply("signedOut", to: "profile.get"), within: 1000)
    await bridge.expect(.nativeToWeb("theme"), within: 1000)
    await bridge.finish()
    #expect(seen(bridge, "greeting") == "Please sign in")
  }

  @Test("The app's code may be asynchronous") @MainActor
  func asynchronous() async {
    let store = ProfileStore(name: "Ada")
    let bridge = BridgeTest("Contracts/profile.bridge.json")
    bridge.on("profile.get") { request in
      let name = try await store.loadName()
      try request.answer(payload: ["name": .string(JSText(name))])
    }
    bridge.start(.profile)
    await bridge.expect(.webToNative("profile.get"), within: 5000)
    await bridge.expect(.reply(to: "profile.get"), within: 1000)
    await bridge.finish()
  }

  @Test("The app against a page made from the contract, a hundred times", arguments: 0..<100)
  func repeated(_ run: Int) async {
    let bridge = bridge(ProfileStore(name: "Ada"))
    bridge.startFake()
    await bridge.expect(.webToNative("profile.get"), within: 5000)
    await bridge.expect(.reply(to: "profile.get"), within: 1000)
    await bridge.expect(.nativeToWeb("theme"), within: 1000)
    bridge.tearDown()
    await bridge.finish()
  }

  @Test(arguments: BridgeContractTests("Contracts/profile.bridge.json"))
  func contract(_ test: BridgeContractTests.Case) { test.check() }

  @Test("The page is in the test bundle and speaks the contract's words")
  func fixture() throws {
    let html = try #require(BridgeFixture.html("ProfilePage.html", in: .module))
    #expect(BridgeFixture.check(html, against: "Contracts/profile.bridge.json"))
  }
}
