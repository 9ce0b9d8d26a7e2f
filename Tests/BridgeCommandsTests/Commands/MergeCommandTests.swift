import Foundation
import TestSupport
import Testing

@Suite("merge")
struct MergeCommandTests {
  private let run: ToolRun

  init() throws {
    run = try ToolRun()
    try run.write(SmallContract.text, to: "Contracts/small.bridge.json")
  }

  @Test("the sum of parts is what one run over the whole prints")
  func sum() throws {
    try run.write(SmallContract.good + SmallContract.bad, to: "a.jsonl")
    try run.write(SmallContract.bad + "{\n", to: "b.jsonl")
    let whole = try run("validate", "a.jsonl", "b.jsonl", "--summary")
    #expect(whole.status == 1)
    #expect(whole.out.contains(#""invalidLines":3"#))
    for name in ["a", "b"] {
      let part = try run("validate", "\(name).jsonl", "--summary")
      try run.write(part.out, to: "\(name).json")
    }
    let sum = try run("merge", "a.json", "b.json")
    #expect(sum.out == whole.out)
    #expect(sum.status == 1)
    try run.write(try run.text("a.json") + (try run.text("b.json")), to: "both.json")
    #expect(try run("merge", "both.json").out == whole.out)
    #expect(try run("merge", "both.json", "--fail-on", "never").status == 0)
  }

  @Test("what is no summary is wrong use")
  func refusal() throws {
    try run.write("{\"a\": 1}", to: "a.json")
    let result = try run("merge", "a.json")
    #expect(result.status == 2)
    #expect(result.err.contains("this is no summary of validate --summary"))
    #expect(try run("merge").status == 2)
  }

  @Test("any number of jobs and every engine give the same bytes")
  func jobs() throws {
    let lines = String(repeating: SmallContract.good + SmallContract.bad, count: 200)
    try run.write(lines + "[1, 2\n" + SmallContract.good, to: "run.jsonl")
    let one = try run("validate", "run.jsonl", "--format", "json")
    #expect(one.status == 1)
    for options in [
      ["--jobs", "2"], ["--jobs", "8"], ["--engine", "reference"], ["--engine", "json-c"],
    ] {
      let other = try run("validate", "run.jsonl", "--format", "json", options[0], options[1])
      #expect(other.out == one.out, "\(options)")
    }
  }
}
