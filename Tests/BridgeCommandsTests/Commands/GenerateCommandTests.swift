import Foundation
import TestSupport
import Testing

@testable import BridgeCommands

@Suite("generate, fake, init --from")
struct GenerateCommandTests {
  private let run: ToolRun
  init() throws {
    run = try ToolRun()
    try run.write(
      try String(contentsOf: Project.url("Contracts/sync.bridge.json"), encoding: .utf8),
      to: "Contracts/sync.bridge.json")
  }

  @Test(
    "files are written, only where bytes change; --check names what is stale and writes nothing")
  func swift() throws {
    let first = try run("generate", "swift", "--output", "Generated")
    #expect(first.out == "wrote  Generated/Sync.swift\n")
    #expect(first.status == 0)
    let text = try run.text("Generated/Sync.swift")
    #expect(try run("generate", "swift", "--output", "Generated").out.isEmpty)
    #expect(try run("generate", "swift", "--output", "Generated", "--check").status == 0)

    try run.write("old", to: "Generated/Sync.swift")
    let stale = try run("generate", "swift", "--output", "Generated", "--check")
    #expect(stale.out == "stale  Generated/Sync.swift\n")
    #expect(stale.status == 1)
    #expect(try run.text("Generated/Sync.swift") == "old")
    #expect(
      try run("generate", "swift", "--output", "Generated").out
        == "rewrote  Generated/Sync.swift\n")
    #expect(try run.text("Generated/Sync.swift") == text)
    let missing = try run("generate", "docs", "--output", "docs", "--check")
    #expect(missing.out == "missing  docs/sync.md\n")
    #expect(missing.status == 1)
  }

  @Test("fake writes one file, and asks which side")
  func fake() throws {
    let none = try run("fake")
    #expect(none.status == 2)
    #expect(none.err.contains("--as"))
    let native = try run("fake", "--as", "native")
    #expect(native.out == "wrote  sync-fake-native.js\n")
    #expect(try run.text("sync-fake-native.js").contains("bridgeFakeNative(contract);"))
    #expect(try run("fake", "--as", "web", "--output", "-").out.hasPrefix("<!doctype html>"))
  }

  @Test("init --from drafts a contract that check loads, and widens it with more traffic")
  func draft() throws {
    let line = #"{"direction":"webToNative","body":{"type":"open","id":NUMBER,"data":{"n":VALUE}}}"#
    func log(_ value: String) -> String {
      (1...4).map {
        line.replacing("NUMBER", with: String($0)).replacing("VALUE", with: value) + "\n"
      }.joined()
    }
    try run.write(log("1"), to: "one.jsonl")
    try run.write(log("\"x\""), to: "two.jsonl")
    let first = try run("init", "--from", "one.jsonl", "--name", "shop")
    #expect(first.out.hasPrefix("wrote  Contracts/shop.bridge.json\n1 messages;"))
    #expect(first.status == 0)
    let text = try run.text("Contracts/shop.bridge.json")
    #expect(text.contains(#""x-evidence": "4 seen""#))
    let check = try run("check", "Contracts/shop.bridge.json")
    #expect(check.status == 0)
    #expect(check.out.contains("x-evidence"))
    #expect(try run("fmt", "--check", "Contracts/shop.bridge.json").status == 0)
    func validate(_ log: String) throws -> Run {
      try run("validate", "--contract", "Contracts/shop.bridge.json", log)
    }
    #expect(try validate("one.jsonl").status == 0)
    #expect(try validate("two.jsonl").status == 1)
    let more = try run("init", "--from", "two.jsonl", "--name", "shop")
    #expect(more.out.hasPrefix("widened  Contracts/shop.bridge.json\n"))
    for file in ["one.jsonl", "two.jsonl"] {
      #expect(try validate(file).status == 0)
    }
    try run.write("{\"event\":\"@loadStarted\"}\n", to: "none.jsonl")
    #expect(try run("init", "--from", "none.jsonl").status == 3)
    #expect(try run("init", "--from").status == 2)
  }
}
