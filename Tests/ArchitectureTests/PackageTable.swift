import Foundation
import TestSupport

/// The rooms and arrows of the package, as three places tell them.
enum PackageTable {
  /// Room to the rooms it may use.
  typealias Arrows = [String: Set<String>]

  /// From the table in the documentation.
  static func documented() throws -> (arrows: Arrows, order: [String]) {
    let text = try String(
      contentsOf: Project.url("Sources/BridgeContract/BridgeContract.docc/Architecture.md"),
      encoding: .utf8)
    var arrows: Arrows = [:]
    var order: [String] = []
    for line in text.split(separator: "\n") where line.hasPrefix("| `") {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 3 else { throw SupportError("not three cells: \(line)") }
      let room = cells[0].trimmingCharacters(in: ["`"])
      arrows[room] = Set(words(in: cells[2], between: "`"))
      order.append(room)
    }
    if arrows.count < 10 { throw SupportError("the table of rooms was not found") }
    return (arrows, order)
  }

  /// From the source of `Package.swift`: `swift package describe` would take seconds and a lock.
  static func declared() throws -> Arrows {
    let source = try String(contentsOf: Project.url("Package.swift"), encoding: .utf8)
    var arrows: Arrows = [:]
    // ("Name", ["A", "B"]) in the tables of rooms.
    for table in ["let core", "let tools"] {
      guard let start = source.range(of: table),
        let end = source.range(of: "\n]\n", range: start.upperBound..<source.endIndex)
      else { throw SupportError("\(table) was not found in Package.swift") }
      let body = source[start.upperBound..<end.lowerBound]
      for match in body.matches(of: /\(\s*"([A-Za-z-]+)",\s*\[([^\]]*)\]/) {
        arrows[String(match.1)] = Set(words(in: String(match.2), between: "\""))
      }
    }
    // .target(name: "X", dependencies: ["A"]) for all others.
    for match in source.matches(
      of:
        /\.(?:target|executableTarget|systemLibrary)\(\s*name: "([A-Za-z-]+)"([^\[\)]*\[[^\]]*\])?/)
    {
      let rest = match.2.map(String.init) ?? ""
      arrows[String(match.1)] =
        rest.contains("dependencies:") ? Set(words(in: rest, between: "\"")) : []
    }
    arrows["TestSupport"] = nil
    return arrows
  }

  /// Every Swift source of a room.
  static func sources(of room: String) throws -> [URL] {
    let folder = Project.url("Sources/\(room)")
    guard let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    else { throw SupportError("no folder \(folder.path)") }
    return files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
  }

  /// The modules that a source imports. Deeper than one level of `#if` is text of another program.
  static func imports(of source: URL) throws -> Set<String> {
    let text = try String(contentsOf: source, encoding: .utf8)
    var modules: Set<String> = []
    let pattern =
      /^ {0,2}(?:@[A-Za-z_]+(?:\([A-Za-z]*\))?[ \t]+)*(?:(?:public|package|internal|private|fileprivate)[ \t]+)?import[ \t]+(?:(?:struct|class|enum|func|protocol|var|let|typealias)[ \t]+)?([A-Za-z_][A-Za-z0-9_]*)/
    for line in text.split(separator: "\n") {
      if let match = line.prefixMatch(of: pattern) { modules.insert(String(match.1)) }
    }
    return modules
  }

  private static func words(in text: String, between mark: Character) -> [String] {
    text.split(separator: mark, omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }
  }
}
