/// Facts about each node of a syntax tree, found from the leaves to the root.
struct Analysis {
  struct Facts {
    /// It can match the empty text.
    var nullable = false
    /// It can match nothing but the empty text.
    var zeroWidth = false
    /// It matches at the start of the subject only.
    var anchored = false
    /// No look-around and no back-reference in it.
    var linear = true
    /// Instructions of its linear program, repeats written out; the exact one keeps captures,
    /// the plain one only whether there is a match.
    var exactSize = 0
    var plainSize = 0
  }

  private(set) var facts: [Facts] = []

  var root: Facts { facts[facts.count - 1] }

  /// - Complexity: O(n) in the number of nodes.
  init(_ syntax: Syntax) {
    facts.reserveCapacity(syntax.nodes.count)
    for node in syntax.nodes {
      facts.append(examine(node, in: syntax))
    }
  }

  subscript(node: Int32) -> Facts { facts[Int(node)] }

  private func examine(_ node: Syntax.Node, in syntax: Syntax) -> Facts {
    var result = Facts()
    switch node {
    case .empty:
      result.nullable = true
      result.zeroWidth = true
    case .set:
      result.exactSize = 1
      result.plainSize = 1
    case .assertion(let assertion):
      result.nullable = true
      result.zeroWidth = true
      result.anchored = assertion == .subjectStart
      result.exactSize = 1
      result.plainSize = 1
    case .backReference:
      result.nullable = true
      result.linear = false
    case .sequence(let children):
      result.nullable = true
      result.zeroWidth = true
      for child in children {
        let part = self[syntax.children[Int(child)]]
        // An anchor counts if nothing can be consumed before it.
        if result.zeroWidth, part.anchored { result.anchored = true }
        result.nullable = result.nullable && part.nullable
        result.zeroWidth = result.zeroWidth && part.zeroWidth
        result.add(part)
      }
    case .choice(let children):
      result.zeroWidth = true
      result.anchored = true
      for child in children {
        let part = self[syntax.children[Int(child)]]
        result.nullable = result.nullable || part.nullable
        result.zeroWidth = result.zeroWidth && part.zeroWidth
        result.anchored = result.anchored && part.anchored
        result.add(part, extra: 2)
      }
    case .capture(_, let inner):
      result = self[inner]
      result.add(Facts(), extra: 2)
    case .look:
      result.nullable = true
      result.zeroWidth = true
      result.linear = false
    case .loop(let loop):
      let body = self[loop.body]
      result.nullable = loop.least == 0 || body.nullable
      result.zeroWidth = loop.most == 0 || body.zeroWidth
      result.anchored = loop.least > 0 && body.anchored
      result.linear = body.linear
      if loop.most > 0, !(body.zeroWidth && loop.least == 0) {
        result.exactSize = Self.size(of: loop, body, exact: true)
        result.plainSize = Self.size(of: loop, body, exact: false)
      }
    }
    return result
  }

  private static func size(of loop: Syntax.Loop, _ body: Facts, exact: Bool) -> Int {
    let turn = (exact ? body.exactSize : body.plainSize) + (loop.groups.isEmpty ? 0 : 1)
    if body.zeroWidth { return turn }
    // An optional turn that may be empty is watched.
    let optional = turn + (exact && body.nullable ? 4 : 2)
    let least = Int(loop.least)
    if loop.most == Syntax.Loop.unbounded {
      let repeatsLast = least > 0 && !(exact && body.nullable)
      return Facts.bounded(
        repeatsLast
          ? least.multipliedSaturating(turn) + 1
          : least.multipliedSaturating(turn) + optional)
    }
    return Facts.bounded(
      least.multipliedSaturating(turn)
        + (Int(loop.most) - least).multipliedSaturating(optional))
  }
}

extension Analysis.Facts {
  /// Sizes above this are all alike: far above every limit, and safe to add up.
  static let largest = 1 << 40

  static func bounded(_ size: Int) -> Int { min(size, largest) }

  mutating func add(_ part: Self, extra: Int = 0) {
    linear = linear && part.linear
    exactSize = Self.bounded(exactSize + part.exactSize + extra)
    plainSize = Self.bounded(plainSize + part.plainSize + extra)
  }
}

extension Int {
  fileprivate func multipliedSaturating(_ other: Int) -> Int {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? Analysis.Facts.largest : Analysis.Facts.bounded(product)
  }
}
