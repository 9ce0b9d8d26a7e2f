/// A deterministic automaton over the classes of a pattern, made while it runs.
///
/// A state is the set of instructions that wait for the next code point, closed under everything
/// but assertions, which wait for it too. Rows of transitions are filled when they are first
/// needed. When the states pass their bound in memory all are dropped and the making begins anew,
/// so that time stays linear: at worst every code point costs one pass over the program.
final class LazyAutomaton {
  // Values of transitions. Others are places of rows: state number × stride, from 1 × stride.
  private static let unknown: UInt32 = 0
  static let match: UInt32 = 1
  static let dead: UInt32 = 2

  private let code: Code
  private let classes: ClassMap
  private let isAnchored: Bool
  private let largestBytes: Int
  let stride: Int
  let end: Int

  private var rows: UnsafeMutablePointer<UInt32>
  private var rowCapacity: Int
  private var stateCount = 1
  /// Instructions of all states, one after the other; those of state n end where n + 1 begins.
  private var members: [Int32] = []
  private var firstMember: [Int] = [0, 0]
  /// By state: the context of the code point before it, if an assertion waits in it.
  private var contexts: [UInt8] = [0]
  /// Open addressing over states; 0 is free.
  private var table: [Int32]
  private var start: UInt32 = 0
  private var wasDropped = false

  // Scratch of one step.
  private var next: [Int32] = []
  private var nextWaits = false
  private var resolved: [Int32] = []
  private var stack: [Int32] = []
  private let marks: UnsafeMutablePointer<UInt32>
  private var stamp: UInt32 = 0

  init(
    _ code: Code, _ classes: ClassMap, isAnchored: Bool,
    largestBytes: Int = Regex.Limits.automatonBytes
  ) {
    self.largestBytes = largestBytes
    self.code = code
    self.classes = classes
    self.isAnchored = isAnchored
    stride = classes.count + 2
    end = classes.count + 1
    rowCapacity = 8
    rows = .allocate(capacity: rowCapacity * stride)
    rows.initialize(repeating: Self.unknown, count: rowCapacity * stride)
    table = [Int32](repeating: 0, count: 16)
    marks = .allocate(capacity: code.count)
    marks.initialize(repeating: 0, count: code.count)
  }

  deinit {
    rows.deallocate()
    marks.deallocate()
  }

  /// Whether the subject matches anywhere.
  func matches(_ base: UnsafeRawPointer, _ count: Int) -> Bool {
    if start == Self.unknown { start = makeStart() }
    var state = start
    if state < 3 { return state == Self.match }
    var at = 0
    let ascii = classes.ascii
    var rows = self.rows
    while at < count {
      // A state that follows itself is not read back from its row: the processor guesses that it
      // goes on so, and runs ahead.
      var number: Int
      var following: UInt32
      repeat {
        let byte = base.load(fromByteOffset: at, as: UInt8.self)
        number = Int(ascii[Int(byte)])
        if byte < 0x80 {
          at &+= 1
        } else {
          let (scalar, length) = CodePoint.decode(base, count, at)
          number = classes.classOf(scalar)
          at &+= length
        }
        following = (rows + number)[Int(state)]
      } while following == state && at < count
      if following < 3 {
        if following == Self.unknown {
          following = step(from: state, on: number)
          rows = self.rows
        }
        if following == Self.match { return true }
        if following == Self.dead { return false }
      }
      state = following
    }
    var last = rows[Int(state) + end]
    if last == Self.unknown { last = step(from: state, on: end) }
    return last == Self.match
  }

  // MARK: Making states

  func makeStart() -> UInt32 {
    beginNext()
    let isMatch = addToNext(0)
    return isMatch ? Self.match : intern(context: ClassMap.Context.edge)
  }

  /// Finds what follows a state on a class, and notes it in the state's row.
  func step(from state: UInt32, on number: Int) -> UInt32 {
    let index = Int(state) / stride
    let known = firstMember[index]..<firstMember[index + 1]
    let following: UInt32
    if resolve(known, before: contexts[index], after: classes.contexts[number]) {
      following = Self.match
    } else if number == end {
      following = Self.dead
    } else {
      following = advance(on: number)
    }
    // Making the state may have dropped the one that it follows.
    if !wasDropped { rows[Int(state) + number] = following }
    wasDropped = false
    return following
  }

  /// Settles the assertions of a state: `resolved` becomes the sets that wait for a code point.
  ///
  /// - Returns: whether the match was reached.
  private func resolve(_ known: Range<Int>, before: UInt8, after: UInt8) -> Bool {
    resolved.removeAll(keepingCapacity: true)
    newStamp()
    for index in known {
      stack.append(members[index])
      while let place = stack.popLast() {
        guard mark(place) else { continue }
        let instruction = code.instructions[Int(place)]
        switch instruction.code {
        case .set:
          resolved.append(place)
        case .assert:
          if let assertion = Assertion(rawValue: UInt8(truncatingIfNeeded: instruction.a)),
            assertion.holds(before: before, after: after)
          {
            stack.append(place + 1)
          }
        case .split:
          stack.append(instruction.b)
          stack.append(instruction.a)
        case .jump:
          stack.append(instruction.a)
        case .match:
          stack.removeAll(keepingCapacity: true)
          return true
        default:
          stack.append(place + 1)
        }
      }
    }
    return false
  }

  private func advance(on number: Int) -> UInt32 {
    beginNext()
    for place in resolved where classes.holds(code.instructions[Int(place)].a, number) {
      if addToNext(place + 1) { return Self.match }
    }
    if !isAnchored, addToNext(0) { return Self.match }
    if next.isEmpty { return Self.dead }
    return intern(context: nextWaits ? classes.contexts[number] : 0)
  }

  private func beginNext() {
    next.removeAll(keepingCapacity: true)
    nextWaits = false
    newStamp()
  }

  /// Adds an instruction and all that is reached from it without a test of the place.
  ///
  /// - Returns: whether the match was reached.
  private func addToNext(_ place: Int32) -> Bool {
    stack.append(place)
    while let place = stack.popLast() {
      guard mark(place) else { continue }
      let instruction = code.instructions[Int(place)]
      switch instruction.code {
      case .set:
        next.append(place)
      case .assert:
        next.append(place)
        nextWaits = true
      case .split:
        stack.append(instruction.b)
        stack.append(instruction.a)
      case .jump:
        stack.append(instruction.a)
      case .match:
        stack.removeAll(keepingCapacity: true)
        return true
      default:
        stack.append(place + 1)
      }
    }
    return false
  }

  private func newStamp() {
    stamp &+= 1
    if stamp == 0 {
      marks.update(repeating: 0, count: code.count)
      stamp = 1
    }
  }

  private func mark(_ place: Int32) -> Bool {
    if marks[Int(place)] == stamp { return false }
    marks[Int(place)] = stamp
    return true
  }

  // MARK: Keeping states

  /// The state of `next`, made if there is none.
  private func intern(context: UInt8) -> UInt32 {
    next.sort()
    let hash = Self.hash(next[...], context)
    var slot = hash & (table.count - 1)
    while table[slot] != 0 {
      let index = Int(table[slot])
      if contexts[index] == context,
        members[firstMember[index]..<firstMember[index + 1]].elementsEqual(next)
      {
        return UInt32(index * stride)
      }
      slot = (slot + 1) & (table.count - 1)
    }
    let bytes = (stateCount + 1) * (stride * 4 + 24) + (members.count + next.count) * 4
    if stateCount > 2, bytes > largestBytes {
      dropStates()
      slot = hash & (table.count - 1)
    }
    if stateCount == rowCapacity { growRows() }
    let index = stateCount
    stateCount += 1
    members += next
    firstMember.append(members.count)
    contexts.append(context)
    table[slot] = Int32(index)
    if stateCount * 2 > table.count { growTable() }
    return UInt32(index * stride)
  }

  private static func hash(_ places: ArraySlice<Int32>, _ context: UInt8) -> Int {
    // FNV-1a over whole numbers; the high bits are brought down for the table's mask.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325 ^ UInt64(context)
    for place in places {
      hash = (hash ^ UInt64(UInt32(bitPattern: place))) &* 0x100_0000_01B3
    }
    return Int(truncatingIfNeeded: (hash ^ hash >> 29) >> 1)
  }

  private func dropStates() {
    wasDropped = true
    rows.update(repeating: Self.unknown, count: stateCount * stride)
    stateCount = 1
    members.removeAll(keepingCapacity: true)
    firstMember = [0, 0]
    contexts = [0]
    for index in table.indices { table[index] = 0 }
    start = Self.unknown
  }

  private func growRows() {
    let larger = UnsafeMutablePointer<UInt32>.allocate(capacity: rowCapacity * 2 * stride)
    larger.update(from: rows, count: rowCapacity * stride)
    (larger + rowCapacity * stride).initialize(
      repeating: Self.unknown, count: rowCapacity * stride)
    rows.deallocate()
    rows = larger
    rowCapacity *= 2
  }

  private func growTable() {
    var larger = [Int32](repeating: 0, count: table.count * 2)
    for index in 1..<stateCount {
      let places = members[firstMember[index]..<firstMember[index + 1]]
      var slot = Self.hash(places, contexts[index]) & (larger.count - 1)
      while larger[slot] != 0 { slot = (slot + 1) & (larger.count - 1) }
      larger[slot] = Int32(index)
    }
    table = larger
  }
}
