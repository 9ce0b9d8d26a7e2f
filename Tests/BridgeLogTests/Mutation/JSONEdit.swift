import BridgeJSON

/// Edits of a JSON text at a value: everything else keeps its bytes.
enum JSONEdit {
  /// The text with another value in place of the one at the pointer.
  static func replace(_ text: String, at pointer: String, with value: String) -> String? {
    edit(text, pointer) {
      $0.range(of: $1)
    } replacement: {
      value
    }
  }

  /// The text without the member that the pointer leads to.
  static func drop(_ text: String, at pointer: String) -> String? {
    guard let document = try? JSONDocument(Array(text.utf8), limits: .traffic),
      let parsed = JSONPointer(pointer), let last = parsed.segments.last
    else { return nil }
    let root = document.tape.root
    let parent = JSONPointer(segments: Array(parsed.segments.dropLast()))
    guard let object = parent.resolve(from: root), object.kind == .object else { return nil }
    var members: [String] = []
    var found = false
    object.forEachMember { key, value in
      if last.key.withUnsafeBufferPointer({ key.stringEquals($0) }) {
        found = true
      } else {
        members.append(
          String(decoding: key.text, as: UTF8.self) + ":"
            + String(decoding: value.text, as: UTF8.self))
      }
    }
    guard found else { return nil }
    return replace(
      text, at: parent.text, with: "{" + members.joined(separator: ",") + "}")
  }

  /// The text with one more member in the object at the pointer.
  static func add(_ text: String, at pointer: String, _ member: String) -> String? {
    guard let document = try? JSONDocument(Array(text.utf8), limits: .traffic),
      let object = JSONPointer(pointer)?.resolve(from: document.tape.root), object.kind == .object
    else { return nil }
    let inside = String(decoding: object.text.dropLast(), as: UTF8.self)
    return replace(text, at: pointer, with: inside + (object.count > 0 ? "," : "") + member + "}")
  }

  private static func edit(
    _ text: String, _ pointer: String, _ range: (JSONDocument, JSONCursor) -> Range<Int>,
    replacement: () -> String
  ) -> String? {
    let bytes = Array(text.utf8)
    guard let document = try? JSONDocument(bytes, limits: .traffic),
      let value = JSONPointer(pointer)?.resolve(from: document.tape.root)
    else { return nil }
    let range = range(document, value)
    return String(
      decoding: bytes[..<range.lowerBound] + Array(replacement().utf8) + bytes[range.upperBound...],
      as: UTF8.self)
  }
}

extension JSONDocument {
  fileprivate func range(of value: JSONCursor) -> Range<Int> {
    offset(of: value)..<(offset(of: value) + value.text.count)
  }
}
