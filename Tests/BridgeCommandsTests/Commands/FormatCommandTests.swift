import Foundation
import TestSupport
import Testing

@testable import BridgeCommands

@Suite("fmt")
struct FormatCommandTests {
  private let run: ToolRun
  init() throws { run = try ToolRun() }

  private static let ugly = "{\"version\":\"1.0.0\",\"name\":\"x\",\"bridgeContract\":1}"
  private static let canonical = """
    {
      "bridgeContract": 1,
      "name": "x",
      "version": "1.0.0"
    }

    """

  @Test("files are rewritten in place, and named")
  func inPlace() throws {
    try run.write(Self.ugly, to: "Contracts/a.bridge.json")
    try run.write(Self.canonical, to: "Contracts/b.bridge.json")
    let result = try run("fmt")
    #expect(result.out == "formatted  Contracts/a.bridge.json\n")
    #expect(result.err.isEmpty)
    #expect(result.status == 0)
    #expect(try run.text("Contracts/a.bridge.json") == Self.canonical)
    #expect(try run("fmt").out.isEmpty)
  }

  @Test("--check writes nothing")
  func check() throws {
    try run.write(Self.ugly, to: "Contracts/a.bridge.json")
    let result = try run("fmt", "--check")
    #expect(result.out == "Contracts/a.bridge.json: not in its canonical text\n")
    #expect(result.status == 1)
    #expect(try run.text("Contracts/a.bridge.json") == Self.ugly)
    _ = try run("fmt", "Contracts/a.bridge.json")
    #expect(try run("fmt", "--check").status == 0)
  }

  @Test("- goes from standard input to standard output")
  func stream() throws {
    let result = try run("fmt", "-", stdin: Self.ugly)
    #expect(result.out == Self.canonical)
    #expect(result.status == 0)
  }

  @Test("a text that is no JSON is left alone")
  func broken() throws {
    try run.write("{\n  \"a\": }", to: "a.bridge.json")
    let result = try run("fmt", "a.bridge.json")
    #expect(result.err == "error: a.bridge.json:2:8: a value is expected here\n")
    #expect(result.status == 2)
    #expect(try run.text("a.bridge.json") == "{\n  \"a\": }")
  }

  @Test("what init writes is canonical")
  func initialised() throws {
    let result = try run("fmt", "-", stdin: ReadySyncContract.text)
    #expect(result.out == ReadySyncContract.text)
  }
}
