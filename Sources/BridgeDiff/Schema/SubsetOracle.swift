internal import BridgeFindings

/// Whether every value that one schema takes is taken by another.
enum SubsetAnswer: Sendable {
  case yes
  /// No; a value that only the first takes, as JSON text.
  case no(witness: [UInt8])
  /// Nobody can tell; why.
  case undecided(String)

  var isYes: Bool { if case .yes = self { true } else { false } }
  var isNo: Bool { if case .no = self { true } else { false } }
  var isUndecided: Bool { if case .undecided = self { true } else { false } }

  /// What it makes of a pair: an undecided question is dangerous, never guessed.
  var level: Change.Level {
    switch self {
    case .yes: .ok
    case .no: .breaking
    case .undecided: .dangerous
    }
  }

  var witness: [UInt8]? { if case .no(let witness) = self { witness } else { nil } }
}

/// A schema that stands alone: JSON Schema 2020-12 by the rules of contracts.
struct SchemaQuestion: Hashable {
  var text: [UInt8]
  /// Whether objects that list properties and say nothing of others are closed.
  var isClosed: Bool
}

/// Answers questions on schemas.
protocol SubsetOracle {
  func isSubset(_ a: SchemaQuestion, of b: SchemaQuestion) -> SubsetAnswer
}

/// Remembers answers: one question comes up at a message and again at its fields.
final class CachingOracle {
  private struct Key: Hashable {
    var a: SchemaQuestion
    var b: SchemaQuestion
  }

  private let oracle: any SubsetOracle
  private var answers: [Key: SubsetAnswer] = [:]
  /// How many different questions were asked, and how many of them were not decided.
  private(set) var asked = 0
  private(set) var undecided = 0

  init(_ oracle: any SubsetOracle) { self.oracle = oracle }

  func isSubset(_ a: SchemaQuestion, of b: SchemaQuestion) -> SubsetAnswer {
    if a.text == b.text, a.isClosed || !b.isClosed { return .yes }
    let key = Key(a: a, b: b)
    if let answer = answers[key] { return answer }
    let answer = oracle.isSubset(a, of: b)
    asked += 1
    if answer.isUndecided { undecided += 1 }
    answers[key] = answer
    return answer
  }

  /// A value that the schema takes; nil where none is known.
  func sample(_ schema: SchemaQuestion) -> [UInt8]? {
    isSubset(schema, of: SchemaQuestion(text: Array("{\"not\":{}}".utf8), isClosed: false)).witness
  }
}
