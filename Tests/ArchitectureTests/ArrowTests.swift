import Foundation
import TestSupport
import Testing

@Suite("Arrows between rooms")
struct ArrowTests {
  private static let platform: Set<String> = [
    "Glibc", "Musl", "Darwin", "Synchronization", "Swift",
  ]

  @Test("the documented table and the package description say the same")
  func sameTable() throws {
    let documented = try PackageTable.documented().arrows
    let declared = try PackageTable.declared()
    #expect(Set(documented.keys) == Set(declared.keys))
    for (room, uses) in declared { #expect(documented[room] == uses, "\(room)") }
  }

  @Test("arrows only run upward in the table, so there is no circle")
  func order() throws {
    let (arrows, order) = try PackageTable.documented()
    for (room, uses) in arrows {
      let place = try #require(order.firstIndex(of: room))
      for used in uses {
        let other = try #require(order.firstIndex(of: used), "\(room) uses \(used)")
        #expect(other < place, "\(room) uses \(used), which stands below it")
      }
    }
  }

  @Test("every room's folder is in the table")
  func folders() throws {
    let rooms = Set(try PackageTable.documented().arrows.keys)
    let folders = try FileManager.default.contentsOfDirectory(atPath: Project.url("Sources").path)
    #expect(Set(folders.filter { !$0.hasPrefix(".") }) == rooms)
  }

  @Test("no source imports what its room's row does not name")
  func imports() throws {
    let arrows = try PackageTable.documented().arrows
    var seen = 0
    for (room, uses) in arrows {
      for source in try PackageTable.sources(of: room) {
        seen += 1
        // Glue for Apple's WebKit: compiled where that is, or against declarations in the tests.
        let isGlue = source.deletingLastPathComponent().lastPathComponent == "Apple"
        if isGlue {
          let text = try String(contentsOf: source, encoding: .utf8)
          #expect(text.hasPrefix("#if canImport(WebKit) || "), "\(source.lastPathComponent)")
        }
        for module in try PackageTable.imports(of: source) {
          let isAllowed =
            uses.contains(module) || Self.platform.contains(module)
            || (room == "bridge-bench" && module == "Foundation")
            || (room == "BridgeTesting" && ["Testing", "XCTest", "Foundation"].contains(module))
            || isGlue && [room, "Foundation", "WebKit"].contains(module)
          #expect(isAllowed, "\(room)/\(source.lastPathComponent) imports \(module)")
        }
      }
    }
    #expect(seen > 30)
  }

  @Test(
    "the reader of imports sees every way to write one",
    arguments: [
      ("import A", "A"), ("  public import A", "A"), ("@testable import A", "A"),
      ("@_spi(Tools) import struct A.B", "A"), ("@usableFromInline internal import A", "A"),
      ("// import A", nil), ("let important = 1", nil),
    ] as [(String, String?)])
  func reader(_ line: String, _ module: String?) throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(line + "\n", to: "x.swift")
    #expect(try PackageTable.imports(of: file) == Set([module].compactMap { $0 }))
  }
}
