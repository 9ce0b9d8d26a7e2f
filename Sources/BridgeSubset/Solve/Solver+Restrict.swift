extension Solver {
  /// What a form says of values of one type: what is about other types is gone.
  func restrict(_ lit: Lit, _ type: UInt8) -> Lit {
    let positive = lit.isNegated ? lit.flipped : lit
    let own: Lit
    if let known = restricted[positive, type] {
      own = known
    } else {
      // A circle of references in place, which only dynamic ones can make, is not reasoned about.
      restricted[positive, type] = circle
      own = restrict(table[positive], positive, type)
      restricted[positive, type] = own
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

/// Forms by form and type, without hashing.
struct RestrictedForms {
  private var raw: [[Int32]] = Array(repeating: [], count: 8)

  subscript(lit: Lit, type: UInt8) -> Lit? {
    get {
      let row = raw[type.trailingZeroBitCount]
      guard lit.index < row.count, row[lit.index] >= 0 else { return nil }
      return Lit(raw: row[lit.index])
    }
    set {
      let row = type.trailingZeroBitCount
      if lit.index >= raw[row].count {
        let missing = lit.index + 1 - raw[row].count
        raw[row].append(contentsOf: repeatElement(-1, count: missing + raw[row].count / 2))
      }
      raw[row][lit.index] = newValue?.raw ?? -1
    }
  }
}
