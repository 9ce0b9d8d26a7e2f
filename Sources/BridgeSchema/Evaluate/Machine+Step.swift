internal import BridgeJSON

extension Machine {
  /// Runs an operation that is done in one go.
  @inline(__always)
  mutating func runSimple(_ op: Op, _ node: UInt32) -> Bool {
    switch op.code {
    case .integer: return QuickNumber.isInteger(cursor(node))
    case .safeInteger:
      if isUnsafeInteger(node) { isSuspicious = true }
      return true
    case .minimum: return t.numbers[op.a].compare(cursor(node)) >= 0
    case .exclusiveMinimum: return t.numbers[op.a].compare(cursor(node)) > 0
    case .maximum: return t.numbers[op.a].compare(cursor(node)) <= 0
    case .exclusiveMaximum: return t.numbers[op.a].compare(cursor(node)) < 0
    case .multipleOf: return Divisibility.isMultiple(cursor(node), of: t.numbers[op.a])
    case .numberSet, .valueSet: return t.contains(t.sets[op.a], cursor(node))
    case .minLength: return hasMinLength(node, op.a)
    case .maxLength: return hasMaxLength(node, op.a)
    case .pattern: return matches(op, node)
    case .format: return hasFormat(op.a, op.b, cursor(node))
    case .content: return ContentCheck.holds(op.a, cursor(node))
    case .stringSet: return t.containsString(t.sets[op.a], cursor(node))
    case .isTrue: return cursor(node).isTrue
    case .isFalse: return !cursor(node).isTrue
    case .minCount: return cursor(node).count >= Int(op.a)
    case .maxCount: return cursor(node).count <= Int(op.a)
    case .uniqueItems: return Uniqueness.holds(cursor(node))
    case .dependentRequired: return dependentRequired(op, node)
    default:
      isSuspicious = true
      return true
    }
  }

  /// Runs any other operation, or goes on with it: `answer` is the verdict on what it asked for
  /// last.
  @inline(__always)
  mutating func step(
    _ op: Op, _ node: UInt32, _ track: inout Int32, _ isHushed: Bool, _ state: inout StepState,
    _ answer: Answer
  ) -> Answer {
    switch op.code {
    case .items: return itemsStep(op, node, track, &state, answer)
    case .plainItems: return plainItems(op, node, track) ? .pass : .fail
    case .contains: return containsStep(op, node, track, &state, answer)
    case .shape: return shapeStep(op, node, track, isHushed, &state, answer)
    case .plainShape: return plainShapeStep(op, node, track, isHushed, &state, answer)
    case .openCheck:
      if !isHushed, !isSuspicious { openCheck(op, node) }
      return .pass
    case .dependentSchemas: return dependentSchemasStep(op, node, track, isHushed, &state, answer)
    case .apply:
      if answer != .none { return answer }
      return judge(op.a, node, track, isHushed || op.flags & Op.hushes != 0)
    case .anyOf: return anyOfStep(op, node, track, isHushed, &state, answer)
    case .oneOf: return oneOfStep(op, node, track, isHushed, &state, answer)
    case .dispatch: return dispatchStep(op, node, track, isHushed, &state, answer)
    case .not: return notStep(op, node, &state, answer)
    case .ifThenElse: return ifThenElseStep(op, node, track, isHushed, &state, answer)
    case .dynamicRef:
      if answer != .none { return answer }
      return judge(
        scopes.resolve(op.a, anchor: op.b, t), node, track, isHushed || op.flags & Op.hushes != 0)
    case .track:
      track = tracks.push(bits: cursor(node).count)
      return .pass
    case .unevaluatedProperties: return unevaluatedPropertiesStep(op, node, track, &state, answer)
    case .unevaluatedItems: return unevaluatedItemsStep(op, node, track, &state, answer)
    default: return runSimple(op, node) ? .pass : .fail
    }
  }

  // MARK: Strings

  /// The text is never longer in code points than in bytes, so most answers need no count.
  @inline(__always)
  private func hasMinLength(_ node: UInt32, _ limit: UInt32) -> Bool {
    let value = cursor(node)
    let bytes = value.rawString.count
    if bytes < Int(limit) { return false }
    if !value.hasEscapes {
      // Four bytes at most for a code point.
      if value.node.flags & JSONNode.nonASCII == 0 || bytes >= 4 * Int(limit) { return true }
    }
    return value.codePointCount >= Int(limit)
  }

  @inline(__always)
  private func hasMaxLength(_ node: UInt32, _ limit: UInt32) -> Bool {
    let value = cursor(node)
    let bytes = value.rawString.count
    if bytes <= Int(limit) { return true }
    if !value.hasEscapes, value.node.flags & JSONNode.nonASCII == 0 { return false }
    return value.codePointCount <= Int(limit)
  }

  @inline(never)
  private mutating func matches(_ op: Op, _ node: UInt32) -> Bool {
    switch matches(op.a, string: cursor(node)) {
    case .match: return true
    case .noMatch: return false
    case .budgetSpent:
      if undecided == nil { undecided = (op.entry, node) }
      return false
    }
  }

  mutating func matches(_ pattern: UInt32, string: JSONCursor) -> PatternOutcome {
    if string.node.flags & JSONNode.special == 0 { return matches(pattern, string.rawString) }
    let decoded = string.stringBytes
    return decoded.withUnsafeBufferPointer { matches(pattern, $0) }
  }

  @inline(__always)
  private mutating func matches(
    _ pattern: UInt32, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> PatternOutcome {
    let quick = t.quickPatterns[pattern]
    if quick.kind != .none { return quick.matches(bytes, t.text.base) ? .match : .noMatch }
    return matchers.matches(pattern, bytes)
  }

  // MARK: Numbers

  /// Whether the number is an integer that a JavaScript number does not hold exactly.
  @inline(__always)
  private func isUnsafeInteger(_ node: UInt32) -> Bool {
    let value = cursor(node)
    // 15 characters are below 2^53 whatever they are, if there is no exponent.
    if value.text.count <= 15, value.node.flags & JSONNode.special == 0 { return false }
    return value.decimal.isInteger && !value.decimal.isSafeInteger
  }
}
