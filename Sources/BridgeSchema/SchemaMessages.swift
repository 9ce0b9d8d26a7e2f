internal import BridgeJSON

/// The words for a failed unit, in one place. Values of the instance are shown only as type and
/// size; what the schema expects is shown as it stands there.
struct SchemaMessages {
  let tree: EvaluationTree

  /// What is wrong, for a keyword or a schema that failed.
  func text(_ index: Int) -> String {
    let unit = tree.units[index]
    let t = tree.program.tables
    guard unit.entry != none, let keyword = tree.keyword(of: unit) else {
      return t.blocks[unit.block].flags.contains(.isFalse)
        ? "nothing is allowed here" : "a subschema had errors"
    }
    if unit.isUndecided { return "the search for the pattern was given up: not decided" }
    let entry = t.entries[unit.entry]
    let value = tree.instance.at(Int(unit.node))
    let expected = excerpt(tree.source(of: unit).value)
    switch keyword {
    case .type: return "must be \(list(TypeMask.names(entry.a))), is \(described(value))"
    case .const: return "must be \(expected)"
    case .enum: return "must be one of \(expected)"
    case .multipleOf: return "must be a multiple of \(expected)"
    case .maximum: return "must be at most \(expected)"
    case .exclusiveMaximum: return "must be below \(expected)"
    case .minimum: return "must be at least \(expected)"
    case .exclusiveMinimum: return "must be above \(expected)"
    case .maxLength: return "must have at most \(expected) characters, has \(value.codePointCount)"
    case .minLength: return "must have at least \(expected) characters, has \(value.codePointCount)"
    case .pattern: return "must match the pattern \(expected)"
    case .format: return "must be a \(expected.filter { $0 != "\"" })"
    case .contentEncoding, .contentMediaType: return "its content must be \(expected)"
    case .maxItems: return "must have at most \(expected) items, has \(value.count)"
    case .minItems: return "must have at least \(expected) items, has \(value.count)"
    case .uniqueItems: return "two of its items are equal"
    case .contains:
      return entry.b <= 1 && entry.c == UInt32.max
        ? "no item fits"
        : "must have \(entry.b) to \(entry.c == UInt32.max ? "any number of" : "\(entry.c)") items that fit"
    case .maxProperties: return "must have at most \(expected) members, has \(value.count)"
    case .minProperties: return "must have at least \(expected) members, has \(value.count)"
    case .required: return "lacks \(missing(entry, unit.node))"
    case .dependentRequired, .dependencies: return "lacks a member that another one asks for"
    case .anyOf: return "fits none of \(entry.b) schemas"
    case .oneOf:
      let passed = tree.children(of: index).filter { tree.units[$0].isValid }.count
      return passed == 0
        ? "fits none of \(entry.b) schemas" : "fits \(passed) of \(entry.b) schemas, not one"
    case .not: return "must not fit this schema"
    default: return "a subschema had errors"
    }
  }

  private func missing(_ entry: KeywordEntry, _ node: UInt32) -> String {
    let t = tree.program.tables
    var names: [String] = []
    for i in entry.a..<entry.a + entry.b {
      let name = t.names[i]
      let bytes = UnsafeBufferPointer(
        start: t.text.base + Int(name.offset), count: Int(name.count))
      if tree.instance.at(Int(node)).member(bytes, hash: name.hash) == nil {
        names.append("'\(String(decoding: bytes, as: UTF8.self))'")
      }
    }
    return names.joined(separator: ", ")
  }

  private func list(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " or " + last
  }

  private func described(_ value: JSONCursor) -> String {
    value.kind == .number && !value.decimal.isInteger
      ? "a number with a fraction" : value.kind.described
  }

  /// A value of the schema as it is written, but on one line and cut where it is long.
  private func excerpt(_ value: JSONCursor) -> String {
    var out: [UInt8] = []
    var isInString = false
    var isEscaped = false
    for c in value.text {
      if !isInString, c <= 0x20 { continue }
      if out.count >= 120, c & 0xC0 != 0x80 {
        return String(decoding: out, as: UTF8.self) + "…"
      }
      out.append(c)
      if !isInString, c == UInt8(ascii: ",") || c == UInt8(ascii: ":") { out.append(0x20) }
      if c == UInt8(ascii: "\""), !isEscaped { isInString.toggle() }
      isEscaped = c == UInt8(ascii: "\\") && !isEscaped
    }
    return String(decoding: out, as: UTF8.self)
  }
}
