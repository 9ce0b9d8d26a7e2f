internal import BridgeJSON

/// Makes the people's report of an evaluation tree.
struct Reporter {
  let tree: EvaluationTree
  let messages: SchemaMessages
  var entries: [SchemaReport.Entry] = []
  private var walker: OutputWriter
  /// How deep in the instance each unit's value is.
  private var depths: [UInt32] = []

  init(tree: EvaluationTree) {
    self.tree = tree
    messages = SchemaMessages(tree: tree)
    walker = OutputWriter(tree: tree)
  }

  mutating func run() {
    findDepths()
    // Unions whose branches are being told: where they end, and the only branch to go into.
    var unions: [(end: Int, told: Int)] = []
    var i = 0
    while i < tree.units.count {
      while let last = unions.last, last.end <= i { unions.removeLast() }
      let unit = tree.units[i]
      if unit.isValid || unions.last.map({ isOtherBranch(i, $0.told) }) == true {
        i = Int(unit.end)
        continue
      }
      walker.enter(i)
      switch tree.keyword(of: unit) {
      case .anyOf?, .oneOf?:
        let failed = tree.children(of: i).filter { !tree.units[$0].isValid }
        let passed = Int(tree.program.tables.entries[unit.entry].b) - failed.count
        let told = passed == 0 ? best(of: failed, at: unit.node) : nil
        add(i, depth: unions.count, told: told)
        guard let told else {
          i = Int(unit.end)
          continue
        }
        unions.append((Int(unit.end), told))
      case .not?, .contains?:
        add(i, depth: unions.count, told: nil)
        i = Int(unit.end)
        continue
      case nil:
        if tree.program.tables.blocks[unit.block].flags.contains(.isFalse) {
          add(i, depth: unions.count, told: nil)
        }
      default:
        let isLeaf = tree.children(of: i).allSatisfy { tree.units[$0].isValid }
        if isLeaf { add(i, depth: unions.count, told: nil) }
      }
      i += 1
    }
  }

  /// Whether a unit is a branch of the innermost union, but not the told one.
  private func isOtherBranch(_ index: Int, _ told: Int) -> Bool {
    guard case .branch = tree.units[index].step, index != told else { return false }
    // Branches of one union are siblings: those after the told one begin where it ends.
    return index < told || index >= Int(tree.units[told].end)
  }

  private mutating func findDepths() {
    depths = Array(repeating: 0, count: tree.units.count)
    var open: [(end: UInt32, depth: UInt32)] = []
    for (i, unit) in tree.units.enumerated() {
      while let last = open.last, Int(last.end) <= i { open.removeLast() }
      var depth = open.last?.depth ?? 0
      switch unit.step {
      case .inPlace, .branch, .named: break
      default: depth += 1
      }
      depths[i] = depth
      open.append((unit.end, depth))
    }
  }

  // MARK: Choosing

  /// The branch that was most likely meant: of the right type, then with its constants met, then
  /// the one that failed deepest, then the one with the fewest faults.
  private func best(of branches: [Int], at node: UInt32) -> Int? {
    branches.max { score($0, node).lexicographicallyPrecedes(score($1, node)) }
  }

  private func score(_ branch: Int, _ node: UInt32) -> [Int] {
    let base = depths[branch]
    var typeFails = false
    var constFails = 0
    var constMet = 0
    var deepest = 0
    var faults = 0
    var i = branch
    while i < Int(tree.units[branch].end) {
      let unit = tree.units[i]
      if let keyword = tree.keyword(of: unit) {
        let depth = Int(depths[i] - base)
        let isConst = keyword == .const || keyword == .enum
        if isConst, depth == 1 {
          if unit.isValid { constMet += 1 } else { constFails += 1 }
        }
        if !unit.isValid {
          if unit.node == node, keyword == .type || (isConst && isOfOtherKind(unit)) {
            typeFails = true
          }
          if unit.end == UInt32(i + 1) {
            faults += 1
            deepest = max(deepest, depth)
          }
        }
      }
      i += 1
    }
    return [typeFails ? 0 : 1, -constFails, min(constMet, 1), deepest, -faults]
  }

  /// Whether a set of constants has no value of the instance's kind: as good as a wrong type.
  private func isOfOtherKind(_ unit: EvaluationTree.Unit) -> Bool {
    let t = tree.program.tables
    let kind = tree.instance.at(Int(unit.node)).kind
    return t.sets[t.entries[unit.entry].a].kinds & UInt8(TypeMask.bit(kind)) == 0
  }

  // MARK: Entries

  private mutating func add(_ index: Int, depth: Int, told: Int?) {
    let unit = tree.units[index]
    let t = tree.program.tables
    let block = t.blocks[unit.block]
    let document = tree.program.documents[Int(block.document)]
    let place = unit.entry == none ? Int(block.node) : Int(t.entries[unit.entry].key)
    let root = document.json.tape.root
    var entry = SchemaReport.Entry(
      depth: depth, message: messages.text(index),
      instancePointer: String(decoding: walker.instanceLocation, as: UTF8.self),
      instance: Int(unit.node), keyword: tree.keyword(of: unit) ?? .falseSchema,
      documentURI: document.uri, document: Int(block.document),
      schemaPointer: JSONPointer.text(to: place, from: root),
      schemaOffset: document.json.offset(of: root.at(place)))
    entry.isUndecided = unit.isUndecided
    if case .memberName = stepOfSchema(index) { entry.message = "its name " + entry.message }
    if let told, case .branch(let position) = tree.units[told].step {
      entry.toldBranch = Int(position) + 1
      entry.foldedBranches = tree.children(of: index).count - 1
    }
    entries.append(entry)
  }

  /// How the schema was reached that a keyword unit belongs to.
  private func stepOfSchema(_ index: Int) -> EvaluationTree.Step {
    var i = index
    while i >= 0 {
      if tree.units[i].entry == none, Int(tree.units[i].end) > index { return tree.units[i].step }
      i -= 1
    }
    return .inPlace
  }
}
