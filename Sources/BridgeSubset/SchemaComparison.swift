internal import BridgeJSON
internal import BridgeSchema

/// Answers questions of the form "is every value of this schema a value of that one?".
///
/// Keep one for many questions about the same programs: what was read of them is kept, and schemas
/// that are the same, however they are written down, are recognised at once.
///
///     let comparison = SchemaComparison()
///     switch comparison.isSubset(new, of: old) {
///     case .yes: break
///     case .no(let witness): print("refused by the old side: \(witness)")
///     case .undecided(let reason): print("not decided: \(reason)")
///     }
///
/// Answers do not depend on the order of keys, on names of definitions, on where a definition
/// stands, or on the machine. A comparison is not safe to use from two threads at once.
public final class SchemaComparison {
  /// What the questions from now on may cost.
  public var budget: SubsetBudget
  private let table = FormTable()
  private let builder: FormBuilder
  private let evaluator = SchemaEvaluator()
  /// What was found out stays true for the questions that follow.
  private var solver: Solver

  /// A comparison that knows nothing yet.
  public init(budget: SubsetBudget = SubsetBudget()) {
    self.budget = budget
    builder = FormBuilder(table: table)
    solver = Solver(table: table, steps: budget.steps)
  }

  /// Whether every value that `a` accepts is accepted by `b`.
  ///
  /// - Complexity: linear in the schemas where they are the same; otherwise bounded by the budget.
  public func isSubset(_ a: SchemaSide, of b: SchemaSide) -> SubsetAnswer {
    isSubset(a, of: b, where: nil)
  }

  /// The same for two schemas at once.
  public static func isSubset(
    _ a: SchemaSide, of b: SchemaSide, budget: SubsetBudget = SubsetBudget()
  ) -> SubsetAnswer {
    SchemaComparison(budget: budget).isSubset(a, of: b)
  }

  /// The same for those values that have something at a place.
  package func isSubset(
    _ a: SchemaSide, of b: SchemaSide, where shape: ValueShape?
  ) -> SubsetAnswer {
    let (first, second) = (builder.literal(a), builder.literal(b))
    var lits = [first, table.not(second)]
    if let shape { lits.append(builder.literal(shape)) }
    let question = table.and(lits)
    if question == .never { return .yes }
    switch decide(question) {
    case .empty: return .yes
    case .unknown(let reason): return .undecided(reason: reason)
    case .found(let value, let isSure):
      guard let text = solver.arena.text(value, table, limit: budget.witnessBytes) else {
        return .undecided(reason: "the value that tells them apart is too large")
      }
      if isWitness(text, a, b, isSure) {
        return .no(witness: String(decoding: text, as: UTF8.self))
      }
      return .undecided(
        reason: isSure
          ? "the validator does not confirm the value that was found"
          : "no value was found that tells them apart, and none was ruled out")
    }
  }

  /// A value that `a` accepts and that has something at a place; nil where none is known.
  package func example(of a: SchemaSide, where shape: ValueShape) -> String? {
    let question = table.and([builder.literal(a), builder.literal(shape)])
    guard question != .never, case .found(let value, let isSure) = decide(question),
      let text = solver.arena.text(value, table, limit: budget.witnessBytes),
      verdict(text, { accepts($0, a, isSure) }) == true
    else { return nil }
    return String(decoding: text, as: UTF8.self)
  }

  private func decide(_ question: Lit) -> Solver.Answer {
    if solver.steps <= 0 { solver = Solver(table: table, steps: 0) }
    solver.allow(budget.steps)
    return solver.decide(question)
  }

  // MARK: Witnesses

  private static let mostWays = 100_000

  /// Whether the validator accepts a value by one side and refuses it by the other.
  private func isWitness(
    _ text: [UInt8], _ a: SchemaSide, _ b: SchemaSide, _ isSure: Bool
  ) -> Bool {
    verdict(text) { accepts($0, a, isSure) == true && accepts($0, b, !isSure) == false } ?? false
  }

  private func verdict(_ text: [UInt8], _ ask: (JSONCursor) -> Bool?) -> Bool? {
    let limits = JSONLimits(depth: 10_000, bytes: max(text.count, 1))
    guard let document = try? JSONDocument(text, limits: limits) else { return nil }
    return withExtendedLifetime(document) { ask(document.root.cursor) }
  }

  /// Whether a side accepts a value; nil where the validator cannot say.
  ///
  /// - Parameter assumed: what is taken where the side has members besides its schemas', or schemas
  ///   read as if they listed some: the validator knows nothing of that.
  private func accepts(_ value: JSONCursor, _ side: SchemaSide, _ assumed: Bool) -> Bool? {
    // The validator goes every way through a schema, however often they meet.
    guard builder.waysInPlace(side) < Self.mostWays else { return nil }
    var isClosedAlone = true
    for schema in side.schemas {
      let isValid = evaluator.evaluate(
        value, by: side.program.root(of: schema), of: side.program)
      if evaluator.issues.contains(where: \.isUndecided) { return nil }
      guard isValid, !evaluator.issues.contains(where: { $0.kind == .unsafeInteger }) else {
        return false
      }
      if evaluator.issues.contains(where: { $0.kind == .unknownField }) { isClosedAlone = false }
    }
    guard side.isClosed else { return true }
    if side.schemas.count == 1, side.mentioned == nil, side.fieldless.isEmpty {
      return isClosedAlone
    }
    return assumed
  }
}
