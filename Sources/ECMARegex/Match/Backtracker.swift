/// Matches as ECMA-262 describes it, choice by choice, on a stack of its own and with a budget.
///
/// Choices and the former values of registers lie on one stack. Whoever fails takes entries off:
/// values are put back, until a choice is met that has another way to go.
final class Backtracker {
  enum Kind: Int {
    /// Go on at instruction `a` from place `b`.
    case choice
    /// Put value `b` back in register `a`.
    case register
    /// A greedy run that may give back code points: instruction `a`, place `b`, down to place `c`.
    case longRun
    /// A lazy run that may take more: instruction `a`, place `b`, `c` code points taken.
    case shortRun
  }

  struct Entry {
    var kind: Kind
    var a: Int
    var b: Int
    var c: Int
  }

  let code: Code
  let classes: ClassMap
  let isAnchored: Bool
  let groupSlots: Int
  private let startClasses: StartClasses?
  let registers: UnsafeMutablePointer<Int>
  private var stack: UnsafeMutablePointer<Entry>
  private var capacity = 64
  private var height = 0
  private var steps = 0

  init(_ code: Code, _ classes: ClassMap, isAnchored: Bool, groupCount: Int) {
    self.code = code
    self.classes = classes
    self.isAnchored = isAnchored
    groupSlots = 2 * (groupCount + 1)
    startClasses = StartClasses(code, classes)
    registers = .allocate(capacity: code.registerCount)
    stack = .allocate(capacity: capacity)
  }

  deinit {
    registers.deallocate()
    stack.deallocate()
  }

  /// Looks for the first match at or after a place. After `.match`, the registers hold its groups.
  func search(
    _ base: UnsafeRawPointer, _ count: Int, from start: Int, budget: Int
  ) -> Outcome {
    registers.initialize(repeating: -1, count: code.registerCount)
    steps = budget
    height = 0
    defer { if capacity > Self.keptCapacity { shrinkStack() } }
    if isAnchored {
      return start == 0 ? run(base, count, from: 0) : .noMatch
    }
    var at = start
    while true {
      let (scalar, length) =
        at < count ? CodePoint.decode(base, count, at) : (ScalarSet.limit, 1)
      if startClasses?.holds(at < count ? classes.classOf(scalar) : classes.count + 1) ?? true {
        let outcome = run(base, count, from: at)
        if outcome != .noMatch { return outcome }
      }
      if at >= count { return .noMatch }
      at += length
    }
  }

  // MARK: One place

  /// Tries to match at one place. Failure leaves registers as they were.
  private func run(_ base: UnsafeRawPointer, _ count: Int, from start: Int) -> Outcome {
    var at = start
    var place = 0
    let instructions = code.instructions
    while true {
      steps -= 1
      guard steps > 0 else { return .budgetSpent }
      if height + 1 >= capacity, !growStack() { return .budgetSpent }
      let instruction = instructions[place]
      let a = Int(instruction.a)
      var succeeds = true
      switch instruction.code {
      case .set:
        if at < count {
          let (holds, length) = classes.take(instruction.a, base, count, at)
          at += length
          succeeds = holds
        } else {
          succeeds = false
        }
        place += 1
      case .setBehind:
        if at > 0 {
          let (holds, length) = classes.takeBehind(instruction.a, base, count, at)
          at -= length
          succeeds = holds
        } else {
          succeeds = false
        }
        place += 1
      case .split:
        push(.choice, Int(instruction.b), at)
        place = a
      case .jump:
        place = a
      case .save, .enter:
        set(a, at)
        place += 1
      case .leave:
        succeeds = registers[a] != at
        place += 1
      case .unset:
        guard unset(instruction.a..<instruction.b) else { return .budgetSpent }
        place += 1
      case .assert:
        if let assertion = Assertion(rawValue: UInt8(truncatingIfNeeded: a)) {
          succeeds = assertion.holds(
            before: classes.contextBefore(base, count, at),
            after: classes.contextAfter(base, count, at))
        }
        place += 1
      case .run:
        succeeds = takeRun(instruction, place, base, count, &at)
        place += 1
      case .loopStart:
        set(code.loops[a].countRegister, 0)
        place += 1
      case .loopTest:
        let loop = code.loops[a]
        let turns = registers[loop.countRegister]
        if turns < loop.least {
          place += 1
        } else if turns >= loop.most {
          place = Int(instruction.b)
        } else if loop.greedy {
          push(.choice, Int(instruction.b), at)
          place += 1
        } else {
          push(.choice, place + 1, at)
          place = Int(instruction.b)
        }
      case .loopTurn:
        let loop = code.loops[a]
        guard unset(loop.firstGroup..<loop.endGroup), height + 2 < capacity || growStack() else {
          return .budgetSpent
        }
        set(loop.countRegister, registers[loop.countRegister] + 1)
        set(loop.placeRegister, at)
        place += 1
      case .loopEnd:
        // A turn above the forced ones must consume something.
        let loop = code.loops[a]
        succeeds =
          registers[loop.placeRegister] != at || registers[loop.countRegister] <= loop.least
        place = Int(instruction.b)
      case .lookStart:
        let look = code.looks[a]
        registers[look.heightRegister] = height
        registers[look.placeRegister] = at
        if look.negative { push(.choice, Int(instruction.b), at) }
        place += 1
      case .lookEnd:
        let look = code.looks[a]
        at = registers[look.placeRegister]
        if look.negative {
          unwind(to: registers[look.heightRegister])
          succeeds = false
        } else {
          dropChoices(above: registers[look.heightRegister])
        }
        place += 1
      case .reference, .referenceBehind, .foldedReference, .foldedReferenceBehind:
        succeeds = takeReference(instruction, base, count, &at)
        place += 1
      case .match:
        return .match
      }
      if !succeeds {
        guard let (nextPlace, nextAt) = backtrack(base, count) else { return .noMatch }
        place = nextPlace
        at = nextAt
      }
    }
  }

  /// Takes entries off the stack up to the next choice.
  private func backtrack(_ base: UnsafeRawPointer, _ count: Int) -> (place: Int, at: Int)? {
    while height > 0 {
      height -= 1
      let entry = stack[height]
      switch entry.kind {
      case .choice:
        return (entry.a, entry.b)
      case .register:
        registers[entry.a] = entry.b
      case .longRun:
        guard entry.b != entry.c else { continue }
        let run = code.runs[Int(code.instructions[entry.a].b)]
        let at =
          run.behind
          ? entry.b + CodePoint.decode(base, count, entry.b).length
          : entry.b - CodePoint.decodeBehind(base, count, entry.b).length
        stack[height].b = at
        height += 1
        return (entry.a + 1, at)
      case .shortRun:
        let instruction = code.instructions[entry.a]
        let run = code.runs[Int(instruction.b)]
        var at = entry.b
        guard entry.c < run.most, take(instruction.a, run.behind, base, count, &at) else {
          continue
        }
        stack[height].b = at
        stack[height].c += 1
        height += 1
        return (entry.a + 1, at)
      }
    }
    return nil
  }

  // MARK: Runs of one set

  @inline(__always)
  private func take(
    _ set: Int32, _ behind: Bool, _ base: UnsafeRawPointer, _ count: Int, _ at: inout Int
  ) -> Bool {
    guard behind ? at > 0 : at < count else { return false }
    let (holds, length) =
      behind ? classes.takeBehind(set, base, count, at) : classes.take(set, base, count, at)
    guard holds else { return false }
    at += behind ? -length : length
    return true
  }

  private func takeRun(
    _ instruction: Instruction, _ place: Int, _ base: UnsafeRawPointer, _ count: Int,
    _ at: inout Int
  ) -> Bool {
    let run = code.runs[Int(instruction.b)]
    let taken = takeMany(instruction.a, run.least, run.behind, base, count, &at)
    guard taken == run.least else { return false }
    if run.greedy {
      let least = at
      let more = takeMany(instruction.a, run.most - taken, run.behind, base, count, &at)
      if more > 0 { push(.longRun, place, at, least) }
      steps -= more >> 4
    } else {
      push(.shortRun, place, at, taken)
    }
    // Sixteen code points of a run are one step.
    steps -= taken >> 4
    return true
  }

  /// Takes code points of a set, at most so many, and tells how many.
  private func takeMany(
    _ set: Int32, _ most: Int, _ behind: Bool, _ base: UnsafeRawPointer, _ count: Int,
    _ at: inout Int
  ) -> Int {
    var taken = 0
    if !behind {
      let bits = classes.asciiBits + 2 * Int(set)
      let low = bits[0]
      let high = bits[1]
      while taken < most, at < count {
        let byte = base.load(fromByteOffset: at, as: UInt8.self)
        if byte < 0x80 {
          let word = byte < 0x40 ? low : high
          guard word & (1 << UInt64(byte & 0x3F)) != 0 else { return taken }
          at &+= 1
        } else {
          let (scalar, length) = CodePoint.decode(base, count, at)
          guard classes.holds(set, classes.classOf(scalar)) else { return taken }
          at &+= length
        }
        taken &+= 1
      }
      return taken
    }
    while taken < most, take(set, true, base, count, &at) { taken += 1 }
    return taken
  }

  // MARK: Registers and stack

  private func set(_ register: Int, _ value: Int) {
    push(.register, register, registers[register])
    registers[register] = value
  }

  /// Forgets what groups captured.
  ///
  /// - Returns: whether the stack had room.
  private func unset(_ groups: Range<Int32>) -> Bool {
    for group in groups {
      let slot = 2 * Int(group)
      guard registers[slot] >= 0 || registers[slot + 1] >= 0 else { continue }
      if height + 2 >= capacity, !growStack() { return false }
      set(slot, -1)
      set(slot + 1, -1)
    }
    steps -= groups.count >> 4
    return height + 1 < capacity || growStack()
  }

  private func push(_ kind: Kind, _ a: Int, _ b: Int, _ c: Int = 0) {
    (stack + height).initialize(to: Entry(kind: kind, a: a, b: b, c: c))
    height += 1
  }

  /// Undoes everything above a height.
  private func unwind(to lowest: Int) {
    while height > lowest {
      height -= 1
      if stack[height].kind == .register { registers[stack[height].a] = stack[height].b }
    }
  }

  /// Forgets the choices above a height; former values stay, for those who fail further down.
  private func dropChoices(above lowest: Int) {
    var kept = lowest
    for index in lowest..<height where stack[index].kind == .register {
      stack[kept] = stack[index]
      kept += 1
    }
    steps -= (height - lowest) >> 4
    height = kept
  }

  /// A stack above this size, 2 MiB, is not kept for the next search.
  private static let keptCapacity = 1 << 16

  private func shrinkStack() {
    stack.deallocate()
    capacity = 64
    stack = .allocate(capacity: capacity)
  }

  private func growStack() -> Bool {
    let larger = capacity * 2
    guard larger * MemoryLayout<Entry>.stride <= Regex.Limits.backtrackingBytes else {
      return false
    }
    let memory = UnsafeMutablePointer<Entry>.allocate(capacity: larger)
    memory.update(from: stack, count: height)
    stack.deallocate()
    stack = memory
    capacity = larger
    return true
  }

  // MARK: Back-references

  private func takeReference(
    _ instruction: Instruction, _ base: UnsafeRawPointer, _ count: Int, _ at: inout Int
  ) -> Bool {
    steps -= Int(instruction.b - instruction.a) >> 4
    for index in Int(instruction.a)..<Int(instruction.b) {
      // Of groups of one name, at most one has captured something.
      let slot = 2 * Int(code.referenced[index])
      let low = registers[slot]
      let high = registers[slot + 1]
      guard low >= 0, high >= 0 else { continue }
      steps -= (high - low) >> 4
      let behind =
        instruction.code == .referenceBehind || instruction.code == .foldedReferenceBehind
      if instruction.code == .foldedReference || instruction.code == .foldedReferenceBehind {
        return takeFolded(low..<high, behind: behind, base, count, &at)
      }
      let length = high - low
      let start = behind ? at - length : at
      guard start >= 0, start + length <= count else { return false }
      let isSame = UnsafeRawBufferPointer(start: base + low, count: length)
        .elementsEqual(UnsafeRawBufferPointer(start: base + start, count: length))
      at = behind ? start : start + length
      return isSame
    }
    return true
  }

  private func takeFolded(
    _ captured: Range<Int>, behind: Bool, _ base: UnsafeRawPointer, _ count: Int, _ at: inout Int
  ) -> Bool {
    var other = behind ? captured.upperBound : captured.lowerBound
    while behind ? other > captured.lowerBound : other < captured.upperBound {
      guard behind ? at > 0 : at < count else { return false }
      let mine =
        behind ? CodePoint.decodeBehind(base, count, at) : CodePoint.decode(base, count, at)
      let theirs =
        behind
        ? CodePoint.decodeBehind(base, count, other) : CodePoint.decode(base, count, other)
      guard
        mine.scalar == theirs.scalar
          || CaseFolding.fold(mine.scalar) == CaseFolding.fold(theirs.scalar)
      else { return false }
      at += behind ? -mine.length : mine.length
      other += behind ? -theirs.length : theirs.length
    }
    return true
  }
}
