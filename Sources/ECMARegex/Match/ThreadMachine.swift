/// Finds what groups captured, in linear time: all ways through the program go on side by side,
/// in the order in which backtracking would try them, and of those that meet the first goes on.
///
/// Turns of optional bodies that consume nothing are refused, as ECMA-262 wants. Whether a turn
/// has consumed something is part of a thread's place: of the open bodies (`Instruction.level`),
/// the outermost ones have, and `Thread.consumed` says how many.
final class ThreadMachine {
  private struct Thread {
    var place: Int32
    var consumed: Int32
  }

  private enum Task {
    case visit(Int32, consumed: Int32)
    case restore(slot: Int, value: Int)
  }

  private let code: Code
  private let classes: ClassMap
  private let isAnchored: Bool
  private let slotCount: Int
  /// By instruction: the number of its first key; one key for each number of consumed bodies.
  private let firstKeys: [Int]
  private var marks: [UInt32]
  private var stamp: UInt32 = 0
  private var current = ThreadList()
  private var following = ThreadList()
  private var slots: [Int]
  private var tasks: [Task] = []
  /// The groups of the match that was found.
  private(set) var captured: [Int]

  private struct ThreadList {
    var threads: [Thread] = []
    var slots: [Int] = []

    mutating func clear() {
      threads.removeAll(keepingCapacity: true)
      slots.removeAll(keepingCapacity: true)
    }
  }

  /// The number of different threads of a program.
  static func keyCount(_ code: Code) -> Int {
    (0..<code.count).reduce(0) { $0 + Int(code.instructions[$1].level) + 1 }
  }

  init(_ code: Code, _ classes: ClassMap, isAnchored: Bool, groupCount: Int) {
    self.code = code
    self.classes = classes
    self.isAnchored = isAnchored
    slotCount = 2 * (groupCount + 1)
    var key = 0
    var firstKeys: [Int] = []
    firstKeys.reserveCapacity(code.count)
    for place in 0..<code.count {
      firstKeys.append(key)
      key += Int(code.instructions[place].level) + 1
    }
    self.firstKeys = firstKeys
    marks = [UInt32](repeating: 0, count: key)
    slots = [Int](repeating: -1, count: slotCount)
    captured = slots
  }

  /// Looks for the first match at or after a place.
  ///
  /// - Complexity: O(n × m) for n code points and m instructions.
  func search(_ base: UnsafeRawPointer, _ count: Int, from start: Int) -> Bool {
    if isAnchored, start > 0 { return false }
    var found = false
    var at = start
    var before = classes.contextBefore(base, count, at)
    current.clear()
    while true {
      // What stands at the place, and at the next.
      var number = classes.count + 1
      var next = at
      if at < count {
        let (scalar, length) = CodePoint.decode(base, count, at)
        number = classes.classOf(scalar)
        next = at + length
      }
      let here = classes.contexts[number]
      if !found, !isAnchored || at == start {
        // Threads of earlier starts come first. Those of this start join them at their end.
        if current.threads.isEmpty { newStamp() }
        for slot in slots.indices { slots[slot] = -1 }
        add(0, consumed: 0, at: at, before: before, after: here, to: &current)
      }
      if current.threads.isEmpty, found || isAnchored { return found }
      let after =
        next < count
        ? classes.contexts[classes.classOf(CodePoint.decode(base, count, next).scalar)]
        : ClassMap.Context.edge
      following.clear()
      newStamp()
      for index in current.threads.indices {
        let thread = current.threads[index]
        let instruction = code.instructions[Int(thread.place)]
        if instruction.code == .match {
          found = true
          for slot in 0..<slotCount { captured[slot] = current.slots[index * slotCount + slot] }
          // Threads after this one would have been tried later.
          break
        }
        guard classes.holds(instruction.a, number) else { continue }
        for slot in 0..<slotCount { slots[slot] = current.slots[index * slotCount + slot] }
        add(
          thread.place + 1, consumed: instruction.level, at: next, before: here, after: after,
          to: &following)
      }
      swap(&current, &following)
      if at >= count { return found }
      at = next
      before = here
    }
  }

  private func newStamp() {
    stamp &+= 1
    if stamp == 0 {
      for key in marks.indices { marks[key] = 0 }
      stamp = 1
    }
  }

  /// Follows a thread, with its groups in `slots`, up to all instructions that wait.
  private func add(
    _ place: Int32, consumed: Int32, at: Int, before: UInt8, after: UInt8,
    to list: inout ThreadList
  ) {
    tasks.append(.visit(place, consumed: consumed))
    while let task = tasks.popLast() {
      guard case .visit(let place, let consumed) = task else {
        if case .restore(let slot, let value) = task { slots[slot] = value }
        continue
      }
      let key = firstKeys[Int(place)] + Int(consumed)
      if marks[key] == stamp { continue }
      marks[key] = stamp
      let instruction = code.instructions[Int(place)]
      switch instruction.code {
      case .set, .match:
        list.threads.append(Thread(place: place, consumed: consumed))
        list.slots += slots
      case .split:
        tasks.append(.visit(instruction.b, consumed: consumed))
        tasks.append(.visit(instruction.a, consumed: consumed))
      case .jump:
        tasks.append(.visit(instruction.a, consumed: consumed))
      case .save:
        set(Int(instruction.a), at)
        tasks.append(.visit(place + 1, consumed: consumed))
      case .unset:
        for slot in 2 * Int(instruction.a)..<2 * Int(instruction.b) where slots[slot] >= 0 {
          set(slot, -1)
        }
        tasks.append(.visit(place + 1, consumed: consumed))
      case .assert:
        if let assertion = Assertion(rawValue: UInt8(truncatingIfNeeded: instruction.a)),
          assertion.holds(before: before, after: after)
        {
          tasks.append(.visit(place + 1, consumed: consumed))
        }
      case .leave:
        if consumed >= instruction.level {
          tasks.append(.visit(place + 1, consumed: instruction.level - 1))
        }
      default:
        tasks.append(.visit(place + 1, consumed: consumed))
      }
    }
  }

  private func set(_ slot: Int, _ value: Int) {
    tasks.append(.restore(slot: slot, value: slots[slot]))
    slots[slot] = value
  }
}
