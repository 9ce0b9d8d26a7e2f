/// Words that mean something in Swift.
enum SwiftWords {
  /// Names that a type may not have here: those that generated code uses unqualified, and those that
  /// Swift keeps for itself.
  static let types: Set<String> = [
    "Any", "AnyJSON", "AnyObject", "Answer", "Array", "Bool", "Boxed", "BridgeClient",
    "DeclaredFailure", "BridgeMessage", "BridgeRefusal", "BridgeRequest", "BridgeWord",
    "ChecksIntegers", "Client", "Codable", "CodingKey", "Decodable", "Decoder", "DecodingError",
    "Dictionary", "Double", "Encodable", "Encoder", "EncodingError", "Equatable", "Error", "Errors",
    "ExactText", "Failure", "FieldKey", "Handler", "Hashable", "Int", "Int64", "JSONPayload",
    "Lifecycle", "NativeBridge", "Never", "NoFailure", "Nullable", "Optional", "Outgoing",
    "Payload", "Protocol", "RawRepresentable", "RawValue", "Reply", "RequestError", "Result",
    "Self",
    "Sendable", "Set", "String", "Swift", "Task", "Type", "Types", "Void",
  ]

  /// Names that a member may not have, with backticks or without.
  static let members: Set<String> = [
    "Protocol", "Self", "Type", "allCases", "decoder", "encode", "encoder", "fields", "hash",
    "hashValue", "init", "rawValue", "self", "subscript", "unknown",
  ]

  /// Words that need backticks as names of members.
  private static let keywords: Set<String> = [
    "Any", "as", "associatedtype", "await", "borrowing", "break", "case", "catch", "class",
    "consuming", "continue", "default", "defer", "deinit", "do", "else", "enum", "extension",
    "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "inout",
    "internal", "is", "let", "nil", "nonisolated", "operator", "precedencegroup", "private",
    "protocol", "public", "repeat", "rethrows", "return", "static", "struct", "super", "switch",
    "throw", "throws", "true", "try", "typealias", "var", "where", "while", "yield", "each", "some",
    "any", "actor", "async", "open", "package", "get", "set", "macro", "discard", "sending", "copy",
    "consume",
  ]

  /// A member's name as it is written.
  static func written(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }
}
