internal import BridgeJSON

extension Collector {
  /// Goes on with one keyword. True when it is done; else `request` says what comes first. (A step
  /// that asks for the last thing it needs may be done as well.)
  mutating func step(_ entry: KeywordEntry, _ frame: inout Frame) -> Bool {
    let value = instance.at(Int(frame.node))
    switch entry.keyword {
    case .type, .const, .enum, .multipleOf, .maximum, .exclusiveMaximum, .minimum,
      .exclusiveMinimum, .maxLength, .minLength, .pattern, .format, .maxItems, .minItems,
      .uniqueItems, .maxProperties, .minProperties, .not, .contentEncoding, .contentMediaType:
      assert(entry, value, frame)
      return true
    case .required, .dependentRequired, .propertyNames:
      if value.kind == .object { assertMembers(entry, value, frame) }
      return true
    case .properties, .patternProperties, .additionalProperties, .unevaluatedProperties:
      return value.kind != .object || membersStep(entry, value, &frame)
    case .prefixItems, .items, .additionalItems, .unevaluatedItems:
      return value.kind != .array || itemsStep(entry, value, &frame)
    case .contains: return value.kind != .array || containsStep(entry, value, &frame)
    case .dependentSchemas, .dependencies:
      return value.kind != .object || dependenciesStep(entry, value, &frame)
    case .ref:
      apply(entry.a, frame)
      return true
    case .dynamicRef, .recursiveRef:
      apply(
        entry.b == none ? entry.a : machine.scopes.resolve(entry.a, anchor: entry.b, t), frame)
      return true
    case .allOf:
      guard frame.i < entry.b else { return true }
      apply(t.lists[entry.a + frame.i], frame)
      frame.i += 1
      return false
    case .anyOf, .oneOf: return unionStep(entry, value, &frame)
    case .if: return ifThenElseStep(entry, &frame)
    default: return true
    }
  }

  /// Asks for a schema on the same value.
  mutating func apply(_ block: UInt32, _ frame: Frame) {
    request = Request(block: block, node: frame.node, isInPlace: true, pathLength: path.count)
  }

  /// Asks for a schema on a member's value.
  mutating func descend(_ block: UInt32, key: JSONCursor) {
    if isGood(block, UInt32(key.index + 1)) { return }
    let length = path.count
    key.withStringBytes { JSONPointer.append(key: $0, to: &path) }
    request = Request(
      block: block, node: UInt32(key.index + 1), isInPlace: false, pathLength: length)
  }

  /// Asks for a schema on an item.
  mutating func descend(_ block: UInt32, item: UInt32, position: UInt32) {
    if isGood(block, item) { return }
    let length = path.count
    JSONPointer.append(index: Int(position), to: &path)
    request = Request(block: block, node: item, isInPlace: false, pathLength: length)
  }

  /// Whether a block holds for a value, as the fast evaluator sees it.
  mutating func holds(_ block: UInt32, _ node: UInt32) -> Bool {
    let scopes = machine.scopes.count
    defer { machine.scopes.count = scopes }
    return machine.run(block, node)
  }

  func block(_ frame: Frame) -> SchemaBlock { t.blocks[frame.block] }

  // MARK: Assertions

  private mutating func assert(_ entry: KeywordEntry, _ value: JSONCursor, _ frame: Frame) {
    var holds = true
    var isUndecided = false
    switch (entry.keyword, value.kind) {
    case (.type, let kind):
      holds = TypeMask.holds(entry.a, value)
      if t.isContract, kind == .number, entry.a & TypeMask.integer != 0,
        !block(frame).flags.contains(.allowsUnsafeInteger), value.decimal.isInteger,
        !value.decimal.isSafeInteger
      {
        emit(.unsafeInteger, .type, at: frame.node, entry: frame.entry, of: block(frame))
      }
    case (.const, _), (.enum, _): holds = t.contains(t.sets[entry.a], value)
    case (.multipleOf, .number): holds = Divisibility.isMultiple(value, of: t.numbers[entry.a])
    case (.maximum, .number): holds = t.numbers[entry.a].compare(value) <= 0
    case (.exclusiveMaximum, .number): holds = t.numbers[entry.a].compare(value) < 0
    case (.minimum, .number): holds = t.numbers[entry.a].compare(value) >= 0
    case (.exclusiveMinimum, .number): holds = t.numbers[entry.a].compare(value) > 0
    case (.maxLength, .string): holds = value.codePointCount <= Int(entry.a)
    case (.minLength, .string): holds = value.codePointCount >= Int(entry.a)
    case (.pattern, .string):
      switch machine.matches(entry.a, string: value) {
      case .match: break
      case .noMatch: holds = false
      case .budgetSpent:
        holds = false
        isUndecided = true
      }
    case (.format, .string):
      holds = entry.a == none || hasFormat(entry.a, entry.b, value)
    case (.contentEncoding, .string), (.contentMediaType, .string):
      holds = entry.a == 0 || ContentCheck.holds(entry.a, value)
    case (.maxItems, .array), (.maxProperties, .object): holds = value.count <= Int(entry.a)
    case (.minItems, .array), (.minProperties, .object): holds = value.count >= Int(entry.a)
    case (.uniqueItems, .array): holds = Uniqueness.holds(value)
    case (.not, _): holds = !self.holds(entry.a, frame.node)
    default: break
    }
    if !holds {
      emit(
        .failure, entry.keyword, at: frame.node, entry: frame.entry, of: block(frame),
        isUndecided: isUndecided)
    }
  }

  private mutating func assertMembers(
    _ entry: KeywordEntry, _ value: JSONCursor, _ frame: Frame
  ) {
    switch entry.keyword {
    case .required:
      for i in entry.a..<entry.a + entry.b
      where machine.member(t.names[i], of: frame.node) == none {
        emit(
          .failure, .required, at: frame.node, missing: t.names[i], entry: frame.entry,
          of: block(frame))
      }
    case .dependentRequired:
      let op = Op(code: .dependentRequired, a: entry.a, b: entry.b)
      if !machine.dependentRequired(op, frame.node) {
        emit(.failure, .dependentRequired, at: frame.node, entry: frame.entry, of: block(frame))
      }
    default:
      value.forEachMember { key, _ in
        if !holds(entry.a, UInt32(key.index)) {
          emit(
            .failure, .propertyNames, at: UInt32(key.index + 1), member: key, entry: frame.entry,
            of: block(frame))
        }
      }
    }
  }
}
