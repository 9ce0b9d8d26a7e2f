import BridgeLocators
import Foundation
import TestSupport
import Testing

@Suite("locators audit on the real engine", .enabled(if: LocatorEngine.isThere), .serialized)
struct LocatorsAuditTests {
  struct Report: Decodable {
    struct Element: Decodable {
      var path: String
      var testId: String?
      var nameAfter: String?
      var label: String?
    }
    struct Finding: Decodable {
      var kind: String
      var severity: String
      var path: String
      var message: String
    }
    struct Page: Decodable {
      var page: String
      var elements: [Element]
      var findings: [Finding]
      var lateChanges: Int
    }
    var pages: [Page]

    init(_ run: Run) throws {
      do {
        self = try JSONDecoder().decode(Report.self, from: Data(run.stdout))
      } catch {
        throw SupportError("no report: \(run.err)")
      }
    }
  }

  static let folder = Project.url("Fixtures/locators")
  static let ready = ["--wait", "!window.fixtureBusy"]

  @Test("every fixture page: the label of each element, and its accessible name")
  func fixtures() throws {
    let pages = try LocatorPage.all()
    #expect(pages.count >= 110)
    let run = try LocatorEngine.audit(
      pages.map(\.name) + Self.ready + ["--format", "json"], in: Self.folder)
    #expect(run.err == "")
    let report = try Report(run)
    #expect(report.pages.map(\.page) == pages.map(\.name))
    var elements = 0
    for (page, expected) in zip(report.pages, pages) {
      #expect(page.lateChanges == 0, "\(page.page): the script did not follow by itself")
      let found = page.elements.filter { $0.testId != nil }
      #expect(found.count == expected.expected.count, "\(page.page)")
      for (element, wanted) in zip(found, expected.expected) {
        elements += 1
        let place = "\(page.page) \(wanted.testID)"
        #expect(
          LocatorLabel.normal(element.testId ?? "") == LocatorLabel.normal(wanted.testID),
          "\(place)")
        #expect(Array((element.label ?? "-").utf8) == Array(wanted.label.utf8), "\(place)")
        if wanted.name != "(any)" {
          let name = element.nameAfter ?? "(none)"
          #expect(Array(name.utf8) == Array(wanted.name.utf8), "\(place)")
        }
      }
    }
    #expect(elements > 920)
  }

  @Test("every kind of finding is found")
  func kinds() throws {
    var found: Set<String> = []
    let pages = try LocatorPage.all().map(\.name)
    for arguments in [pages, ["labelledby.html", "--policy", "every"]] {
      let run = try LocatorEngine.audit(
        arguments + Self.ready + ["--format", "json"], in: Self.folder)
      found.formUnion(try Report(run).pages.flatMap(\.findings).map(\.kind))
    }
    // A script that fails in its passes.
    let scratch = try TemporaryFolder()
    let source = LocatorScript().source.replacingOccurrences(
      of: "var found = yield* survey();", with: "throw new Error('broken'); var found;")
    #expect(source.contains("'broken'"))
    let broken = try scratch.write(source, to: "broken.js")
    let run = try LocatorEngine.audit(
      ["clean.html", "--script", broken.path, "--format", "json"], in: Self.folder)
    #expect(run.status == 1)
    found.formUnion(try Report(run).pages.flatMap(\.findings).map(\.kind))
    #expect(
      found == [
        "script-error", "frame-without-script", "contested", "no-test-id", "blank-test-id",
        "duplicate-test-id", "text-only", "id-not-in-name", "not-in-tree", "swallowed-by-parent",
        "closed-shadow-root", "static-test-id", "clickable-without-role", "focusable-without-role",
        "empty-name", "placeholder-only-name", "ui-string-name", "name-too-long", "text-truncated",
        "ambiguous-suffix", "same-text", "leaked-name", "link-with-mixed-content", "deep-tree",
      ])
  }

  @Test("a clean page: nothing, exit 0; two runs give the same bytes in every format")
  func clean() throws {
    let run = try LocatorEngine.audit(
      ["clean.html", "--fail-on", "warning", "--format", "concise"], in: Self.folder)
    #expect(
      run.out
        == "1 page, interactive 3, with test id 3, reachable by id 3, errors 0, warnings 0, infos 0\n"
    )
    #expect(run.status == 0)
    let scratch = try TemporaryFolder()
    let formats = ["text", "json", "jsonl", "junit", "sarif", "github", "md", "concise"]
    func files(_ name: String) throws -> [String: Data] {
      let wishes = formats.flatMap {
        ["--format", "\($0)=\(scratch.url.appendingPathComponent("\(name).\($0)").path)"]
      }
      _ = try LocatorEngine.audit(
        ["payment-form.html", "hidden.html", "frames.html"] + wishes, in: Self.folder)
      var out: [String: Data] = [:]
      for format in formats {
        out[format] = try Data(
          contentsOf: scratch.url.appendingPathComponent("\(name).\(format)"))
      }
      return out
    }
    let first = try files("first")
    #expect(first == (try files("second")))
    #expect(first.values.allSatisfy { !$0.isEmpty })
    for format in ["json", "sarif"] {
      _ = try JSONSerialization.jsonObject(with: try #require(first[format]))
    }
  }

  @Test("the form of the article: before and after")
  func paymentForm() throws {
    let run = try LocatorEngine.audit(["payment-form.html", "--format", "text"], in: Self.folder)
    #expect(run.status == 0)
    #expect(
      run.out.hasPrefix(
        """
        payment-form.html

        test id       role         name before     name after                 verdict
        amount-input  entry        Сумма           Сумма | amount-input       by id
        pay-button    push button  Оплатить        Оплатить | pay-button      by id
        doc-link      link         Договор оферты  Договор оферты | doc-link  by id

        warning placeholder-only-name: its only name is its placeholder

        """))
    #expect(run.out.contains("~       push button \"Оплатить | pay-button\"\n"))
    #expect(run.out.contains("interactive 3, with test id 3, reachable by id 3\n"))
  }

  @Test("findings of an earlier report are known")
  func baseline() throws {
    let scratch = try TemporaryFolder()
    let file = scratch.url.appendingPathComponent("audit.json").path
    let first = try LocatorEngine.audit(
      ["duplicates.html", "--format", "json=\(file)"], in: Self.folder)
    #expect(first.status == 1)
    let second = try LocatorEngine.audit(
      ["duplicates.html", "--baseline", file, "--format", "concise"], in: Self.folder)
    #expect(second.status == 0)
    #expect(second.out.contains("known"))
    let third = try LocatorEngine.audit(
      ["duplicates-with-ids.html", "--baseline", file, "--format", "concise"], in: Self.folder)
    #expect(third.status == 1)
    let bad = try LocatorEngine.audit(
      ["clean.html", "--baseline", Self.folder.appendingPathComponent("clean.html").path],
      in: Self.folder)
    #expect(bad.status == 2)
  }

  @Test("a page that never ends, one that is not there, a tool that is missing: exit 4, named")
  func failures() throws {
    let scratch = try TemporaryFolder()
    let endless = try scratch.write(
      "<!doctype html><script>for (;;) {}</script>", to: "endless.html")
    let loop = try LocatorEngine.audit([endless.path, "--timeout", "2"])
    #expect(loop.status == 4)
    #expect(loop.err.contains("endless.html: waited 2 s for the page to load"))
    let nowhere = try LocatorEngine.audit(["http://127.0.0.1:1/"])
    #expect(nowhere.status == 4)
    #expect(nowhere.err.contains("could not be loaded"))
    let never = try LocatorEngine.audit(
      ["clean.html", "--wait", "false", "--timeout", "1"], in: Self.folder)
    #expect(never.status == 4)
    #expect(never.err.contains("--wait"))
    let tools = try LocatorEngine.audit(
      ["clean.html"], in: Self.folder, environment: ["PATH": "/nowhere"])
    #expect(tools.status == 4)
    #expect(tools.err.contains("is missing: sudo apt-get install"))
    let host = try LocatorEngine.audit(
      ["clean.html"], in: Self.folder, environment: ["BRIDGE_ENGINE_HOST": "/nowhere/host"])
    #expect(host.status == 4)
    #expect(host.err.contains("/nowhere/host"))
    // The good pages of a run are reported all the same.
    let both = try LocatorEngine.audit(
      [endless.path, Self.folder.appendingPathComponent("clean.html").path, "--timeout", "2"])
    #expect(both.status == 4)
    #expect(both.out.contains("1 page, interactive 3"))
  }
}
