/// Turns a syntax tree into instructions, in one of three ways.
///
/// Work is kept on a stack of its own: nodes to be written, instructions and labels that follow.
struct Emitter {
  enum Mode {
    /// Counted repeats written out; tells whether there is a match, and captures exactly.
    case linear
    /// As `linear`, but smaller: tells only whether there is a match.
    case plainLinear
    /// Counted repeats in registers, look-around, back-references.
    case backtracking
  }

  enum Task {
    case node(Int32, behind: Bool)
    case write(Instruction)
    /// The next instruction has this label.
    case label(Int32)
    /// Fewer watched bodies are open from here on.
    case level(Int32)
  }

  let syntax: Syntax
  let analysis: Analysis
  let mode: Mode
  var tasks: [Task] = []
  var output: [Instruction] = []
  /// Places of labels. Instructions name labels until all places are known.
  var labels: [Int32] = []
  /// Watched bodies that are open: the linear engines' levels.
  var level: Int32 = 0
  var runs: [Run] = []
  var loops: [CountedLoop] = []
  var looks: [Look] = []
  var registerCount: Int

  init(_ syntax: Syntax, _ analysis: Analysis, mode: Mode) {
    self.syntax = syntax
    self.analysis = analysis
    self.mode = mode
    registerCount = 2 * (syntax.groupCount + 1)
  }

  /// - Complexity: O(n) in the size of the program.
  mutating func emit() -> Code {
    push(
      .write(Instruction(code: .save, a: 0)), .node(syntax.root, behind: false),
      .write(Instruction(code: .save, a: 1)), .write(Instruction(code: .match)))
    while let task = tasks.popLast() {
      switch task {
      case .node(let node, let behind): emit(node, behind: behind)
      case .write(let instruction): write(instruction)
      case .label(let label): labels[Int(label)] = Int32(output.count)
      case .level(let level): self.level = level
      }
    }
    resolveLabels()
    return Code(
      output, runs: runs, loops: loops, looks: looks, registerCount: registerCount,
      referenced: syntax.referenced)
  }

  mutating func write(_ instruction: Instruction) {
    output.append(instruction)
    output[output.count - 1].level = level
  }

  /// Puts tasks on the stack so that they are done in this order.
  mutating func push(_ list: Task...) {
    tasks += list.reversed()
  }

  mutating func newLabel() -> Int32 {
    labels.append(-1)
    return Int32(labels.count - 1)
  }

  private mutating func emit(_ node: Int32, behind: Bool) {
    switch syntax.nodes[Int(node)] {
    case .empty:
      break
    case .set(let set):
      write(Instruction(code: behind ? .setBehind : .set, a: set))
    case .assertion(let assertion):
      write(Instruction(code: .assert, a: Int32(assertion.rawValue)))
    case .backReference(let groups, let ignoreCase):
      let code: Instruction.Code =
        switch (ignoreCase, behind) {
        case (false, false): .reference
        case (false, true): .referenceBehind
        case (true, false): .foldedReference
        case (true, true): .foldedReferenceBehind
        }
      write(Instruction(code: code, a: groups.lowerBound, b: groups.upperBound))
    case .sequence(let children):
      // Behind a place, the last child is met first.
      let nodes = syntax.children[Int(children.lowerBound)..<Int(children.upperBound)]
      for child in behind ? Array(nodes) : nodes.reversed() {
        tasks.append(.node(child, behind: behind))
      }
    case .choice(let children):
      emitChoice(children, behind: behind)
    case .capture(let group, let inner):
      let first = behind ? 2 * group + 1 : 2 * group
      push(
        .write(Instruction(code: .save, a: first)), .node(inner, behind: behind),
        .write(Instruction(code: .save, a: first ^ 1)))
    case .look(let inner, let innerBehind, let negative):
      let after = newLabel()
      let look = Int32(looks.count)
      looks.append(
        Look(
          negative: negative, heightRegister: registerCount, placeRegister: registerCount + 1))
      registerCount += 2
      push(
        .write(Instruction(code: .lookStart, a: look, b: after)),
        .node(inner, behind: innerBehind),
        .write(Instruction(code: .lookEnd, a: look)), .label(after))
    case .loop(let loop):
      emit(loop, behind: behind)
    }
  }

  private mutating func emitChoice(_ children: Range<Int32>, behind: Bool) {
    let end = newLabel()
    var list: [Task] = []
    for child in children {
      let node = Task.node(syntax.children[Int(child)], behind: behind)
      if child == children.upperBound - 1 {
        list.append(node)
      } else {
        let this = newLabel()
        let next = newLabel()
        list += [
          .write(Instruction(code: .split, a: this, b: next)), .label(this), node,
          .write(Instruction(code: .jump, a: end)), .label(next),
        ]
      }
    }
    list.append(.label(end))
    tasks += list.reversed()
  }

  private mutating func resolveLabels() {
    for index in output.indices {
      switch output[index].code {
      case .split:
        output[index].a = labels[Int(output[index].a)]
        output[index].b = labels[Int(output[index].b)]
      case .jump:
        output[index].a = labels[Int(output[index].a)]
      case .loopTest, .loopEnd, .lookStart:
        output[index].b = labels[Int(output[index].b)]
      default:
        break
      }
    }
  }
}
