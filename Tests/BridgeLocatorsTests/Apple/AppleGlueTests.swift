import BridgeLocators
import TestSupport
import Testing

@MainActor
@Suite("Glue for WKWebView, and UIKit, against declarations written by hand")
struct AppleGlueTests {
  static let script = LocatorScript()

  @Test(
    "installing asks the switch; it adds one script, at document end, to all frames, in a world")
  func install() throws {
    let controller = WKUserContentController()
    // Nobody asked for locators in this process.
    #expect(!Self.script.install(into: controller))
    #expect(controller.userScripts.isEmpty)
    #expect(Self.script.install(into: controller, isOn: true))
    #expect(Self.script.install(into: controller, isOn: true))
    let only = try #require(controller.userScripts.first)
    #expect(controller.userScripts.count == 1)
    #expect(only.source == Self.script.source)
    #expect(only.injectionTime == .atDocumentEnd)
    #expect(!only.isForMainFrameOnly)
    #expect(only.world.name == LocatorScript.world)
  }

  @Test("removing leaves other scripts in their order")
  func remove() {
    let controller = WKUserContentController()
    func add(_ source: String) {
      controller.addUserScript(
        WKUserScript(
          source: source, injectionTime: .atDocumentStart, forMainFrameOnly: true,
          in: .world(name: "x")))
    }
    add("a")
    add(Self.script.source)
    add("b")
    Self.script.remove(from: controller)
    #expect(controller.userScripts.map(\.source) == ["a", "b"])
    Self.script.remove(from: controller)
    #expect(controller.userScripts.count == 2)
  }

  @Test("a loaded page is asked in the script's world")
  func view() {
    let view = WKWebView()
    LocatorScript.uninstall(from: view)
    LocatorScript.refresh(view)
    view.answer = "[]"
    var report: String?
    LocatorScript.report(of: view) { text in
      MainActor.assumeIsolated { report = text }
    }
    #expect(report == "[]")
    #expect(
      view.scripts.map(\.source) == [
        LocatorScript.uninstall, LocatorScript.refresh, LocatorScript.plan,
      ])
    #expect(view.scripts.allSatisfy { $0.world == LocatorScript.world })
  }

  final class Screen: UIView, AccessibilityIdentifierInjector {
    let title = UIView()
    let done = UIBarItem()
  }

  @Test("views and bar items are elements")
  func elements() {
    let screen = Screen()
    let report = screen.injectAccessibilityIdentifiers(options: InjectionOptions(isOn: true))
    #expect(report.injected.map(\.identifier) == ["title", "done"])
    #expect(screen.done.accessibilityIdentifier == "done")
  }
}
