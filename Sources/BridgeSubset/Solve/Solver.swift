/// Finds a value that satisfies a form, or shows that there is none.
///
/// A form is a state; what its members and items must satisfy are states again. A state that is met
/// inside of itself counts as empty there: a value is finite, so the smallest value of a state holds
/// no value of the same state. What was found empty under such an assumption is kept only as long
/// as the assumption stands.
final class Solver {
  enum Answer {
    /// There is no such value.
    case empty
    /// A value. Where it is not sure, it has to be asked of the validator.
    case found(Int32, isSure: Bool)
    case unknown(String)
  }

  private enum Entry {
    case done(Answer)
    /// Being looked at, at this depth.
    case open(Int)
    /// Empty, if the states that are open at this depth and below it are.
    case emptyIf(Int)
  }

  let table: FormTable
  var arena = ValueArena()
  var restricted = RestrictedForms()
  let circle: Lit
  var constants: [Int32: Lit] = [:]
  private var entries: [Lit: Entry] = [:]
  private var assumed: [(lit: Lit, lowest: Int)] = []
  private var lowest: [Int] = [.max]
  private var depth = 0
  /// Steps left; below zero everything is unknown.
  var steps: Int
  /// The table's work that was taken off the steps.
  private var paid = 0

  /// A state that was met too deep: to be looked at for itself, before all others.
  private var request: Lit?

  /// How deep states may be met in each other on the thread's stack.
  static let mostDepth = 40
  static let tooDeep = "the schemas nest too deeply"
  static let tooMuch = "the comparison takes more steps than are allowed"

  init(table: FormTable, steps: Int) {
    self.table = table
    circle = table.opaque(Types.every, Array("circle".utf8))
    self.steps = steps
    paid = table.work
  }

  /// Takes what the table did since the last time off the steps.
  func pay() {
    steps -= (table.work - paid) / 4
    paid = table.work
  }

  /// Gives steps for one question. What was done to read schemas is not taken off them.
  func allow(_ steps: Int) {
    self.steps = steps
    paid = table.work
  }

  /// A value that satisfies a form, however deep its states are nested.
  ///
  /// States that are too deep for the stack are looked at first, each for itself: what is known of
  /// them then cuts the way down short.
  func decide(_ lit: Lit) -> Answer {
    var open = [lit]
    while let next = open.last {
      request = nil
      let answer = inhabit(next)
      if let request {
        guard open.count < Self.mostRequests, !open.contains(request), steps > 0 else {
          return .unknown(steps > 0 ? Self.tooDeep : Self.tooMuch)
        }
        open.append(request)
      } else {
        open.removeLast()
        if open.isEmpty { return answer }
      }
    }
    return .unknown(Self.tooDeep)
  }

  private static let mostRequests = 2_000

  /// A value that satisfies a form.
  func inhabit(_ lit: Lit) -> Answer {
    if lit == .never { return .empty }
    if request != nil { return .unknown(Self.tooDeep) }
    switch entries[lit] {
    case .done(let answer): return answer
    case .open(let at):
      noteLowest(at)
      return .empty
    case .emptyIf(let at):
      noteLowest(at)
      return .empty
    case nil: break
    }
    steps -= 2
    pay()
    if case .all(let lits) = table[lit] { steps -= lits.count / 4 }
    guard steps > 0 else { return .unknown(Self.tooMuch) }
    guard depth < Self.mostDepth else {
      request = lit
      return .unknown(Self.tooDeep)
    }
    depth += 1
    let own = depth
    entries[lit] = .open(own)
    lowest.append(.max)
    let start = assumed.count
    let answer = solve(lit)
    depth -= 1
    let low = lowest.removeLast()
    settle(lit, answer, own: own, low: low, start: start)
    return answer
  }

  private func settle(_ lit: Lit, _ answer: Answer, own: Int, low: Int, start: Int) {
    guard case .empty = answer, request == nil else {
      // What was empty under the assumption that this is may not be.
      for entry in assumed[start...] { entries[entry.lit] = nil }
      assumed.removeSubrange(start...)
      entries[lit] = request == nil ? .done(answer) : nil
      return
    }
    if low >= own {
      entries[lit] = .done(.empty)
      var kept: [(lit: Lit, lowest: Int)] = []
      for entry in assumed[start...] {
        if entry.lowest >= own {
          entries[entry.lit] = .done(.empty)
        } else {
          kept.append(entry)
        }
      }
      assumed.replaceSubrange(start..., with: kept)
    } else {
      for i in start..<assumed.count where assumed[i].lowest > low {
        assumed[i].lowest = low
        entries[assumed[i].lit] = .emptyIf(low)
      }
      assumed.append((lit, low))
      entries[lit] = .emptyIf(low)
      noteLowest(low)
    }
  }

  private func noteLowest(_ at: Int) {
    lowest[lowest.count - 1] = min(lowest[lowest.count - 1], at)
  }

  private func solve(_ lit: Lit) -> Answer {
    var best = Best()
    for type in Types.each {
      let own = restrict(lit, type)
      if own == .never { continue }
      best.take(solve(own, type))
      if best.isDone { break }
    }
    return best.answer
  }

  /// The best of several answers, where one value is enough.
  struct Best {
    private(set) var answer = Answer.empty

    var isDone: Bool {
      if case .found(_, true) = answer { return true }
      return false
    }

    mutating func take(_ other: Answer) {
      switch (answer, other) {
      case (.found(_, true), _), (_, .empty): break
      case (_, .found(_, true)), (.empty, _): answer = other
      case (.unknown, .found): answer = other
      default: break
      }
    }
  }

  // MARK: Several values

  /// Up to `count` different values that satisfy a form.
  ///
  /// - Returns: the values; whether there are no others; whether all are sure; and why it was given
  ///   up, where it was.
  func several(
    _ lit: Lit, _ count: Int
  ) -> (values: [Int32], isComplete: Bool, isSure: Bool, reason: String?) {
    var values: [Int32] = []
    var isSure = true
    var rest = lit
    while values.count < count {
      switch inhabit(rest) {
      case .empty: return (values, true, isSure, nil)
      case .unknown(let reason): return (values, false, isSure, reason)
      case .found(let value, let sure):
        isSure = isSure && sure
        if values.contains(value) { return (values, false, false, "no further value was found") }
        values.append(value)
        rest = table.and([rest, table.not(constant(value))])
      }
    }
    return (values, false, isSure, nil)
  }

  /// The form of exactly this value. Parts have smaller numbers than what they are parts of.
  func constant(_ value: Int32) -> Lit {
    var needed: Set<Int32> = [value]
    var open = [value]
    while let next = open.popLast() {
      for part in arena.parts(next) where needed.insert(part).inserted { open.append(part) }
    }
    for part in needed.sorted() where constants[part] == nil {
      switch arena.nodes[Int(part)] {
      case .scalar(let scalar): constants[part] = table.values([scalar])
      case .array(let items):
        constants[part] = table.constant(items: items.map { constants[$0] ?? .never })
      case .object(let names, let values):
        let members = zip(names, values.map { constants[$0] ?? .never })
        constants[part] = table.constant(members: Dictionary(uniqueKeysWithValues: members))
      }
    }
    return constants[value] ?? .never
  }

  func scalar(_ scalar: Scalar) -> Int32 { arena.add(.scalar(table.scalar(scalar))) }
}
