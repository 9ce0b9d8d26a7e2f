internal import BridgeJSON

extension Machine {
  /// `prefixItems` and `items`, or the older `items` and `additionalItems`.
  @inline(never)
  mutating func itemsStep(
    _ op: Op, _ node: UInt32, _ track: Int32, _ state: inout StepState, _ given: Answer
  ) -> Answer {
    let end = nodes[Int(node)].next
    var answer = given
    if state.i == 0 { state.i = node + 1 }
    while state.i < end {
      if answer == .none {
        let block = state.ordinal < op.b ? t.lists[op.a + state.ordinal] : op.c
        if block == none { return .pass }
        answer = judge(block, state.i, -1, false)
        if answer == .frame { return .frame }
      }
      if answer == .fail { return .fail }
      answer = .none
      if track >= 0 { tracks.set(track, state.ordinal) }
      state.ordinal += 1
      state.i = nodes[Int(state.i)].next
    }
    return .pass
  }

  /// The same where no item needs a frame.
  @inline(never)
  mutating func plainItems(_ op: Op, _ node: UInt32, _ track: Int32) -> Bool {
    let end = nodes[Int(node)].next
    var item = node + 1
    var ordinal: UInt32 = 0
    while item < end, ordinal < op.b {
      if judge(t.lists[op.a + ordinal], item, -1, false) != .pass { return false }
      if track >= 0 { tracks.set(track, ordinal) }
      ordinal += 1
      item = nodes[Int(item)].next
    }
    if op.c == none { return true }
    // The other items have one schema: its code is looked up once.
    let codes = t.code.base + Int(op.c) * 6
    while item < end {
      let value = nodes[Int(item)]
      let code = codes[Int(value.info & 15)]
      switch code.verdict {
      case .passes: break
      case .fails: return false
      case .open: if !runNested(code, item, -1, false) { return false }
      }
      if track >= 0 { tracks.set(track, ordinal) }
      ordinal += 1
      item = value.next
    }
    return true
  }

  /// `contains` with `minContains` and `maxContains`.
  mutating func containsStep(
    _ op: Op, _ node: UInt32, _ track: Int32, _ state: inout StepState, _ given: Answer
  ) -> Answer {
    let end = nodes[Int(node)].next
    var answer = given
    let marks = track >= 0 && op.flags & Op.marks != 0
    if state.i == 0 { state.i = node + 1 }
    while state.i < end {
      if answer == .none {
        if !marks, op.c == UInt32.max, state.n >= op.b { return .pass }
        state.wasSuspicious = isSuspicious
        answer = judge(op.a, state.i, -1, false)
        if answer == .frame { return .frame }
      }
      if answer == .pass {
        state.n += 1
        if state.n > op.c { return .fail }
        if marks { tracks.set(track, state.ordinal) }
      } else {
        isSuspicious = state.wasSuspicious
      }
      answer = .none
      state.ordinal += 1
      state.i = nodes[Int(state.i)].next
    }
    return state.n >= op.b ? .pass : .fail
  }

  mutating func unevaluatedItemsStep(
    _ op: Op, _ node: UInt32, _ track: Int32, _ state: inout StepState, _ given: Answer
  ) -> Answer {
    let end = nodes[Int(node)].next
    var answer = given
    if state.i == 0 { state.i = node + 1 }
    while state.i < end {
      if answer == .none, !tracks.has(track, state.ordinal) {
        answer = judge(op.a, state.i, -1, false)
        if answer == .frame { return .frame }
      }
      if answer == .fail { return .fail }
      answer = .none
      tracks.set(track, state.ordinal)
      state.ordinal += 1
      state.i = nodes[Int(state.i)].next
    }
    return .pass
  }
}
