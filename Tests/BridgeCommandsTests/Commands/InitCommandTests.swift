import Foundation
import TestSupport
import Testing

@testable import BridgeCommands

@Suite("init")
struct InitCommandTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func initialise(_ arguments: String...) throws -> Run {
    try Run.product("bridge-contract", ["init"] + arguments, in: folder.url)
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: folder.url.appendingPathComponent(path), encoding: .utf8)
  }

  @Test("everything is written, and the next step said")
  func fresh() throws {
    let run = try initialise()
    #expect(run.status == 0)
    #expect(run.err.isEmpty)
    for file in Command.projectFiles {
      #expect(run.out.contains("wrote  \(file.path)\n"))
      #expect(try text(file.path) == file.text)
    }
    #expect(run.out.contains("\nNext:\n  bridge-contract\n"))
  }

  @Test("what is there is left alone, all or nothing")
  func taken() throws {
    try folder.write("mine", to: "Contracts/sync.bridge.json")
    let run = try initialise()
    #expect(run.status == 2)
    #expect(run.out.isEmpty)
    #expect(
      run.err == "error: Contracts/sync.bridge.json is there already\n"
        + "  nothing was written; --force overwrites\n")
    #expect(try text("Contracts/sync.bridge.json") == "mine")
    #expect(
      !FileManager.default.fileExists(atPath: folder.url.appendingPathComponent("Tests").path))
  }

  @Test("--force overwrites; a second run changes nothing")
  func forced() throws {
    try folder.write("mine", to: "Contracts/sync.bridge.json")
    let run = try initialise("--force")
    #expect(run.status == 0)
    #expect(run.out.hasPrefix("overwrote  Contracts/sync.bridge.json\n"))
    let again = try initialise()
    #expect(again.status == 0)
    #expect(again.out.hasPrefix("unchanged  Contracts/sync.bridge.json\n"))
  }

  @Test("another folder is made where it is missing")
  func elsewhere() throws {
    let run = try initialise("new/app")
    #expect(run.status == 0)
    #expect(try text("new/app/Contracts/sync.bridge.json") == ReadySyncContract.text)
  }

  @Test("what is written is compiled, run and in the bundle of the sample app")
  func starterTest() throws {
    for file in Command.projectFiles {
      let source = try String(
        contentsOf: Project.url("Fixtures/SampleApp/\(file.path)"), encoding: .utf8)
      #expect(file.text == source, "\(file.path)")
    }
  }

  @Test("what the test needs of Package.swift is printed, as the sample app has it")
  func packageLines() throws {
    let run = try initialise()
    let package = try String(
      contentsOf: Project.url("Fixtures/SampleApp/Package.swift"), encoding: .utf8)
    let lines = run.out.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    let start = try #require(lines.firstIndex(of: ".testTarget("))
    for line in lines[start..<(start + 4)] { #expect(package.contains(line), "\(line)") }
    #expect(lines.contains(#".package(url: "…/bridge-contract", branch: "main"),"#))
  }
}
