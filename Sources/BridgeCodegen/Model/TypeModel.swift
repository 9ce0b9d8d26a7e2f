/// The type of a value, as every target language is told it.
indirect enum ValueType: Equatable, Sendable {
  /// Anything.
  case any
  case string
  case boolean
  /// `isUnsafe`: the contract allows integers that JavaScript does not hold.
  case integer(isUnsafe: Bool)
  case number
  case null
  /// One of these scalars, as JSON texts.
  case literals([String])
  case array(ValueType)
  /// An object whose members all have this type.
  case map(ValueType)
  /// The type, or `null`.
  case nullable(ValueType)
  /// A declaration by its number.
  case named(Int)
}

/// A member of an object.
struct Field: Equatable, Sendable {
  /// The key on the wire.
  var key: String
  var type: ValueType
  /// Whether the member must be there.
  var isRequired: Bool
  var doc: String?
  var isDeprecated: Bool
}

/// A type that has a name.
struct Declaration: Sendable {
  enum Form: Equatable, Sendable {
    /// Not yet read: it is being read and holds itself.
    case pending
    /// An object. `others`: the type of members that are not named; nil where there are none worth
    /// keeping.
    case structure([Field], others: ValueType?)
    /// Another name for a type.
    case alias(ValueType)
    /// One of these strings. `isOpen`: or any other.
    case words([String], isOpen: Bool)
    /// Branches told apart by the value (JSON text) of a field.
    case tagged(by: String, [Branch])
    /// Branches told apart by trying.
    case untagged([Branch])
  }

  struct Branch: Equatable, Sendable {
    /// What it could be called.
    var name: String
    /// The telling value as JSON text; nil in unions without a tag.
    var tag: String?
    var type: ValueType
  }

  /// Where names are made from: the words on the way to it.
  var name: String
  /// What it stands in.
  var scope: Scope
  var doc: String?
  var form: Form
}

/// What a declaration stands in.
enum Scope: Equatable, Sendable {
  /// `types` of the contract.
  case types
  /// `errors` of the contract.
  case errors
  /// A message, by its number.
  case message(Int)
  /// Another declaration.
  case declaration(Int)
}

/// A message as targets see it.
struct MessageModel: Sendable {
  var name: String
  var doc: String?
  var isDeprecated: Bool
  /// Whether the page says it.
  var isFromWeb: Bool
  var channel: String
  var kind: String?
  var version: String?
  var payload: ValueType
  var reply: ReplyModel?
}

/// A reply as targets see it.
struct ReplyModel: Sendable {
  var doc: String?
  var payload: ValueType
  /// Numbers of declared errors.
  var errors: [Int]
  var isStream: Bool
  /// Whether it is the result of the call.
  var isResult: Bool
  var within: String?
}

/// A declared error as targets see it.
struct ErrorModel: Sendable {
  var name: String
  var doc: String?
  var payload: ValueType
}

/// Everything that is generated from: types, fields and messages of one contract, without any
/// target's names.
struct ContractModel: Sendable {
  var name: String
  var version: String
  var doc: String?
  /// Whether values may come that the contract does not name yet.
  var isOpen: Bool
  var declarations: [Declaration]
  var messages: [MessageModel]
  var errors: [ErrorModel]
}
