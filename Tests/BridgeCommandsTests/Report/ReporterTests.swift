import BridgeFindings
import Foundation
import TestSupport
import Testing

@testable import BridgeCommands

@Suite("Reports of a run")
struct ReporterTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func path(_ name: String) -> String { folder.url.appendingPathComponent(name).path }

  private func report(
    _ findings: [Finding], formats: [OutputFormat] = [], failOn: FailOn = .error
  ) throws -> Outcome {
    let reporter = try Reporter(
      .init(files: ["run.jsonl"]),
      plan: OutputPlan(targets: formats.map { ($0, .file(path($0.rawValue))) }),
      maxFindings: 10, failOn: failOn, console: Console())
    for finding in findings { reporter.add(finding) }
    return reporter.finish()
  }

  private static func finding(
    _ severity: Severity, _ cause: Cause = .schema, line: Int = 1
  ) -> Finding {
    Finding(cause: cause, severity: severity, message: "m", file: "run.jsonl", line: line)
  }

  @Test("what --fail-on makes of findings")
  func failOn() throws {
    let warning = [Self.finding(.info), Self.finding(.warning)]
    let error = [Self.finding(.error)]
    #expect(try report([]).exitStatus == 0)
    #expect(try report(warning).exitStatus == 0)
    #expect(try report(warning, failOn: .warning).exitStatus == 1)
    #expect(try report([Self.finding(.info)], failOn: .warning).exitStatus == 0)
    #expect(try report(error).exitStatus == 1)
    #expect(try report(error, failOn: .never).exitStatus == 0)
  }

  @Test("what could not be observed is no success")
  func notObservable() throws {
    let finding = Self.finding(.warning, .notObservable)
    #expect(try report([finding]).exitStatus == 3)
    #expect(try report([finding, Self.finding(.error)]).exitStatus == 1)
  }

  @Test("every format is written, in the order of lines, and only where bytes change")
  func files() throws {
    let findings = [Self.finding(.error, line: 3), Self.finding(.error, .staleID, line: 2)]
    _ = try report(findings, formats: OutputFormat.allCases)
    for format in OutputFormat.allCases {
      let text = try String(contentsOfFile: path(format.rawValue), encoding: .utf8)
      let first = try #require(text.range(of: "stale-id"), "\(format)")
      let second = try #require(text.range(of: "schema", range: first.upperBound..<text.endIndex))
      #expect(first.lowerBound < second.lowerBound)
    }
    let old = Date(timeIntervalSince1970: 1_000_000)
    for format in OutputFormat.allCases {
      try FileManager.default.setAttributes(
        [.modificationDate: old], ofItemAtPath: path(format.rawValue))
    }
    _ = try report(findings, formats: OutputFormat.allCases)
    for format in OutputFormat.allCases {
      let attributes = try FileManager.default.attributesOfItem(atPath: path(format.rawValue))
      #expect(attributes[.modificationDate] as? Date == old, "\(format) was written again")
    }
  }

  @Test("a file that cannot be written is an error before the work begins")
  func unwritable() {
    for (name, problem) in [
      ("none/report.json", "the folder \(path("none")) does not exist"), ("", "is a directory"),
    ] {
      let place = name.isEmpty ? folder.url.path : path(name)
      #expect(throws: FileError(path: place, problem: problem)) {
        try Reporter(
          .init(files: []), plan: OutputPlan(targets: [(.json, .file(place))]), maxFindings: 1,
          failOn: .error, console: Console())
      }
    }
  }
}
