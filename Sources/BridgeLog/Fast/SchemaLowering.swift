internal import BridgeJSON
internal import BridgeSchema
internal import LineJudge

/// Puts the schemas of one contract into tables. What the tables cannot say is marked as unknown,
/// kind by kind: values of such a kind make their line the reference's.
struct SchemaLowering {
  let program: SchemaProgram
  private var numbers: [UInt32: UInt32] = [:]

  init(_ program: SchemaProgram) { self.program = program }

  /// The schema of a root; equal roots have one number.
  mutating func schema(_ root: SchemaProgram.Root, _ builder: inout TableBuilder) -> UInt32 {
    schema(program.block(of: root), &builder)
  }

  /// Lowers a schema and all that it leads to. No recursion: schemas may lead anywhere.
  private mutating func schema(_ block: UInt32, _ builder: inout TableBuilder) -> UInt32 {
    var open: [UInt32] = []
    let number = number(block, &open, &builder)
    while let next = open.popLast() {
      guard let place = numbers[next] else { continue }
      var schema = lj_schema()
      schema.counts = 1
      // None, until its strings are known.
      schema.least_bytes = .max
      for kind in 0..<6 {
        lower(next, JSONKind(rawValue: UInt8(kind)) ?? .null, kind, &schema, &open, &builder)
      }
      builder.schemas[Int(place)] = schema
    }
    return number
  }

  private mutating func number(
    _ block: UInt32, _ open: inout [UInt32], _ builder: inout TableBuilder
  ) -> UInt32 {
    if let known = numbers[block] { return known }
    let number = UInt32(builder.schemas.count)
    builder.schemas.append(lj_schema())
    numbers[block] = number
    open.append(block)
    return number
  }

  // MARK: One kind

  private mutating func lower(
    _ block: UInt32, _ kind: JSONKind, _ index: Int, _ schema: inout lj_schema,
    _ open: inout [UInt32], _ builder: inout TableBuilder
  ) {
    var (rules, isCountable) = ([SchemaRule](), true)
    var act = LJ_UNKNOWN
    var fails = TableBuilder.none
    var rule: UInt32 = 0
    switch resolved(block, kind) {
    case .passes:
      act = LJ_PASS
      if kind == .string { (schema.least_bytes, schema.span_bytes) = (0, .max) }
    case .fails(let keywords):
      act = LJ_FAIL
      fails = keywords.flatMap { causes($0, &builder) } ?? TableBuilder.none
    case .rules(let found, let countable):
      (rules, isCountable) = (found, countable)
      if !isCountable { schema.counts = 0 }
      switch kind {
      case .null: break
      case .bool:
        if let takes = booleans(rules) {
          act = LJ_RULE
          schema.booleans = takes
        }
      case .number:
        if let number = number(rules, &builder) {
          (act, rule) = (LJ_RULE, UInt32(builder.numbers.count))
          builder.numbers.append(number)
        }
      case .string:
        if let string = string(rules, &builder) {
          (act, rule) = (LJ_RULE, UInt32(builder.strings.count))
          builder.strings.append(string)
          if string.asks == UInt32(LJ_ASKS_NOTHING), string.least <= string.most {
            (schema.least_bytes, schema.span_bytes) = (string.least, string.most - string.least)
          }
        }
      case .array:
        if let array = array(rules, &open, &builder) {
          (act, rule) = (LJ_RULE, UInt32(builder.arrays.count))
          builder.arrays.append(array)
        }
      case .object:
        if let object = object(rules, &open, &builder) {
          (act, rule) = (LJ_RULE, UInt32(builder.objects.count))
          builder.objects.append(object)
        }
      }
    }
    withUnsafeMutableBytes(of: &schema.act) { $0[index] = UInt8(act) }
    withUnsafeMutableBytes(of: &schema.rule) {
      $0.storeBytes(of: rule, toByteOffset: 4 * index, as: UInt32.self)
    }
    withUnsafeMutableBytes(of: &schema.fails) {
      $0.storeBytes(of: fails, toByteOffset: 4 * index, as: UInt32.self)
    }
  }

  /// The rules of a kind, seen through what only leads on: a schema applied as a whole, a union of
  /// which one branch can hold.
  private func resolved(_ block: UInt32, _ kind: JSONKind) -> SchemaRules {
    var block = block
    for turn in 0..<32 {
      let found = program.rules(of: block, kind)
      guard case .rules(let rules, _) = found, rules.count == 1 else {
        return turn == 0 ? found : uncounted(found)
      }
      switch rules[0] {
      case .applied(let next): block = next
      case .branches(let branches):
        let possible = branches.filter {
          if case .fails = program.rules(of: $0, kind) { return false }
          return true
        }
        if possible.isEmpty { return .fails(keywords: nil) }
        guard possible.count == 1 else { return found }
        block = possible[0]
      default: return turn == 0 ? found : uncounted(found)
      }
    }
    return .rules([.other], isCountable: false)
  }

  /// What a branch says is told otherwise than what a schema of its own says.
  private func uncounted(_ rules: SchemaRules) -> SchemaRules {
    switch rules {
    case .passes: .passes
    case .fails: .fails(keywords: nil)
    case .rules(let list, _): .rules(list, isCountable: false)
    }
  }

  private func causes(_ keywords: [SchemaKeyword], _ builder: inout TableBuilder) -> UInt32? {
    let list = keywords.map { UInt8($0 == .type ? LJ_WRONG_TYPE : LJ_NOT_IN_ENUM) }
    builder.causes.append(UInt8(list.count))
    builder.causes += list
    return UInt32(builder.causes.count - 1 - list.count)
  }

  // MARK: Scalars

  private func booleans(_ rules: [SchemaRule]) -> UInt8? {
    var takes: UInt8 = 3
    for rule in rules {
      switch rule {
      case .isTrue: takes &= 2
      case .isFalse: takes &= 1
      default: return nil
      }
    }
    return takes
  }

  private func number(
    _ rules: [SchemaRule], _ builder: inout TableBuilder
  ) -> lj_number_rule? {
    var out = lj_number_rule()
    out.least = .min
    out.most = .max
    out.low = -.infinity
    out.high = .infinity
    out.set = TableBuilder.none
    for rule in rules {
      switch rule {
      case .integer: out.is_integer = 1
      case .safeInteger: out.is_safe = 1
      case .minimum(let limit), .exclusiveMinimum(let limit):
        var isExclusive = false
        if case .exclusiveMinimum = rule { isExclusive = true }
        guard out.least == .min, let least = lowest(limit, isExclusive) else { return nil }
        out.least = least
        out.low = limit.nearest
      case .maximum(let limit), .exclusiveMaximum(let limit):
        var isExclusive = false
        if case .exclusiveMaximum = rule { isExclusive = true }
        guard out.most == .max, let most = highest(limit, isExclusive) else { return nil }
        out.most = most
        out.high = limit.nearest
      case .multipleOf(let limit):
        guard let divisor = limit.integer, divisor > 0, out.divisor == 0 else { return nil }
        out.divisor = divisor
      case .integers(let values):
        guard out.set == TableBuilder.none, values.count <= 64 else { return nil }
        out.set = UInt32(builder.integers.count)
        out.set_count = UInt32(values.count)
        builder.integers += values
      default: return nil
      }
    }
    addQuickLimits(&out)
    return out
  }

  /// Between which integers, and behind which of them as the whole part of a fraction, nothing else
  /// needs to be looked at.
  private func addQuickLimits(_ rule: inout lj_number_rule) {
    // No number of 18 digits is in these.
    (rule.quick_low, rule.quick_span) = (.max, 0)
    (rule.inner_low, rule.inner_span) = (.max, 0)
    guard rule.set == TableBuilder.none, rule.divisor == 0 else { return }
    let safe: Int64 = 9_007_199_254_740_991
    let least = rule.is_safe != 0 ? max(rule.least, -safe) : rule.least
    let most = rule.is_safe != 0 ? min(rule.most, safe) : rule.most
    if least <= most {
      (rule.quick_low, rule.quick_span) = (least, UInt64(bitPattern: most &- least))
    }
    guard rule.is_integer == 0, rule.is_safe == 0 else { return }
    // Strictly between the limits, whatever the digits behind the point are.
    let low = max(rule.low.rounded(.down), -1)
    let high = min(rule.high.rounded(.down), Self.exact)
    if low < Self.exact, high - 1 >= low + 1 {
      (rule.inner_low, rule.inner_span) = (UInt64(low + 1), UInt64(high - 1 - (low + 1)))
    }
  }

  private static let exact = 9e15

  private func lowest(_ limit: SchemaRule.Limit, _ isExclusive: Bool) -> Int64? {
    if let integer = limit.integer { return isExclusive ? integer + 1 : integer }
    // A limit that rounding may have made an integer, or that no integer is near, is not for here.
    guard abs(limit.nearest) < Self.exact, limit.nearest != limit.nearest.rounded() else {
      return nil
    }
    return Int64(limit.nearest.rounded(.up))
  }

  private func highest(_ limit: SchemaRule.Limit, _ isExclusive: Bool) -> Int64? {
    if let integer = limit.integer { return isExclusive ? integer - 1 : integer }
    guard abs(limit.nearest) < Self.exact, limit.nearest != limit.nearest.rounded() else {
      return nil
    }
    return Int64(limit.nearest.rounded(.down))
  }

  private func string(
    _ rules: [SchemaRule], _ builder: inout TableBuilder
  ) -> lj_string_rule? {
    var out = lj_string_rule()
    out.most = .max
    out.set = TableBuilder.none
    out.pattern = TableBuilder.none
    out.heads = TableBuilder.none
    for rule in rules {
      switch rule {
      case .minLength(let least): out.least = max(out.least, least)
      case .maxLength(let most): out.most = min(out.most, most)
      case .strings(let texts):
        guard out.set == TableBuilder.none, texts.count <= 64 else { return nil }
        out.set = builder.add(texts: texts)
        out.set_count = UInt32(texts.count)
        addHeads(texts, &out, &builder)
      case .pattern(let regex):
        guard out.pattern == TableBuilder.none, let pattern = builder.add(pattern: regex) else {
          return nil
        }
        out.pattern = pattern
      case .format(let format):
        guard out.format == UInt32(LJ_FORMAT_NONE) else { return nil }
        out.format = self.format(format)
      default: return nil
      }
    }
    switch (out.set != TableBuilder.none, out.pattern != TableBuilder.none) {
    case (false, false): out.asks = UInt32(LJ_ASKS_NOTHING)
    case (true, false): out.asks = UInt32(LJ_ASKS_SET)
    case (false, true): out.asks = UInt32(LJ_ASKS_PATTERN)
    case (true, true): out.asks = UInt32(LJ_ASKS_MORE)
    }
    if out.format != UInt32(LJ_FORMAT_NONE) { out.asks = UInt32(LJ_ASKS_MORE) }
    return out
  }

  /// A set of eight short words at most is looked through at once.
  private func addHeads(
    _ texts: [[UInt8]], _ rule: inout lj_string_rule, _ builder: inout TableBuilder
  ) {
    guard let first = texts.first, texts.count <= 8,
      texts.allSatisfy({ $0.count <= 8 && !$0.contains(0) })
    else { return }
    rule.heads = UInt32(builder.integers.count)
    for i in 0..<8 {
      let word = i < texts.count ? texts[i] : first
      let head = word.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      builder.integers.append(Int64(bitPattern: head))
    }
    if texts.allSatisfy({ $0.count == first.count }) { rule.only_bytes = UInt32(first.count) }
  }

  private func format(_ format: Format) -> UInt32 {
    switch format {
    case .dateTime: UInt32(LJ_FORMAT_DATE_TIME)
    case .date: UInt32(LJ_FORMAT_DATE)
    case .uuid: UInt32(LJ_FORMAT_UUID)
    case .uri, .uriReference, .iri, .iriReference: UInt32(LJ_FORMAT_URI)
    default: UInt32(LJ_FORMAT_OTHER)
    }
  }

  // MARK: Containers

  private mutating func array(
    _ rules: [SchemaRule], _ open: inout [UInt32], _ builder: inout TableBuilder
  ) -> lj_array_rule? {
    var out = lj_array_rule()
    out.most = .max
    var hasItems = false
    for rule in rules {
      switch rule {
      case .minCount(let least): out.least = max(out.least, least)
      case .maxCount(let most): out.most = min(out.most, most)
      case .uniqueItems: out.unique = 1
      case .items(let prefix, let others):
        guard !hasItems else { return nil }
        hasItems = true
        let numbers = prefix.map { number($0, &open, &builder) }
        out.items = others.map { number($0, &open, &builder) } ?? 0
        out.prefix = UInt32(builder.lists.count)
        out.prefix_count = UInt32(numbers.count)
        builder.lists += numbers
      default: return nil
      }
    }
    return out
  }

  private mutating func object(
    _ rules: [SchemaRule], _ open: inout [UInt32], _ builder: inout TableBuilder
  ) -> lj_object_rule? {
    if rules.count == 1, case .tagged(let name, let cases) = rules[0] {
      return union(name, cases, &open, &builder)
    }
    var out = lj_object_rule()
    out.most = .max
    var hasMembers = false
    for rule in rules {
      switch rule {
      case .minCount(let least): out.least = max(out.least, least)
      case .maxCount(let most): out.most = min(out.most, most)
      case .members(let properties, let others, let notes):
        guard !hasMembers, properties.count <= 64 else { return nil }
        hasMembers = true
        let lowered = properties.map {
          builder.property($0.name, schema: $0.block.map { number($0, &open, &builder) } ?? 0)
        }
        out.first = builder.add(properties: lowered)
        out.count = UInt32(lowered.count)
        (out.slots, out.slot_mask) = builder.slotTable(properties.map(\.name))
        for (index, property) in properties.enumerated() where property.isRequired {
          out.required |= 1 << UInt64(index)
        }
        switch others {
        case .free: out.notes = notes ? 1 : 0
        case .forbidden: out.forbids = 1
        case .schema(let block): out.others = number(block, &open, &builder)
        }
      default: return nil
      }
    }
    out.counts = out.least > 0 || out.most < .max ? 1 : 0
    return out
  }

  private mutating func union(
    _ name: [UInt8], _ cases: [(text: [UInt8], block: UInt32)], _ open: inout [UInt32],
    _ builder: inout TableBuilder
  ) -> lj_object_rule? {
    guard cases.count <= 256, !name.isEmpty else { return nil }
    var out = lj_object_rule()
    out.most = .max
    out.is_union = 1
    out.tag = builder.property(name, schema: 0)
    out.cases = builder.add(texts: cases.map(\.text))
    out.case_count = UInt32(cases.count)
    let numbers = cases.map { number($0.block, &open, &builder) }
    out.case_schemas = UInt32(builder.lists.count)
    builder.lists += numbers
    return out
  }
}
