public import BridgeFindings
internal import BridgeJSON
internal import BridgeSchema

extension Contract {
  /// A contract, or everything that is wrong with its file.
  public enum LoadResult: Sendable {
    /// The contract.
    case loaded(Contract)
    /// The errors in the order of the file: no cause, a position each.
    case broken([Finding])
  }

  /// Loads a contract of format 1 from its text. Linear in the text but for the spelling of unknown
  /// keys. Nothing is read from disk; `file` only names the text in findings.
  public static func load(_ text: [UInt8], file: String) -> LoadResult {
    let document: JSONDocument
    do throws(JSONError) {
      document = try JSONDocument(text, limits: .contract)
    } catch {
      return .broken([syntaxError(error, in: text, file: file)])
    }
    if let key = document.tape.firstDuplicateKey {
      let value = JSONValue(document: document, index: key)
      let diagnostics = Diagnostics(file: file, document: document)
      diagnostics.error("the key \(quoted(value.string ?? "")) stands twice", at: value)
      return .broken(diagnostics.findings)
    }
    let loader = ContractLoader(file: file, document: document)
    if let contract = loader.load(), loader.diagnostics.findings.isEmpty {
      return .loaded(contract)
    }
    return .broken(
      loader.diagnostics.findings.enumerated()
        .sorted { ($0.element.offset ?? 0, $0.offset) < ($1.element.offset ?? 0, $1.offset) }
        .map(\.element))
  }

  private static func syntaxError(_ error: JSONError, in text: [UInt8], file: String) -> Finding {
    let position = text.withUnsafeBufferPointer { TextPosition(ofOffset: error.offset, in: $0) }
    return Finding(
      cause: nil, severity: .error, message: error.sentence, file: file, line: position.line,
      offset: error.offset, instancePath: "",
      contract: .init(file: file, line: position.line, column: position.column),
      fingerprint: Fingerprint.of(
        cause: "", contract: file, message: "", pointer: "", keyword: "json"))
  }
}

/// Reads one contract file section by section; the sections are in files of their own.
final class ContractLoader {
  let file: String
  let document: JSONDocument
  let diagnostics: Diagnostics
  /// The schemas to compile together, in the order in which their roots were asked for.
  var schemaValues: [JSONValue] = []
  var names = NameSet()

  var channels: [Channel] = []
  var errors: [DeclaredError] = []
  var messages: [Message] = []
  /// The same by their names.
  var channelByKey: [[UInt8]: Int] = [:]
  var errorByName: [[UInt8]: Int] = [:]
  lazy var messageByName: [[UInt8]: Int] = Dictionary(
    messages.enumerated().map { (Array($0.element.name.utf8), $0.offset) },
    uniquingKeysWith: { first, _ in first })

  init(file: String, document: JSONDocument) {
    self.file = file
    self.document = document
    diagnostics = Diagnostics(file: file, document: document)
  }

  private static let keys = [
    "$schema", "bridgeContract", "name", "version", "doc", "unknownFields", "unknownKinds",
    "framing", "channels", "types", "errors", "messages", "order", "scenarios", "supports",
    "accept", "log",
  ]

  func load() -> Contract? {
    let root = document.root
    guard root.kind == .object else {
      diagnostics.error("a contract is an object", at: root)
      return nil
    }
    // The number of the format first: another one may mean anything by its keys.
    guard readFormatNumber(root) else { return nil }
    guard
      let top = Fields(
        root, "the contract", keys: Self.keys.filter { $0 != "log" }, diagnostics)
    else { return nil }
    let name = readName(top)
    let version = readVersion(top)
    let unknownFields = choice(top["unknownFields"], "unknownFields", UnknownFields.self) ?? .warn
    let unknownKinds = choice(top["unknownKinds"], "unknownKinds", UnknownKinds.self) ?? .fail
    if let schema = top["$schema"], schema.kind != .string {
      diagnostics.error("$schema must be text", at: schema)
    }
    readTypes(top["types"])
    let framing = top["framing"].map { readFraming($0) } ?? Framing()
    readChannels(top, framing: framing, unknownKinds: unknownKinds)
    readErrors(top["errors"])
    readMessages(top, unknownFields: unknownFields, contractVersion: version)
    let rules = readOrder(top["order"])
    let scenarios = readScenarios(top["scenarios"])
    readSupports(top["supports"])
    readAccept(top["accept"])
    guard let program = compileSchemas(), let name, let version else { return nil }
    return Contract(
      file: file, document: document, name: name, version: version, unknownKinds: unknownKinds,
      channels: channels, errors: errors, messages: messages, rules: rules, scenarios: scenarios,
      schemas: program, names: names)
  }

  private func readFormatNumber(_ root: JSONValue) -> Bool {
    guard let number = root["bridgeContract"] else {
      diagnostics.error(
        "this is no bridge contract: the key \"bridgeContract\" is missing "
          + "(write \"bridgeContract\": \(Contract.newestFormat))", at: root,
        suggest: "\"bridgeContract\": \(Contract.newestFormat)")
      return false
    }
    guard number.kind == .number, number.smallInteger == Int64(Contract.newestFormat) else {
      diagnostics.error(
        number.kind == .number
          ? "contract format \(number.text) is not understood; the newest number understood is "
            + "\(Contract.newestFormat)"
          : "bridgeContract must be the number \(Contract.newestFormat)", at: number,
        suggest: String(Contract.newestFormat))
      return false
    }
    return true
  }

  private func readName(_ top: Fields) -> String? {
    guard let value = top["name"] else {
      diagnostics.error("the contract has no name", at: top.value)
      return nil
    }
    guard let name = value.string, isContractName(name) else {
      diagnostics.error(
        "name must be lower-case letters, digits and dashes, beginning with a letter", at: value)
      return nil
    }
    names.insert(name)
    return name
  }

  private func isContractName(_ name: String) -> Bool {
    guard let first = name.utf8.first, first >= 0x61, first <= 0x7A else { return false }
    return name.utf8.allSatisfy {
      ($0 >= 0x61 && $0 <= 0x7A) || ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x2D
    }
  }

  private func readVersion(_ top: Fields) -> SemanticVersion? {
    guard let value = top["version"] else {
      diagnostics.error("the contract has no version", at: top.value)
      return nil
    }
    return semanticVersion(value, "version")
  }

  /// The version that a value writes, or nil with an error.
  func semanticVersion(_ value: JSONValue, _ what: String) -> SemanticVersion? {
    if let text = value.string, let version = SemanticVersion(text) { return version }
    diagnostics.error("\(what) must be a semantic version such as \"1.0.0\"", at: value)
    return nil
  }

  /// One of a fixed set of words, or nil with an error where the value is none.
  func choice<Choice: RawRepresentable & CaseIterable>(
    _ value: JSONValue?, _ what: String, _ type: Choice.Type
  ) -> Choice? where Choice.RawValue == String {
    guard let value else { return nil }
    if let text = value.string, let choice = Choice(rawValue: text) { return choice }
    let words = Choice.allCases.map(\.rawValue)
    let nearest = value.string.flatMap { Spelling.nearest(to: $0, among: words) }
    diagnostics.error(
      "\(what) must be \(alternatives(words.map(quoted)))"
        + (nearest.map { "; did you mean \(quoted($0))?" } ?? ""), at: value, suggest: nearest)
    return nil
  }

  /// Text, or nil with an error where the value is none.
  func text(_ value: JSONValue?, _ what: String) -> String? {
    guard let value else { return nil }
    guard let text = value.string, !value.cursor.hasLoneSurrogate else {
      diagnostics.error("\(what) must be text", at: value)
      return nil
    }
    return text
  }

  // MARK: Schemas

  /// Asks for a schema to be compiled with the others of the file.
  func schema(_ value: JSONValue) -> SchemaHandle {
    schemaValues.append(value)
    return SchemaHandle(index: schemaValues.count - 1)
  }

  private func readTypes(_ value: JSONValue?) {
    guard let value else { return }
    guard value.kind == .object else {
      diagnostics.error("types must be an object of schemas", at: value)
      return
    }
    for member in value.members {
      names.insert(member.key)
      _ = schema(member.value)
    }
  }

  private func compileSchemas() -> SchemaProgram? {
    for value in schemaValues { collectNames(inSchema: value) }
    do throws(SchemaErrors) {
      return try SchemaCompiler.compile(contract: document, roots: schemaValues.map(\.index))
    } catch {
      for fault in error.list {
        diagnostics.error(
          fault.message, pointer: fault.pointer, offset: fault.offset, suggest: fault.suggestion)
      }
      return nil
    }
  }

  /// Property names are names of the contract, wherever they stand in a schema.
  private func collectNames(inSchema value: JSONValue) {
    withExtendedLifetime(value) {
      let root = value.cursor
      let end = root.kind == .object || root.kind == .array ? root.indexBehind : root.index
      for index in root.index..<end where root.at(index).kind == .object {
        root.at(index).forEachMember { key, value in
          if key.isString("required") {
            guard value.kind == .array else { return }
            value.forEachItem { if let name = $0.string { names.insert(name) } }
          } else if key.isString("properties") || key.isString("dependentRequired")
            || key.isString("dependentSchemas"), value.kind == .object
          {
            value.forEachMember { name, _ in if let name = name.string { names.insert(name) } }
          }
        }
      }
    }
  }
}
