internal import BridgeJSON

extension Collector {
  /// `properties`, `patternProperties`, `additionalProperties`, `unevaluatedProperties`: one member
  /// after the other.
  mutating func membersStep(
    _ entry: KeywordEntry, _ value: JSONCursor, _ frame: inout Frame
  ) -> Bool {
    let end = UInt32(value.indexBehind)
    if frame.i == 0 { frame.i = frame.node + 1 }
    while frame.i < end {
      let key = instance.at(Int(frame.i))
      let isDone: Bool
      switch entry.keyword {
      case .properties: isDone = property(key, &frame)
      case .patternProperties: isDone = pattern(key, &frame)
      default: isDone = other(entry, key, &frame)
      }
      if isDone {
        frame.i = UInt32(instance.at(key.index + 1).indexBehind)
        frame.ordinal += 1
        frame.phase = 0
      }
      if request != nil { return false }
    }
    return true
  }

  private mutating func property(_ key: JSONCursor, _ frame: inout Frame) -> Bool {
    let shape = t.shapes[block(frame).shape]
    var next = none
    let found = machine.find(UInt32(key.index), shape, next: &next)
    guard found != none, t.properties[found].block != none else { return true }
    mention(frame)
    descend(t.properties[found].block, key: key)
    return true
  }

  /// One pattern after the other; `phase` counts them.
  private mutating func pattern(_ key: JSONCursor, _ frame: inout Frame) -> Bool {
    let shape = t.shapes[block(frame).shape]
    while frame.phase < shape.patternCount {
      let entry = t.patternProperties[shape.firstPattern + frame.phase]
      frame.phase += 1
      switch machine.matches(entry.pattern, string: key) {
      case .noMatch: break
      case .match:
        mention(frame)
        descend(entry.block, key: key)
        return frame.phase == shape.patternCount
      case .budgetSpent:
        mention(frame)
        emit(
          .failure, .patternProperties, at: UInt32(key.index + 1), member: key,
          entry: frame.entry, of: block(frame), isUndecided: true)
      }
    }
    return true
  }

  /// A member that may be one of the others.
  private mutating func other(
    _ entry: KeywordEntry, _ key: JSONCursor, _ frame: inout Frame
  ) -> Bool {
    if entry.keyword == .additionalProperties {
      if isKnown(key, t.shapes[block(frame).shape]) { return true }
    } else if tracks.has(frame.track, frame.ordinal) {
      return true
    }
    evaluate(frame)
    if t.blocks[entry.a].flags.contains(.isFalse) {
      emit(
        .failure, entry.keyword, at: UInt32(key.index + 1), member: key, entry: frame.entry,
        of: block(frame))
    } else {
      descend(entry.a, key: key)
    }
    return true
  }

  private mutating func isKnown(_ key: JSONCursor, _ shape: ObjectShape) -> Bool {
    var next = none
    let found = machine.find(UInt32(key.index), shape, next: &next)
    if found != none, t.properties[found].block != none { return true }
    for p in shape.firstPattern..<shape.firstPattern + shape.patternCount
    where machine.matches(t.patternProperties[p].pattern, string: key) != .noMatch {
      return true
    }
    return false
  }

  /// Marks the member at hand as mentioned and evaluated.
  private mutating func mention(_ frame: Frame) {
    if frame.group >= 0 { tracks.set(groups[Int(frame.group)].mentioned, frame.ordinal) }
    evaluate(frame)
  }

  private mutating func evaluate(_ frame: Frame) {
    if frame.track >= 0 { tracks.set(frame.track, frame.ordinal) }
  }

  /// `dependentSchemas`, and `dependencies` of either kind.
  mutating func dependenciesStep(
    _ entry: KeywordEntry, _ value: JSONCursor, _ frame: inout Frame
  ) -> Bool {
    if entry.keyword == .dependencies, frame.i == 0, frame.phase == 0 {
      frame.phase = 1
      let op = Op(code: .dependentRequired, a: entry.a, b: entry.b)
      if !machine.dependentRequired(op, frame.node) {
        emit(.failure, .dependencies, at: frame.node, entry: frame.entry, of: block(frame))
      }
    }
    while frame.i < entry.b {
      let dependency = t.dependencies[entry.a + frame.i]
      frame.i += 1
      if dependency.block != none, machine.member(dependency.name, of: frame.node) != none {
        apply(dependency.block, frame)
        return false
      }
    }
    return true
  }

  // MARK: Items

  mutating func itemsStep(
    _ entry: KeywordEntry, _ value: JSONCursor, _ frame: inout Frame
  ) -> Bool {
    let end = UInt32(value.indexBehind)
    if frame.i == 0 { frame.i = frame.node + 1 }
    while frame.i < end {
      let item = frame.i
      let position = frame.ordinal
      var applied = none
      if entry.keyword == .prefixItems || (entry.keyword == .items && entry.c == 1) {
        if position >= entry.b { return true }
        applied = t.lists[entry.a + position]
      } else if entry.keyword == .unevaluatedItems {
        if !tracks.has(frame.track, position) { applied = entry.a }
      } else if position >= entry.b {
        applied = entry.a
      }
      frame.i = UInt32(instance.at(Int(item)).indexBehind)
      frame.ordinal += 1
      if applied != none {
        if frame.track >= 0 { tracks.set(frame.track, position) }
        descend(applied, item: item, position: position)
        return false
      }
    }
    return true
  }

  /// `contains`: items that match are looked into as well, for what they may tell.
  mutating func containsStep(
    _ entry: KeywordEntry, _ value: JSONCursor, _ frame: inout Frame
  ) -> Bool {
    let end = UInt32(value.indexBehind)
    if frame.i == 0 { frame.i = frame.node + 1 }
    while frame.i < end {
      let item = frame.i
      let position = frame.ordinal
      frame.i = UInt32(instance.at(Int(item)).indexBehind)
      frame.ordinal += 1
      if holds(entry.a, item) {
        frame.phase += 1
        if frame.track >= 0, block(frame).flags.contains(.containsEvaluates) {
          tracks.set(frame.track, position)
        }
        if t.isContract {
          descend(entry.a, item: item, position: position)
          return false
        }
      }
    }
    if frame.phase < entry.b || frame.phase > entry.c {
      var keyword = SchemaKeyword.contains
      if frame.phase > entry.c { keyword = .maxContains }
      if frame.phase > 0, frame.phase < entry.b { keyword = .minContains }
      let at = self.entry(keyword, of: block(frame)) ?? frame.entry
      emit(.failure, keyword, at: frame.node, entry: at, of: block(frame))
    }
    return true
  }
}
