internal import BridgeJSON
internal import BridgeSchema

extension FormTable {
  /// Whether a string satisfies a form; nil where that cannot be told.
  ///
  /// - Complexity: linear in the form, once for each path to a part.
  func holds(_ lit: Lit, string: [UInt8]) -> Bool? {
    guard let answer = holds(self[lit], string) else { return nil }
    return answer != lit.isNegated
  }

  private func holds(_ form: Form, _ string: [UInt8]) -> Bool? {
    switch form {
    case .top: return true
    case .all(let lits):
      var isSure = true
      for lit in lits {
        switch holds(lit, string: string) {
        case .some(false): return false
        case .none: isSure = false
        default: break
        }
      }
      return isSure ? true : nil
    case .one(let lits):
      var count = 0
      for lit in lits {
        guard let answer = holds(lit, string: string) else { return nil }
        if answer { count += 1 }
      }
      return count == 1
    case .choose(let c, let t, let e):
      guard let condition = holds(c, string: string) else { return nil }
      return holds(condition ? t : e, string: string)
    case .cycle(let number):
      guard let definition = cycles[Int(number)] else { return nil }
      return holds(definition, string: string)
    case .types(let mask): return mask & Types.string != 0
    case .values(let list): return list.contains { scalars[Int($0)] == .string(string) }
    case .lengthLeast(let n): return length(string) >= n
    case .lengthMost(let n): return length(string) <= n
    case .pattern(let n): return patterns[Int(n)].matches(string)
    case .format(let n):
      let (format, draft) = formats[Int(n)]
      return string.withUnsafeBufferPointer { format.accepts($0, in: draft) }
    case .content(let checks): return holdsContent(checks, string)
    case .opaque(_, let types): return types & Types.string != 0 ? nil : true
    default: return true
    }
  }

  private func length(_ string: [UInt8]) -> Int {
    string.withUnsafeBufferPointer { JSONString.codePointCount($0) }
  }

  private func holdsContent(_ checks: UInt32, _ string: [UInt8]) -> Bool? {
    var text: [UInt8] = []
    JSONString.appendQuoted(string, to: &text)
    guard let document = try? JSONDocument(text, limits: .traffic) else { return nil }
    return withExtendedLifetime(document) { hasContent(checks, document.root.cursor) }
  }
}
