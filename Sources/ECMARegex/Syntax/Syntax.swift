/// A parsed pattern: nodes in an arena, children before their parents, so that every walk
/// from leaves to root is a loop.
struct Syntax: Sendable {
  enum Node: Sendable {
    /// Matches the empty text.
    case empty
    /// One code point of a set, by its place in `sets`.
    case set(Int32)
    case assertion(Assertion)
    /// What one of these groups (places in `referenced`) has captured.
    case backReference(Range<Int32>, ignoreCase: Bool)
    /// Children in turn: places in `children`.
    case sequence(Range<Int32>)
    /// The first child that leads to a match: places in `children`.
    case choice(Range<Int32>)
    case capture(group: Int32, Int32)
    case look(Int32, behind: Bool, negative: Bool)
    case loop(Loop)
  }

  struct Loop: Sendable {
    var body: Int32
    var least: Int32
    /// `Loop.unbounded` where there is no bound.
    var most: Int32
    var greedy: Bool
    /// The groups inside the body, unset before each turn.
    var groups: Range<Int32>

    static let unbounded = Int32.max
  }

  var nodes: [Node] = []
  var children: [Int32] = []
  var referenced: [Int32] = []
  var sets: [ScalarSet] = []
  /// The last node is the root.
  var root: Int32 { Int32(nodes.count - 1) }
  /// Capture groups, without the whole match.
  var groupCount = 0
  var groupNames: [(name: [UInt32], group: Int)] = []
}

/// The tests of a place that consume nothing and know their answer from both neighbours.
package enum Assertion: UInt8, Sendable {
  case subjectStart
  case subjectEnd
  case lineStart
  case lineEnd
  case wordBoundary
  case notWordBoundary
  case foldedWordBoundary
  case notFoldedWordBoundary
}
