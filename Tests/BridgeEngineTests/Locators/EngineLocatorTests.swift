import BridgeBus
import BridgeEngine
import BridgeLocators
import Foundation
import TestSupport
import Testing

#if os(Linux)
  @Suite("The locator script in the real engine", .serialized, .enabled(if: Host.isThere))
  struct EngineLocatorTests {
    /// The form of the article.
    static let html = """
      <!doctype html><meta charset="utf-8">
      <div id="balance">Баланс: 1 000 ₽</div>
      <input data-testid="amount-input" placeholder="Сумма">
      <button data-testid="pay-button">Оплатить</button>
      <a href="#offer" data-testid="doc-link">Договор оферты</a>
      """
    static let labels =
      "[...document.querySelectorAll('*')].map(e => e.getAttribute('aria-label')).filter(Boolean).join('; ')"
    static let markers =
      "document.documentElement.outerHTML.includes('data-locator') || document.querySelectorAll('[aria-label]').length > 0"

    private func engine() throws -> WebKitHostEngine {
      let engine = try WebKitHostEngine(HostProcess(path: try Host.required()), ownsHost: true)
      engine.quiet = 50
      return engine
    }

    private func value(of script: String, in engine: WebKitHostEngine) -> BridgeValue? {
      var result: BridgeValue?
      engine.onReport = { report in
        if case .completion("value", .success(let value)) = report { result = value }
      }
      defer { engine.onReport = nil }
      engine.perform(.evaluate(call: "value", .text(script), world: .page))
      engine.run(until: engine.clock + 10_000) { result != nil }
      return result
    }

    private func load(_ html: String, in engine: WebKitHostEngine) {
      engine.load(Page([], html: html), base: "app://page/")
      engine.run()
    }

    @Test(
      "installed, the form has labels before its load ends; in a world that the page cannot see")
    func install() throws {
      let engine = try engine()
      defer { engine.close() }
      let script = LocatorScript()
      #expect(script.install(into: engine))
      load(Self.html, in: engine)
      #expect(
        value(of: Self.labels, in: engine)?.string
          == "Сумма | amount-input; Оплатить | pay-button; Договор оферты | doc-link")
      #expect(value(of: "typeof __bridgeLocators", in: engine)?.string == "undefined")
      let plan = try #require(LocatorScript.report(of: engine))
      let entries = try #require(
        JSONSerialization.jsonObject(with: Data(plan.utf8)) as? [[String: Any]])
      #expect(
        entries.map { $0["identity"] as? String } == ["amount-input", "pay-button", "doc-link"])
      #expect(LocatorScript.refresh(engine) == 0)
      #expect(LocatorScript.statistics(of: engine)?.contains("\"labelled\":3") == true)
    }

    @Test("installed twice it runs once")
    func twice() throws {
      let engine = try engine()
      defer { engine.close() }
      LocatorScript().install(into: engine)
      LocatorScript(configuration: .init(separator: " :: ")).install(into: engine)
      load(Self.html, in: engine)
      #expect(value(of: Self.labels, in: engine)?.string?.contains(" :: ") == false)
      #expect(LocatorScript.statistics(of: engine)?.contains("\"passes\":1") == true)
    }

    @Test("uninstalled, the page is its author's again; removed, the next page has no script")
    func remove() throws {
      let engine = try engine()
      defer { engine.close() }
      let script = LocatorScript()
      script.install(into: engine)
      load(Self.html, in: engine)
      #expect(LocatorScript.uninstall(from: engine))
      #expect(value(of: Self.markers, in: engine)?.bool == false)
      #expect(LocatorScript.refresh(engine) == nil)
      #expect(!LocatorScript.uninstall(from: engine))
      let own = UserScript(.text("window.own = 5"))
      script.remove(from: engine, keeping: [own])
      load(Self.html, in: engine)
      #expect(value(of: Self.markers, in: engine)?.bool == false)
      #expect(value(of: "own", in: engine) == .number(5))
      #expect(LocatorScript.report(of: engine) == nil)
    }
  }

  @Suite("The locator script in the headless engine")
  struct HeadlessLocatorTests {
    @Test("it runs no JavaScript: nothing is reported, nobody waits")
    func headless() {
      let engine = HeadlessEngine()
      LocatorScript().install(into: engine)
      #expect(LocatorScript.report(of: engine, within: 10) == nil)
    }
  }
#endif
