internal import BridgeJSON

extension Compilation {
  /// Makes one shape of all that a group has, so that the members are gone through once. With it
  /// goes `unevaluatedProperties`, where nothing but these shapes can evaluate a member.
  func mergeShapes(_ g: inout Gathered) {
    let unevaluated = g.ops.filter { $0.code == .unevaluatedProperties }
    let closes = unevaluated.count == 1 && !g.hasOthers
    guard g.shapes.count > 1 || (closes && g.shapes.count == 1) else { return }
    guard let merged = merged(g.shapes, additional: closes ? unevaluated[0].a : none) else {
      return
    }
    var isFirst = true
    g.ops = g.ops.compactMap { op in
      switch op.code {
      case .shape:
        defer { isFirst = false }
        return isFirst ? Op(code: .shape, a: merged, entry: op.entry) : nil
      case .unevaluatedProperties, .track: return closes ? nil : op
      default: return op
      }
    }
  }

  /// One shape for several; nil where they cannot be told as one: two schemas for one name, or
  /// `additionalProperties`, whose others are those of its own schema.
  private func merged(_ group: [UInt32], additional: UInt32) -> UInt32? {
    var out = ObjectShape()
    out.additional = additional
    var found: [PropertyEntry] = []
    var positions: [UInt64: Int] = [:]
    var patterns: [PatternEntry] = []
    for id in group {
      let shape = shapes[Int(id)]
      guard shape.additional == none, shape.names == none || out.names == none else { return nil }
      if shape.names != none { out.names = shape.names }
      for i in shape.firstProperty..<shape.firstProperty + shape.propertyCount {
        var property = properties[Int(i)]
        let isRequired = property.required != none
        // Names are pooled, so their place in the pool is their identity.
        let key = UInt64(property.name.offset) << 32 | UInt64(property.name.count)
        if let known = positions[key] {
          if property.block != none {
            guard found[known].block == none else { return nil }
            found[known].block = property.block
            found[known].key = property.key
          }
          if isRequired, found[known].required == none {
            found[known].required = out.requiredCount
            out.requiredCount += 1
          }
        } else {
          positions[key] = found.count
          property.required = isRequired ? out.requiredCount : none
          if isRequired { out.requiredCount += 1 }
          found.append(property)
        }
      }
      for i in shape.firstPattern..<shape.firstPattern + shape.patternCount {
        patterns.append(patternProperties[Int(i)])
      }
    }
    out.firstPattern = UInt32(patternProperties.count)
    out.patternCount = UInt32(patterns.count)
    patternProperties.append(contentsOf: patterns)
    out.firstProperty = UInt32(properties.count)
    out.propertyCount = UInt32(found.count)
    (out.slotFirst, out.slotMask) = slotTable(found.map(\.name.hash))
    properties.append(contentsOf: found)
    shapes.append(out)
    return UInt32(shapes.count - 1)
  }
}
