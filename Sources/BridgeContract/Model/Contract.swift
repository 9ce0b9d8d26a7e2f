internal import BridgeFindings
public import BridgeJSON
package import BridgeSchema

/// One contract file, loaded and checked: what a page and native may say to each other.
///
/// Immutable after loading, hence free to share between threads.
public final class Contract: Sendable {
  /// The file's path as it was given.
  public let file: String
  /// The text with its positions.
  public let document: JSONDocument
  /// `name`: lower-case letters, digits and dashes.
  public let name: String
  /// `version`.
  public let version: SemanticVersion
  package let unknownKinds: UnknownKinds
  package let channels: [Channel]
  package let errors: [DeclaredError]
  package let messages: [Message]
  package let rules: [OrderRule]
  package let scenarios: [Scenario]
  /// All schemas of the file, compiled together.
  package let schemas: SchemaProgram
  /// Every name the contract itself writes: what reports may print of keys and kinds.
  package let names: NameSet

  package init(
    file: String, document: JSONDocument, name: String, version: SemanticVersion,
    unknownKinds: UnknownKinds, channels: [Channel], errors: [DeclaredError],
    messages: [Message], rules: [OrderRule], scenarios: [Scenario], schemas: SchemaProgram,
    names: NameSet
  ) {
    self.file = file
    self.document = document
    self.name = name
    self.version = version
    self.unknownKinds = unknownKinds
    self.channels = channels
    self.errors = errors
    self.messages = messages
    self.rules = rules
    self.scenarios = scenarios
    self.schemas = schemas
    self.names = names
  }

  /// The newest number of the format that is understood.
  public static let newestFormat = 1
}

/// What a field is that nothing mentions.
package enum UnknownFields: String, Sendable, CaseIterable {
  case reject, warn, allow
}

/// What the receiving side does with a kind it does not know.
package enum UnknownKinds: String, Sendable, CaseIterable {
  case fail, ignore
}

/// Who speaks.
public enum Side: String, Sendable, CaseIterable {
  /// The page.
  case web
  /// The app.
  case native

  /// The one who listens.
  public var other: Side { self == .web ? .native : .web }

  /// The direction of what this side says: `webToNative` or `nativeToWeb`.
  public var direction: String { self == .web ? "webToNative" : "nativeToWeb" }
}

/// A schema of a contract: its number among those compiled together.
package struct SchemaHandle: Sendable, Hashable {
  package var index: Int
}
