internal import BridgeContract
internal import BridgeJSON
internal import BridgeSchema
internal import BridgeSubset

/// Answers questions on the schemas of two contracts: asks the subset engine, and remembers what it
/// said. One question comes up at a message and again at its fields.
///
/// The engine reads the schemas as the contracts were compiled: what many messages share is read
/// once.
final class EngineOracle {
  private struct Key: Hashable {
    var a: SchemaQuestion
    var b: SchemaQuestion
  }

  private struct Side {
    let program: SchemaProgram
    let schemas: [Int: UInt32]

    init(_ contract: Contract) {
      program = contract.schemas
      schemas = program.schemasByNode()
    }
  }

  private let old: Side
  private let new: Side
  private let engine = SchemaComparison(budget: patient)
  private var answers: [Key: SubsetAnswer] = [:]
  private var programs: [[UInt8]: SchemaProgram] = [:]
  private var givenUp = 0

  // Questions that were given up make the next ones shorter, so that many of them cannot add up.
  private static let patient = SubsetBudget(steps: 400_000, witnessBytes: 1 << 14)
  private static let hurried = SubsetBudget(steps: 10_000, witnessBytes: 1 << 14)

  /// So many questions may be given up before the engine is hurried.
  static let patience = 40

  init(_ old: Contract, _ new: Contract) {
    self.old = Side(old)
    self.new = Side(new)
  }

  func isSubset(_ a: SchemaQuestion, of b: SchemaQuestion) -> SubsetAnswer {
    if a.subject == b.subject, a.isClosed || !b.isClosed { return .yes }
    let key = Key(a: a, b: b)
    if let answer = answers[key] { return answer }
    let answer = isSubset(a, of: b, where: nil)
    answers[key] = answer
    return answer
  }

  /// The same for those values that have something at a place. Not remembered.
  func isSubset(
    _ a: SchemaQuestion, of b: SchemaQuestion, where shape: ValueShape?
  ) -> SubsetAnswer {
    guard let first = side(a), let second = side(b) else {
      return .undecided("the schema does not stand alone")
    }
    engine.budget = givenUp < Self.patience ? Self.patient : Self.hurried
    switch engine.isSubset(first, of: second, where: shape) {
    case .yes: return .yes
    case .no(let witness): return .no(witness: Array(witness.utf8))
    case .undecided(let reason):
      givenUp += 1
      return .undecided(reason)
    }
  }

  /// A value that the schema takes and that has something at a place; nil where none is known.
  func example(_ schema: SchemaQuestion, where shape: ValueShape = .any) -> [UInt8]? {
    guard let side = side(schema) else { return nil }
    engine.budget = givenUp < Self.patience ? Self.patient : Self.hurried
    return engine.example(of: side, where: shape).map { Array($0.utf8) }
  }

  // MARK: Sides

  private func side(_ question: SchemaQuestion) -> SchemaSide? {
    switch question.subject {
    case .text(let text):
      guard let program = program(text), let root = program.roots.first else { return nil }
      return SchemaSide(program: program, root: root, isClosed: question.isClosed)
    case .schemas(let place):
      let side = place.isOld ? old : new
      let schemas = place.schemas.compactMap { side.schemas[$0] }
      guard schemas.count == place.schemas.count else { return nil }
      return SchemaSide(
        program: side.program, schemas: schemas, isClosed: question.isClosed,
        mentioned: place.mentioned, fieldless: Set(place.fieldless.compactMap { side.schemas[$0] }))
    }
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
