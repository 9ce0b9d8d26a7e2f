internal import BridgeJSON

/// `type` as bits: bit n is `JSONKind` n, bit 6 stands for `integer`.
enum TypeMask {
  static let integer: UInt32 = 1 << 6
  static let all: UInt32 = 0x3F

  static func bit(_ kind: JSONKind) -> UInt32 { 1 << UInt32(kind.rawValue) }

  static func of(name: [UInt8]) -> UInt32? {
    if name.elementsEqual("integer".utf8) { return integer }
    for kind in [JSONKind.null, .bool, .number, .string, .array, .object]
    where name.elementsEqual(kind.typeName.utf8) {
      return bit(kind)
    }
    return nil
  }

  /// The names in a mask, for sentences.
  static func names(_ mask: UInt32) -> [String] {
    var out: [String] = []
    for kind in [JSONKind.null, .bool, .number, .string, .array, .object]
    where mask & bit(kind) != 0 {
      out.append(kind.typeName)
    }
    if mask & integer != 0 { out.append("integer") }
    return out
  }

  /// Whether an instance has one of the types.
  @inline(__always)
  static func holds(_ mask: UInt32, _ instance: JSONCursor) -> Bool {
    let kind = instance.kind
    if mask & bit(kind) != 0 { return true }
    return kind == .number && mask & integer != 0 && QuickNumber.isInteger(instance)
  }
}

extension Compilation {
  /// `type`: `a` is the mask.
  func compileType(_ member: SchemaObject.Member, in object: SchemaObject) -> KeywordEntry? {
    var mask: UInt32 = 0
    func add(_ value: JSONCursor) -> Bool {
      guard value.kind == .string else {
        wrong(member, value, in: object, mustBe: "a type name or an array of them")
        return false
      }
      guard let bit = TypeMask.of(name: value.stringBytes) else {
        let name = value.string ?? ""
        report(
          object.document, value.index, "unknown type '\(name)'",
          suggestion: nearest(name, Self.typeNames))
        return false
      }
      guard mask & bit == 0 else {
        report(object.document, value.index, "the type '\(value.string ?? "")' stands here twice")
        return false
      }
      mask |= bit
      return true
    }
    if member.value.kind == .array {
      if member.value.count == 0 {
        report(object.document, member.value.index, "'type' must name at least one type")
        return nil
      }
      var good = true
      member.value.forEachItem { good = add($0) && good }
      guard good else { return nil }
    } else {
      guard add(member.value) else { return nil }
    }
    if mask & TypeMask.integer != 0 { blocks[Int(object.block)].flags.insert(.wantsInteger) }
    return KeywordEntry(keyword: .type, key: UInt32(member.key.index), a: mask)
  }

  static let typeNames = ["null", "boolean", "number", "string", "array", "object", "integer"]
}
