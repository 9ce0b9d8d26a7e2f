/// A JSON Pointer (RFC 6901): segments as decoded bytes, compared by bytes.
package struct JSONPointer: Sendable, Hashable {
  /// One step: the decoded key, its hash, and its number where it is an array index.
  package struct Segment: Sendable, Hashable {
    /// The decoded key.
    package let key: [UInt8]
    /// The key's hash as nodes carry it.
    package let hash: UInt32
    /// The index if the segment is `0` or digits without a leading zero.
    package let index: Int?

    /// A segment from its decoded bytes.
    package init(_ key: [UInt8]) {
      self.key = key
      hash = JSONKeyHash.of(key)
      let digits = !key.isEmpty && key.count < 10 && key.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
      index =
        digits && (key.count == 1 || key[0] != 0x30)
        ? key.reduce(0) { $0 * 10 + Int($1 - 0x30) } : nil
    }
  }

  /// The steps from the root.
  package var segments: [Segment]

  /// The root.
  package init() { segments = [] }

  /// These steps.
  package init(segments: [Segment]) { self.segments = segments }

  /// The pointer that `text` writes; nil if it is none (no leading `/`, a bare `~`).
  package init?(_ text: String) {
    self.init(utf8: Array(text.utf8))
  }

  /// The pointer that these bytes write; nil if they write none.
  package init?(utf8 text: [UInt8]) {
    segments = []
    guard let first = text.first else { return }
    guard first == UInt8(ascii: "/") else { return nil }
    let slash = UInt8(ascii: "/")
    for part in text.dropFirst().split(separator: slash, omittingEmptySubsequences: false) {
      guard let key = Self.unescape(part) else { return nil }
      segments.append(Segment(key))
    }
  }

  private static func unescape(_ part: ArraySlice<UInt8>) -> [UInt8]? {
    var key: [UInt8] = []
    var i = part.startIndex
    while i < part.endIndex {
      if part[i] == UInt8(ascii: "~") {
        i += 1
        guard i < part.endIndex else { return nil }
        switch part[i] {
        case UInt8(ascii: "0"): key.append(UInt8(ascii: "~"))
        case UInt8(ascii: "1"): key.append(UInt8(ascii: "/"))
        default: return nil
        }
      } else {
        key.append(part[i])
      }
      i += 1
    }
    return key
  }

  /// Appends `/` and the escaped key.
  package static func append(key: some Sequence<UInt8>, to text: inout [UInt8]) {
    if key.withContiguousStorageIfAvailable({ append(bytes: $0, to: &text) }) == nil {
      Array(key).withUnsafeBufferPointer { append(bytes: $0, to: &text) }
    }
  }

  private static func append(bytes: UnsafeBufferPointer<UInt8>, to text: inout [UInt8]) {
    text.append(UInt8(ascii: "/"))
    guard bytes.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else {
      text.append(contentsOf: bytes)
      return
    }
    for c in bytes {
      switch c {
      case UInt8(ascii: "~"): text.append(contentsOf: [UInt8(ascii: "~"), UInt8(ascii: "0")])
      case UInt8(ascii: "/"): text.append(contentsOf: [UInt8(ascii: "~"), UInt8(ascii: "1")])
      default: text.append(c)
      }
    }
  }

  /// Appends `/` and an index.
  package static func append(index: Int, to text: inout [UInt8]) {
    text.append(UInt8(ascii: "/"))
    text.append(contentsOf: String(index).utf8)
  }

  /// The pointer's text.
  package var text: String {
    var out: [UInt8] = []
    for segment in segments { Self.append(key: segment.key, to: &out) }
    return String(decoding: out, as: UTF8.self)
  }

  /// The value the pointer leads to, or nil. Array indices as in RFC 6901, section 4.
  package func resolve(from root: JSONCursor) -> JSONCursor? {
    var value = root
    for segment in segments {
      switch value.kind {
      case .object:
        let found = segment.key.withUnsafeBufferPointer { value.member($0, hash: segment.hash) }
        guard let found else { return nil }
        value = found
      case .array:
        guard let index = segment.index, let found = value.item(index) else { return nil }
        value = found
      default: return nil
      }
    }
    return value
  }

  /// The pointer's text to a value (or to the member of a key node) on the tape, found by walking
  /// down from `root`; empty for a node that is not inside it. Linear in what stands before the value.
  ///
  /// A lone surrogate in a key shows as U+FFFD; `init(to:from:)` keeps it.
  package static func text(to index: Int, from root: JSONCursor) -> String {
    var out: [UInt8] = []
    walk(to: index, from: root) { key, position in
      if let key {
        key.withStringBytes { append(key: $0, to: &out) }
      } else {
        append(index: position, to: &out)
      }
    }
    return String(decoding: out, as: UTF8.self)
  }

  /// The pointer to a value (or to the member of a key node) on the tape: what `resolve` undoes as
  /// long as no key stands twice. As `text(to:from:)`, and exact for every key.
  package init(to index: Int, from root: JSONCursor) {
    segments = []
    Self.walk(to: index, from: root) { key, position in
      segments.append(Segment(key?.stringBytes ?? Array(String(position).utf8)))
    }
  }

  /// Calls `body` with the key, or the position where there is none, of each step from `root`.
  private static func walk(
    to index: Int, from root: JSONCursor, _ body: (_ key: JSONCursor?, _ position: Int) -> Void
  ) {
    var value = root
    guard index > root.index, index < root.indexBehind else { return }
    while value.index != index {
      let isObject = value.kind == .object
      let end = value.indexBehind
      var i = value.index + 1
      var position = 0
      while i < end {
        let at = isObject ? i + 1 : i
        let behind = Int(value.nodes[at].next)
        if index < behind {
          body(isObject ? value.at(i) : nil, position)
          if isObject, index == i { return }
          value = value.at(at)
          break
        }
        position += 1
        i = behind
      }
    }
  }
}
