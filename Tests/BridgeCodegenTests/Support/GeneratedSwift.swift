import BridgeContract
import Foundation
import TestSupport

@testable import BridgeCodegen

/// Compiles generated Swift against the modules that this very test was built with.
struct GeneratedSwift {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The compiler's own flags: Swift 6, warnings are errors, and the features that this package uses.
  private static let flags = [
    "-swift-version", "6", "-warnings-as-errors", "-enable-upcoming-feature", "ExistentialAny",
    "-enable-upcoming-feature", "InternalImportsByDefault", "-enable-upcoming-feature",
    "MemberImportVisibility", "-module-name", "Generated",
  ]

  /// The rooms that generated code stands on.
  private static let rooms = [
    "ByteScan", "BridgeFindings", "BridgeJSON", "ECMARegex", "BridgeSchema", "BridgeContract",
    "BridgeScript", "BridgeClient",
  ]

  private func compile(_ arguments: [String], _ files: [String]) throws -> Run {
    let products = Run.products
    let modules = products.appendingPathComponent("Modules").path
    let map = products.appendingPathComponent("ByteScan.build/module.modulemap").path
    return try Run.command(
      "/usr/bin/env",
      ["swiftc"] + Self.flags + arguments
        + ["-I", modules, "-Xcc", "-fmodule-map-file=\(map)"] + files,
      in: folder.url, limit: 500)
  }

  /// Whether the files compile; the compiler's words otherwise.
  func typeCheck(_ files: [GeneratedFile]) throws -> String? {
    let paths = try files.map { try folder.write($0.text, to: $0.path).path }
    let run = try compile(["-typecheck", "-wmo"], paths)
    return run.status == 0 ? nil : run.out + run.err
  }

  /// Links the files with `Fixtures/generate/Probe.swift`; gives the executable.
  func probe(_ contracts: [Contract]) throws -> URL {
    var paths = try contracts.flatMap { contract in
      try GeneratorTarget.swift.generate(contract).map {
        try folder.write($0.text, to: $0.path).path
      }
    }
    paths.append(try folder.write(Self.probes(contracts), to: "ContractProbes.swift").path)
    paths.append(Fixtures.url("generate/Probe.swift").path)
    let executable = folder.url.appendingPathComponent("probe")
    let run = try compile(
      ["-parse-as-library", "-Onone", "-wmo", "-o", executable.path], paths + Self.objects())
    guard run.status == 0 else { throw SupportError(run.out + run.err) }
    return executable
  }

  /// The object files of the rooms, as the package built them.
  private static func objects() throws -> [String] {
    try rooms.flatMap { room in
      let folder = Run.products.appendingPathComponent("\(room).build")
      let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
      var found: [String] = []
      while let file = all?.nextObject() as? URL {
        if file.pathExtension == "o" { found.append(file.path) }
      }
      guard !found.isEmpty else { throw SupportError("\(folder.path) holds no object file") }
      return found.sorted()
    }
  }

  /// The table of contracts and messages for the probe.
  private static func probes(_ contracts: [Contract]) -> String {
    var out = "import BridgeClient\n\nnonisolated(unsafe) let contractProbes: "
    out += "[String: (String, [String: MessageProbe])] = [\n"
    for contract in contracts {
      let model = ModelBuilder.build(contract)
      let names = SwiftNames(model)
      out += "  \"\(contract.name)\": (\(names.contract).contract, \(names.contract)Probes),\n"
    }
    out += "]\n"
    for contract in contracts {
      let model = ModelBuilder.build(contract)
      let names = SwiftNames(model)
      out += "nonisolated(unsafe) let \(names.contract)Probes: [String: MessageProbe] = [\n"
      for (index, message) in model.messages.enumerated() {
        out += "  \(Literals.swift(message.name)): "
        out += "probe(\(names.contract).\(names.messages[index]).self),\n"
      }
      out += "]\n"
    }
    return out
  }
}
