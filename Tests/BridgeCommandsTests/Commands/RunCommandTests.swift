import Foundation
import TestSupport
import Testing

/// A contract with a race: the handler is registered after the load, the page posts soon after it.
enum RacyContract {
  static let text = #"""
    {"bridgeContract": 1, "name": "racy", "version": "1.0.0", "framing": {"kind": "/kind"},
     "channels": {"bridge": {"from": "web", "via": "messageHandler"},
      "receive": {"from": "native", "via": "evaluate", "call": "App.receive"}},
     "messages": {
      "hello": {"on": "bridge", "payload": {"type": "object"}, "examples": [{"body": {"kind": "hello"}}]},
      "sync": {"on": "receive", "payload": {"type": "object"}, "examples": [{"body": {"kind": "sync"}}]}},
     "scenarios": {
      "late handler": {"page": [{"when": "inline", "do": [{"after": "2ms", "do": [{"send": "hello"}]}]}],
       "native": [{"when": "start", "do": [{"load": "page"}]}, {"when": "@loadFinished", "do": [{"register": "bridge"}]}]},
      "in time": {"page": [{"when": "inline", "do": [{"send": "hello"}]}],
       "native": [{"when": "hello", "do": [{"send": "sync"}]}]},
      "nobody there": {"page": [{"when": "inline", "do": [{"unregister": "receive"}]}],
       "native": [{"when": "@loadFinished", "do": [{"send": "sync"}]}], "fails": "function-missing"},
      "a log": {"log": [{"channel": "bridge", "body": {"kind": "hello"}}]}}}

    """#
}

@Suite("run")
struct RunCommandTests {
  private let run: ToolRun

  init() throws {
    run = try ToolRun()
    try run.write(RacyContract.text, to: "Contracts/racy.bridge.json")
  }

  @Test("every live scenario is played; what comes out as it says is success")
  func all() throws {
    let result = try run("run", "--format", "concise")
    #expect(
      result.out == """
        racy/late handler is clean (5 events)
        racy/in time is clean (6 events)
        racy/nobody there fails with function-missing, as it says (5 events)
        Contracts/racy.bridge.json: no findings in 3 scenarios

        """)
    #expect(result.status == 0)
  }

  @Test("a scenario by its name, in the order of a token, with its picture and its trace")
  func token() throws {
    let explored = try run("explore", "late handler")
    let token = try #require(
      explored.out.split(separator: "--schedule ").dropFirst().first?.split(separator: "\n").first)
    let result = try run(
      "run", "racy/late handler", "--schedule", String(token), "--trace", "trace.jsonl")
    #expect(result.status == 1)
    #expect(result.out.contains("handler-missing"))
    #expect(result.out.contains("t  native                      page\n"))
    let trace = try run.text("trace.jsonl")
    #expect(trace.contains(#""cause":"handler-missing""#))
    let judged = try run("validate", "trace.jsonl", "--format", "concise")
    #expect(judged.status == 1)
    #expect(judged.out.contains("error[handler-missing]"))
  }

  @Test("a seed draws an order, the same every time")
  func seed() throws {
    for seed in ["1", "2"] {
      let first = try run("run", "late handler", "--seed", seed, "--trace", "-")
      #expect(try run("run", "late handler", "--seed", seed, "--trace", "-").out == first.out)
      #expect(first.out.hasPrefix("{\"t\":0,"))
    }
  }

  @Test("a file with one scenario is played by the contract that takes it")
  func file() throws {
    try run.write(
      #"{"page": [{"when": "inline", "do": [{"send": "hello"}, {"send": "hello"}]}], "native": []}"#,
      to: "twice.json")
    let result = try run("run", "twice.json")
    #expect(result.out.hasPrefix("twice.json is clean (6 events)\n"))
    #expect(result.status == 0)
    try run.write(#"{"page": 1}"#, to: "broken.json")
    #expect(try run("run", "broken.json").status == 2)
  }

  @Test("wrong use names the nearest scenario, the contradiction, the missing engine")
  func refusals() throws {
    let typo = try run("run", "late handlr")
    #expect(typo.status == 2)
    #expect(typo.err.contains("did you mean \"late handler\"?"))
    let log = try run("run", "a log")
    #expect(log.status == 2)
    #expect(log.err.contains("is a log, which no engine runs"))
    #expect(try run("run", "--seed", "1", "--schedule", "-").status == 2)
    #expect(try run("run", "--schedule", "1-x").status == 2)
    try run.write(SmallContract.text, to: "small.bridge.json")
    #expect(try run("run", "small.bridge.json").status == 3)
  }

  @Test("the traces of several scenarios are one log, which validate reads")
  func traces() throws {
    let contract = Project.url("Contracts/sync.bridge.json").path
    let result = try run("run", "--contract", contract, "--trace", "all.jsonl")
    #expect(result.status == 0)
    let judged = try run("validate", "--contract", contract, "all.jsonl", "--format", "concise")
    #expect(!judged.out.contains("malformed-json"))
    #expect(judged.out.contains("error[function-missing]"))
    #expect(try run.text("all.jsonl").contains(#"{"session":"sync/question and answer","#))
  }

  @Test(
    "a token that fits no order is wrong use, told with the place and what could be chosen there")
  func misfit() throws {
    let choice = try run("run", "late handler", "--schedule", "0-999")
    #expect(choice.status == 2)
    #expect(choice.out.isEmpty)
    #expect(choice.err.hasPrefix("error: --schedule 0-999 fits nothing that is played\n"))
    #expect(choice.err.contains("  racy/late handler: place 0 has the possibilities 0 "))
    let place = try run("run", "--schedule", "700-1")
    #expect(place.status == 2)
    #expect(place.err.contains("there is no place 700: the run has "))
    #expect(try run("run", "late handler", "--schedule", "-").status != 2)
    let seed = try run("run", "--seed", "99999999999999999999")
    #expect(seed.status == 2)
    #expect(seed.err.contains("--seed wants a whole number from 0 to 9223372036854775807"))
  }
}
