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

  /// Visits an instruction, or puts a slot's value back: then `place` is -1 and `consumed` the slot.
  private struct Task {
    var place: Int32
    var consumed: Int32
    var value: Int
  }

  private struct ThreadList {
    var threads: UnsafeMutablePointer<Thread>
    var slots: UnsafeMutablePointer<Int>
    var capacity: Int
    var count = 0
  }

  private let code: Code
  private let classes: ClassMap
  private let isAnchored: Bool
  private let slotCount: Int
  /// By instruction: the number of its first key; one key for each number of consumed bodies.
  private let firstKeys: UnsafePointer<Int32>
  private let keyCount: Int
  private let marks: UnsafeMutablePointer<UInt32>
  private var stamp: UInt32 = 0
  private var current: ThreadList
  private var following: ThreadList
  private let slots: UnsafeMutablePointer<Int>
  private var tasks: UnsafeMutablePointer<Task>
  private var taskCapacity = 64
  private let found: UnsafeMutablePointer<Int>
  /// The groups of the match that was found.
  var captured: UnsafePointer<Int> { UnsafePointer(found) }

  /// The number of different threads of a program.
  static func keyCount(_ code: Code) -> Int {
    (0..<code.count).reduce(0) { $0 + Int(code.instructions[$1].level) + 1 }
  }

  init(_ code: Code, _ classes: ClassMap, isAnchored: Bool, groupCount: Int) {
    self.code = code
    self.classes = classes
    self.isAnchored = isAnchored
    slotCount = 2 * (groupCount + 1)
    var key: Int32 = 0
    var firstKeys: [Int32] = []
    firstKeys.reserveCapacity(code.count)
    for place in 0..<code.count {
      firstKeys.append(key)
      key += code.instructions[place].level + 1
    }
    self.firstKeys = Memory.keep(firstKeys)
    keyCount = Int(key)
    marks = .allocate(capacity: keyCount)
    marks.initialize(repeating: 0, count: keyCount)
    slots = .allocate(capacity: slotCount)
    found = .allocate(capacity: slotCount)
    tasks = .allocate(capacity: taskCapacity)
    current = Self.newList(8, slotCount)
    following = Self.newList(8, slotCount)
  }

  deinit {
    firstKeys.deallocate()
    marks.deallocate()
    slots.deallocate()
    found.deallocate()
    tasks.deallocate()
    Self.free(current)
    Self.free(following)
  }

  /// Looks for the first match at or after a place.
  ///
  /// - Complexity: O(n × m) for n code points and m instructions.
  func search(_ base: UnsafeRawPointer, _ count: Int, from start: Int) -> Bool {
    if isAnchored, start > 0 { return false }
    var isFound = false
    var at = start
    var before = classes.contextBefore(base, count, at)
    current.count = 0
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
      if !isFound, !isAnchored || at == start {
        // Threads of earlier starts come first. Those of this start join them at their end.
        if current.count == 0 { newStamp() }
        slots.initialize(repeating: -1, count: slotCount)
        add(0, consumed: 0, at: at, before: before, after: here, to: &current)
      }
      if current.count == 0, isFound || isAnchored { return isFound }
      let after = classes.contextAfter(base, count, next)
      following.count = 0
      newStamp()
      for index in 0..<current.count {
        let thread = current.threads[index]
        let instruction = code.instructions[Int(thread.place)]
        let theirs = current.slots + index * slotCount
        if instruction.code == .match {
          isFound = true
          found.update(from: theirs, count: slotCount)
          // Threads after this one would have been tried later.
          break
        }
        guard classes.holds(instruction.a, number) else { continue }
        slots.update(from: theirs, count: slotCount)
        add(
          thread.place + 1, consumed: instruction.level, at: next, before: here, after: after,
          to: &following)
      }
      swap(&current, &following)
      if at >= count { return isFound }
      at = next
      before = here
    }
  }

  private func newStamp() {
    stamp &+= 1
    if stamp == 0 {
      marks.update(repeating: 0, count: keyCount)
      stamp = 1
    }
  }

  /// Follows a thread, with its groups in `slots`, up to all instructions that wait.
  private func add(
    _ place: Int32, consumed: Int32, at: Int, before: UInt8, after: UInt8,
    to list: inout ThreadList
  ) {
    var height = 1
    tasks[0] = Task(place: place, consumed: consumed, value: 0)
    while height > 0 {
      height -= 1
      let task = tasks[height]
      if task.place < 0 {
        slots[Int(task.consumed)] = task.value
        continue
      }
      var place = task.place
      var consumed = task.consumed
      // Follows one way, and leaves the others on the stack.
      following: while true {
        let key = Int(firstKeys[Int(place)] + consumed)
        if marks[key] == stamp { break }
        marks[key] = stamp
        let instruction = code.instructions[Int(place)]
        if height + 2 >= taskCapacity { growTasks(height) }
        switch instruction.code {
        case .set, .match:
          if list.count == list.capacity { grow(&list) }
          list.threads[list.count] = Thread(place: place, consumed: consumed)
          (list.slots + list.count * slotCount).initialize(from: slots, count: slotCount)
          list.count += 1
          break following
        case .split:
          tasks[height] = Task(place: instruction.b, consumed: consumed, value: 0)
          height += 1
          place = instruction.a
        case .jump:
          place = instruction.a
        case .save:
          let slot = Int(instruction.a)
          tasks[height] = Task(place: -1, consumed: instruction.a, value: slots[slot])
          height += 1
          slots[slot] = at
          place += 1
        case .unset:
          for slot in 2 * instruction.a..<2 * instruction.b where slots[Int(slot)] >= 0 {
            if height + 2 >= taskCapacity { growTasks(height) }
            tasks[height] = Task(place: -1, consumed: slot, value: slots[Int(slot)])
            height += 1
            slots[Int(slot)] = -1
          }
          place += 1
        case .assert:
          guard
            let assertion = Assertion(rawValue: UInt8(truncatingIfNeeded: instruction.a)),
            assertion.holds(before: before, after: after)
          else { break following }
          place += 1
        case .leave:
          guard consumed >= instruction.level else { break following }
          consumed = instruction.level - 1
          place += 1
        default:
          place += 1
        }
      }
    }
  }

  // MARK: Memory

  private func growTasks(_ height: Int) {
    let larger = UnsafeMutablePointer<Task>.allocate(capacity: taskCapacity * 2)
    larger.update(from: tasks, count: height)
    tasks.deallocate()
    tasks = larger
    taskCapacity *= 2
  }

  private func grow(_ list: inout ThreadList) {
    let larger = Self.newList(list.capacity * 2, slotCount)
    larger.threads.update(from: list.threads, count: list.count)
    larger.slots.update(from: list.slots, count: list.count * slotCount)
    let count = list.count
    Self.free(list)
    list = larger
    list.count = count
  }

  private static func newList(_ capacity: Int, _ slotCount: Int) -> ThreadList {
    ThreadList(
      threads: .allocate(capacity: capacity), slots: .allocate(capacity: capacity * slotCount),
      capacity: capacity)
  }

  private static func free(_ list: ThreadList) {
    list.threads.deallocate()
    list.slots.deallocate()
  }
}
