import BridgeLocators
import Foundation
import TestSupport
import Testing

@Suite("locators, what needs no engine")
struct LocatorsCommandTests {
  @Test("locators script writes the script with its settings")
  func script() throws {
    let plain = try Run.product("bridge-contract", ["locators", "script"])
    #expect(plain.status == 0)
    #expect(plain.out == LocatorScript().source)
    let own = try Run.product(
      "bridge-contract",
      [
        "locators", "script", "--policy", "every", "--attribute", "data-test", "--separator",
        " :: ",
        "--max-length", "64", "--start-after-quiet", "100",
      ])
    let configuration = LocatorConfiguration(
      attribute: "data-test", separator: " :: ", maxLength: 64, policy: .every,
      startAfterQuiet: 100)
    #expect(own.out == LocatorScript(configuration: configuration).source)
  }

  @Test("wrong use: a page that is no file, no page, a policy that is none")
  func use() throws {
    let missing = try Run.product("bridge-contract", ["locators", "audit", "no-such.html"])
    #expect(missing.status == 2)
    #expect(missing.err.contains("no-such.html"))
    #expect(try Run.product("bridge-contract", ["locators", "audit"]).status == 2)
    let policy = try Run.product(
      "bridge-contract", ["locators", "script", "--policy", "evry"])
    #expect(policy.status == 2)
    #expect(policy.err.contains("every"))
  }
}
