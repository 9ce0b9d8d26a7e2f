package import BridgeBus

/// What this engine's error texts say. They are its own, so they are read in one place.
package enum EngineWords {
  /// What an error of Apple's engine means: its code, and the text of what was thrown (R23, R24, R39).
  package static func appleFailure(
    _ code: Int, _ message: String, of script: Script
  ) -> ScriptFailure {
    var kind = ScriptFailure.Kind.threw
    switch code {
    case 5: kind = .unsupportedResult
    case 2, 3: kind = .terminated
    default:
      if case .call(let path, _) = script, says(message, isMissing: path) {
        kind = .functionMissing
      } else if isSyntaxError(message) {
        kind = .scriptError
      }
    }
    return ScriptFailure(kind, code: code, message: message)
  }

  /// Whether a call failed because there is no function at this path.
  package static func says(_ message: String, isMissing path: String) -> Bool {
    let first = path.prefix { $0 != "." && $0 != "[" }
    let texts = [
      "TypeError: \(path) is not a function", "TypeError: window.\(path) is not a function",
      "ReferenceError: Can't find variable: \(first)",
    ]
    for text in texts {
      guard let range = message.utf8Range(of: text) else { continue }
      let behind = message.utf8[range.upperBound...].first
      if behind == nil || behind == UInt8(ascii: ".") || behind == UInt8(ascii: "\n")
        || behind == UInt8(ascii: " ")
      {
        return true
      }
    }
    // A folder of the path is not there: `App.inbox` of `App.inbox.receive`.
    let folder = path.split(separator: ".").dropLast().joined(separator: ".")
    return !folder.isEmpty
      && message.utf8Range(of: "is not an object (evaluating '\(folder).") != nil
  }

  /// A script that could not be parsed has a line and no column: `URL:3: SyntaxError: …`.
  package static func isSyntaxError(_ message: String) -> Bool {
    if message.utf8.starts(with: "SyntaxError: ".utf8) {
      // Where there is no document yet, and where a declaration stands twice.
      return message.utf8Range(of: "JSON Parse error") == nil
    }
    guard let range = message.utf8Range(of: ": SyntaxError: ") else { return false }
    let before = message.utf8[..<range.lowerBound]
    let digits = before.reversed().prefix { $0 >= 0x30 && $0 <= 0x39 }
    let rest = before.dropLast(digits.count)
    guard rest.last == UInt8(ascii: ":") else { return false }
    let more = rest.dropLast().reversed().prefix { $0 >= 0x30 && $0 <= 0x39 }
    return more.isEmpty || rest.dropLast().dropLast(more.count).last != UInt8(ascii: ":")
  }
}

extension String {
  /// The first place of a text, by bytes.
  fileprivate func utf8Range(of text: String) -> Range<String.Index>? {
    let wanted = Array(text.utf8)
    guard !wanted.isEmpty else { return nil }
    var start = utf8.startIndex
    while let found = utf8[start...].firstIndex(of: wanted[0]) {
      if utf8[found...].starts(with: wanted),
        let end = utf8.index(found, offsetBy: wanted.count, limitedBy: utf8.endIndex)
      {
        return found..<end
      }
      start = utf8.index(after: found)
    }
    return nil
  }
}
