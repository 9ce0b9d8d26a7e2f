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
    try self.init(path, allowingIndices: false)
  }

  /// The same; with indices for the paths of contracts, where a reply's id may stand in brackets:
  /// `callbacks[12].resolve`.
  init(_ path: String, allowingIndices: Bool) throws(ScriptError) {
    let (names, indices) = allowingIndices ? JavaScriptReceiver.withoutIndices(path) : (path, [])
    var segments = try JavaScriptReceiver.segments(names)
    let count = segments.count
    while let first = segments.first, ["window", "self", "globalThis"].contains(first) {
      segments.removeFirst()
    }
    guard let first = segments.first else { throw ScriptError(.receiver(.nothing)) }
    // Dangerous ones first: `import` is both, and the danger is the better reason.
    if let (word, danger) = DangerousNames.find(segments) {
      throw ScriptError(.receiver(.dangerous(word, danger)))
    }
    if ReservedWords.contains(first) { throw ScriptError(.receiver(.reserved(first))) }
    let dropped = count - segments.count
    for (place, index) in indices {
      // `window[0]` is a frame, not the window.
      guard place >= dropped else { throw ScriptError(.receiver(.nothing)) }
      segments[place - dropped] += index
    }
    self.path = segments.joined(separator: ".")
  }

  /// Takes `[digits]` out from behind segments: the path without, and which segment had which.
  private static func withoutIndices(_ path: String) -> (String, [(segment: Int, text: String)]) {
    var out: [UInt8] = []
    var indices: [(segment: Int, text: String)] = []
    var segment = 0
    var rest = Array(path.utf8)[...]
    while let byte = rest.first {
      if !out.isEmpty, let end = endOfIndex(rest) {
        indices.append((segment, String(decoding: rest[..<end], as: UTF8.self)))
        rest = rest[end...]
        continue
      }
      if byte == UInt8(ascii: ".") { segment += 1 }
      out.append(byte)
      rest = rest.dropFirst()
    }
    return (String(decoding: out, as: UTF8.self), indices)
  }

  /// Behind `[digits]`, if that is what `rest` begins with and a point, an index or nothing follows.
  private static func endOfIndex(_ rest: ArraySlice<UInt8>) -> Int? {
    guard rest.first == UInt8(ascii: "[") else { return nil }
    let digits = rest.dropFirst().prefix { $0 >= 0x30 && $0 <= 0x39 }
    let behind = rest[digits.endIndex...]
    guard !digits.isEmpty, digits.count < 16, behind.first == UInt8(ascii: "]") else { return nil }
    let next = behind.dropFirst().first
    guard next == nil || next == UInt8(ascii: ".") || next == UInt8(ascii: "[") else { return nil }
    return digits.endIndex + 1
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
