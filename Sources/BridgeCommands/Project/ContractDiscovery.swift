/// Finds contract files: where they are named, and where nobody named any.
enum ContractDiscovery {
  static let suffix = ".bridge.json"
  /// The folder that counts without being named.
  static let folder = "Contracts"

  /// The files that these names stand for, each file once.
  ///
  /// A folder means its `*.bridge.json`, not those of its sub-folders; one without any is an error,
  /// since a mistyped folder must not look like success.
  static func files(named names: [String]) throws(FileError) -> [String] {
    var files: [String] = []
    for name in names {
      if name == "-" {
        files.append(name)
        continue
      }
      switch Files.kind(of: name) {
      case .folder:
        let found = try contracts(in: name)
        if found.isEmpty {
          throw FileError(path: name, problem: "no *\(suffix) in this folder")
        }
        files += found
      case .missing:
        throw FileError(path: name, problem: SystemError.notFound.words)
      case .file, .other: files.append(name)
      }
    }
    return unique(files)
  }

  /// `Contracts/*.bridge.json` of the nearest folder upward that has such files; empty where none
  /// has.
  static func nearest(from workingFolder: String) throws(FileError) -> [String] {
    for way in Path.upward(from: workingFolder) {
      let candidate = Path.join(way, folder)
      guard Files.kind(of: candidate) == .folder else { continue }
      let found = try contracts(in: candidate)
      if !found.isEmpty { return found }
    }
    return []
  }

  /// The nearest project file upward.
  static func projectFile(from workingFolder: String) -> String? {
    Path.upward(from: workingFolder).map { Path.join($0, ProjectFile.name) }
      .first { Files.kind(of: $0) == .file }
  }

  private static func contracts(in folder: String) throws(FileError) -> [String] {
    try Files.names(in: folder)
      .filter { Path.hasSuffix($0, suffix) && $0.utf8.first != UInt8(ascii: ".") }
      .map { Path.join(folder, $0) }
      .filter { Files.kind(of: $0) != .folder }
  }

  /// One path for each file: a contract that is named twice would claim its own messages twice.
  private static func unique(_ paths: [String]) -> [String] {
    var seen: Set<Files.Identity> = []
    return paths.filter { path in
      guard let identity = Files.identity(of: path) else { return true }
      return seen.insert(identity).inserted
    }
  }
}
