internal import BridgeJSON

extension Machine {
  /// Where a branch of a union marks what it evaluates: apart, since it may fail.
  @inline(__always)
  private mutating func branchRegion(_ node: UInt32, _ track: Int32) -> Int32 {
    track < 0 ? -1 : tracks.push(bits: cursor(node).count)
  }

  /// Ends a branch: marks of one that passed count.
  @inline(__always)
  private mutating func finishBranch(
    _ state: StepState, _ node: UInt32, _ track: Int32, _ answer: Answer
  ) {
    if answer == .fail { isSuspicious = state.wasSuspicious }
    guard state.region >= 0 else { return }
    if answer == .pass { tracks.merge(state.region, into: track, count: cursor(node).count) }
    tracks.top = state.region
  }

  mutating func anyOfStep(
    _ op: Op, _ node: UInt32, _ track: Int32, _ isHushed: Bool, _ state: inout StepState,
    _ given: Answer
  ) -> Answer {
    var answer = given
    while state.i < op.b {
      if answer == .none {
        state.wasSuspicious = isSuspicious
        state.region = branchRegion(node, track)
        answer = judge(
          t.lists[op.a + state.i], node, state.region, isHushed || op.flags & Op.hushes != 0)
        if answer == .frame { return .frame }
      }
      finishBranch(state, node, track, answer)
      if answer == .pass {
        // One branch settles it, except where annotations of the others are read, or facts of the
        // others told (contracts).
        if track < 0, !t.isContract { return .pass }
        state.n = 1
      }
      answer = .none
      state.i += 1
    }
    return state.n > 0 ? .pass : .fail
  }

  mutating func oneOfStep(
    _ op: Op, _ node: UInt32, _ track: Int32, _ isHushed: Bool, _ state: inout StepState,
    _ given: Answer
  ) -> Answer {
    var answer = given
    while state.i < op.b {
      if answer == .none {
        state.wasSuspicious = isSuspicious
        state.region = branchRegion(node, track)
        answer = judge(
          t.lists[op.a + state.i], node, state.region, isHushed || op.flags & Op.hushes != 0)
        if answer == .frame { return .frame }
      }
      finishBranch(state, node, track, answer)
      if answer == .pass {
        state.n += 1
        if state.n > 1 { return .fail }
      }
      answer = .none
      state.i += 1
    }
    return state.n == 1 ? .pass : .fail
  }

  /// A union whose branches pin one text field: the field's value names the only one that can hold.
  mutating func dispatchStep(
    _ op: Op, _ node: UInt32, _ track: Int32, _ isHushed: Bool, _ state: inout StepState,
    _ given: Answer
  ) -> Answer {
    if state.phase == 0 {
      let dispatch = t.dispatches[op.c]
      let key = findMember(t, nodes, bytes, dispatch.name, node)
      if key == none {
        state.phase = 2
      } else {
        state.phase = 1
        let block = branch(dispatch, key + 1)
        if block == none { return .fail }
        return judge(block, node, track, isHushed || op.flags & Op.hushes != 0)
      }
    }
    if state.phase == 1 { return given }
    return op.flags & Op.isOneOf != 0
      ? oneOfStep(op, node, track, isHushed, &state, given)
      : anyOfStep(op, node, track, isHushed, &state, given)
  }

  private func branch(_ dispatch: UnionDispatch, _ value: UInt32) -> UInt32 {
    let cursor = cursor(value)
    guard cursor.kind == .string else { return none }
    return cursor.withStringBytes { text in
      let hash = JSONKeyHash.of(text)
      var slot = hash & dispatch.slotMask
      while true {
        let found = t.slots[dispatch.slotFirst + slot]
        if found == 0 { return none }
        let entry = t.dispatchCases[found - 1]
        if entry.text.hash == hash, Int(entry.text.count) == text.count, t.same(entry.text, text) {
          return entry.block
        }
        slot = (slot + 1) & dispatch.slotMask
      }
    }
  }

  mutating func notStep(
    _ op: Op, _ node: UInt32, _ state: inout StepState, _ given: Answer
  ) -> Answer {
    var answer = given
    if answer == .none {
      state.wasSuspicious = isSuspicious
      answer = judge(op.a, node, -1, true)
      if answer == .frame { return .frame }
    }
    isSuspicious = state.wasSuspicious
    return answer == .pass ? .fail : .pass
  }

  mutating func ifThenElseStep(
    _ op: Op, _ node: UInt32, _ track: Int32, _ isHushed: Bool, _ state: inout StepState,
    _ given: Answer
  ) -> Answer {
    let hushes = isHushed || op.flags & Op.hushes != 0
    var answer = given
    if state.phase == 0 {
      if answer == .none {
        state.wasSuspicious = isSuspicious
        state.region = branchRegion(node, track)
        answer = judge(op.a, node, state.region, hushes)
        if answer == .frame { return .frame }
      }
      finishBranch(state, node, track, answer)
      state.phase = answer == .pass ? 1 : 2
      answer = .none
    }
    if answer != .none { return answer }
    let block = state.phase == 1 ? op.b : op.c
    return block == none ? .pass : judge(block, node, track, hushes)
  }
}

extension ScopeStack {
  /// The schema that a dynamic reference leads to: that of the outermost resource on the way which
  /// has the anchor (2020-12, 8.2.3.2).
  func resolve(_ block: UInt32, anchor: UInt32, _ t: TableView) -> UInt32 {
    for i in 0..<count {
      for j in 0..<t.dynamicAnchors.count
      where t.dynamicAnchors[j].resource == items[i] && t.dynamicAnchors[j].name == anchor {
        return t.dynamicAnchors[j].block
      }
    }
    return block
  }
}
