internal import BridgeContract
public import Foundation

/// The page of a bridge test, which must be in the test bundle and speak the contract's words.
public enum BridgeFixture {
  /// The text of a page in the bundle, such as `Bundle.module`; records a failure that says how to
  /// put it there where it is missing.
  public static func html(
    _ name: String, in bundle: Bundle, fileID: String = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) -> String? {
    let site = TestSite(fileID, filePath, line, column)
    guard let url = bundle.url(forResource: name, withExtension: nil) else {
      TestReport.record(missing(name, in: bundle), at: site)
      return nil
    }
    guard let data = try? Data(contentsOf: url), !data.isEmpty else {
      TestReport.record("\(name) is in the test bundle and is empty", at: site)
      return nil
    }
    return String(decoding: data, as: UTF8.self)
  }

  /// Whether a page names every handler and function that a contract has for it: a page and a
  /// contract are changed together or not at all. Records what is missing.
  ///
  /// - Parameter path: the contract's file; a relative path is looked for beside the test's file and
  ///   in every folder above it.
  @discardableResult
  public static func check(
    _ html: String, against path: String, fileID: String = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) -> Bool {
    let site = TestSite(fileID, filePath, line, column)
    switch ContractFile.load(path, near: "\(filePath)") {
    case .loaded(let contract): return check(html, contract, at: site)
    case .broken(let text):
      TestReport.record(text, at: site)
      return false
    }
  }

  private static func check(_ html: String, _ contract: Contract, at site: TestSite) -> Bool {
    let missing = contract.channels.compactMap { channel -> String? in
      let word: String
      switch channel.via {
      case .messageHandler, .messageHandlerWithReply: word = channel.name ?? channel.key
      case .dispatchEvent: word = channel.event ?? channel.key
      case .navigation: word = channel.url ?? channel.key
      case .postMessage, .prompt: return nil
      case .evaluate, .callAsync, .poll:
        guard case .path(let path)? = channel.call else { return nil }
        word = String(path.split(separator: ".").last ?? "")
      }
      return html.contains(word) ? nil : "\"\(word)\" (channel \"\(channel.key)\")"
    }
    guard !missing.isEmpty else { return true }
    TestReport.record(
      "the page does not mention \(missing.joined(separator: ", ")) of the contract \"\(contract.name)\": change page and contract together",
      at: site)
    return false
  }

  static func missing(_ name: String, in bundle: Bundle) -> String {
    """
    \(name) is not in the test bundle \(bundle.bundleURL.lastPathComponent)
      SwiftPM   .testTarget(…, resources: [.copy("\(name)")])
      Xcode     test target, Build Phases, Copy Bundle Resources: add \(name)
    """
  }
}
