package import BridgeJSON

/// The page function that native wanted to call: what `function-missing` is about.
package struct CalledFunction: Hashable, Sendable {
  /// Its path without `window.`, as the log or the contract writes it.
  package var path: String

  /// A path as somebody wrote it.
  package init(_ path: String) { self.path = FunctionPath.normalised(path) }

  /// The function of a recorded body, which names it itself, or of its channel. Nil where neither
  /// does: the channel calls by a pattern, or calls nothing.
  package init?(_ body: JSONCursor?, on channel: Channel?) {
    if let fn = body?.member("fn"), fn.kind == .string, body?.member("args")?.kind == .array {
      self.init(String(decoding: fn.stringBytes, as: UTF8.self))
    } else if case .path(let path)? = channel?.call {
      self.init(path)
    } else {
      return nil
    }
  }

  /// What is said of it when the page does not have it: by name where the contract has it or one
  /// that is two edits away, else by its length.
  package static func missing(
    _ function: CalledFunction?, _ names: NameSet, showsValues: Bool = false
  ) -> String {
    guard let path = function?.path else { return "the page has no function of this name" }
    let isShown = showsValues || names.allows(path)
    return "the page has no function \(isShown ? quoted(path) : names.shown(path))"
  }
}
