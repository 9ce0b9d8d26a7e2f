/// The classes of code points that a match can begin with, so that a search skips the others.
struct StartClasses {
  private let bits: [Bool]

  /// - Returns: nil if a match may be empty or begin with anything.
  init?(_ code: Code, _ classes: ClassMap) {
    var bits = [Bool](repeating: false, count: classes.count + 2)
    var seen = [Bool](repeating: false, count: code.count)
    var stack = [0]
    while let place = stack.popLast() {
      if seen[place] { continue }
      seen[place] = true
      let instruction = code.instructions[place]
      switch instruction.code {
      case .set:
        for number in 0..<classes.count where classes.holds(instruction.a, number) {
          bits[number] = true
        }
      case .run:
        for number in 0..<classes.count where classes.holds(instruction.a, number) {
          bits[number] = true
        }
        if code.runs[Int(instruction.b)].least == 0 { stack.append(place + 1) }
      case .split:
        stack += [Int(instruction.a), Int(instruction.b)]
      case .jump:
        stack.append(Int(instruction.a))
      case .loopTest:
        stack += [place + 1, Int(instruction.b)]
      case .loopEnd, .lookStart:
        // What a look-around sees is left out of account.
        stack.append(Int(instruction.b))
      case .save, .unset, .assert, .enter, .leave, .loopStart, .loopTurn:
        stack.append(place + 1)
      case .match, .setBehind, .lookEnd, .reference, .referenceBehind, .foldedReference,
        .foldedReferenceBehind:
        return nil
      }
    }
    self.bits = bits
  }

  func holds(_ number: Int) -> Bool { bits[number] }
}
