public import Foundation

/// The test data that several projects share: `../shared` from the project's root.
///
/// It is not part of the repository. Tests that need it say `.enabled(if: Shared.has("suites"))`:
/// an absent folder skips them and says so once on stderr; a folder that is there but empty
/// makes `files(in:)` throw, since a suite without cases proves nothing.
public enum Shared {
  /// The folder, or nil where it is absent.
  public static let folder: URL? = {
    for path in ["../shared", "../../shared"] {
      let url = Project.folder.appendingPathComponent(path).standardizedFileURL
      var isFolder: ObjCBool = false
      if FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder),
        isFolder.boolValue
      {
        return url.resolvingSymlinksInPath()
      }
    }
    return nil
  }()

  /// Is there such a file or folder? Says loudly on stderr when there is not.
  public static func has(_ path: String) -> Bool {
    if let folder, FileManager.default.fileExists(atPath: folder.appendingPathComponent(path).path)
    {
      return true
    }
    FileHandle.standardError.write(Data("SKIPPED: ../shared/\(path) is absent\n".utf8))
    return false
  }

  /// A file or folder; throws where it is absent.
  public static func url(_ path: String) throws -> URL {
    guard let url = folder?.appendingPathComponent(path),
      FileManager.default.fileExists(atPath: url.path)
    else { throw SupportError("../shared/\(path) is absent") }
    return url
  }

  /// The bytes of a file.
  public static func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: url(path)))
  }

  /// The files with this extension in a folder, deeply, in byte order of their paths.
  ///
  /// Throws where the folder is absent or holds none: a suite without cases proves nothing.
  public static func files(in path: String, withExtension ext: String) throws -> [URL] {
    let root = try url(path)
    let all = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
    var found: [URL] = []
    while let file = all?.nextObject() as? URL {
      if file.pathExtension == ext { found.append(file) }
    }
    guard !found.isEmpty else { throw SupportError("../shared/\(path) holds no .\(ext) file") }
    return found.sorted { Array($0.path.utf8).lexicographicallyPrecedes(Array($1.path.utf8)) }
  }

  /// The same, but empty where the folder is absent: for the arguments of a parameterised test,
  /// which are computed before its `.enabled` condition is looked at.
  public static func filesIfPresent(in path: String, withExtension ext: String) -> [URL] {
    guard has(path) else { return [] }
    do {
      return try files(in: path, withExtension: ext)
    } catch {
      fatalError("\(error)")
    }
  }
}
