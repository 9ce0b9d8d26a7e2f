import BridgeContract
import BridgeFindings
import BridgeLog
import Foundation
import TestSupport
import Testing

@testable import BridgeCodegen

/// Both fakes in a real browser, facing one another, on every shipped contract.
@Suite(.serialized)
struct FakeTests {
  private static let browser =
    ["chromium", "chromium-browser"].first { name in
      (try? Run.command("/usr/bin/env", ["sh", "-c", "command -v \(name)"]))?.status == 0
    } ?? "chromium"

  /// What a page of both fakes came to.
  private struct Outcome: Decodable {
    struct Found: Decodable {
      var cause: String
      var severity: String
    }
    var errors: [String]
    var native: [Found]
    var web: [Found]
    var nativeLog: String
    var webLog: String
    var text: String
  }

  /// Loads a page headless, with the files that it names; gives the JSON that it left in `#out`.
  private static func load<T: Decodable>(
    _ page: String, files: [String: String] = [:], as type: T.Type = Outcome.self
  ) throws -> T {
    let folder = try TemporaryFolder()
    for (path, text) in files { try folder.write(text, to: path) }
    let file = try folder.write(page, to: "page.html")
    let run = try Run.command(
      "/usr/bin/env",
      [
        browser, "--headless", "--no-sandbox", "--disable-gpu",
        "--user-data-dir=\(folder.url.path)/p",
        "--virtual-time-budget=30000", "--dump-dom", file.absoluteString,
      ], limit: 90)
    let match = try #require(run.out.firstMatch(of: /<pre id="out">([^<]*)<\/pre>/), "\(run.err)")
    let json = match.1.replacing("&lt;", with: "<").replacing("&gt;", with: ">")
      .replacing("&amp;", with: "&")
    return try JSONDecoder().decode(type, from: Data(json.utf8))
  }

  /// A page that has others in frames and leaves what they came to, once all are over.
  private static func index(_ names: [String]) -> String {
    let frames = names.map { "<iframe src=\"\($0).html\" name=\"\($0)\"></iframe>" }.joined()
    return """
      <!doctype html><meta charset="utf-8"><body>\(frames)<script>
      const all = {};
      addEventListener("message", (event) => {
        all[event.data.name] = event.data.outcome;
        if (Object.keys(all).length < \(names.count)) return;
        const pre = document.createElement("pre");
        pre.id = "out";
        pre.textContent = JSON.stringify(all);
        document.body.append(pre);
      });
      </script>
      """
  }

  /// What both fakes say to one another, each message once, those of the order's rules in turn.
  private static let talk = """
    <script>
    (async () => {
      const errors = [];
      const pause = (time) => new Promise((done) => setTimeout(done, time));
      const wanted = WANTED;
      for (const fake of [window.bridgeFakeWeb, window.bridgeFakeNative]) {
        for (const name of fake.names) {
          if (wanted.includes(name)) continue;
          try {
            await Promise.race([fake.say(name), pause(300)]);
          } catch (error) {
            errors.push(name + ": " + error.message);
          }
        }
      }
      await pause(100);
      parent.postMessage({ name: window.name, outcome: {
        errors, native: window.bridgeFakeNative.findings, web: window.bridgeFakeWeb.findings,
        nativeLog: window.bridgeFakeNative.log(), webLog: window.bridgeFakeWeb.log(),
        text: document.body.innerText,
      } }, "*");
    })();
    </script>
    """

  private static func both(_ contract: Contract, skipping names: [String]) -> String {
    let list = names.map(Literals.javaScript).joined(separator: ", ")
    return "<!doctype html><meta charset=\"utf-8\"><body><script>"
      + FakeGenerator.native.text(contract) + "</script>" + FakeGenerator.web.text(contract)
      + talk.replacing("WANTED", with: "[\(list)]")
  }

  private static func findings(_ contract: Contract, _ log: String) throws -> [String] {
    guard case .joined(let set) = ContractSet.join([contract]) else { throw SupportError("join") }
    let validator = LogValidator(set)
    validator.beginFile("log")
    validator.feed(Array(log.utf8))
    validator.endFile()
    return validator.finish().findings.filter { $0.severity == .error }
      .map { "\($0.cause?.id ?? ""): \($0.message)" }
  }

  @Test(
    "all traffic of both fakes validates, on every contract",
    .enabled(if: Programs.has("chromium") || Programs.has("chromium-browser")))
  func traffic() throws {
    // One browser for all: most of the time goes into starting one.
    let contracts = try ShippedContracts.all()
    var files: [String: String] = [:]
    for contract in contracts {
      // Of two versions of one message a page says one; what must come last is left out.
      let skipped =
        ["sync": ["ready"], "shopify-checkout-sheet": ["completed"]][contract.name] ?? []
      files["\(contract.name).html"] = Self.both(contract, skipping: skipped)
    }
    let all = try Self.load(
      Self.index(contracts.map(\.name)), files: files, as: [String: Outcome].self)
    for contract in contracts {
      let outcome = try #require(all[contract.name], "\(contract.name)")
      #expect(outcome.errors == [], "\(contract.name)")
      #expect(outcome.native.filter { $0.severity == "error" }.map(\.cause) == [])
      #expect(outcome.web.filter { $0.severity == "error" }.map(\.cause) == [])
      #expect(try Self.findings(contract, outcome.nativeLog) == [], "\(contract.name)")
      #expect(try Self.findings(contract, outcome.webLog) == [], "\(contract.name)")
      #expect(outcome.nativeLog.split(separator: "\n").count >= 3, "\(contract.name)")
      #expect(outcome.text.contains("fake app: \(contract.name)"))
      #expect(outcome.text.contains("save log"))
    }
  }

  @Test(
    "a page of its own gets its first answer; dials delay, lose and refuse",
    .enabled(if: Programs.has("chromium") || Programs.has("chromium-browser")))
  func dials() throws {
    let contract = try ShippedContracts.load(Project.url("Contracts/sync.bridge.json"))
    let page =
      "<!doctype html><meta charset=\"utf-8\"><body><script>" + FakeGenerator.native.text(contract)
        + """
        </script><script>
        (async () => {
          const heard = [];
          const pause = (time) => new Promise((done) => setTimeout(done, time));
          window.bridgeReceive = (body) => heard.push(JSON.stringify(body));
          const post = (body) => window.webkit.messageHandlers.bridge.postMessage(body);
          const fake = window.bridgeFakeNative;
          post({ kind: "ready", version: 2, id: 1, locale: "ja" });
          await pause(50);
          fake.dials.error = "unavailable";
          post({ kind: "ready", version: 2, id: 2 });
          await pause(50);
          fake.dials.loss = 100;
          post({ kind: "ready", version: 2, id: 3 });
          await pause(50);
          fake.dials.loss = 0;
          fake.dials.error = "";
          fake.dials.version = "1.0.0";
          post({ kind: "ready", version: 2, id: 4 });
          post({ kind: "ready", version: "2", id: 5 });
          await pause(50);
          const pre = document.createElement("pre");
          pre.id = "out";
          pre.textContent = JSON.stringify({
            errors: heard, native: fake.findings, web: [], nativeLog: fake.log(), webLog: "",
            text: document.body.innerText,
          });
          document.body.append(pre);
        })();
        </script>
        """
    let outcome = try Self.load(page)
    #expect(
      outcome.errors == [
        #"{"id":1,"value":"ok","revision":7}"#,
        #"{"id":2,"error":{"code":"unavailable","retryAfter":30}}"#,
      ])
    #expect(outcome.native.map(\.cause) == ["unknown-kind", "version-type"])
    #expect(outcome.text.contains("lost the reply to ready.v2"))
  }
}
