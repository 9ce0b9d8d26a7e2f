/// The path of a page function, checked to its last byte: `bridgeReceive`, `App.inbox.receive`.
///
/// Segments are `[A-Za-z_$][A-Za-z0-9_$]*`, joined by points; `window.`, `self.` and `globalThis.`
/// in front are dropped, as contracts write paths without them. Refused with the reason: words of
/// the language in front, and names that would run, open or go to a text of the payload or reach a
/// prototype (`eval`, `setTimeout`, `document.write`, `location`, `__proto__`, …).
///
/// ```swift
/// let receiver = try JavaScriptReceiver("window.App.receive")  // receiver.path == "App.receive"
/// ```
public struct JavaScriptReceiver: Sendable, Hashable {
  /// The path as it stands in the script.
  public let path: String

  /// Checks a path. Linear in its length.
  /// - Throws: `ScriptError` with the reason `.receiver`.
  public init(_ path: String) throws(ScriptError) {
    var segments = try JavaScriptReceiver.segments(path)
    while let first = segments.first, ["window", "self", "globalThis"].contains(first) {
      segments.removeFirst()
    }
    guard let first = segments.first else { throw ScriptError(.receiver(.nothing)) }
    // Dangerous ones first: `import` is both, and the danger is the better reason.
    if let (word, danger) = DangerousNames.find(segments) {
      throw ScriptError(.receiver(.dangerous(word, danger)))
    }
    if ReservedWords.contains(first) { throw ScriptError(.receiver(.reserved(first))) }
    self.path = segments.joined(separator: ".")
  }

  /// Splits at points and checks every byte.
  private static func segments(_ path: String) throws(ScriptError) -> [String] {
    guard !path.isEmpty else { throw ScriptError(.receiver(.nothing)) }
    var segments: [String] = []
    var current: [UInt8] = []
    for (offset, byte) in path.utf8.enumerated() {
      switch byte {
      case UInt8(ascii: "."):
        guard !current.isEmpty else { throw ScriptError(.receiver(.emptySegment(at: offset))) }
        segments.append(String(decoding: current, as: UTF8.self))
        current.removeAll(keepingCapacity: true)
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "_"), UInt8(ascii: "$"):
        current.append(byte)
      case UInt8(ascii: "0")...UInt8(ascii: "9") where !current.isEmpty:
        current.append(byte)
      default:
        throw ScriptError(.receiver(.badCharacter(at: offset)))
      }
    }
    guard !current.isEmpty else {
      throw ScriptError(.receiver(.emptySegment(at: path.utf8.count)))
    }
    segments.append(String(decoding: current, as: UTF8.self))
    return segments
  }
}
