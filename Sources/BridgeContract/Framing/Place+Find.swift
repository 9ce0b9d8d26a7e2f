package import BridgeJSON

/// What stands at a place.
package enum Found {
  case absent
  /// The value itself.
  case value(JSONCursor)
  /// Text that a pattern took or that was joined from several values.
  case text([UInt8])

  package var isAbsent: Bool {
    if case .absent = self { return true }
    return false
  }

  /// Whether something other than null is there.
  package var isSomething: Bool {
    switch self {
    case .absent: false
    case .value(let value): !value.isNull
    case .text: true
    }
  }
}

extension Place {
  /// What stands at the place in a decoded body.
  package func find(in body: JSONCursor, _ matcher: PatternMatcher) -> Found {
    let plain = findPlain(in: body)
    guard let match else { return plain }
    switch plain {
    case .absent: return .absent
    case .value(let value):
      guard value.kind == .string else { return .absent }
      return value.withStringBytes { matcher.firstGroup(match, $0) }.map { .text($0) } ?? .absent
    case .text(let text):
      return text.withUnsafeBufferPointer { matcher.firstGroup(match, $0) }.map { .text($0) }
        ?? .absent
    }
  }

  private func findPlain(in body: JSONCursor) -> Found {
    if pointers.count == 1 {
      return pointers[0].resolve(from: body).map { .value($0) } ?? .absent
    }
    let values = pointers.compactMap { $0.resolve(from: body) }
    switch values.count {
    case 0: return .absent
    // One value present: there is nothing to join it with.
    case 1: return .value(values[0])
    default:
      var text: [UInt8] = []
      for (index, value) in values.enumerated() {
        if index > 0 { text.append(UInt8(ascii: ".")) }
        if value.kind == .string {
          value.withStringBytes { text.append(contentsOf: $0) }
        } else {
          text.append(contentsOf: value.text)
        }
      }
      return .text(text)
    }
  }
}

extension Test {
  /// Whether the test holds for a decoded body. Absent is false.
  package func holds(for body: JSONCursor, _ matcher: PatternMatcher) -> Bool {
    guard let value = at.resolve(from: body) else { return false }
    switch condition {
    case .present: return true
    case .oneOf(let wanted): return wanted.contains { JSONEquality.equal($0.cursor, value) }
    case .match(let regex):
      return value.kind == .string && value.withStringBytes { matcher.matches(regex, $0) }
    }
  }
}
