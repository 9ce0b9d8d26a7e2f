import BridgeEngine
import BridgeJSON
import BridgeLocators

/// Why a page could not be audited.
enum AuditFailure: Error, Equatable {
  /// The engine, or something around it, is missing.
  case environment(String)
  /// The page did not load, or not to its end.
  case page(String)

  var sentence: String {
    switch self {
    case .environment(let text), .page(let text): text
    }
  }
}

#if os(Linux)
  /// Loads pages in the engine host, one after the other, and reads their accessibility trees.
  final class PageAuditor {
    static let handler = "__locatorAudit"

    let configuration: LocatorConfiguration
    /// The locator script; another one's text where the user gave one.
    let script: String
    /// An expression of the page's that becomes true when the page is ready.
    let wait: String?
    /// How long a page may take, in milliseconds.
    let patience: Double

    private let host: HostProcess
    private var folder: String??
    private var calls = 0

    init(
      _ configuration: LocatorConfiguration, script: String, wait: String?, patience: Double
    ) throws(AuditFailure) {
      self.configuration = configuration
      self.script = script
      self.wait = wait
      self.patience = patience
      guard let path = HostProcess.find() else {
        throw .environment(HostFailure.notFound.sentence)
      }
      do throws(HostFailure) {
        host = try HostProcess(path: path, isAccessible: true)
      } catch {
        throw .environment(error.sentence)
      }
    }

    deinit { host.stop() }

    /// Audits a file, or a page by its URL.
    func audit(_ name: String) throws(AuditFailure) -> AuditedPage {
      let isURL = name.contains("://") || name.utf8.starts(with: "data:".utf8)
      try open(isURL ? nil : Path.folder(of: name))
      let address = isURL ? name : "app://page/" + Self.escaped(Path.name(of: name))
      do throws(AuditFailure) {
        try load(address)
        if let wait { try waitFor(wait) }
        try settle()
        let (frames, silent) = try mark()
        let after = try tree()
        try uninstall(silent)
        let before = try tree()
        return AuditedPage(
          name: name, frames: frames, silent: silent, before: before, after: after)
      } catch {
        // The next page gets a new view.
        folder = nil
        throw error
      }
    }

    // MARK: Steps

    private func open(_ wanted: String?) throws(AuditFailure) {
      if let folder, folder == wanted { return }
      var members = [
        "\"do\":\"open\"",
        "\"handlers\":[{\"name\":\"\(Self.handler)\",\"world\":\"\(LocatorScript.world)\"}]",
        "\"userScripts\":[\(userScript(script)),\(userScript(AuditScriptText.text.description))]",
      ]
      if let wanted {
        members.append("\"folder\":\(JSONString.quoted(wanted.isEmpty ? "." : wanted))")
      }
      say("{" + members.joined(separator: ",") + "}")
      _ = try event(within: 30_000, "a view") { $0["event"]?.string == "opened" }
      folder = .some(wanted)
    }

    private func userScript(_ source: String) -> String {
      "{\"source\":\(JSONString.quoted(source)),\"time\":\"end\",\"frames\":\"all\","
        + "\"world\":\"\(LocatorScript.world)\"}"
    }

    private func load(_ address: String) throws(AuditFailure) {
      say("{\"do\":\"loadURI\",\"uri\":\(JSONString.quoted(address))}")
      let event = try event(within: patience, "the page to load") {
        $0["event"]?.string == "navigation"
          && ["finished", "failed"].contains($0["phase"]?.string ?? "")
      }
      if event["phase"]?.string == "failed" {
        let why = event["error"]?["message"]?.string ?? event["error"]?.text ?? "no reason given"
        throw .page("could not be loaded: \(why)")
      }
    }

    private func waitFor(_ expression: String) throws(AuditFailure) {
      let start = HostProcess.now()
      while true {
        let result = try evaluate("Boolean(\(expression))", world: nil)
        if result?.bool == true { return }
        if HostProcess.now() - start > patience {
          throw .page("never became ready: --wait did not become true")
        }
        try pause(30)
      }
    }

    /// Waits until the script has had nothing to do for a while.
    private func settle() throws(AuditFailure) {
      var last = ""
      let start = HostProcess.now()
      while HostProcess.now() - start < 3000 {
        let now =
          try evaluate("window.\(Self.handler)?\(Self.handler).passes():''")?.string ?? ""
        if now == last, !now.isEmpty { return }
        last = now
        try pause(60)
      }
    }

    /// Marks elements in all frames; the frames in order, and those that did not answer.
    private func mark() throws(AuditFailure) -> ([PageFrame], [String]) {
      let attribute = JSONString.quoted(configuration.attribute)
      let command = "{do:'mark',frame:'',prefix:'k',attribute:\(attribute)}"
      let (reports, silent) = try collect(command, skipping: [])
      let frames = reports.map { report in
        let path = report["frame"]?.string ?? ""
        let stats = report["stats"]
        let isScripted = stats?.kind == .object
        let errors = stats?["lastError"]?.string ?? ""
        return PageFrame(
          path: path, entries: (report["entries"]?.items ?? []).map { PageEntry($0, frame: path) },
          errors: errors.isEmpty ? nil : errors, isScripted: isScripted)
      }
      return (frames, silent)
    }

    private func uninstall(_ silent: [String]) throws(AuditFailure) {
      _ = try collect("{do:'uninstall',prefix:'k'}", skipping: silent)
    }

    /// Gives the page a command and gathers the reports of all frames that it passes it on to.
    private func collect(
      _ command: String, skipping: [String]
    ) throws(AuditFailure) -> (reports: [JSONValue], silent: [String]) {
      var open: [String: String] = ["k": ""]
      var reports: [String: JSONValue] = [:]
      var missing = 0
      say(call("window.\(Self.handler)&&\(Self.handler).run(\(command))", LocatorScript.world))
      while open.count > missing {
        guard
          let event = try perhaps(
            within: 700,
            {
              $0["event"]?.string == "message" && $0["handler"]?.string == Self.handler
            }), let body = event["body"], let prefix = body["prefix"]?.string
        else { break }
        guard let path = open.removeValue(forKey: prefix) else { continue }
        reports[prefix] = body
        for frame in body["frames"]?.items ?? [] {
          guard let name = frame["prefix"]?.string, let inner = frame["path"]?.string else {
            continue
          }
          let whole = path.isEmpty ? inner : "\(path) >> \(inner)"
          open[name] = whole
          if skipping.contains(whole) { missing += 1 }
        }
      }
      if open["k"] != nil {
        throw .page("the audit does not run in it: no scripts, or no document")
      }
      let order = reports.keys.sorted {
        Self.numbers($0).lexicographicallyPrecedes(Self.numbers($1))
      }
      return (order.compactMap { reports[$0] }, open.values.sorted())
    }

    /// `k-2-10` as numbers, so that frames come in the order of the document.
    private static func numbers(_ prefix: String) -> [Int] {
      prefix.split(separator: "-").compactMap { Int($0) }
    }

    private func tree() throws(AuditFailure) -> [TreeNode] {
      calls += 1
      let id = "tree\(calls)"
      say("{\"do\":\"tree\",\"id\":\"\(id)\"}")
      let event = try event(within: 60_000, "the accessibility tree") {
        $0["event"]?.string == "tree" && $0["id"]?.string == id
      }
      guard let nodes = event["nodes"]?.items else {
        throw .environment(event["error"]?.string ?? "no accessibility tree")
      }
      return nodes.map { TreeNode($0) }
    }

    // MARK: Talk

    private func say(_ line: String) { host.say(line) }

    private func call(_ script: String, _ world: String?) -> String {
      calls += 1
      let place = world.map { ",\"world\":\"\($0)\"" } ?? ""
      return
        "{\"do\":\"evaluate\",\"id\":\"c\(calls)\",\"script\":\(JSONString.quoted(script))\(place)}"
    }

    private func evaluate(
      _ script: String, world: String? = LocatorScript.world
    ) throws(AuditFailure) -> JSONValue? {
      say(call(script, world))
      let id = "c\(calls)"
      let event = try event(within: patience, "the page to answer") {
        $0["event"]?.string == "completion" && $0["call"]?.string == id
      }
      return event["result"]
    }

    private func pause(_ milliseconds: Double) throws(AuditFailure) {
      let end = HostProcess.now() + milliseconds
      while HostProcess.now() < end {
        _ = try perhaps(within: end - HostProcess.now()) { _ in false }
      }
    }

    private func event(
      within milliseconds: Double, _ what: String, _ isWanted: (JSONValue) -> Bool
    ) throws(AuditFailure) -> JSONValue {
      guard let event = try perhaps(within: milliseconds, isWanted) else {
        throw .page("waited \(Int(milliseconds / 1000)) s for \(what)")
      }
      return event
    }

    /// The next event of a kind; nil where none came in time. What else comes is passed over.
    private func perhaps(
      within milliseconds: Double, _ isWanted: (JSONValue) -> Bool
    ) throws(AuditFailure) -> JSONValue? {
      let end = HostProcess.now() + milliseconds
      while true {
        let next: HostProcess.Event
        do throws(HostFailure) {
          next = try host.next(within: max(0, end - HostProcess.now()))
        } catch {
          throw .environment(error.sentence)
        }
        guard case .line(let line) = next else { return nil }
        let event = line.root
        if isWanted(event) { return event }
        switch event["event"]?.string {
        case "terminated":
          throw .page("its web process ended: \(event["reason"]?.string ?? "crashed")")
        case "lost": throw .environment("the \(event["what"]?.string ?? "display") is gone")
        default: break
        }
      }
    }

    private static func escaped(_ name: String) -> String {
      var out = ""
      for byte in name.utf8 {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
          UInt8(ascii: "."), UInt8(ascii: "~"):
          out.unicodeScalars.append(Unicode.Scalar(byte))
        default:
          let hex = String(byte, radix: 16, uppercase: true)
          out += "%" + (byte < 16 ? "0" : "") + hex
        }
      }
      return out
    }
  }
#endif
