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

/// One side of a question: schemas by the rules of contracts.
struct SchemaQuestion: Hashable {
  enum Subject: Hashable {
    /// A schema that stands alone, as text.
    case text([UInt8])
    case schemas(SchemaPlace)
  }

  var subject: Subject
  /// Whether objects that list properties and say nothing of others are closed.
  var isClosed: Bool

  init(_ subject: Subject, isClosed: Bool) {
    self.subject = subject
    self.isClosed = isClosed
  }

  init(text: [UInt8], isClosed: Bool) {
    self.init(.text(text), isClosed: isClosed)
  }
}

/// Schemas of one of the two contracts, all of them for one value.
struct SchemaPlace: Hashable {
  var isOld: Bool
  /// Where they stand on the contract's tape.
  var schemas: [Int]
  /// Fields that may stand beside theirs; nil where there is no such list.
  var mentioned: [[UInt8]]?
  /// Objects that list no fields and are read as if they listed those that must be there.
  var fieldless: Set<Int>
}
