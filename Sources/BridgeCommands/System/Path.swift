/// Paths as text. Everything works on what the user gave: links are not followed, nothing is
/// looked up.
enum Path {
  static func join(_ folder: String, _ name: String) -> String {
    if name.utf8.first == UInt8(ascii: "/") || folder.isEmpty || folder == "." { return name }
    return folder.utf8.last == UInt8(ascii: "/") ? folder + name : folder + "/" + name
  }

  /// The last part.
  static func name(of path: String) -> String {
    let parts = path.utf8.split(separator: UInt8(ascii: "/"))
    return parts.last.map { String($0) ?? "" } ?? path
  }

  /// What is before the last part: `.` where there is nothing.
  static func folder(of path: String) -> String {
    var bytes = Array(path.utf8)
    let slash = UInt8(ascii: "/")
    while bytes.count > 1, bytes.last == slash { bytes.removeLast() }
    guard let cut = bytes.lastIndex(of: slash) else { return "." }
    return cut == 0 ? "/" : String(decoding: bytes[..<cut], as: UTF8.self)
  }

  static func hasSuffix(_ path: String, _ suffix: String) -> Bool {
    path.utf8.count >= suffix.utf8.count
      && path.utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
  }

  /// The folders from the working folder to the root, each with the way to it from the working
  /// folder: `.`, `..`, `../..`. O(depth).
  static func upward(from workingFolder: String) -> [String] {
    let depth = workingFolder.utf8.split(separator: UInt8(ascii: "/")).count
    var ways = ["."]
    for level in 0..<depth {
      ways.append(Array(repeating: "..", count: level + 1).joined(separator: "/"))
    }
    return ways
  }

  static func isAbsolute(_ path: String) -> Bool { path.utf8.first == UInt8(ascii: "/") }

  /// The path without `.`, and without `..` where something stands before it.
  static func normal(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") {
      if part == "." { continue }
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else {
        parts.append(part)
      }
    }
    return (isAbsolute(path) ? "/" : "") + parts.joined(separator: "/")
  }
}
