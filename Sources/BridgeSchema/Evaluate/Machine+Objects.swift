internal import BridgeJSON

extension Machine {
  /// `properties`, `patternProperties`, `additionalProperties`, `propertyNames` and `required` in
  /// one pass over the members.
  @inline(never)
  mutating func shapeStep(
    _ op: Op, _ node: UInt32, _ track: Int32, _ isHushed: Bool, _ state: inout StepState,
    _ given: Answer
  ) -> Answer {
    let shape = t.shapes[op.a]
    let end = nodes[Int(node)].next
    var answer = given
    if state.i == 0 {
      state.i = node + 1
      state.n = shape.firstProperty
      if shape.requiredCount > 64 {
        state.region = tracks.push(bits: Int(shape.requiredCount))
      }
    }
    let isSoft = op.flags & Op.soft != 0 && !isHushed
    while state.i < end {
      if state.phase == 0 {
        if answer == .none {
          answer = .pass
          let found = findProperty(t, nodes, bytes, state.i, shape, &state.n)
          state.isMatched = false
          if found != none {
            let property = t.properties[found]
            if property.required != none { note(required: property.required, &state) }
            if property.block != none {
              state.isMatched = true
              answer = judge(property.block, state.i + 1, -1, false)
              if answer == .frame { return .frame }
            }
          }
        }
        if answer == .fail { return finishRequired(&state, .fail) }
        answer = .none
        state.phase = 1
      }
      if state.phase < 1 + shape.patternCount {
        answer = patternsStep(shape, &state, answer)
        if answer == .frame { return .frame }
        if answer == .fail { return finishRequired(&state, .fail) }
        answer = .none
      }
      if state.phase == 1 + shape.patternCount {
        if shape.additional != none, answer != .none || !state.isMatched {
          if answer == .none {
            answer = judge(shape.additional, state.i + 1, -1, false)
            if answer == .frame { return .frame }
          }
          if answer == .fail { return finishRequired(&state, .fail) }
          answer = .none
          state.isMatched = true
        } else if isSoft, !state.isMatched {
          isSuspicious = true
        }
        if track >= 0, state.isMatched { tracks.set(track, state.ordinal) }
        state.phase += 1
      }
      if shape.names != none {
        if answer == .none {
          answer = judge(shape.names, state.i, -1, false)
          if answer == .frame { return .frame }
        }
        if answer == .fail { return finishRequired(&state, .fail) }
        answer = .none
      }
      state.phase = 0
      state.ordinal += 1
      state.i = nodes[Int(state.i) + 1].next
    }
    return finishRequired(&state, hasAllRequired(shape, state) ? .pass : .fail)
  }

  /// The same where neither patterns nor `propertyNames` need frames, and few names are required.
  /// Works on local copies of the state, and writes them back only to ask for a frame.
  @inline(never)
  mutating func plainShapeStep(
    _ op: Op, _ node: UInt32, _ track: Int32, _ isHushed: Bool, _ state: inout StepState,
    _ given: Answer
  ) -> Answer {
    if given == .fail { return .fail }
    let shape = t.shapes[op.a]
    let end = nodes[Int(node)].next
    let isSoft = op.flags & Op.soft != 0 && !isHushed
    let isBare = shape.patternCount == 0 && shape.names == none
    var next = shape.firstProperty
    var seen: UInt64 = 0
    var key = node + 1
    var ordinal: UInt32 = 0
    if given == .pass {
      // The member whose value asked for a frame is done but for its marks and its name.
      (next, seen, key, ordinal) = (state.n, state.seen, state.i, state.ordinal)
      if track >= 0 { tracks.set(track, ordinal) }
      if shape.names != none, judge(shape.names, key, -1, false) != .pass { return .fail }
      ordinal += 1
      key = nodes[Int(key) + 1].next
    }
    while key < end {
      let found = findProperty(t, nodes, bytes, key, shape, &next)
      var block = none
      if found != none {
        let property = t.properties[found]
        if property.required != none { seen |= 1 << UInt64(property.required) }
        block = property.block
      }
      var isMatched = block != none
      if !isBare, !patternsHold(shape, key, &isMatched) { return .fail }
      if !isMatched {
        block = shape.additional
        isMatched = block != none
        if isSoft, !isMatched { isSuspicious = true }
      }
      if block != none {
        switch judge(block, key + 1, -1, false) {
        case .pass: break
        case .frame:
          (state.n, state.seen, state.i, state.ordinal) = (next, seen, key, ordinal)
          return .frame
        default: return .fail
        }
      }
      if track >= 0, isMatched { tracks.set(track, ordinal) }
      if !isBare, shape.names != none, judge(shape.names, key, -1, false) != .pass { return .fail }
      ordinal += 1
      key = nodes[Int(key) + 1].next
    }
    return seen.nonzeroBitCount == Int(shape.requiredCount) ? .pass : .fail
  }

  /// The patterns of a shape on one member, none of which needs a frame.
  private mutating func patternsHold(
    _ shape: ObjectShape, _ key: UInt32, _ isMatched: inout Bool
  ) -> Bool {
    for p in shape.firstPattern..<shape.firstPattern + shape.patternCount {
      let entry = t.patternProperties[p]
      switch matches(entry.pattern, string: cursor(key)) {
      case .match:
        isMatched = true
        if judge(entry.block, key + 1, -1, false) != .pass { return false }
      case .noMatch: break
      case .budgetSpent:
        if undecided == nil { undecided = (none, key) }
      }
    }
    return true
  }

  @inline(__always)
  private mutating func note(required bit: UInt32, _ state: inout StepState) {
    if state.region >= 0 {
      tracks.set(state.region, bit)
    } else {
      state.seen |= 1 << UInt64(bit)
    }
  }

  @inline(__always)
  private func hasAllRequired(_ shape: ObjectShape, _ state: StepState) -> Bool {
    if state.region >= 0 {
      return tracks.population(state.region, count: Int(shape.requiredCount))
        == Int(shape.requiredCount)
    }
    return state.seen.nonzeroBitCount == Int(shape.requiredCount)
  }

  @inline(__always)
  private mutating func finishRequired(_ state: inout StepState, _ answer: Answer) -> Answer {
    if state.region >= 0 { tracks.top = state.region }
    return answer
  }

  /// The patterns of `patternProperties` from `phase - 1` on.
  private mutating func patternsStep(
    _ shape: ObjectShape, _ state: inout StepState, _ given: Answer
  ) -> Answer {
    var answer = given
    while state.phase < 1 + shape.patternCount {
      if answer == .none {
        let entry = t.patternProperties[shape.firstPattern + state.phase - 1]
        answer = .pass
        switch matches(entry.pattern, string: cursor(state.i)) {
        case .match:
          state.isMatched = true
          answer = judge(entry.block, state.i + 1, -1, false)
          if answer == .frame { return .frame }
        case .noMatch: break
        case .budgetSpent:
          if undecided == nil { undecided = (none, state.i) }
        }
      }
      if answer == .fail { return .fail }
      answer = .none
      state.phase += 1
    }
    return .pass
  }

  /// The property of a key in a shape, or `none`. Tries the one behind the last hit first.
  @inline(__always)
  func find(_ key: UInt32, _ shape: ObjectShape, next: inout UInt32) -> UInt32 {
    findProperty(t, nodes, bytes, key, shape, &next)
  }

  /// The key node of the first member with this name, or `none`.
  @inline(__always)
  func member(_ name: PooledName, of node: UInt32) -> UInt32 {
    findMember(t, nodes, bytes, name, node)
  }

  func dependentRequired(_ op: Op, _ node: UInt32) -> Bool {
    for i in op.a..<op.a + op.b {
      let entry = t.dependencies[i]
      guard entry.firstName != none, member(entry.name, of: node) != none else { continue }
      for j in entry.firstName..<entry.firstName + entry.nameCount
      where member(t.names[j], of: node) == none {
        return false
      }
    }
    return true
  }

  mutating func dependentSchemasStep(
    _ op: Op, _ node: UInt32, _ track: Int32, _ isHushed: Bool, _ state: inout StepState,
    _ given: Answer
  ) -> Answer {
    var answer = given
    while state.i < op.b {
      if answer == .none {
        let entry = t.dependencies[op.a + state.i]
        answer = .pass
        if entry.block != none, member(entry.name, of: node) != none {
          answer = judge(entry.block, node, track, isHushed || op.flags & Op.hushes != 0)
          if answer == .frame { return .frame }
        }
      }
      if answer == .fail { return .fail }
      answer = .none
      state.i += 1
    }
    return .pass
  }

  mutating func unevaluatedPropertiesStep(
    _ op: Op, _ node: UInt32, _ track: Int32, _ state: inout StepState, _ given: Answer
  ) -> Answer {
    let end = nodes[Int(node)].next
    var answer = given
    if state.i == 0 { state.i = node + 1 }
    while state.i < end {
      if answer == .none, !tracks.has(track, state.ordinal) {
        answer = judge(op.a, state.i + 1, -1, false)
        if answer == .frame { return .frame }
      }
      if answer == .fail { return .fail }
      answer = .none
      tracks.set(track, state.ordinal)
      state.ordinal += 1
      state.i = nodes[Int(state.i) + 1].next
    }
    return .pass
  }

  /// Contract rule: is there a member that none of these shapes mentions?
  mutating func openCheck(_ op: Op, _ node: UInt32) {
    let end = nodes[Int(node)].next
    var i = node + 1
    while i < end {
      if !isMentioned(i, op.a, op.b) {
        isSuspicious = true
        return
      }
      i = nodes[Int(i) + 1].next
    }
  }

  /// Whether a key is mentioned by one of the shapes in a list: by name or pattern.
  mutating func isMentioned(_ key: UInt32, _ firstShape: UInt32, _ count: UInt32) -> Bool {
    for s in firstShape..<firstShape + count {
      let shape = t.shapes[t.lists[s]]
      var next = none
      let found = find(key, shape, next: &next)
      if found != none, t.properties[found].block != none { return true }
      for p in shape.firstPattern..<shape.firstPattern + shape.patternCount
      where matches(t.patternProperties[p].pattern, string: cursor(key)) != .noMatch {
        return true
      }
    }
    return false
  }
}

/// Whether two runs of bytes are the same, a word at a time.
@inline(__always)
func equalBytes(_ a: UnsafePointer<UInt8>, _ b: UnsafePointer<UInt8>, _ count: Int) -> Bool {
  let x = UnsafeRawPointer(a)
  let y = UnsafeRawPointer(b)
  if count >= 8 {
    var i = 0
    while i + 8 < count {
      if x.loadUnaligned(fromByteOffset: i, as: UInt64.self)
        != y.loadUnaligned(fromByteOffset: i, as: UInt64.self)
      {
        return false
      }
      i += 8
    }
    return x.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
      == y.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
  }
  if count >= 4 {
    return x.loadUnaligned(as: UInt32.self) == y.loadUnaligned(as: UInt32.self)
      && x.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)
        == y.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)
  }
  for i in 0..<count where a[i] != b[i] { return false }
  return true
}

// The look-ups are functions of plain pointers: as methods they would copy the machine.

/// The property of a key in a shape, or `none`. Tries `next`, the one behind the last hit, first.
@inline(__always)
func findProperty(
  _ t: TableView, _ nodes: UnsafePointer<JSONNode>, _ bytes: UnsafePointer<UInt8>, _ key: UInt32,
  _ shape: ObjectShape, _ next: inout UInt32
) -> UInt32 {
  let node = nodes[Int(key)]
  let hash = node.next
  let properties = t.properties.base
  if next < shape.firstProperty + shape.propertyCount, properties[Int(next)].name.hash == hash,
    isKey(t, node, bytes, properties[Int(next)].name)
  {
    next += 1
    return next - 1
  }
  let slots = t.slots.base + Int(shape.slotFirst)
  var slot = hash & shape.slotMask
  while true {
    let found = slots[Int(slot)]
    if found == 0 { return none }
    let index = shape.firstProperty + found - 1
    if properties[Int(index)].name.hash == hash,
      isKey(t, node, bytes, properties[Int(index)].name)
    {
      next = index + 1
      return index
    }
    slot = (slot + 1) & shape.slotMask
  }
}

/// Whether a key node's decoded bytes are this name.
@inline(__always)
func isKey(
  _ t: TableView, _ node: JSONNode, _ bytes: UnsafePointer<UInt8>, _ name: PooledName
) -> Bool {
  let text = t.text.base + Int(name.offset)
  if node.info & JSONNode.special == 0 {
    return node.length &- 2 == name.count
      && equalBytes(bytes + Int(node.start) + 1, text, Int(name.count))
  }
  return isEscapedKey(node, bytes, text, name.count)
}

@inline(never)
private func isEscapedKey(
  _ node: JSONNode, _ bytes: UnsafePointer<UInt8>, _ text: UnsafePointer<UInt8>, _ count: UInt32
) -> Bool {
  let raw = UnsafeBufferPointer(
    start: bytes + Int(node.start) + 1, count: Int(node.length) - 2)
  return JSONString.escaped(raw, equals: UnsafeBufferPointer(start: text, count: Int(count)))
}

/// The key node of the first member with this name, or `none`.
@inline(__always)
func findMember(
  _ t: TableView, _ nodes: UnsafePointer<JSONNode>, _ bytes: UnsafePointer<UInt8>,
  _ name: PooledName, _ object: UInt32
) -> UInt32 {
  let end = nodes[Int(object)].next
  var i = object + 1
  while i < end {
    let node = nodes[Int(i)]
    if node.next == name.hash, isKey(t, node, bytes, name) { return i }
    i = nodes[Int(i) + 1].next
  }
  return none
}
