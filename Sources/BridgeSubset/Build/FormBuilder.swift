internal import BridgeSchema

/// Turns compiled schemas into forms.
///
/// Schemas are gone through with a stack of its own, those inside before those around them. Schemas
/// that contain themselves become `cycle` forms; equal cycles, of one program or of two, become the
/// same form, so that what did not change compares equal at once.
final class FormBuilder {
  let table: FormTable
  private var programs: [SchemaProgram] = []
  private var programNumbers: [ObjectIdentifier: Int] = [:]
  private var literals: [SchemaKey: Lit] = [:]
  private var partsByBlock: [[UInt32: [SchemaPart]]] = []
  /// By program: whether schemas say something of integers that JavaScript does not hold, as far as
  /// that is known.
  var judging: [[UInt32: Bool]] = []
  private var variants: [Set<UInt32>] = [[]]
  private var bundles: [Bundle: UInt32] = [:]
  private var listing: Set<UInt32> = []
  private var scopes: [[UInt32]] = [[]]
  private var scopeNumbers: [[UInt32]: Int32] = [[]: 0]
  private var cyclesByLook: [Lit: Int32] = [:]
  /// What stands for the schemas of the cycle that is being looked at.
  private var standIns: [SchemaKey: Lit] = [:]

  init(table: FormTable) { self.table = table }

  // MARK: Keys

  func literal(_ side: SchemaSide) -> Lit {
    let key = key(of: side)
    build(from: key)
    return literal(key)
  }

  /// The key of a side's schema.
  func key(of side: SchemaSide) -> SchemaKey {
    let program = number(of: side.program)
    let block: UInt32
    if side.schemas.count == 1, side.mentioned == nil {
      block = side.schemas[0]
    } else {
      block = bundle(side.schemas, side.mentioned, program)
    }
    let isContract = side.program.isContract
    let outside = SchemaKey(
      program: program, block: 0, scope: 0,
      reading: side.isClosed ? .closed : isContract ? .judged : .plain,
      variant: number(of: side.fieldless))
    return key(block, from: outside)
  }

  private func number(of program: SchemaProgram) -> Int {
    // Programs are kept here, so their identity stays theirs.
    let identity = ObjectIdentifier(program)
    if let known = programNumbers[identity] { return known }
    programNumbers[identity] = programs.count
    programs.append(program)
    partsByBlock.append([:])
    judging.append([:])
    return programs.count - 1
  }

  private func number(of fieldless: Set<UInt32>) -> Int32 {
    if let known = variants.firstIndex(of: fieldless) { return Int32(known) }
    variants.append(fieldless)
    return Int32(variants.count - 1)
  }

  /// The key of a schema reached from another.
  func key(_ block: UInt32, from parent: SchemaKey, as reading: Reading? = nil) -> SchemaKey {
    var key = parent
    key.block = block
    key.reading = reading ?? parent.reading
    let program = programs[parent.program]
    if program.isDynamic {
      var scope = scopes[Int(parent.scope)]
      let resource = program.resource(of: block)
      if !scope.contains(resource) { scope.append(resource) }
      if let known = scopeNumbers[scope] {
        key.scope = known
      } else {
        key.scope = Int32(scopes.count)
        scopeNumbers[scope] = key.scope
        scopes.append(scope)
      }
    }
    return key
  }

  func program(_ key: SchemaKey) -> SchemaProgram { programs[key.program] }

  func parts(_ key: SchemaKey) -> [SchemaPart] {
    if let known = partsByBlock[key.program][key.block] { return known }
    let scope = scopes[Int(key.scope)]
    let program = programs[key.program]
    var parts = program.parts(of: key.block)
    guard program.isDynamic else {
      partsByBlock[key.program][key.block] = parts
      return parts
    }
    for i in parts.indices {
      if case .dynamicRef(let block, let anchor) = parts[i] {
        parts[i] = .ref(program.resolve(block, anchor: anchor, scope: scope))
      }
    }
    return parts
  }

  /// Whether a schema lists members, and whether it says what others are.
  func openness(_ key: SchemaKey) -> (lists: Bool, says: Bool) {
    if key.block >= Self.firstBundle { return (listing.contains(key.block), false) }
    let own = programs[key.program].openness(of: key.block)
    return (own.lists || isFieldless(key), own.says)
  }

  /// Whether a schema is read as if it listed the members that it requires.
  func isFieldless(_ key: SchemaKey) -> Bool {
    key.variant != 0 && variants[Int(key.variant)].contains(key.block)
  }

  // MARK: Bundles

  private struct Bundle: Hashable {
    var program: Int
    var schemas: [UInt32]
    var mentioned: [[UInt8]]?
  }

  /// Schemas that no program has: numbers from here on.
  static let firstBundle: UInt32 = 1 << 30

  /// A schema that applies several, and lists members with any value.
  private func bundle(_ schemas: [UInt32], _ mentioned: [[UInt8]]?, _ program: Int) -> UInt32 {
    let bundle = Bundle(program: program, schemas: schemas, mentioned: mentioned)
    if let known = bundles[bundle] { return known }
    // The first one takes everything.
    let block = Self.firstBundle + 1 + UInt32(bundles.count)
    bundles[bundle] = block
    partsByBlock[program][Self.firstBundle] = []
    var parts = [SchemaPart.allOf(schemas)]
    if let mentioned {
      parts.append(.properties(mentioned.map { ($0, Self.firstBundle) }))
      listing.insert(block)
    }
    partsByBlock[program][block] = parts
    return block
  }

  /// The form of a schema that was built, or what stands for it.
  func literal(_ key: SchemaKey) -> Lit {
    standIns[key] ?? literals[key] ?? table.opaque(Types.every, Array("missing".utf8))
  }

  // MARK: Order

  /// A schema on the way down.
  private struct Visit {
    var key: SchemaKey
    var children: [SchemaKey]
    var next = 0
    var order: Int
    var lowest: Int
  }

  /// Builds a schema and all that it leads to: the strongly connected ones together (Tarjan).
  private func build(from root: SchemaKey) {
    guard literals[root] == nil else { return }
    var orders: [SchemaKey: Int] = [:]
    var open: [SchemaKey] = []
    var isOpen: Set<SchemaKey> = []
    var path: [Visit] = []
    func enter(_ key: SchemaKey) {
      let order = orders.count
      orders[key] = order
      open.append(key)
      isOpen.insert(key)
      path.append(Visit(key: key, children: children(key), order: order, lowest: order))
    }
    enter(root)
    while var visit = path.popLast() {
      if visit.next < visit.children.count {
        let child = visit.children[visit.next]
        visit.next += 1
        if literals[child] != nil {
          path.append(visit)
        } else if let order = orders[child] {
          if isOpen.contains(child) { visit.lowest = min(visit.lowest, order) }
          path.append(visit)
        } else {
          path.append(visit)
          enter(child)
        }
        continue
      }
      if visit.lowest == visit.order {
        var component: [SchemaKey] = []
        while let key = open.popLast() {
          isOpen.remove(key)
          component.append(key)
          if key == visit.key { break }
        }
        if component.count == 1, !visit.children.contains(visit.key) {
          literals[visit.key] = make(visit.key)
        } else {
          define(component.reversed())
        }
      }
      if let last = path.indices.last { path[last].lowest = min(path[last].lowest, visit.lowest) }
    }
  }

  // MARK: Cycles

  /// Defines schemas that lead to each other.
  ///
  /// They are told apart in rounds: each is made with what its fellows looked like in the round
  /// before. When a round tells no more apart than the last did, those that look alike are one.
  private func define(_ component: [SchemaKey]) {
    var looks: [Lit] = []
    var classes = 1
    for key in component {
      standIns[key] = table.opaque(Types.every, Array("cycle".utf8))
    }
    for _ in 0...component.count {
      looks = component.map(make)
      let count = Set(looks).count
      if count == classes { break }
      classes = count
      for (key, look) in zip(component, looks) {
        standIns[key] = table.opaque(Types.every, Array("cycle \(look.raw)".utf8))
      }
    }
    if !reuse(component, looks), !defineAlike(component, looks) { defineApart(component) }
    for key in component {
      literals[key] = standIns[key]
      standIns[key] = nil
    }
  }

  /// Defines one cycle for all that look alike; false if they turn out not to be.
  private func defineAlike(_ component: [SchemaKey], _ looks: [Lit]) -> Bool {
    var fresh: [Lit: Int32] = [:]
    for (key, look) in zip(component, looks) {
      let cycle = fresh[look] ?? table.newCycle()
      fresh[look] = cycle
      standIns[key] = table.literal(.cycle(cycle))
    }
    var cycles: [Int32] = []
    for (key, look) in zip(component, looks) {
      guard let cycle = fresh[look] else { return false }
      let definition = make(key)
      if let known = table.cycles[Int(cycle)], known != definition { return false }
      table.define(cycle: cycle, as: definition)
      cycles.append(cycle)
    }
    for (look, cycle) in zip(looks, cycles) { cyclesByLook[look] = cycle }
    return true
  }

  /// Defines a cycle for each.
  private func defineApart(_ component: [SchemaKey]) {
    let cycles = component.map { _ in table.newCycle() }
    for (key, cycle) in zip(component, cycles) { standIns[key] = table.literal(.cycle(cycle)) }
    for (key, cycle) in zip(component, cycles) { table.define(cycle: cycle, as: make(key)) }
  }

  /// Takes known cycles for these schemas, if they are defined alike.
  private func reuse(_ component: [SchemaKey], _ looks: [Lit]) -> Bool {
    let before = standIns
    var cycles: [Int32] = []
    for (key, look) in zip(component, looks) {
      guard let cycle = cyclesByLook[look] else {
        standIns = before
        return false
      }
      cycles.append(cycle)
      standIns[key] = table.literal(.cycle(cycle))
    }
    for (key, cycle) in zip(component, cycles) where table.cycles[Int(cycle)] != make(key) {
      standIns = before
      return false
    }
    return true
  }
}
