internal import BridgeJSON

/// Where references of a contract's schemas lead: only within the file.
struct References {
  private let document: JSONDocument
  private let anchors: [[UInt8]: Int]

  init(_ document: JSONDocument) {
    self.document = document
    var anchors: [[UInt8]: Int] = [:]
    var open = [document.root]
    while let value = open.popLast() {
      for member in value.members {
        if member.key == "$anchor" || member.key == "$dynamicAnchor", let name = member.value.string
        {
          anchors[Array(name.utf8)] = value.index
        }
        open.append(member.value)
      }
      open += value.items
    }
    self.anchors = anchors
  }

  /// The schema that a `$ref` names; nil where it leads nowhere, which a loaded contract has not.
  func target(_ reference: JSONValue) -> JSONValue? {
    guard let text = reference.string, text.utf8.first == UInt8(ascii: "#") else { return nil }
    let fragment = Self.percentDecoded(Array(text.utf8.dropFirst()))
    if fragment.isEmpty { return document.root }
    if fragment.first == UInt8(ascii: "/") {
      guard let found = JSONPointer(utf8: fragment)?.resolve(from: document.root.cursor) else {
        return nil
      }
      return JSONValue(document: document, index: found.index)
    }
    return anchors[fragment].map { JSONValue(document: document, index: $0) }
  }

  /// Where a schema leads that says nothing but `$ref`.
  func resolved(_ schema: JSONValue) -> JSONValue {
    var schema = schema
    // References in place have no circles in a loaded contract; the bound is for safety only.
    for _ in 0..<64 {
      guard schema.kind == .object, let reference = schema["$ref"],
        schema.members.allSatisfy({ $0.key == "$ref" || CanonicalSchema.isForPeople($0.key) }),
        let target = target(reference)
      else { return schema }
      schema = target
    }
    return schema
  }

  private static func percentDecoded(_ text: [UInt8]) -> [UInt8] {
    func digit(_ byte: UInt8) -> UInt8? {
      switch byte {
      case 0x30...0x39: byte - 0x30
      case 0x41...0x46: byte - 0x37
      case 0x61...0x66: byte - 0x57
      default: nil
      }
    }
    var out: [UInt8] = []
    var i = 0
    while i < text.count {
      if text[i] == UInt8(ascii: "%"), i + 2 < text.count, let a = digit(text[i + 1]),
        let b = digit(text[i + 2])
      {
        out.append(a << 4 | b)
        i += 3
      } else {
        out.append(text[i])
        i += 1
      }
    }
    return out
  }
}
