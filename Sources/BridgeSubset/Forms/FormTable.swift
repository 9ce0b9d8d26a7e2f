internal import BridgeSchema

/// All forms of a comparison, each once, with the scalars, numbers and patterns they speak of.
///
/// Children come before their parents, so forms nest no deeper than `heights` says; what would nest
/// deeper than ``mostHeight`` becomes opaque.
final class FormTable {
  private(set) var forms: [Form] = []
  private var indices: [Form: Int] = [:]
  private var heights: [UInt16] = []

  private(set) var scalars: [Scalar] = []
  private var scalarIndices: [Scalar: Int32] = [:]
  private(set) var decimals: [Decimal] = []
  private var decimalIndices: [Decimal: Int32] = [:]
  private(set) var patterns: [StringPattern] = []
  private var patternIndices: [[UInt8]: Int32] = [:]
  private(set) var formats: [(format: Format, draft: Format.Draft)] = []
  private var opaqueNumbers: [[UInt8]: Int32] = [:]

  /// What schemas of cycles are.
  private(set) var cycles: [Lit?] = []

  private var conjunctions: [[Lit]: Lit] = [:]

  /// What was done to make conjunctions, in forms looked at.
  private(set) var work = 0

  /// How deep conjunctions are being merged at the moment.
  var depth = 0

  static let mostHeight = 160

  init() {
    _ = intern(.top)
  }

  var count: Int { forms.count }

  subscript(_ lit: Lit) -> Form { forms[lit.index] }

  // MARK: Pools

  func scalar(_ value: Scalar) -> Int32 {
    if let known = scalarIndices[value] { return known }
    let new = Int32(scalars.count)
    scalars.append(value)
    scalarIndices[value] = new
    return new
  }

  func decimal(_ value: Decimal) -> Int32 {
    if let known = decimalIndices[value] { return known }
    let new = Int32(decimals.count)
    decimals.append(value)
    decimalIndices[value] = new
    return new
  }

  func pattern(_ text: [UInt8]) -> Lit {
    if let known = patternIndices[text] { return literal(.pattern(known)) }
    guard let pattern = StringPattern(text) else { return opaque(Types.string, text) }
    if pattern.isTrivial { return .always }
    if pattern.code == nil, let parts = PatternParts(text) {
      return and(parts.wanted.map(self.pattern) + parts.unwanted.map { notPattern($0) })
    }
    let new = Int32(patterns.count)
    patterns.append(pattern)
    patternIndices[text] = new
    return literal(.pattern(new))
  }

  /// Strings that do not match, and all that is no string.
  private func notPattern(_ text: [UInt8]) -> Lit {
    or([types(~Types.string), not(pattern(text))])
  }

  func format(_ format: Format, _ draft: Format.Draft) -> Lit {
    let known = formats.firstIndex { $0.format == format && $0.draft == draft }
    if known == nil { formats.append((format, draft)) }
    return literal(.format(Int32(known ?? formats.count - 1)))
  }

  /// A string as a scalar's number.
  func name(_ bytes: [UInt8]) -> Int32 { scalar(.string(bytes)) }

  /// The bytes of a string scalar.
  func bytes(_ name: Int32) -> [UInt8] {
    if case .string(let bytes) = scalars[Int(name)] { return bytes }
    return []
  }

  // MARK: Cycles

  /// A new schema of a cycle.
  func newCycle() -> Int32 {
    cycles.append(nil)
    return Int32(cycles.count - 1)
  }

  func define(cycle: Int32, as lit: Lit) { cycles[Int(cycle)] = lit }

  // MARK: Making forms

  /// Something that is not reasoned about, known by a key: the same key is the same thing.
  func opaque(_ types: UInt8, _ key: [UInt8]) -> Lit {
    literal(.opaque(opaqueNumber(key), types))
  }

  private func opaqueNumber(_ key: [UInt8]) -> Int32 {
    if let known = opaqueNumbers[key] { return known }
    let new = Int32(opaqueNumbers.count)
    opaqueNumbers[key] = new
    return new
  }

  /// The form as it stands.
  func literal(_ form: Form) -> Lit { Lit(intern(form)) }

  private func intern(_ form: Form) -> Int {
    if let known = indices[form] { return known }
    var height: UInt16 = 0
    switch form {
    case .all(let lits), .one(let lits):
      for lit in lits { height = max(height, heights[lit.index]) }
      height += 1
    case .choose(let c, let t, let e):
      height = max(heights[c.index], heights[t.index], heights[e.index]) + 1
    default: break
    }
    if Int(height) > Self.mostHeight {
      let new = intern(.opaque(opaqueNumber(Array("deep \(forms.count)".utf8)), Types.every))
      indices[form] = new
      return new
    }
    let new = forms.count
    forms.append(form)
    heights.append(height)
    indices[form] = new
    return new
  }

  func not(_ lit: Lit) -> Lit {
    if case .types(let mask) = self[lit] {
      let own = lit.isNegated ? Types.every & ~mask : mask
      return types(Types.every & ~own)
    }
    return lit.flipped
  }

  func types(_ mask: UInt8) -> Lit {
    let mask = mask & Types.every
    if mask == 0 { return .never }
    if mask == Types.every { return .always }
    return literal(.types(mask))
  }

  func values(_ ids: [Int32]) -> Lit {
    let sorted = Array(Set(ids)).sorted()
    return sorted.isEmpty ? .never : literal(.values(sorted))
  }

  func or(_ lits: [Lit]) -> Lit { not(and(lits.map(not))) }

  /// All of these, in one shape whatever their order and grouping.
  func and(_ lits: [Lit]) -> Lit {
    if lits.count == 1 { return lits[0] }
    // What is merged inside may be met on very many ways.
    work += lits.count
    let key = lits.sorted()
    if let known = conjunctions[key] { return known }
    work += 3 * lits.count
    var gather = Conjunction(table: self)
    let made = gather.make(key)
    conjunctions[key] = made
    return made
  }

  func one(_ lits: [Lit]) -> Lit {
    let live = lits.filter { $0 != .never }
    if live.isEmpty { return .never }
    if live.count == 1 { return live[0] }
    let always = live.filter { $0 == .always }.count
    if always > 1 { return .never }
    if always == 1 { return and(live.filter { $0 != .always }.map(not)) }
    if areDisjoint(live) { return or(live) }
    return literal(.one(live.sorted()))
  }

  func choose(_ c: Lit, _ t: Lit, _ e: Lit) -> Lit {
    if c == .always { return t }
    if c == .never { return e }
    if t == e { return t }
    if e == .always { return or([not(c), t]) }
    if t == .always { return or([c, e]) }
    if e == .never { return and([c, t]) }
    if t == .never { return and([not(c), e]) }
    return literal(.choose(c, t, e))
  }

  func items(from: Int, to: Int, _ lit: Lit) -> Lit {
    if from >= to || lit == .always { return .always }
    if lit == .never { return literal(.itemsMost(from)) }
    return literal(.items(from, to, lit))
  }

  func members(_ keys: Lit, _ value: Lit) -> Lit {
    if keys == .never || value == .always { return .always }
    if keys == .always, value == .never { return literal(.membersMost(0)) }
    return literal(.members(keys, value))
  }

  func has(_ name: Int32) -> Lit { literal(.has(name)) }
}
