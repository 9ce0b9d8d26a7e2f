internal import BridgeJSON
internal import BridgeSchema
internal import BridgeSubset

/// Asks the subset engine. Schemas are compiled by the rules of contracts.
final class EngineOracle: SubsetOracle {
  // Questions that were given up make the next ones shorter, so that many of them cannot add up.
  private let patient = SchemaComparison(
    budget: SubsetBudget(steps: 400_000, witnessBytes: 1 << 14))
  private let hurried = SchemaComparison(budget: SubsetBudget(steps: 10_000, witnessBytes: 1 << 14))
  private var givenUp = 0
  private var programs: [[UInt8]: SchemaProgram] = [:]

  /// So many questions may be given up before the engine is hurried.
  static let patience = 40

  func isSubset(_ a: SchemaQuestion, of b: SchemaQuestion) -> SubsetAnswer {
    guard let first = side(a), let second = side(b) else {
      return .undecided("the schema does not stand alone")
    }
    let engine = givenUp < Self.patience ? patient : hurried
    switch engine.isSubset(first, of: second) {
    case .yes: return .yes
    case .no(let witness): return .no(witness: Array(witness.utf8))
    case .undecided(let reason):
      givenUp += 1
      return .undecided(reason)
    }
  }

  private func side(_ question: SchemaQuestion) -> SchemaSide? {
    guard let program = program(question.text), let root = program.roots.first else { return nil }
    return SchemaSide(program: program, root: root, isClosed: question.isClosed)
  }

  private func program(_ text: [UInt8]) -> SchemaProgram? {
    if let program = programs[text] { return program }
    guard let document = try? JSONDocument(text, limits: .traffic),
      let program = try? SchemaCompiler.compile(contract: document, roots: [0])
    else { return nil }
    programs[text] = program
    return program
  }
}
