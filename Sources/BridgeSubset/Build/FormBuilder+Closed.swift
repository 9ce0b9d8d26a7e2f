internal import BridgeSchema

// A contract's reading of unknown fields: all schemas applied to one object are a group; if one of
// them lists properties and none says what others are, a member that none mentions is one too many.
// It decides no branch of a union: branches hold or not by their keywords alone.

extension FormBuilder {
  /// The form of a schema whose objects are closed.
  func makeClosed(_ key: SchemaKey) -> Lit {
    var lits = [literal(self.key(key.block, from: key, isClosed: false))]
    let steps = inPlace(key)
    guard steps.count < Self.mostSteps else {
      return table.and(lits + [tooLarge(key, Types.every)])
    }
    var lists: [Lit] = []
    var says: [Lit] = []
    var covers: [Cover] = []
    for step in steps {
      let condition = condition(step)
      let openness = program(step.key).openness(of: step.key.block)
      if openness.lists { lists.append(condition ?? .always) }
      if openness.says { says.append(condition ?? .always) }
      covers += self.covers(of: step, isRoot: false, mentionsOnly: true)
      let inside = closedInside(step)
      lits.append(condition.map { table.or([table.not($0), inside]) } ?? inside)
    }
    if !lists.isEmpty {
      let closed = members(notIn: covers, .never) ?? tooLarge(key, Types.object)
      lits.append(table.or(says + [table.not(table.or(lists)), closed]))
    }
    return table.and(lits)
  }

  /// The same for what a schema applies to the value's members and items.
  private func closedInside(_ step: Step) -> Lit {
    let parts = parts(step.key)
    func closed(_ block: UInt32) -> Lit {
      literal(key(block, from: step.key, isClosed: true))
    }
    var lits: [Lit] = []
    for part in parts {
      switch part {
      case .properties(let list):
        for entry in list {
          lits.append(
            table.members(table.values([table.name(entry.name)]), closed(entry.block)))
        }
      case .patternProperties(let list):
        for entry in list {
          lits.append(table.members(table.pattern(entry.pattern), closed(entry.block)))
        }
      case .additionalProperties(let block):
        lits.append(table.members(others(parts), closed(block)))
      case .prefixItems(let blocks):
        for (i, block) in blocks.enumerated() {
          lits.append(table.items(from: i, to: i + 1, closed(block)))
        }
      case .items(let block, let from):
        lits.append(table.items(from: Int(from), to: .max, closed(block)))
      case .contains(let block, _, _):
        let plain = literal(key(block, from: step.key, isClosed: false))
        lits.append(
          table.items(from: 0, to: .max, table.or([table.not(plain), closed(block)])))
      case .unevaluatedProperties(let block):
        lits.append(unevaluatedProperties(step.key, closed(block)))
      case .unevaluatedItems(let block):
        lits.append(unevaluatedItems(step.key, closed(block)))
      default: break
      }
    }
    return table.and(lits)
  }
}
