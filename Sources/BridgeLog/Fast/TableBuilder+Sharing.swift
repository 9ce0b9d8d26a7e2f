internal import LineJudge

// Contracts of many kinds often say the same of many of them. What is one schema in the tables stays
// in the processor's memory, and what is a thousand equal ones does not.

extension TableBuilder {
  /// Below so many schemas all of them stay there anyway.
  private static let fewest = 256

  /// Has everything that speaks of schemas speak of the first of those that say the same. Gives the
  /// new numbers.
  ///
  /// - Complexity: O(n d) for n schemas that are at most d inside one another.
  mutating func shareSchemas() -> (UInt32) -> UInt32 {
    guard schemas.count >= Self.fewest else { return { $0 } }
    // All are taken for one, and told apart by what they say until nothing new is said.
    var groups = [UInt32](repeating: 0, count: schemas.count)
    var count = 1
    while true {
      var known: [[UInt32]: UInt32] = [:]
      var next = groups
      for number in schemas.indices {
        // Schema 0 has a meaning of its own.
        let words = number == 0 ? [] : [groups[number]] + said(by: schemas[number], groups)
        let group = known[words] ?? UInt32(known.count)
        known[words] = group
        next[number] = group
      }
      groups = next
      if known.count == count { break }
      count = known.count
    }
    var first = [UInt32](repeating: Self.none, count: count)
    for number in schemas.indices where first[Int(groups[number])] == Self.none {
      first[Int(groups[number])] = UInt32(number)
    }
    let representatives = groups.map { first[Int($0)] }
    func shared(_ number: UInt32) -> UInt32 {
      number == Self.none ? number : representatives[Int(number)]
    }
    for i in properties.indices { properties[i].schema = shared(properties[i].schema) }
    for i in arrays.indices {
      arrays[i].items = shared(arrays[i].items)
      for j in arrays[i].prefix..<arrays[i].prefix + arrays[i].prefix_count {
        lists[Int(j)] = shared(lists[Int(j)])
      }
    }
    for i in objects.indices {
      objects[i].others = shared(objects[i].others)
      guard objects[i].is_union != 0 else { continue }
      for j in objects[i].case_schemas..<objects[i].case_schemas + objects[i].case_count {
        lists[Int(j)] = shared(lists[Int(j)])
      }
    }
    for i in candidates.indices { candidates[i].payload = shared(candidates[i].payload) }
    for i in channels.indices { channels[i].reply_schema = shared(channels[i].reply_schema) }
    return shared
  }

  /// All that a schema says, with the groups of schemas in place of the schemas.
  private func said(by schema: lj_schema, _ groups: [UInt32]) -> [UInt32] {
    var out = [
      schema.least_bytes, schema.span_bytes, UInt32(schema.booleans), UInt32(schema.counts),
    ]
    let acts = withUnsafeBytes(of: schema.act) { Array($0) }
    let rules = withUnsafeBytes(of: schema.rule) { Array($0.bindMemory(to: UInt32.self)) }
    let fails = withUnsafeBytes(of: schema.fails) { Array($0.bindMemory(to: UInt32.self)) }
    for kind in 0..<6 {
      out.append(UInt32(acts[kind]))
      switch Int(acts[kind]) {
      case LJ_FAIL where fails[kind] == Self.none: out.append(Self.none)
      case LJ_FAIL:
        let list = Int(fails[kind])
        out += causes[list...list + Int(causes[list])].map { UInt32($0) }
      case LJ_RULE:
        let rule = Int(rules[kind])
        switch kind {
        case Int(LJ_NUMBER): say(numbers[rule], to: &out)
        case Int(LJ_STRING): say(strings[rule], to: &out)
        case Int(LJ_ARRAY): say(arrays[rule], groups, to: &out)
        case Int(LJ_OBJECT): say(objects[rule], groups, to: &out)
        default: break
        }
      default: break
      }
    }
    return out
  }

  private func say(_ wide: UInt64, to out: inout [UInt32]) {
    out.append(UInt32(truncatingIfNeeded: wide))
    out.append(UInt32(truncatingIfNeeded: wide >> 32))
  }

  private func say(_ text: lj_text, to out: inout [UInt32]) {
    out.append(text.length)
    out += self.text[Int(text.at)..<Int(text.at + text.length)].map { UInt32($0) }
  }

  private func say(_ rule: lj_number_rule, to out: inout [UInt32]) {
    for value in [rule.least, rule.most, rule.divisor] { say(UInt64(bitPattern: value), to: &out) }
    for value in [rule.low, rule.high] { say(value.bitPattern, to: &out) }
    out += [UInt32(rule.is_integer), UInt32(rule.is_safe), rule.set == Self.none ? 0 : 1]
    guard rule.set != Self.none else { return }
    for value in integers[Int(rule.set)..<Int(rule.set + rule.set_count)] {
      say(UInt64(bitPattern: value), to: &out)
    }
  }

  private func say(_ rule: lj_string_rule, to out: inout [UInt32]) {
    out += [rule.least, rule.most, rule.pattern, rule.format, rule.set == Self.none ? 0 : 1]
    guard rule.set != Self.none else { return }
    for text in texts[Int(rule.set)..<Int(rule.set + rule.set_count)] { say(text, to: &out) }
  }

  private func say(_ rule: lj_array_rule, _ groups: [UInt32], to out: inout [UInt32]) {
    out += [rule.least, rule.most, groups[Int(rule.items)], UInt32(rule.unique), rule.prefix_count]
    out += lists[Int(rule.prefix)..<Int(rule.prefix + rule.prefix_count)].map { groups[Int($0)] }
  }

  private func say(_ rule: lj_object_rule, _ groups: [UInt32], to out: inout [UInt32]) {
    out += [rule.least, rule.most, groups[Int(rule.others)], UInt32(rule.forbids)]
    out += [UInt32(rule.notes), UInt32(rule.is_union), rule.count]
    say(rule.required, to: &out)
    for property in properties[Int(rule.first)..<Int(rule.first + rule.count)] {
      say(property.name, to: &out)
      out.append(groups[Int(property.schema)])
    }
    guard rule.is_union != 0 else { return }
    say(rule.tag.name, to: &out)
    for text in texts[Int(rule.cases)..<Int(rule.cases + rule.case_count)] { say(text, to: &out) }
    out += lists[Int(rule.case_schemas)..<Int(rule.case_schemas + rule.case_count)]
      .map { groups[Int($0)] }
  }
}
