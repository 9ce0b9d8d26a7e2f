internal import BridgeJSON

extension SchemaCompiler {
  /// What the document's meta-schema has against it. Documents that change the dialect within are
  /// not checked: no one meta-schema speaks for them.
  static func metaSchemaFaults(
    _ document: JSONDocument, _ registry: SchemaRegistry
  ) -> [SchemaError] {
    let dialects = Set(registry.scopes.filter { $0.key.document == 0 }.map(\.value.dialect))
    guard dialects.count == 1, let program = metaSchema(of: document, registry.options) else {
      return []
    }
    let evaluator = SchemaEvaluator()
    let root = document.tape.root
    if evaluator.isValid(root, by: program.roots[0], of: program) { return [] }
    guard let report = evaluator.report(root, by: program.roots[0], of: program) else { return [] }
    // Of a union and what is told below it only the latter helps.
    let entries = report.entries
    return entries.indices.filter { i in
      !(i + 1 < entries.count && entries[i + 1].depth > entries[i].depth)
    }.map { i in
      SchemaError(
        document: registry.documents[0].uri, pointer: entries[i].instancePointer,
        offset: document.offset(of: root.at(entries[i].instance)),
        message: "not as its meta-schema wants it: \(entries[i].message)")
    }
  }

  private static func metaSchema(
    of document: JSONDocument, _ options: SchemaOptions
  ) -> SchemaProgram? {
    var name = document.tape.root.member("$schema")?.string
    if name == nil {
      switch options.draft {
      case .draft2020: name = "https://json-schema.org/draft/2020-12/schema"
      case .draft2019: name = "https://json-schema.org/draft/2019-09/schema"
      case .draft7: name = "http://json-schema.org/draft-07/schema"
      }
    }
    let uri = URIReference(name ?? "").textWithoutFragment
    switch uri {
    case "https://json-schema.org/draft/2020-12/schema": return draft2020
    case "https://json-schema.org/draft/2019-09/schema": return draft2019
    case "http://json-schema.org/draft-07/schema": return draft7
    default:
      guard let bytes = options.resolver?(uri) else { return nil }
      var options = options
      options.uri = uri
      return compileMetaSchema(bytes, options)
    }
  }

  private static let draft2020 = carried("https://json-schema.org/draft/2020-12/schema")
  private static let draft2019 = carried("https://json-schema.org/draft/2019-09/schema")
  private static let draft7 = carried("http://json-schema.org/draft-07/schema")

  private static func carried(_ uri: String) -> SchemaProgram? {
    var options = SchemaOptions()
    options.uri = uri
    return MetaSchema.text(uri).flatMap { compileMetaSchema($0, options) }
  }

  private static func compileMetaSchema(
    _ bytes: [UInt8], _ options: SchemaOptions
  ) -> SchemaProgram? {
    var options = options
    options.checksMetaSchema = false
    do {
      return try compile(try JSONDocument(bytes, limits: .contract), options: options)
    } catch {
      // A meta-schema that is no schema cannot say anything; `$schema` has been looked at already.
      return nil
    }
  }
}
