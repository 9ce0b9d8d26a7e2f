internal import BridgeJSON

extension Collector {
  /// `anyOf` and `oneOf`: goes into the branches that hold; if the union fails, into the one that a
  /// constant field picks, else notes one issue for the union.
  mutating func unionStep(
    _ entry: KeywordEntry, _ value: JSONCursor, _ frame: inout Frame
  ) -> Bool {
    if frame.phase == 0 {
      frame.phase = 1
      frame.region = tracks.push(bits: Int(entry.b))
      chooseBranches(entry, value, frame)
    }
    while frame.i < entry.b {
      let branch = frame.i
      frame.i += 1
      if tracks.has(frame.region, branch) {
        apply(t.lists[entry.a + branch], frame)
        return false
      }
    }
    tracks.top = frame.region
    return true
  }

  private mutating func chooseBranches(
    _ entry: KeywordEntry, _ value: JSONCursor, _ frame: Frame
  ) {
    var passing = 0
    for i in 0..<entry.b where holds(t.lists[entry.a + i], frame.node) {
      passing += 1
      tracks.set(frame.region, i)
    }
    if passing == 1 || (passing > 1 && entry.keyword == .anyOf) { return }
    if passing == 0, let picked = pickedBranch(entry, value) {
      tracks.set(frame.region, picked)
      return
    }
    var log = LogAnnotation.unset
    for i in 0..<entry.b { log = max(log, t.blocks[t.lists[entry.a + i]].strictestLog) }
    emit(
      .failure, entry.keyword, at: frame.node, entry: frame.entry, of: block(frame), log: log)
    if passing == 0, frame.group >= 0 { mentionAll(entry, frame) }
  }

  /// The branch that constant fields pick: the only one of which a constant equals the instance's
  /// member and none differs from it.
  func pickedBranch(_ entry: KeywordEntry, _ value: JSONCursor) -> UInt32? {
    guard entry.c != none, value.kind == .object else { return nil }
    var picked: UInt32?
    var branch = none
    var isEqual = false
    var differs = false
    var isAmbiguous = false
    func finish() {
      guard branch != none, isEqual, !differs else { return }
      if picked != nil { isAmbiguous = true }
      picked = branch
    }
    var i = entry.c
    while t.unionConsts[i].branch != none {
      let const = t.unionConsts[i]
      if const.branch != branch {
        finish()
        branch = const.branch
        isEqual = false
        differs = false
      }
      let key = machine.member(const.name, of: UInt32(value.index))
      if key != none {
        let member = instance.at(Int(key) + 1)
        if t.contains(t.sets[const.value], member) { isEqual = true } else { differs = true }
      }
      i += 1
    }
    finish()
    return isAmbiguous ? nil : picked
  }

  /// No branch holds and none is picked: a member that any branch mentions is not unknown as well.
  private mutating func mentionAll(_ entry: KeywordEntry, _ frame: Frame) {
    var open = (0..<entry.b).map { t.lists[entry.a + $0] }
    var seen = Set(open)
    while let block = open.popLast() {
      let b = t.blocks[block]
      if b.shape != none {
        let shape = t.shapes[b.shape]
        var ordinal: UInt32 = 0
        instance.at(Int(frame.node)).forEachMember { key, _ in
          var next = none
          let found = machine.find(UInt32(key.index), shape, next: &next)
          var isMentioned = found != none && t.properties[found].block != none
          for p in shape.firstPattern..<shape.firstPattern + shape.patternCount
          where !isMentioned {
            isMentioned = machine.matches(t.patternProperties[p].pattern, string: key) != .noMatch
          }
          if isMentioned { tracks.set(groups[Int(frame.group)].mentioned, ordinal) }
          ordinal += 1
        }
      }
      for i in b.firstEntry..<b.firstEntry + b.entryCount {
        let inner = t.entries[i]
        var targets: [UInt32] = []
        switch inner.keyword {
        case .ref: targets = [inner.a]
        case .allOf, .anyOf, .oneOf: targets = (0..<inner.b).map { t.lists[inner.a + $0] }
        case .if: targets = [inner.a, inner.b, inner.c].filter { $0 != none }
        default: break
        }
        for target in targets where seen.insert(target).inserted { open.append(target) }
      }
    }
  }

  mutating func ifThenElseStep(_ entry: KeywordEntry, _ frame: inout Frame) -> Bool {
    if frame.phase == 0 {
      frame.phase = holds(entry.a, frame.node) ? 1 : 2
      if frame.phase == 1 {
        apply(entry.a, frame)
        return false
      }
    }
    let block = frame.phase == 1 ? entry.b : entry.c
    if block != none { apply(block, frame) }
    return true
  }
}
