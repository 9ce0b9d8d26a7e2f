import Foundation
import TestSupport
import Testing

/// The room is compiled alone, as a program, the way a release and a debug build compile it; then the
/// program is searched.
@Suite("What a release build holds")
struct ReleaseGuardTests {
  /// What only the script, the injector's table and the switch's work would bring along.
  static let marks = ["data-locator", "__bridgeLocators", "MutationObserver"]

  static func program(_ flags: [String], in folder: TemporaryFolder) throws -> Data {
    let sources = Project.url("Sources/BridgeLocators")
    var files: [String] = []
    let walk = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
    while let file = walk?.nextObject() as? URL {
      if file.pathExtension == "swift" { files.append(file.path) }
    }
    #expect(files.count > 10)
    let main = try folder.write(
      """
      @MainActor final class Screen: AccessibilityIdentifierInjector {}
      print(LocatorScript().source.utf8.count, LocatorScript.refresh, LocatorSwitch.isOn())
      print(Screen().injectAccessibilityIdentifiers())
      """, to: "main.swift")
    let out = folder.url.appending(path: "program")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      ["swiftc", "-swift-version", "6", "-module-name", "App", "-package-name", "app"] + flags + [
        "-o", out.path, main.path,
      ]
      + files
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return try Data(contentsOf: out)
  }

  @Test("nothing of the script in release, all of it in debug")
  func search() throws {
    let folder = try TemporaryFolder()
    let release = try Self.program(["-O"], in: folder)
    for mark in Self.marks { #expect(release.range(of: Data(mark.utf8)) == nil, "\(mark)") }
    let debug = try Self.program(["-Onone", "-DDEBUG"], in: folder)
    for mark in Self.marks { #expect(debug.range(of: Data(mark.utf8)) != nil, "\(mark)") }
  }
}
