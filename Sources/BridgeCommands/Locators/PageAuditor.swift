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
    /// What frames told unasked, by their numbers.
    private var untold: [String: JSONValue] = [:]

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
        // Two loads: an engine that was asked for a name once may keep it.
        try load(address, [helper])
        let marked = try collect("mark")
        let before = try tree()
        try load(address, [script, helper])
        try settle()
        let told = try collect("tell")
        let after = try tree()
        return AuditedPage(
          name: name, frames: told.reports.map { frame($0) }, silent: told.silent,
          before: renamed(before, marked.reports, told.reports), after: after)
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
      ]
      if let wanted {
        members.append("\"folder\":\(JSONString.quoted(wanted.isEmpty ? "." : wanted))")
      }
      say("{" + members.joined(separator: ",") + "}")
      _ = try event(within: 30_000, "a view") { $0["event"]?.string == "opened" }
      folder = .some(wanted)
    }

    /// Gives the marks of the first load those of the second: what has the same path is the same.
    private func renamed(
      _ nodes: [TreeNode], _ first: [FrameReport], _ second: [FrameReport]
    ) -> [TreeNode] {
      func places(_ reports: [FrameReport]) -> [(place: String, key: String)] {
        reports.flatMap { report in
          report.entries.map { entry in
            (
              report.place + "\u{0}" + (entry["path"]?.string ?? ""), entry["key"]?.string ?? ""
            )
          }
        }
      }
      var keys: [String: String] = [:]
      for (place, key) in places(second) { keys[place] = key }
      var names: [String: String] = [:]
      for (place, key) in places(first) { names[key] = keys[place] }
      return nodes.map { node in
        var node = node
        node.key = node.key.flatMap { names[$0] }
        return node
      }
    }

    /// The page's half, with the attribute that it looks for.
    private var helper: String {
      LocatorScript.text(
        AuditScriptText.text.description, with: JSONString.quoted(configuration.attribute))
    }

    private func load(_ address: String, _ scripts: [String]) throws(AuditFailure) {
      untold = [:]
      say("{\"do\":\"removeAllUserScripts\"}")
      for script in scripts {
        say(
          "{\"do\":\"addUserScript\",\"source\":\(JSONString.quoted(script)),\"time\":\"end\","
            + "\"frames\":\"all\",\"world\":\"\(LocatorScript.world)\"}")
      }
      say("{\"do\":\"loadURI\",\"uri\":\(JSONString.quoted(address))}")
      let event = try event(within: patience, "the page to load") {
        $0["event"]?.string == "navigation"
          && ["finished", "failed"].contains($0["phase"]?.string ?? "")
      }
      if event["phase"]?.string == "failed" {
        let why = event["error"]?["message"]?.string ?? event["error"]?.text ?? "no reason given"
        throw .page("could not be loaded: \(why)")
      }
      // What the engine itself refuses leaves an empty page.
      if event["url"]?.string == "about:blank", address != "about:blank" {
        throw .page("could not be loaded: the engine refused it")
      }
      if let wait { try waitFor(wait) }
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

    /// Gives the page a moment, then waits until the script has nothing left to do.
    private func settle() throws(AuditFailure) {
      var last = ""
      let start = HostProcess.now()
      try pause(40)
      while HostProcess.now() - start < 3000 {
        let state =
          try evaluate("window.\(Self.handler)?\(Self.handler).state():'none'")?.string ?? ""
        if state == "settled" || state == last, state != "busy" { return }
        last = state
        try pause(20)
      }
    }

    /// What one frame told.
    private struct FrameReport {
      var body: JSONValue
      var place: String
      var entries: [JSONValue] { body["entries"]?.items ?? [] }
    }

    private func frame(_ report: FrameReport) -> PageFrame {
      let stats = report.body["stats"]
      let errors = stats?["lastError"]?.string ?? ""
      return PageFrame(
        path: report.place, entries: report.entries.map { PageEntry($0, frame: report.place) },
        errors: errors.isEmpty ? nil : errors, isScripted: stats?.kind == .object,
        late: Int(report.body["late"]?.smallInteger ?? 0))
    }

    /// Gives the page a step and gathers the reports of all frames that it passes it on to, in the
    /// order of the document; and the frames that did not answer.
    private func collect(
      _ step: String
    ) throws(AuditFailure) -> (reports: [FrameReport], silent: [String]) {
      let command = "{do:'\(step)',frame:'',prefix:'k'}"
      var open: [String: String] = ["k": ""]
      var reports: [String: JSONValue] = [:]
      var places: [String: String] = [:]
      say(call("window.\(Self.handler)&&\(Self.handler).run(\(command))", LocatorScript.world))
      while !open.isEmpty {
        // Frames that cannot be asked have told already; the others answer at once.
        let isSettled = open["k"] == nil && open.keys.allSatisfy { untold[$0] != nil }
        let event = try perhaps(within: open["k"] != nil ? patience : isSettled ? 120 : 500) {
          $0["event"]?.string == "message" && $0["handler"]?.string == Self.handler
            && $0["body"]?["step"]?.string == step
        }
        guard let body = event?["body"], let prefix = body["prefix"]?.string else { break }
        guard open.removeValue(forKey: prefix) != nil else { continue }
        reports[prefix] = body
        let path = body["frame"]?.string ?? ""
        places[prefix] = path
        for frame in body["frames"]?.items ?? [] {
          guard let name = frame["prefix"]?.string, let inner = frame["path"]?.string else {
            continue
          }
          open[name] = path.isEmpty ? inner : "\(path) >> \(inner)"
        }
      }
      if open["k"] != nil {
        throw .page("the audit does not run in it: it has no document, or its script never ends")
      }
      for (prefix, path) in open {
        guard let report = untold[prefix] else { continue }
        open[prefix] = nil
        reports[prefix] = report
        places[prefix] = path
      }
      let order = reports.keys.sorted {
        Self.numbers($0).lexicographicallyPrecedes(Self.numbers($1))
      }
      let silent = open.keys.sorted {
        Self.numbers($0).lexicographicallyPrecedes(Self.numbers($1))
      }
      return (
        order.compactMap { prefix in
          reports[prefix].map { FrameReport(body: $0, place: places[prefix] ?? "") }
        }, silent.compactMap { open[$0] }
      )
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
        if let body = event["body"], body["step"]?.string == "auto",
          let prefix = body["prefix"]?.string
        {
          untold[prefix] = body
          continue
        }
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
