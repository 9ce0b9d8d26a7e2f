import BridgeJSON
import Foundation
import TestSupport
import Testing

@testable import BridgeSchema

/// The public JSON Schema suite, every file of both drafts.
@Suite struct SuiteTests {
  static let root = "suites/json-schema-test-suite"

  @Test(
    .enabled(if: Shared.has(root)),
    arguments: Shared.filesIfPresent(in: "\(root)/tests", withExtension: "json"))
  func file(_ url: URL) throws {
    var options = SchemaOptions(
      draft: url.path.contains("/draft7/") ? .draft7 : .draft2020)
    options.assertsFormat = url.path.contains("/optional/format/")
    options.resolver = Self.remote
    let file = try JSONDocument([UInt8](try Data(contentsOf: url)), limits: .traffic)
    let failures = try SchemaTestFile.run(file, options: options)
    #expect(failures.list.count + failures.passed > 0)
    for failure in failures.list {
      Issue.record("\(url.lastPathComponent): \(failure)")
    }
  }

  /// A file X of `remotes/` is served as `http://localhost:1234/X`.
  static let remote: @Sendable (String) -> [UInt8]? = { uri in
    let base = "http://localhost:1234/"
    guard uri.hasPrefix(base) else { return nil }
    return try? Shared.bytes("\(root)/remotes/\(uri.dropFirst(base.count))")
  }
}
