/// The keys of objects that no fact names, cut into regions that no fact tells apart.
struct KeyRegions {
  struct Region {
    /// What the keys satisfy, as strings.
    var keys: Lit
    /// What the value of such a member must satisfy.
    var value: Lit
    /// Which of the "some member" demands the keys fit.
    var demands: Set<Int>
  }

  private(set) var regions: [Region] = []
  /// Why they are not all known.
  private(set) var reason: String?

  private static let mostForms = 60
  private static let mostRegions = 300

  init(_ facts: ObjectFacts, _ solver: Solver) {
    let table = solver.table
    let all = facts.all.map { (keys: solver.outsideNames($0.keys), value: $0.value) }
    let some = facts.some.map { solver.outsideNames($0.keys) }
    var forms: [Lit] = []
    for keys in all.map(\.keys) + some where keys != .always && keys != .never {
      let positive = keys.isNegated ? keys.flipped : keys
      if !forms.contains(positive) { forms.append(positive) }
    }
    guard forms.count <= Self.mostForms else {
      reason = "the patterns of members are too many"
      return
    }
    let outside = [
      table.types(Types.string), table.not(table.values(Array(facts.names))),
    ]
    var open: [[Lit]] = [[]]
    for form in forms {
      var next: [[Lit]] = []
      guard open.count <= Self.mostRegions, solver.steps > 0 else {
        reason = "the patterns of members are too many"
        return
      }
      for signs in open {
        for sign in [form, table.not(form)] {
          switch solver.inhabit(table.and(outside + signs + [sign])) {
          case .empty: continue
          case .unknown(let why): reason = why
          case .found: break
          }
          next.append(signs + [sign])
        }
      }
      open = next
    }
    for signs in open {
      let holds = Set(signs + [.always])
      regions.append(
        Region(
          keys: table.and(outside + signs),
          value: table.and(all.filter { holds.contains($0.keys) }.map(\.value)),
          demands: Set(some.indices.filter { holds.contains(some[$0]) })))
    }
  }
}
