extension Solver {
  /// What a form says of values of one type: what is about other types is gone.
  func restrict(_ lit: Lit, _ type: UInt8) -> Lit {
    let positive = lit.isNegated ? lit.flipped : lit
    let own: Lit
    if let known = restricted[type]?[positive] {
      own = known
    } else {
      // A circle of references in place, which only dynamic ones can make, is not reasoned about.
      restricted[type, default: [:]][positive] = table.opaque(type, Array("circle".utf8))
      own = restrict(table[positive], positive, type)
      restricted[type]?[positive] = own
    }
    return lit.isNegated ? table.not(own) : own
  }

  private func restrict(_ form: Form, _ lit: Lit, _ type: UInt8) -> Lit {
    switch form {
    case .top: return .always
    case .all(let lits): return table.and(lits.map { restrict($0, type) })
    case .one(let lits): return table.one(lits.map { restrict($0, type) })
    case .choose(let c, let t, let e):
      return table.choose(restrict(c, type), restrict(t, type), restrict(e, type))
    case .cycle(let number):
      guard let definition = table.cycles[Int(number)] else {
        return table.opaque(type, Array("undefined".utf8))
      }
      return restrict(definition, type)
    case .types(let mask): return mask & type != 0 ? .always : .never
    case .values(let list):
      let own = list.filter { table.scalars[Int($0)].type == type }
      if type == Types.null, !own.isEmpty { return .always }
      if type == Types.bool, own.count == 2 { return .always }
      return table.values(own)
    default:
      return form.about & type != 0 ? lit : .always
    }
  }
}
