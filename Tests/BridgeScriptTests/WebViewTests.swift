import BridgeJSON
import BridgeScript
import Foundation
import TestSupport
import Testing

/// The engine host, where it is built.
enum WebView {
  static let host: String? = {
    if let named = ProcessInfo.processInfo.environment["BRIDGE_ENGINE_HOST"] { return named }
    let built = Project.url(".build/engine/debug/bridge-engine-host").path
    return FileManager.default.isExecutableFile(atPath: built) ? built : nil
  }()

  static let isThere: Bool = {
    if host != nil { return true }
    if ProcessInfo.processInfo.environment["BRIDGE_ENGINE_REQUIRED"] == "1" { return true }
    FileHandle.standardError.write(
      Data("SKIPPED: calls in a real web view; `make engine-host` builds it\n".utf8))
    return false
  }()
}

/// The scripts go through `evaluateJavaScript` and `callAsyncJavaScript` of a real web view: one
/// recorded-form scenario, played by the engine host.
///
/// `BRIDGE_SCRIPT_VALUES=2000 make engine-test` for more values.
@Suite("Calls in a real web view", .enabled(if: WebView.isThere))
struct WebViewTests {
  static let count = min(
    ProcessInfo.processInfo.environment["BRIDGE_SCRIPT_VALUES"].flatMap(Int.init) ?? 150, 5000)

  /// One call: what native does, what the page should have heard, and what comes back.
  struct Case {
    var action: String
    var heard: String
    /// The completion's members, as JSON text.
    var completion: String
  }

  static func quoted(_ text: String) -> String { JSONString.quoted(text) }

  static func evaluate(_ call: JavaScriptCall, heard: String) -> Case {
    Case(
      action: "\"do\":\"evaluate\",\"script\":\(quoted(call.source))", heard: heard,
      completion: #""result":{"$":"undefined"}"#)
  }

  static func callAsync(_ body: String, _ arguments: String, heard: String) -> Case {
    Case(
      action: "\"do\":\"callAsync\",\"body\":\(quoted(body)),\"args\":{\(arguments)}",
      heard: heard, completion: #""result":"answered""#)
  }

  static func cases() throws -> [Case] {
    var values = ValueGenerator(seed: 5)
    var random = SplitMix64(seed: 6)
    let type = "it's </script>\u{2028}"
    return try (0..<count).map { _ in
      let value = values.next()
      let argument = try JavaScriptValue(json: value.json)
      switch random.below(6) {
      case 0:
        let target: ScriptForm.Target = random.once(in: 2) ? .window : .document
        let name = random.once(in: 2) ? type : "native-message"
        return evaluate(
          JavaScriptCall(.customEvent(name, on: target), argument),
          heard: "\(target.rawValue) \(Dump.units(name.utf16)) \(value.dump)")
      case 1:
        return evaluate(
          JavaScriptCall(.messageEvent(), argument), heard: "message \(value.dump)")
      case 2:
        return evaluate(
          JavaScriptCall(.postMessage(), argument), heard: "message \(value.dump)")
      case 3:
        let call = try AsyncJavaScriptCall(
          "App.ask", jsonArguments: [String(decoding: value.json, as: UTF8.self)])
        let arguments = call.arguments.map { "\(quoted($0.key)):\(quoted($0.value))" }
        return callAsync(
          call.functionBody, arguments.joined(separator: ","), heard: "App.ask \(value.dump)")
      default:
        return evaluate(
          JavaScriptCall(try JavaScriptReceiver("bridgeReceive"), [argument]),
          heard: "bridgeReceive \(value.dump)")
      }
    }
  }

  /// Plays the cases one after the other and compares what was heard and what came back.
  static func check(_ cases: [Case]) throws {
    let harness = try String(contentsOf: Fixtures.url("engines/harness.js"), encoding: .utf8)
    let dump = try #require(harness.range(of: "  let calls = [];"))
    let page = try String(contentsOf: Fixtures.url("engines/page.js"), encoding: .utf8)
    let script = String(harness[..<dump.lowerBound]) + page
    var steps: [String] = []
    for (index, one) in cases.enumerated() {
      let when =
        index == 0
        ? #"{"event":"navigation","phase":"finished"}"#
        : "{\"event\":\"completion\",\"call\":\"h\(index - 1)\"}"
      // Listeners of `postMessage` run in a later task.
      let look =
        "await new Promise((resolve) => setTimeout(resolve, 0));"
        + "await new Promise((resolve) => setTimeout(resolve, 0)); return takeHeard();"
      steps.append(
        "{\"when\":\(when),\"actions\":[{\"id\":\"c\(index)\",\(one.action)},"
          + "{\"do\":\"callAsync\",\"id\":\"h\(index)\",\"body\":\(quoted(look))}]}")
    }
    let html = "<!doctype html><body><script>\(script)</script></body>"
    let plan =
      "{\"html\":\(quoted(html)),\"base\":\"https://app.test/\",\"settleMs\":700,\"hardMs\":240000,"
      + "\"on\":[\(steps.joined(separator: ","))]}"
    let folder = try TemporaryFolder()
    let scenario = try folder.write(plan, to: "scenario.json")
    let trace = folder.url.appendingPathComponent("trace.jsonl")
    let host = try #require(WebView.host, "the engine host is not built: make engine-host")
    let run = try Run.command(host, ["replay", scenario.path, trace.path], limit: 280)
    #expect(run.status == 0, "\(run.err)")
    var completions: [String: String] = [:]
    for line in try String(contentsOf: trace, encoding: .utf8).split(separator: "\n") {
      let prefix = #"{"event":"completion","call":""#
      guard line.hasPrefix(prefix) else { continue }
      let rest = line.dropFirst(prefix.count)
      guard let end = rest.firstIndex(of: "\"") else { continue }
      completions[String(rest[..<end])] = String(rest[rest.index(end, offsetBy: 2)...].dropLast())
    }
    var wrong = 0
    for (index, one) in cases.enumerated() {
      let heard = completions["h\(index)"] ?? "nothing"
      let came = completions["c\(index)"] ?? "nothing"
      let isHeard =
        heard == "\"result\":\(quoted(one.heard))" || heard == "\"result\":\(digest(one.heard))"
      if isHeard, came == one.completion { continue }
      wrong += 1
      if wrong <= 5 {
        Issue.record("\(one.action.prefix(500))\nheard \(heard.prefix(500))\ncame \(came)")
      }
    }
    #expect(wrong == 0, "\(wrong) of \(cases.count)")
  }

  /// What the host tells of a long text: its length, and FNV-1a of its UTF-16 units.
  static func digest(_ text: String) -> String {
    var hash: UInt32 = 2_166_136_261
    for unit in text.utf16 { hash = (hash ^ UInt32(unit)) &* 16_777_619 }
    let word = String(hash, radix: 16)
    return "{\"$\":\"bigstring\",\"length\":\(text.utf16.count),\"fnv1a32\":\"\(word)\"}"
  }

  @Test("generated values arrive exactly, once, and nothing comes back that cannot")
  func values() throws { try Self.check(try Self.cases()) }

  @Test("injections that other ways of pasting would run")
  func injections() throws {
    try Self.check(
      try Nasty.injections.map { text in
        Self.evaluate(
          try JavaScriptCall("bridgeReceive", encoding: text),
          heard: "bridgeReceive \(Dump.string(text))")
      })
  }

  @Test("arguments in the types that WebKitGTK takes; the others as text")
  func typed() throws {
    let texts = [
      "5", "-0", "1.5", #""it's""#, #"{"a":{"b":-0}}"#, "true", "null", "[1,[]]", #""\ud800""#,
    ]
    let call = try TypedAsyncJavaScriptCall("App.ask", jsonArguments: texts, for: .gtk)
    func json(_ argument: AsyncArgument) -> String {
      switch argument {
      case .number(let number): number.sign == .minus && number == 0 ? "-0.0" : "\(number)"
      case .text(let text): Self.quoted(text)
      case .members(let members):
        "{" + members.map { "\(Self.quoted($0.key)):\(json($0.value))" }.joined() + "}"
      default: "null"
      }
    }
    let arguments = call.arguments.map { "\(Self.quoted($0.key)):\(json($0.value))" }
    let heard =
      "App.ask d4014000000000000 d8000000000000000 d3ff8000000000000 sit%0027s "
      + "{a:{b:d8000000000000000,},} t n [d3ff0000000000000,[],] s%d800"
    try Self.check([
      Self.callAsync(call.functionBody, arguments.joined(separator: ","), heard: heard)
    ])
  }
}
