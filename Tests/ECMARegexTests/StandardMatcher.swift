@testable import ECMARegex

/// The matcher of ECMA-262, section 22.2.2, word for word: continuations that call each other.
///
/// Slow and without bounds in depth, but plain to hold against the standard. It shares the parser
/// with what is tested, not the engines.
final class StandardMatcher {
  struct State {
    var end: Int
    /// By group, the whole match not counted.
    var captures: [Range<Int>?]
  }

  typealias Continuation = (State) throws -> State?
  typealias Node = (State, @escaping Continuation) throws -> State?

  /// Too many calls, or too deep.
  struct Spent: Error {}

  private let syntax: Syntax
  private let input: [UInt32]
  private var calls = 0
  private var depth = 0

  init(_ pattern: [UInt32], _ input: [UInt32]) throws {
    var parser = Parser(scalars: pattern)
    syntax = try parser.parse()
    self.input = input
  }

  /// The groups of the first match, the whole match first, in code points.
  func firstMatch() throws -> [Range<Int>?]? {
    let node = compile(syntax.root, forward: true)
    for start in 0...input.count {
      let state = State(end: start, captures: Array(repeating: nil, count: syntax.groupCount))
      if let found = try node(state, { $0 }) {
        return [start..<found.end] + found.captures
      }
    }
    return nil
  }

  private func compile(_ index: Int32, forward: Bool) -> Node {
    switch syntax.nodes[Int(index)] {
    case .empty:
      return { state, next in try next(state) }
    case .set(let set):
      let set = syntax.sets[Int(set)]
      return { [input] state, next in
        let end = forward ? state.end + 1 : state.end - 1
        guard 0...input.count ~= end, set.contains(input[min(state.end, end)]) else { return nil }
        return try next(State(end: end, captures: state.captures))
      }
    case .assertion(let assertion):
      return { [self] state, next in holds(assertion, state.end) ? try next(state) : nil }
    case .backReference(let groups, let ignoreCase):
      return { [self] state, next in
        for group in groups {
          let number = Int(syntax.referenced[Int(group)]) - 1
          guard let captured = state.captures[number] else { continue }
          let end = forward ? state.end + captured.count : state.end - captured.count
          guard 0...input.count ~= end else { return nil }
          for (mine, theirs) in zip(min(state.end, end)..<max(state.end, end), captured) {
            let same =
              ignoreCase
              ? CaseFolding.fold(input[mine]) == CaseFolding.fold(input[theirs])
              : input[mine] == input[theirs]
            if !same { return nil }
          }
          return try next(State(end: end, captures: state.captures))
        }
        return try next(state)
      }
    case .sequence(let children):
      let nodes = children.map { compile(syntax.children[Int($0)], forward: forward) }
      return (forward ? nodes.reversed() : nodes).reduce({ try $1($0) }) { rest, first in
        { state, next in try first(state) { try rest($0, next) } }
      }
    case .choice(let children):
      let nodes = children.map { compile(syntax.children[Int($0)], forward: forward) }
      return { state, next in
        for node in nodes {
          if let found = try node(state, next) { return found }
        }
        return nil
      }
    case .capture(let group, let inner):
      let node = compile(inner, forward: forward)
      return { state, next in
        try node(state) { after in
          var captures = after.captures
          captures[Int(group) - 1] = min(state.end, after.end)..<max(state.end, after.end)
          return try next(State(end: after.end, captures: captures))
        }
      }
    case .look(let inner, let behind, let negative):
      let node = compile(inner, forward: !behind)
      return { state, next in
        let found = try node(state) { $0 }
        if negative { return found == nil ? try next(state) : nil }
        guard let found else { return nil }
        return try next(State(end: state.end, captures: found.captures))
      }
    case .loop(let loop):
      let node = compile(loop.body, forward: forward)
      return { [self] state, next in
        try `repeat`(
          node, loop, Int(loop.least),
          loop.most == Syntax.Loop.unbounded ? Int.max : Int(loop.most), state, next)
      }
    }
  }

  /// RepeatMatcher, 22.2.2.3.1.
  private func `repeat`(
    _ node: @escaping Node, _ loop: Syntax.Loop, _ least: Int, _ most: Int, _ state: State,
    _ next: @escaping Continuation
  ) throws -> State? {
    calls += 1
    depth += 1
    defer { depth -= 1 }
    if calls > 20_000 || depth > 300 { throw Spent() }
    if most == 0 { return try next(state) }
    func turn(_ after: State) throws -> State? {
      if least == 0, after.end == state.end { return nil }
      return try `repeat`(
        node, loop, max(0, least - 1), most == Int.max ? most : most - 1, after, next)
    }
    var inside = state
    for group in loop.groups { inside.captures[Int(group) - 1] = nil }
    if least > 0 { return try node(inside, turn) }
    if loop.greedy { return try node(inside, turn) ?? next(state) }
    return try next(state) ?? node(inside, turn)
  }

  private func holds(_ assertion: Assertion, _ at: Int) -> Bool {
    func isLineEnd(_ index: Int) -> Bool {
      input.indices ~= index && [0x0A, 0x0D, 0x2028, 0x2029].contains(input[index])
    }
    func isWord(_ index: Int, _ words: ScalarSet) -> Bool {
      input.indices ~= index && words.contains(input[index])
    }
    func isBoundary(_ words: ScalarSet) -> Bool {
      isWord(at - 1, words) != isWord(at, words)
    }
    return switch assertion {
    case .subjectStart: at == 0
    case .subjectEnd: at == input.count
    case .lineStart: at == 0 || isLineEnd(at - 1)
    case .lineEnd: at == input.count || isLineEnd(at)
    case .wordBoundary: isBoundary(.words)
    case .notWordBoundary: !isBoundary(.words)
    case .foldedWordBoundary: isBoundary(.foldedWords)
    case .notFoldedWordBoundary: !isBoundary(.foldedWords)
    }
  }
}
