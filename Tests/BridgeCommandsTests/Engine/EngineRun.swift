import Foundation
import TestSupport
import Testing

/// The built command on the real engine, where the engine host is built.
struct EngineRun {
  static var isThere: Bool { LocatorEngine.isThere }

  let tool: ToolRun
  /// Marks every process that the command starts, directly or not.
  let mark = UUID().uuidString

  init() throws {
    tool = try ToolRun()
    try tool.write(
      try Fixtures.text("../Contracts/sync.bridge.json"), to: "Contracts/sync.bridge.json")
    try tool.write(try Fixtures.text("BridgeFixture.html"), to: "fixture.html")
  }

  /// A page: the fixture with something changed.
  @discardableResult
  func fixture(_ name: String = "page.html", _ change: (String) -> String) throws -> String {
    try tool.write(change(try Fixtures.text("BridgeFixture.html")), to: name)
    return name
  }

  var environment: [String: String] {
    get throws {
      let path = try #require(LocatorEngine.path, "the engine host is not built: make engine-host")
      return ["BRIDGE_ENGINE_HOST": path, "BRIDGE_TEST_MARK": mark]
    }
  }

  /// Runs the command to its end.
  func callAsFunction(
    _ arguments: String..., environment more: [String: String] = [:],
    output: Run.Output = .kept
  ) throws -> Run {
    try Run.product(
      "bridge-contract", arguments, in: tool.folder.url,
      environment: try environment.merging(more) { $1 }, output: output, limit: 120)
  }

  /// Starts the command, calls `body` as soon as its output holds a text, and waits for its end.
  func interrupt(
    _ arguments: [String], at text: String, _ body: (Process) throws -> Void
  ) throws -> (status: Int32, out: String, err: String) {
    let process = Process()
    process.executableURL = Run.products.appendingPathComponent("bridge-contract")
    process.arguments = arguments
    process.currentDirectoryURL = tool.folder.url
    process.environment = try environment.merging(
      ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "", "LANG": "C.UTF-8"]) { $1 }
    let (output, errors) = (Pipe(), tool.folder.url.appendingPathComponent("stderr"))
    try Data().write(to: errors)
    process.standardOutput = output
    process.standardError = try FileHandle(forWritingTo: errors)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    var out = Data()
    var isDone = false
    while true {
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { break }
      out += more
      if !isDone, String(decoding: out, as: UTF8.self).contains(text) {
        isDone = true
        try body(process)
      }
    }
    process.waitUntilExit()
    #expect(isDone, "the output never held \(text)")
    let status = process.terminationReason == .exit ? process.terminationStatus : -1
    return (
      status, String(decoding: out, as: UTF8.self),
      try String(contentsOf: errors, encoding: .utf8)
    )
  }

  // MARK: Processes

  /// Processes that the command started and that are there, by their names.
  func processes() -> [(pid: pid_t, name: String)] {
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return entries.compactMap { pid_t($0) }.sorted().compactMap { pid in
      guard pid != getpid(),
        let environ = FileManager.default.contents(atPath: "/proc/\(pid)/environ"),
        environ.range(of: Data("BRIDGE_TEST_MARK=\(mark)".utf8)) != nil,
        let name = FileManager.default.contents(atPath: "/proc/\(pid)/comm")
      else { return nil }
      return (pid, String(decoding: name, as: UTF8.self).trimmingCharacters(in: .newlines))
    }
  }

  /// Sends a signal to the processes whose name begins so.
  func signal(_ number: Int32, _ name: String) throws {
    let found = processes().filter { $0.name.hasPrefix(name) }
    try #require(!found.isEmpty, "no process \(name) among \(processes())")
    for process in found { kill(process.pid, number) }
  }

  /// The names of processes that are still there, after a moment in which killed ones may go.
  func leftovers() -> [String] {
    for _ in 0..<500 {
      if processes().isEmpty { return [] }
      _ = poll(nil, 0, 10)
    }
    return processes().map(\.name)
  }
}
