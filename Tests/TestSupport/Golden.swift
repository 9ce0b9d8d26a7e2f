import Foundation

/// Outputs kept under `Fixtures/golden` and compared byte by byte.
///
/// `RECORD_GOLDEN=1 swift test --filter …` writes them anew. A recording run fails, so that nobody
/// mistakes it for a passing one, and a CI machine (`CI` is set) never records.
public enum Golden {
  /// Compares `actual` with the golden file, or records it. Throws on any difference.
  public static func check(_ actual: [UInt8], _ path: String) throws {
    let url = Fixtures.url("golden/\(path)")
    if isRecording {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(actual).write(to: url)
      throw SupportError(
        "recorded Fixtures/golden/\(path); read it, then run without RECORD_GOLDEN")
    }
    guard let data = try? Data(contentsOf: url) else {
      throw SupportError("Fixtures/golden/\(path) is missing: run once with RECORD_GOLDEN=1")
    }
    let expected = [UInt8](data)
    guard expected != actual else { return }
    throw SupportError("Fixtures/golden/\(path) differs:\n\(difference(expected, actual))")
  }

  /// The same for text.
  public static func check(_ actual: String, _ path: String) throws {
    try check(Array(actual.utf8), path)
  }

  private static var isRecording: Bool {
    let environment = ProcessInfo.processInfo.environment
    return environment["RECORD_GOLDEN"] == "1" && environment["CI"] == nil
  }

  /// The first differing line of both, with its number.
  private static func difference(_ expected: [UInt8], _ actual: [UInt8]) -> String {
    let a = expected.split(separator: 0x0A, omittingEmptySubsequences: false)
    let b = actual.split(separator: 0x0A, omittingEmptySubsequences: false)
    for index in 0..<max(a.count, b.count) {
      let left = index < a.count ? String(decoding: a[index], as: UTF8.self) : "(end)"
      let right = index < b.count ? String(decoding: b[index], as: UTF8.self) : "(end)"
      if left != right || (index < a.count && index < b.count && a[index] != b[index]) {
        return "line \(index + 1)\n  expected: \(left)\n  actual:   \(right)"
      }
    }
    return "\(expected.count) bytes expected, \(actual.count) came"
  }
}
