internal import BridgeJSON

extension Tracer {
  /// The next schema that a keyword applies; nil when there is none left.
  mutating func nextApplication(_ entry: KeywordEntry, _ frame: inout Frame) -> Application? {
    let value = instance.at(Int(frame.node))
    switch entry.keyword {
    case .ref, .not, .if:
      return once(entry.a, &frame)
    case .dynamicRef, .recursiveRef:
      let target =
        entry.b == none ? entry.a : machine.scopes.resolve(entry.a, anchor: entry.b, t)
      return once(target, &frame)
    case .then: return condition(entry, &frame) == 1 ? once(entry.a, &frame) : nil
    case .else: return condition(entry, &frame) == 2 ? once(entry.a, &frame) : nil
    case .allOf, .anyOf, .oneOf:
      guard frame.state.i < entry.b else { return nil }
      defer { frame.state.i += 1 }
      return Application(
        block: t.lists[entry.a + frame.state.i], node: frame.node, step: .branch(frame.state.i))
    case .properties, .patternProperties, .additionalProperties, .unevaluatedProperties,
      .propertyNames:
      return value.kind == .object ? nextMember(entry, value, &frame) : nil
    case .dependentSchemas, .dependencies:
      return value.kind == .object ? nextDependency(entry, &frame) : nil
    case .prefixItems, .items, .additionalItems, .unevaluatedItems, .contains:
      return value.kind == .array ? nextItem(entry, value, &frame) : nil
    default: return nil
    }
  }

  private func once(_ block: UInt32, _ frame: inout Frame) -> Application? {
    guard frame.state.i == 0 else { return nil }
    frame.state.i = 1
    return Application(block: block, node: frame.node, step: .inPlace)
  }

  /// What `if` said; where `then` or `else` stands before it, the fast evaluator is asked.
  private mutating func condition(_ entry: KeywordEntry, _ frame: inout Frame) -> UInt8 {
    if frame.condition != 0 { return frame.condition }
    let block = t.blocks[frame.block]
    for i in block.firstEntry..<block.firstEntry + block.entryCount
    where t.entries[i].keyword == .if {
      let scopes = machine.scopes.count
      let passes = machine.run(t.entries[i].a, frame.node)
      machine.scopes.count = scopes
      return passes ? 1 : 2
    }
    return 0
  }

  private mutating func nextMember(
    _ entry: KeywordEntry, _ value: JSONCursor, _ frame: inout Frame
  ) -> Application? {
    let end = UInt32(value.indexBehind)
    if frame.state.i == 0 { frame.state.i = frame.node + 1 }
    while frame.state.i < end {
      let key = frame.state.i
      let position = frame.state.ordinal
      let found = member(entry, key, position, &frame)
      // `patternProperties` may apply several schemas to one member.
      if entry.keyword != .patternProperties || found == nil {
        frame.state.i = UInt32(instance.at(Int(key) + 1).indexBehind)
        frame.state.ordinal += 1
        frame.state.phase = 0
      }
      if let found {
        if entry.keyword != .propertyNames { frame.state.marks = position }
        return found
      }
    }
    return nil
  }

  private mutating func member(
    _ entry: KeywordEntry, _ key: UInt32, _ position: UInt32, _ frame: inout Frame
  ) -> Application? {
    // `unevaluatedProperties` may stand alone; then there is no shape.
    let id = t.blocks[frame.block].shape
    let shape = id == none ? ObjectShape() : t.shapes[id]
    switch entry.keyword {
    case .properties:
      var next = none
      let found = machine.find(key, shape, next: &next)
      guard found != none, t.properties[found].block != none else { return nil }
      return Application(
        block: t.properties[found].block, node: key + 1,
        step: .member(t.properties[found].key, key: key))
    case .patternProperties:
      while frame.state.phase < shape.patternCount {
        let pattern = t.patternProperties[shape.firstPattern + frame.state.phase]
        frame.state.phase += 1
        switch machine.matches(pattern.pattern, string: instance.at(Int(key))) {
        case .match:
          return Application(
            block: pattern.block, node: key + 1, step: .member(pattern.key, key: key))
        case .noMatch: break
        case .budgetSpent:
          tree.units[frame.keyword].isUndecided = true
          frame.state.failed += 1
        }
      }
      return nil
    case .additionalProperties:
      if isKnown(key, shape) { return nil }
    case .unevaluatedProperties:
      if tracks.has(frame.track, position) { return nil }
    default:
      return Application(block: entry.a, node: key, step: .memberName(key: key))
    }
    return Application(block: entry.a, node: key + 1, step: .otherMember(key: key))
  }

  private mutating func isKnown(_ key: UInt32, _ shape: ObjectShape) -> Bool {
    var next = none
    let found = machine.find(key, shape, next: &next)
    if found != none, t.properties[found].block != none { return true }
    for p in shape.firstPattern..<shape.firstPattern + shape.patternCount
    where machine.matches(t.patternProperties[p].pattern, string: instance.at(Int(key))) == .match {
      return true
    }
    return false
  }

  private mutating func nextDependency(
    _ entry: KeywordEntry, _ frame: inout Frame
  ) -> Application? {
    while frame.state.i < entry.b {
      let dependency = t.dependencies[entry.a + frame.state.i]
      frame.state.i += 1
      if dependency.block != none, machine.member(dependency.name, of: frame.node) != none {
        return Application(
          block: dependency.block, node: frame.node, step: .named(dependency.key))
      }
    }
    return nil
  }

  private mutating func nextItem(
    _ entry: KeywordEntry, _ value: JSONCursor, _ frame: inout Frame
  ) -> Application? {
    let end = UInt32(value.indexBehind)
    if frame.state.i == 0 { frame.state.i = frame.node + 1 }
    while frame.state.i < end {
      let item = frame.state.i
      let position = frame.state.ordinal
      frame.state.i = UInt32(instance.at(Int(item)).indexBehind)
      frame.state.ordinal += 1
      switch entry.keyword {
      case .prefixItems,
        .items where entry.keyword == .prefixItems || entry.c == 1:
        guard position < entry.b else { return nil }
        frame.state.marks = position
        return Application(
          block: t.lists[entry.a + position], node: item, step: .prefixItem(position))
      case .contains:
        if t.blocks[frame.block].flags.contains(.containsEvaluates) {
          frame.state.marks = position
        }
      case .unevaluatedItems:
        if tracks.has(frame.track, position) { continue }
        frame.state.marks = position
      default:
        if position < entry.b { continue }
        frame.state.marks = position
      }
      return Application(block: entry.a, node: item, step: .item(position))
    }
    return nil
  }
}
