internal import BridgeJSON

extension Compilation {
  /// `properties`: the entry only marks it; its table is the block's shape.
  func compileProperties(
    _ member: SchemaObject.Member, in object: SchemaObject
  ) -> KeywordEntry? {
    guard let good = schemasByName(member, in: object), good else { return nil }
    blocks[Int(object.block)].flags.insert(.listsProperties)
    return KeywordEntry(keyword: .properties, key: UInt32(member.key.index))
  }

  /// `patternProperties`: likewise.
  func compilePatternProperties(
    _ member: SchemaObject.Member, in object: SchemaObject
  ) -> KeywordEntry? {
    guard let good = schemasByName(member, in: object), good else { return nil }
    var compiles = true
    member.value.forEachMember { key, _ in
      if pattern(key, in: object) == nil { compiles = false }
    }
    return compiles ? KeywordEntry(keyword: .patternProperties, key: UInt32(member.key.index)) : nil
  }

  private func schemasByName(_ member: SchemaObject.Member, in object: SchemaObject) -> Bool? {
    guard member.value.kind == .object else {
      wrong(member, member.value, in: object, mustBe: "an object of schemas")
      return nil
    }
    var good = true
    member.value.forEachMember { _, value in
      if isSchema(value, of: member, in: object) {
        _ = block(value.index, of: object)
      } else {
        good = false
      }
    }
    return good
  }

  /// The shape of a schema object: one name table for `properties` and `required`, and what stands
  /// beside them. `none` where it has none of these keywords. Called when all are compiled.
  func objectShape(of object: SchemaObject) -> UInt32 {
    var shape = ObjectShape()
    var found: [PropertyEntry] = []
    var positions: [[UInt8]: Int] = [:]
    var isUsed = false
    let entries = self.entries[Int(blocks[Int(object.block)].firstEntry)...]
    for entry in entries {
      let value = object.cursor.at(Int(entry.key) + 1)
      switch entry.keyword {
      case .properties:
        isUsed = true
        value.forEachMember { key, schema in
          let bytes = key.stringBytes
          let new = PropertyEntry(
            name: name(bytes), block: block(schema.index, of: object), required: none,
            key: UInt32(key.index))
          if let known = positions[bytes] {
            // A name that stands twice in the schema: the last one counts, as for JSON parsers.
            found[known] = new
          } else {
            positions[bytes] = found.count
            found.append(new)
          }
        }
      case .patternProperties:
        isUsed = true
        shape.firstPattern = UInt32(patternProperties.count)
        value.forEachMember { key, schema in
          guard let pattern = pattern(key, in: object) else { return }
          patternProperties.append(
            PatternEntry(
              pattern: pattern, block: block(schema.index, of: object), key: UInt32(key.index)))
          shape.patternCount += 1
        }
      case .additionalProperties:
        isUsed = true
        shape.additional = entry.a
      case .propertyNames:
        isUsed = true
        shape.names = entry.a
      default: break
      }
    }
    for entry in entries where entry.keyword == .required {
      isUsed = true
      for i in 0..<entry.b {
        let required = names[Int(entry.a + i)]
        let bytes = Array(text[Int(required.offset)..<Int(required.offset + required.count)])
        let position =
          positions[bytes]
          ?? {
            positions[bytes] = found.count
            found.append(PropertyEntry(name: required, block: none, required: none, key: none))
            return found.count - 1
          }()
        found[position].required = shape.requiredCount
        shape.requiredCount += 1
      }
    }
    guard isUsed else { return none }
    shape.firstProperty = UInt32(properties.count)
    shape.propertyCount = UInt32(found.count)
    (shape.slotFirst, shape.slotMask) = slotTable(found.map(\.name.hash))
    properties.append(contentsOf: found)
    shapes.append(shape)
    return UInt32(shapes.count - 1)
  }
}
