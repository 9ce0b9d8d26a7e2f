import BridgeJSON
import BridgeLocators

extension Command {
  static let locatorsAudit = Command(
    name: "locators audit", group: .check,
    summary: "can UI tests find a page's elements, on the real accessibility tree?",
    discussion: [
      "Loads every page in WebKitGTK with the locator script, reads the accessibility tree with labels "
        + "and without, and tells which elements a test reaches by their test id, and why others not.",
      "A page is a file or a URL. Needs the engine host (make engine-host); it brings a display and a "
        + "bus of its own where there are none. Exit status 4: something of that is missing, or a page "
        + "did not load; what is missing is named.",
    ],
    operands: .init(usage: "PAGE...", minimum: 1, maximum: nil, noun: "a page"),
    options: [LocatorOptions.labels, LocatorOptions.loading, LocatorOptions.report],
    examples: [
      .init(
        line: "bridge-contract locators audit form.html", what: "table, findings and both trees"),
      .init(
        line: "bridge-contract locators audit pages/*.html --format json=audit.json",
        what: "for programs, byte for byte the same each time"),
      .init(
        line: "bridge-contract locators audit form.html --baseline audit.json --fail-on warning",
        what: "only what is new"),
    ]
  ) { (invocation) throws(UsageError) in
    let console = invocation.console
    let plan = try OutputPlan.make(
      invocation.value(of: SharedOptions.format), isTerminal: console.out.isTerminal,
      isGitHub: Host.variable("GITHUB_ACTIONS") == "true")
    let configuration = LocatorOptions.configuration(of: invocation)
    var report = AuditReport(configuration)
    let script: String
    do throws(FileError) {
      script = try LocatorOptions.script(of: invocation, configuration)
      if let path = invocation.value(of: LocatorOptions.baseline) {
        report.known = try Baseline.fingerprints(in: path)
      }
      for name in invocation.operands where !LocatorOptions.isURL(name) {
        guard Files.kind(of: name) == .file else {
          console.fail("\(name): no such file")
          return .broken
        }
      }
      for target in plan.targets {
        if case .file(let path) = target.place { try Files.checkWritable(path) }
      }
    } catch {
      console.fail("\(error.path): \(error.problem)")
      return .broken
    }
    #if os(Linux)
      var outcome = audit(invocation, script, &report)
    #else
      console.fail("the engine host needs WebKitGTK, which is for Linux")
      var outcome = Outcome(isEngineMissing: true)
    #endif
    if report.pages.isEmpty { return outcome }
    outcome.hasFindings = report.hasFindings(invocation.value(of: SharedOptions.failOn) ?? .error)
    for target in plan.targets {
      let text = report.text(target.format)
      switch target.place {
      case .out: console.out.write(text)
      case .error: console.error.write(text)
      case .file(let path):
        do throws(FileError) {
          try Files.write(Array(text.utf8), to: path)
        } catch {
          console.fail("\(error.path): \(error.problem)")
          outcome.isBroken = true
        }
      }
    }
    return outcome
  }

  #if os(Linux)
    private static func audit(
      _ invocation: Invocation, _ script: String, _ report: inout AuditReport
    ) -> Outcome {
      let console = invocation.console
      var outcome = Outcome.success
      do throws(AuditFailure) {
        let configuration = report.configuration
        let wait = invocation.value(of: LocatorOptions.wait)
        let patience = Double(invocation.value(of: LocatorOptions.timeout) ?? 20) * 1000
        let names = invocation.operands
        let outcomes = try AuditPool.audit(names, hosts: AuditPool.hosts(for: names.count)) {
          () throws(AuditFailure) in
          try PageAuditor(configuration, script: script, wait: wait, patience: patience)
        }
        for (name, result) in zip(names, outcomes) {
          switch result {
          case .success(let page)?: report.add(page)
          case .failure(let failure)?:
            console.fail("\(name): \(failure.sentence)")
            outcome.isEngineMissing = true
            if case .environment = failure { return outcome }
          case nil: return outcome
          }
        }
      } catch {
        console.fail(error.sentence)
        outcome.isEngineMissing = true
      }
      return outcome
    }
  #endif
}

/// An earlier JSON report, whose findings are known.
enum Baseline {
  static func fingerprints(in path: String) throws(FileError) -> Set<String> {
    let bytes = try Files.read(path, limit: 1 << 28)
    let document: JSONDocument
    do throws(JSONError) {
      document = try JSONDocument(bytes, limits: .traffic)
    } catch {
      throw FileError(path: path, problem: "no JSON: \(error.sentence)")
    }
    guard document.root["schemaVersion"]?.smallInteger == Int64(AuditReport.schemaVersion),
      let pages = document.root["pages"]?.items
    else { throw FileError(path: path, problem: "no JSON report of an audit") }
    var out: Set<String> = []
    for page in pages {
      for finding in page["findings"]?.items ?? [] {
        if let fingerprint = finding["fingerprint"]?.string { out.insert(fingerprint) }
      }
    }
    return out
  }
}
