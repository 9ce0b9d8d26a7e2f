internal import BridgeJSON

extension Tracer {
  /// A keyword's verdict, when all the schemas it applies are judged.
  mutating func verdict(_ entry: KeywordEntry, _ frame: inout Frame) -> Bool {
    let value = instance.at(Int(frame.node))
    let state = frame.state
    switch (entry.keyword, value.kind) {
    case (.anyOf, _): return state.passed > 0
    case (.oneOf, _): return state.passed == 1
    case (.not, _): return state.passed == 0
    case (.if, _): return true
    case (.contains, .array): return state.passed >= entry.b && state.passed <= entry.c
    case (.type, _): return TypeMask.holds(entry.a, value)
    case (.const, _), (.enum, _): return t.contains(t.sets[entry.a], value)
    case (.multipleOf, .number): return Divisibility.isMultiple(value, of: t.numbers[entry.a])
    case (.maximum, .number): return t.numbers[entry.a].compare(value) <= 0
    case (.exclusiveMaximum, .number): return t.numbers[entry.a].compare(value) < 0
    case (.minimum, .number): return t.numbers[entry.a].compare(value) >= 0
    case (.exclusiveMinimum, .number): return t.numbers[entry.a].compare(value) > 0
    case (.maxLength, .string): return value.codePointCount <= Int(entry.a)
    case (.minLength, .string): return value.codePointCount >= Int(entry.a)
    case (.maxItems, .array), (.maxProperties, .object): return value.count <= Int(entry.a)
    case (.minItems, .array), (.minProperties, .object): return value.count >= Int(entry.a)
    case (.uniqueItems, .array): return Uniqueness.holds(value)
    case (.pattern, .string):
      let outcome = machine.matches(entry.a, string: value)
      if outcome == .budgetSpent { tree.units[frame.keyword].isUndecided = true }
      return outcome == .match
    case (.format, .string): return entry.a == none || hasFormat(entry.a, entry.b, value)
    case (.contentEncoding, .string), (.contentMediaType, .string):
      return entry.a == 0 || ContentCheck.holds(entry.a, value)
    case (.required, .object):
      return (entry.a..<entry.a + entry.b).allSatisfy {
        machine.member(t.names[$0], of: frame.node) != none
      }
    case (.dependentRequired, .object), (.dependencies, .object):
      let op = Op(code: .dependentRequired, a: entry.a, b: entry.b)
      return state.failed == 0 && machine.dependentRequired(op, frame.node)
    default: return state.failed == 0
    }
  }
}
