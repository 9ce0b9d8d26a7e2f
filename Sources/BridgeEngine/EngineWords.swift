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

  /// The handler that was not there, by the text of an error that nobody caught (R28); empty where
  /// the page has no handler at all and the engine does not say which one it wanted; nil of another
  /// error.
  package static func missingHandler(_ text: String) -> String? {
    let words = ["TypeError: ", "Unhandled Promise Rejection: ", "Uncaught "]
    var text = text[...]
    for word in words where text.utf8.starts(with: word.utf8) { text = text.dropFirst(word.count) }
    if text == "ReferenceError: Can't find variable: webkit"
      || text == "Can't find variable: webkit"
    {
      return ""
    }
    let start = "undefined is not an object (evaluating '"
    let handlers = "webkit.messageHandlers"
    guard text.utf8.starts(with: start.utf8), text.utf8.suffix(2).elementsEqual("')".utf8) else {
      return nil
    }
    var path = text.dropFirst(start.count).dropLast(2)
    for global in ["window.", "self.", "globalThis."] where path.utf8.starts(with: global.utf8) {
      path = path.dropFirst(global.count)
    }
    guard path.utf8.starts(with: handlers.utf8) else { return nil }
    path = path.dropFirst(handlers.count)
    // `webkit.messageHandlers` alone: it is `webkit` that is undefined.
    guard let first = path.utf8.first else { return "" }
    let end = path.utf8Range(of: ".postMessage")?.lowerBound ?? path.endIndex
    let name = path[..<end]
    if first == UInt8(ascii: ".") { return String(name.dropFirst()) }
    guard first == UInt8(ascii: "["), name.utf8.last == UInt8(ascii: "]") else { return "" }
    return String(
      name.dropFirst().dropLast().drop { "\"'`".contains($0) }.prefix { !"\"'`".contains($0) })
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

extension StringProtocol {
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
