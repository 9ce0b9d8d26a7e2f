import BridgeTesting
import XCTest

/// The same in XCTest.
final class ProfileXCTests: XCTestCase {
  func testSignedIn() async {
    let bridge = BridgeTest("Contracts/profile.bridge.json")
    bridge.on("profile.get") { try $0.answer() }
    bridge.start(.profile)
    await bridge.expect(.webToNative("profile.get"), within: 5000)
    await bridge.expect(.reply(to: "profile.get"), within: 1000)
    await bridge.finish()
  }

  func testContract() {
    BridgeContractTests("Contracts/profile.bridge.json").checkAll()
  }
}
