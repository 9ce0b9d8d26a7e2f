import BridgeTesting
import Foundation
import Testing
import XCTest

// Failures to look at: they run only with SHOW_FAILURES=1, and the project's check reads them. Each
// must be told of at the line that ends in `// here`.

private let isShown = ProcessInfo.processInfo.environment["SHOW_FAILURES"] == "1"

@Suite("Failures to look at", .enabled(if: isShown))
struct ShownFailures {
  @Test func silentNative() async {
    let bridge = BridgeTest("Contracts/profile.bridge.json")
    bridge.start(.profile)
    await bridge.expect(.webToNative("profile.get"), within: 5000)
    await bridge.expect(.reply(to: "profile.get"), within: 1000)  // here
  }

  @Test func forgotten() async {
    let bridge = BridgeTest("Contracts/profile.bridge.json")  // here
    bridge.on("profile.get") { (request: BusRequest) in
      try request.answer()
      bridge.send("theme")
    }
    bridge.start(.profile)
    await bridge.expect(.webToNative("profile.get"), within: 5000)
  }

  @Test func misspelt() async {
    let bridge = BridgeTest("Contracts/profile.bridge.json")
    bridge.start(.profile)
    await bridge.expect(.webToNative("profil.get"), within: 5000)  // here
  }
}

final class ShownXCTFailures: XCTestCase {
  func testPageThrows() async throws {
    try XCTSkipUnless(isShown)
    let bridge = BridgeTest("Contracts/profile.bridge.json")
    bridge.on("profile.get") { try $0.answer() }
    bridge.start(
      Page { window in
        window.receive("App.receive") { _ in throw PageError("Invalid native message") }
        try window.post("app", ["kind": "profile.get", "id": 1, "data": .null])
      })
    await bridge.expect(.webToNative("profile.get"), within: 5000)
    await bridge.expect(.reply(to: "profile.get"), within: 1000)  // here
  }
}
