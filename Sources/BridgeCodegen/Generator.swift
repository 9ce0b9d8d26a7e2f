public import BridgeContract

/// A file that is generated: its path below the output folder, and its text.
public struct GeneratedFile: Sendable, Equatable {
  /// The path, with `/`.
  public var path: String
  /// The text, in UTF-8.
  public var text: String

  /// A file.
  public init(path: String, text: String) {
    self.path = path
    self.text = text
  }
}

/// What can be generated from a contract.
public enum GeneratorTarget: String, Sendable, CaseIterable {
  case swift
  case typescript
  case jsonSchema = "json-schema"
  case docs

  /// The files of a contract. The same contract gives the same bytes everywhere.
  public func generate(_ contract: Contract) -> [GeneratedFile] {
    switch self {
    case .swift: SwiftGenerator.files(contract)
    case .typescript: TypeScriptGenerator.files(contract)
    case .jsonSchema: JSONSchemaGenerator.files(contract)
    case .docs: DocsGenerator.files(contract)
    }
  }
}
