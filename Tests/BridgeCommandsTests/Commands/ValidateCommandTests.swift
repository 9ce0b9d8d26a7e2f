import Foundation
import TestSupport
import Testing

@testable import BridgeCommands

@Suite("validate")
struct ValidateCommandTests {
  private let run: ToolRun

  init() throws {
    run = try ToolRun()
    try run.write(SmallContract.text, to: "Contracts/small.bridge.json")
  }

  private static let finding =
    "run.jsonl:2: error[wrong-type] the value is a string, which it may not be  /x   got string(6)"
    + "   expected type \"integer\"  (Contracts/small.bridge.json:5:74)\n"

  @Test("a finding is a line with its place in the log and in the contract")
  func concise() throws {
    try run.write(SmallContract.good + SmallContract.bad, to: "run.jsonl")
    let result = try run("validate", "run.jsonl")
    #expect(
      result.out == Self.finding
        + "run.jsonl: 1 error in 2 messages in 2 lines (wrong-type 1)\n")
    #expect(result.err.isEmpty)
    #expect(result.status == 1)
  }

  @Test("nothing found is success")
  func good() throws {
    let result = try run("validate", "-", stdin: SmallContract.good)
    #expect(result.out == "-: no findings in 1 message in 1 line\n")
    #expect(result.status == 0)
  }

  @Test("the same input gives the same bytes, in every format", arguments: OutputFormat.allCases)
  func formats(_ format: OutputFormat) throws {
    try run.write(SmallContract.good + SmallContract.bad, to: "run.jsonl")
    let first = try run("validate", "run.jsonl", "--format", format.rawValue)
    let second = try run("validate", "run.jsonl", "--format=\(format.rawValue)=report")
    #expect(first.out.contains("wrong-type"))
    #expect(!first.out.contains("secret"))
    #expect(first.status == 1)
    #expect(try run.text("report") == first.out)
    #expect(second.out.hasPrefix(Self.finding))
  }

  @Test("a GitHub runner gets annotations without asking")
  func gitHub() throws {
    try run.write(SmallContract.bad, to: "run.jsonl")
    let result = try run("validate", "run.jsonl", environment: ["GITHUB_ACTIONS": "true"])
    #expect(result.out.contains("\n::error ") || result.out.hasPrefix("::error "))
    #expect(result.out.contains("run.jsonl:1: error[wrong-type]"))
    let json = try run(
      "validate", "run.jsonl", "--format", "json", environment: ["GITHUB_ACTIONS": "true"])
    #expect(json.out.hasPrefix("{"))
    #expect(json.err.contains("::error "))
  }

  @Test("--fail-on decides what is a failure")
  func failOn() throws {
    let unknownField = SmallContract.line("{\"kind\": \"tap\", \"x\": 1, \"y\": 2}")
    for (input, failOn, status) in [
      (SmallContract.bad, "error", 1), (SmallContract.bad, "warning", 1),
      (SmallContract.bad, "never", 0), (unknownField, "error", 0), (unknownField, "warning", 1),
    ] as [(String, String, Int32)] {
      let result = try run("validate", "-", "--fail-on", failOn, stdin: input)
      #expect(result.status == status, "\(failOn)")
    }
  }

  @Test("--max-findings bounds what is explained and counts the rest")
  func maxFindings() throws {
    let log = String(repeating: SmallContract.bad, count: 30)
    let result = try run("validate", "-", "--max-findings", "2", "--format", "jsonl", stdin: log)
    let lines = result.out.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines.last?.contains("\"errors\":30") == true)
    #expect(lines.last?.contains("\"explained\":2") == true)
    #expect(result.status == 1)
  }

  @Test("--line shows one line again, --show-values its values")
  func oneLine() throws {
    try run.write(SmallContract.bad + SmallContract.good + SmallContract.bad, to: "run.jsonl")
    let result = try run("validate", "run.jsonl", "--line", "3", "--show-values")
    #expect(result.out.hasPrefix("run.jsonl:3: error[wrong-type]"))
    #expect(result.out.contains("\"secret\""))
    #expect(!result.out.contains("run.jsonl:1:"))
  }

  @Test("a log of another shape is read through a map, from options or the project file")
  func map() throws {
    let log = "{\"dir\": {\"x\": \"out\"}, \"msg\": {\"kind\": \"tap\", \"x\": \"1\"}}\n"
    let words = "body=/msg,direction=/dir/x,direction.out=webToNative"
    let result = try run("validate", "-", "--map", words, stdin: log)
    #expect(result.out.contains("error[wrong-type]"))
    #expect(result.status == 1)
    try run.write(
      """
      {"contracts": ["Contracts"], "failOn": "never", "formats": ["jsonl"],
       "log": {"map": {"body": "/msg", "direction": "/dir/x", "direction.out": "webToNative"}}}
      """, to: "bridge-contract.json")
    let project = try run("validate", "-", stdin: log)
    #expect(project.out.contains("\"cause\":\"wrong-type\""))
    #expect(project.status == 0)
    let isolated = try run("validate", "-", "--isolated", stdin: log)
    #expect(isolated.out.contains("error[bad-line]"))
  }

  @Test("--channel takes lines as bodies")
  func channel() throws {
    let result = try run(
      "validate", "-", "--channel", "bridge", stdin: "{\"kind\": \"tap\", \"x\": 1}\n")
    #expect(result.status == 0)
  }

  @Test("options that make no sense are wrong use")
  func wrongUse() throws {
    for (arguments, words) in [
      (["--map", "bdy=/x"], "is no field of a log line; did you mean"),
      (["--map", "body"], "--map wants NAME=PLACE, separated by commas, not 'body'"),
      (["--line", "0"], "--line wants a whole number from 1, not '0'"),
      (["--format", "jsn"], "did you mean --format json?"),
      (["--format", "json", "--format", "md"], "two reports on standard output: json and md"),
      (["--config", "a", "--isolated"], "--config and --isolated contradict each other"),
    ] {
      let result = try Run.product(
        "bridge-contract", ["validate", "-"] + arguments, in: run.folder.url)
      #expect(result.err.contains(words), "\(result.err)")
      #expect(result.out.isEmpty)
      #expect(result.status == 2)
    }
    let none = try run("validate")
    #expect(none.err.hasPrefix("error: validate needs a log, or - for the input\n"))
    #expect(none.status == 2)
  }
}
