import BridgeBus
import BridgeContract
import BridgeFindings
import BridgeLog
import TestSupport
import Testing

@Suite("Every cause injected in many places: what is reported is what was done")
struct InjectionTests {
  /// The first error of a log, else its first warning, else its first remark.
  private func first(_ injection: Injection, _ lines: [String], _ set: ContractSet) -> String {
    var options = LogOptions()
    options.maxLineBytes = injection.maxLineBytes
    let validator = LogValidator(set, options: options)
    validator.beginFile("trace")
    for (index, line) in lines.enumerated() {
      validator.feed(Array(line.utf8))
      if !(injection.isCut && index == lines.count - 1) { validator.feed([0x0A]) }
    }
    validator.endFile()
    let findings = validator.finish().findings
    for severity in [Severity.error, .warning, .info] {
      if let found = findings.first(where: { $0.severity == severity }) {
        return found.cause?.id ?? "none"
      }
    }
    return "nothing"
  }

  private func trace(_ injection: Injection, _ runner: ScenarioRunner) throws -> [String] {
    guard injection.duplicates else {
      let outcome = try #require(runner.run(injection.name))
      #expect(outcome.problem == nil, "\(injection.name): \(outcome.problem ?? "")")
      return injection.mutate(outcome.trace)
    }
    // Draws an order in which the fault happens.
    for seed in 0..<200 {
      var schedule = Schedule.random(seed: UInt64(seed))
      schedule.faults = [.duplicateDelivery]
      let trace = runner.run(injection.name, schedule: schedule)?.trace ?? []
      if trace.contains(where: { $0.contains("duplicate-delivery") }) { return trace }
    }
    return []
  }

  @Test("At least 600 cases, at least 99 % right; the table of confusions")
  func confusion() throws {
    let injections = Injection.all()
    let text = InjectionContract.text(injections.map { ($0.name, $0.scenario) })
    let contract: Contract
    switch Contract.load(Array(text.utf8), file: "injection.bridge.json") {
    case .loaded(let loaded): contract = loaded
    case .broken(let findings): throw SupportError("\(findings.prefix(5).map(\.message))")
    }
    guard case .joined(let set) = ContractSet.join([contract]) else {
      throw SupportError("the contract cannot stand alone")
    }
    let runner = try #require(ScenarioRunner(contract))
    var table: [String: [String: Int]] = [:]
    var right = 0
    for injection in injections {
      let reported = first(injection, try trace(injection, runner), set)
      table[injection.cause, default: [:]][reported, default: 0] += 1
      if reported == injection.cause { right += 1 }
    }
    for (cause, reported) in table.sorted(by: { $0.key < $1.key }) {
      let row = reported.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
      print("\(cause): \(row.joined(separator: ", "))")
    }
    print("\(injections.count) cases of \(table.count) causes, \(right) right")
    #expect(injections.count >= 600)
    #expect(Double(right) >= 0.99 * Double(injections.count))
    // A script that fails otherwise than by a throw, and a result that cannot be sent, are injected
    // into conversations: ExpectationInjectionTests.
    let missing = Set(Cause.all.map(\.id)).subtracting(table.keys)
    #expect(missing == ["script-error", "result-unserialisable"])
  }
}
