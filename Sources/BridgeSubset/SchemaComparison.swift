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
  private let budget: SubsetBudget
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
    let (first, second) = (builder.literal(a), builder.literal(b))
    let question = table.and([first, table.not(second)])
    if question == .never { return .yes }
    if solver.steps <= 0 { solver = Solver(table: table, steps: 0) }
    solver.steps = budget.steps
    switch solver.decide(question) {
    case .empty: return .yes
    case .unknown(let reason): return .undecided(reason: reason)
    case .found(let value, let isSure):
      guard let text = solver.arena.text(value, table, limit: budget.witnessBytes) else {
        return .undecided(reason: "the value that tells them apart is too large")
      }
      if isWitness(text, a, b) { return .no(witness: String(decoding: text, as: UTF8.self)) }
      return .undecided(
        reason: isSure
          ? "the validator does not confirm the value that was found"
          : "no value was found that tells them apart, and none was ruled out")
    }
  }

  /// The same for two schemas at once.
  public static func isSubset(
    _ a: SchemaSide, of b: SchemaSide, budget: SubsetBudget = SubsetBudget()
  ) -> SubsetAnswer {
    SchemaComparison(budget: budget).isSubset(a, of: b)
  }

  // MARK: Witnesses

  /// Whether the validator accepts a value by one side and refuses it by the other.
  private func isWitness(_ text: [UInt8], _ a: SchemaSide, _ b: SchemaSide) -> Bool {
    let limits = JSONLimits(depth: 10_000, bytes: max(text.count, 1))
    guard let document = try? JSONDocument(text, limits: limits) else { return false }
    return withExtendedLifetime(document) {
      let value = document.root.cursor
      return accepts(value, a) == true && accepts(value, b) == false
    }
  }

  /// Whether a side accepts a value; nil where the validator cannot say.
  private func accepts(_ value: JSONCursor, _ side: SchemaSide) -> Bool? {
    let isValid = evaluator.evaluate(value, by: side.root, of: side.program)
    if evaluator.issues.contains(where: \.isUndecided) { return nil }
    guard isValid else { return false }
    return !(side.isClosed && evaluator.issues.contains { $0.kind == .unknownField })
  }
}
