extension Emitter {
  mutating func emit(_ loop: Syntax.Loop, behind: Bool) {
    let body = analysis[loop.body]
    if loop.most == 0 { return }
    if body.zeroWidth {
      // An optional turn that consumes nothing is refused, and one forced turn is as good as many.
      if loop.least > 0 { tasks += turn(loop, behind: behind).reversed() }
      return
    }
    switch mode {
    case .linear, .plainLinear: emitCopies(loop, body)
    case .backtracking: emitBacktracking(loop, body, behind: behind)
    }
  }

  /// One turn of a loop: its groups are forgotten, then its body is met.
  private func turn(_ loop: Syntax.Loop, behind: Bool) -> [Task] {
    let node = Task.node(loop.body, behind: behind)
    if loop.groups.isEmpty { return [node] }
    let unset = Instruction(
      code: .unset, a: loop.groups.lowerBound, b: loop.groups.upperBound)
    return [.write(unset), node]
  }

  /// An optional turn: refused if it consumes nothing.
  private func optionalTurn(
    _ loop: Syntax.Loop, watch: Int32?, behind: Bool
  ) -> [Task] {
    guard let watch else { return turn(loop, behind: behind) }
    return [.write(Instruction(code: .enter, a: watch))] + turn(loop, behind: behind)
      + [.write(Instruction(code: .leave, a: watch))]
  }

  private func split(_ loop: Syntax.Loop, turn: Int32, exit: Int32) -> Task {
    .write(
      loop.greedy
        ? Instruction(code: .split, a: turn, b: exit)
        : Instruction(code: .split, a: exit, b: turn))
  }

  // MARK: Linear

  private mutating func emitCopies(_ loop: Syntax.Loop, _ body: Analysis.Facts) {
    let isWatched = mode == .linear && body.nullable
    let outer = level
    let watch = isWatched ? outer + 1 : nil
    let end = newLabel()
    var list: [Task] = []
    func optional() -> [Task] {
      isWatched
        ? [.level(outer + 1)] + optionalTurn(loop, watch: watch, behind: false)
          + [.level(outer)]
        : turn(loop, behind: false)
    }
    if loop.most == Syntax.Loop.unbounded {
      let start = newLabel()
      if loop.least > 0, !isWatched {
        for _ in 1..<loop.least { list += turn(loop, behind: false) }
        list += [.label(start)] + turn(loop, behind: false)
        list += [split(loop, turn: start, exit: end), .label(end)]
      } else {
        for _ in 0..<loop.least { list += turn(loop, behind: false) }
        let inside = newLabel()
        list += [.label(start), split(loop, turn: inside, exit: end), .label(inside)]
        list += optional()
        list += [.write(Instruction(code: .jump, a: start)), .label(end)]
      }
    } else {
      for _ in 0..<loop.least { list += turn(loop, behind: false) }
      for _ in loop.least..<loop.most {
        let inside = newLabel()
        list += [split(loop, turn: inside, exit: end), .label(inside)]
        list += optional()
      }
      list.append(.label(end))
    }
    tasks += list.reversed()
  }

  // MARK: Backtracking

  private mutating func emitBacktracking(
    _ loop: Syntax.Loop, _ body: Analysis.Facts, behind: Bool
  ) {
    if case .set(let set) = syntax.nodes[Int(loop.body)] {
      write(Instruction(code: .run, a: set, b: Int32(runs.count)))
      runs.append(
        Run(
          least: Int(loop.least),
          most: loop.most == Syntax.Loop.unbounded ? Int.max : Int(loop.most),
          greedy: loop.greedy, behind: behind))
      return
    }
    let end = newLabel()
    let start = newLabel()
    let inside = newLabel()
    var watch: Int32?
    if body.nullable {
      watch = Int32(registerCount)
      registerCount += 1
    }
    let optional = optionalTurn(loop, watch: watch, behind: behind)
    switch (loop.least, loop.most) {
    case (0, Syntax.Loop.unbounded):
      tasks +=
        ([.label(start), split(loop, turn: inside, exit: end), .label(inside)] + optional + [
          .write(Instruction(code: .jump, a: start)), .label(end),
        ]).reversed()
    case (0, 1):
      tasks +=
        ([split(loop, turn: inside, exit: end), .label(inside)] + optional + [.label(end)])
        .reversed()
    case (1, Syntax.Loop.unbounded) where watch == nil:
      tasks +=
        ([.label(start)] + turn(loop, behind: behind) + [
          split(loop, turn: start, exit: end), .label(end),
        ]).reversed()
    default:
      let index = Int32(loops.count)
      loops.append(
        CountedLoop(
          least: Int(loop.least),
          most: loop.most == Syntax.Loop.unbounded ? Int.max : Int(loop.most),
          greedy: loop.greedy, firstGroup: loop.groups.lowerBound,
          endGroup: loop.groups.upperBound, countRegister: registerCount,
          placeRegister: registerCount + 1))
      registerCount += 2
      push(
        .write(Instruction(code: .loopStart, a: index)), .label(start),
        .write(Instruction(code: .loopTest, a: index, b: end)),
        .write(Instruction(code: .loopTurn, a: index)),
        .node(loop.body, behind: behind),
        .write(Instruction(code: .loopEnd, a: index, b: start)), .label(end))
    }
  }
}
