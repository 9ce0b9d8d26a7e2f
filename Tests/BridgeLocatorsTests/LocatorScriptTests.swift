import Foundation
import TestSupport
import Testing

@testable import BridgeLocators

@Suite("The locator script as text")
struct LocatorScriptTests {
  static func file(_ path: String) throws -> String {
    try String(contentsOf: Project.url(path), encoding: .utf8)
  }

  @Test("the literals are the scripts")
  func literals() throws {
    let script = try Self.file("Sources/BridgeLocators/Scripts/locators.js")
    let audit = try Self.file("Sources/BridgeCommands/Locators/audit.js")
    for (path, script) in [
      ("Sources/BridgeLocators/Scripts/LocatorScriptText+Generated.swift", script),
      ("Sources/BridgeCommands/Locators/AuditScriptText+Generated.swift", audit),
    ] {
      let literal = try Self.file(path)
      #expect(
        literal.contains("##\"\"\"\n\(script)\"\"\"##\n"),
        "\(path): run Sources/BridgeLocators/Scripts/embed-script")
    }
  }

  @Test("the command compiles the very file that apps compile: one literal, two conditions")
  func link() throws {
    let link = Project.url("Sources/BridgeCommands/Locators/LocatorScriptText+Generated.swift")
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: link.path)
        == "../../BridgeLocators/Scripts/LocatorScriptText+Generated.swift")
    #expect(
      try Self.file("Sources/BridgeLocators/Scripts/LocatorScriptText+Generated.swift")
        .contains("\n#if DEBUG || BRIDGE_LOCATORS_TOOL\n"))
    #expect(
      try Self.file("Package.swift")
        .contains("\n  \"BridgeCommands\": [.define(\"BRIDGE_LOCATORS_TOOL\")],\n"))
  }

  @Test("the configuration is JSON in its place; nothing in it can end the script")
  func configuration() throws {
    let nasty = "</script>'\"\\\u{2028}й😀${}"
    let configuration = LocatorConfiguration(
      attribute: nasty, separator: nasty, maxLength: 64, policy: .every, startAfterQuiet: 5)
    let source = LocatorScript(configuration: configuration).source
    #expect(source.contains(configuration.json))
    #expect(!source.contains("/*config*/"))
    #expect(!configuration.json.contains("</"))
    #expect(configuration.json.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F })
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(configuration.json.utf8)) as? [String: Any])
    #expect(object["attribute"] as? String == nasty)
    #expect(object["separator"] as? String == nasty)
    #expect(object["maxLength"] as? Int == 64)
    #expect(object["policy"] as? String == "every")
    #expect(object["quiet"] as? Int == 5)
  }

  @Test("the switch: off unless asked for; never on a device unless that is asked for too")
  func lock() {
    #expect(!LocatorSwitch.isOn())
    func isOn(
      _ arguments: [String], _ variable: String?, device: Bool = false, _ allows: Bool = false
    )
      -> Bool
    {
      LocatorSwitch.isOn(
        arguments: arguments, variable: variable, isDevice: device, allowsDevice: allows)
    }
    #expect(!isOn(["app"], nil))
    #expect(!isOn(["-BridgeLocators"], nil))
    #expect(isOn(["app", "-BridgeLocators"], nil))
    #expect(isOn(["app"], "1"))
    #expect(!isOn(["app"], "0"))
    #expect(!isOn(["app", "-BridgeLocators"], "1", device: true))
    #expect(isOn(["app", "-BridgeLocators"], nil, device: true, true))
  }
}
