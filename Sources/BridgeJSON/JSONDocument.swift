/// A parsed text that owns its bytes: contracts, schemas, project files.
///
/// Immutable after it is made, hence safe to share between threads.
public final class JSONDocument: @unchecked Sendable {
  // Unchecked: tape and bytes are written in `init` only.
  package let bytes: UnsafeBufferPointer<UInt8>
  package let tape: JSONTape

  /// Reads `text`; a byte order mark at the start is ignored where `skipsBOM`.
  /// - Throws: `JSONError` with the offset in `text`.
  public init(_ text: [UInt8], limits: JSONLimits, skipsBOM: Bool = true) throws(JSONError) {
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(text.count, 1))
    _ = copy.update(fromContentsOf: text)
    bytes = UnsafeBufferPointer(rebasing: copy[0..<text.count])
    tape = JSONTape(capacity: text.count / 6)
    let mark = skipsBOM && text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    bodyOffset = mark
    landmarks = TextPosition.landmarks(in: bytes)
    // On a throw the deinitialiser runs and frees the copy: everything is initialised here.
    do throws(JSONError) {
      try tape.read(UnsafeBufferPointer(rebasing: bytes[mark...]), limits: limits)
    } catch {
      throw JSONError(error.reason, at: error.offset + mark)
    }
  }

  deinit { bytes.deallocate() }

  private let bodyOffset: Int
  /// The positions of every `TextPosition.stride`th byte.
  private let landmarks: [TextPosition]

  /// The root value.
  package var root: JSONValue { JSONValue(document: self, index: 0) }

  /// Line and column of a byte offset: both from 1, the column in code points. Takes the same time
  /// for every offset, as thousands of findings may be in one line.
  public func position(ofOffset offset: Int) -> TextPosition {
    let end = min(max(offset, 0), bytes.count)
    let landmark = min(end / TextPosition.stride, landmarks.count - 1)
    var position = landmarks[landmark]
    position.advance(over: bytes[landmark * TextPosition.stride..<end])
    return position
  }

  /// The offset in the whole text of a value's first byte.
  package func offset(of value: JSONCursor) -> Int { value.offset + bodyOffset }
}

/// A line and a column, both from 1; the column counts code points.
public struct TextPosition: Sendable, Hashable {
  /// The line, from 1.
  public var line: Int
  /// The column in code points, from 1.
  public var column: Int

  /// Makes a position.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The position of a byte offset. Lines end with LF; linear in the offset.
  package init(ofOffset offset: Int, in bytes: UnsafeBufferPointer<UInt8>) {
    self.init(line: 1, column: 1)
    advance(over: bytes[0..<min(offset, bytes.count)])
  }

  /// Bytes from one landmark to the next.
  fileprivate static let stride = 4096

  /// The positions of every `stride`th byte.
  fileprivate static func landmarks(in bytes: UnsafeBufferPointer<UInt8>) -> [TextPosition] {
    var out: [TextPosition] = []
    out.reserveCapacity(bytes.count / stride + 1)
    var position = TextPosition(line: 1, column: 1)
    var start = 0
    while true {
      out.append(position)
      guard start + stride <= bytes.count else { return out }
      position.advance(over: bytes[start..<start + stride])
      start += stride
    }
  }

  /// Goes over the bytes that follow. A byte order mark at the start of the text has no column.
  fileprivate mutating func advance(over bytes: Slice<UnsafeBufferPointer<UInt8>>) {
    var bytes = bytes
    if bytes.startIndex == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    for byte in UnsafeBufferPointer(rebasing: bytes) {
      if byte == 0x0A {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
  }
}

/// A value of a document, with the document kept alive: for loaders and tools.
package struct JSONValue: Sendable {
  /// The document.
  package let document: JSONDocument
  /// The value's index on the tape.
  package let index: Int

  /// The value at this index.
  package init(document: JSONDocument, index: Int) {
    self.document = document
    self.index = index
  }

  /// The same as an unowned cursor: keep the document alive while it is used.
  package var cursor: JSONCursor { document.tape.root.at(index) }

  package var kind: JSONKind { cursor.kind }
  package var string: String? { cursor.string }
  package var bool: Bool? { cursor.bool }
  package var isNull: Bool { kind == .null }
  package var count: Int { cursor.count }
  package var smallInteger: Int64? { cursor.smallInteger }

  /// The value's text as written.
  package var text: String { String(decoding: cursor.text, as: UTF8.self) }

  /// Members of an object in order, keys as strings with their own position.
  package var members: [(key: String, keyNode: JSONValue, value: JSONValue)] {
    var out: [(String, JSONValue, JSONValue)] = []
    cursor.forEachMember { key, value in
      out.append(
        (
          String(decoding: key.stringBytes, as: UTF8.self),
          JSONValue(document: document, index: key.index),
          JSONValue(document: document, index: value.index)
        ))
    }
    return out
  }

  /// Items of an array in order.
  package var items: [JSONValue] {
    var out: [JSONValue] = []
    cursor.forEachItem { out.append(JSONValue(document: document, index: $0.index)) }
    return out
  }

  /// The member with this key, or nil.
  package subscript(_ key: String) -> JSONValue? {
    cursor.member(key).map { JSONValue(document: document, index: $0.index) }
  }

  /// The item at this position, or nil.
  package subscript(_ position: Int) -> JSONValue? {
    cursor.item(position).map { JSONValue(document: document, index: $0.index) }
  }

  /// Line and column of the value's first character.
  package var position: TextPosition {
    document.position(ofOffset: document.offset(of: cursor))
  }

  /// The JSON Pointer to the value.
  package var pointer: String { JSONPointer.text(to: index, from: document.tape.root) }
}
