internal import BridgeJSON

extension SchemaRegistry {
  /// The scope of a schema object: that of the schema around it, or one of its own where it has an
  /// `$id`, and the dialect that its `$schema` names.
  mutating func identify(
    _ schema: JSONCursor, _ place: SchemaPlace, _ outer: SchemaScope
  ) -> SchemaScope {
    var scope = outer
    let isDocument = schema.index == 0
    let id = identifier(schema, dialects[Int(scope.dialect)])
    if isDocument || id != nil, let name = schema.member("$schema"), name.kind == .string {
      do throws(Unresolved) {
        scope.dialect = try dialect(named: name.string ?? "")
      } catch {
        errors.append(self.error(place.document, name.index, error.message))
      }
    }
    // The dialect that was found decides what `$id` is.
    guard let id = identifier(schema, dialects[Int(scope.dialect)]) else { return scope }
    let isDraft7 = dialects[Int(scope.dialect)].draft == .draft7
    let reference = URIReference(id.string ?? "")
    if let fragment = reference.fragment, !fragment.isEmpty {
      guard isDraft7 else {
        errors.append(
          error(
            place.document, id.index,
            "'$id' must not have a fragment: use '$anchor' to name a place in a schema"))
        return scope
      }
      // Draft-07's anchors: `"$id": "#name"`.
      if reference.textWithoutFragment.isEmpty {
        note(anchor: Array(fragment.utf8), at: id, scope.resource, place)
        return scope
      }
    }
    let base = URIReference(resources[Int(scope.resource)].uri)
    let uri = reference.resolved(against: base).textWithoutFragment
    let key = Array(uri.utf8)
    if isDocument {
      let old = resources[Int(scope.resource)]
      resources[Int(scope.resource)] = SchemaResource(
        uri: uri, document: old.document, node: old.node)
      resourceByURI[key] = scope.resource
    } else if resourceByURI[key] != nil {
      errors.append(error(place.document, id.index, "two schemas have the '$id' '\(uri)'"))
    } else {
      scope.resource = UInt32(resources.count)
      resources.append(SchemaResource(uri: uri, document: place.document, node: place.node))
      resourceByURI[key] = scope.resource
    }
    if isDraft7, let fragment = reference.fragment, !fragment.isEmpty {
      note(anchor: Array(fragment.utf8), at: id, scope.resource, place)
    }
    return scope
  }

  /// The `$id` that counts: in draft-07 none beside a `$ref`.
  private func identifier(_ schema: JSONCursor, _ dialect: SchemaDialect) -> JSONCursor? {
    guard dialect.keywords.contains(.id), let id = schema.member("$id"), id.kind == .string else {
      return nil
    }
    if dialect.refHidesSiblings, schema.member("$ref") != nil { return nil }
    return id
  }

  // MARK: Dialects

  /// The dialect that documents have which name none.
  mutating func defaultDialect() -> UInt32 {
    switch options.draft {
    case .draft2020: index(of: .draft2020)
    case .draft2019: index(of: .draft2019)
    case .draft7: index(of: .draft7)
    }
  }

  private mutating func index(of dialect: SchemaDialect) -> UInt32 {
    var dialect = dialect
    dialect.assertsFormat = dialect.assertsFormat || options.assertsFormat
    if let known = dialects.firstIndex(of: dialect) { return UInt32(known) }
    dialects.append(dialect)
    return UInt32(dialects.count - 1)
  }

  /// The dialect that `$schema` names: a draft, or a meta-schema that can be found.
  mutating func dialect(named name: String) throws(Unresolved) -> UInt32 {
    let uri = URIReference(name).textWithoutFragment
    let key = Array(uri.utf8)
    if let known = dialectByURI[key] {
      guard known != none else {
        throw Unresolved("the meta-schema '\(uri)' is its own '$schema': its draft is not known")
      }
      return known
    }
    let found: UInt32
    switch uri {
    case "https://json-schema.org/draft/2020-12/schema": found = index(of: .draft2020)
    case "https://json-schema.org/draft/2019-09/schema": found = index(of: .draft2019)
    case "http://json-schema.org/draft-07/schema", "https://json-schema.org/draft-07/schema":
      found = index(of: .draft7)
    default:
      dialectByURI[key] = none
      // Loading a meta-schema asks for its own dialect: a chain that somebody else wrote.
      metaSchemaChain += 1
      defer { metaSchemaChain -= 1 }
      guard metaSchemaChain <= 16 else {
        throw Unresolved("the meta-schema '\(uri)' stands at the end of a chain of more than 16")
      }
      found = try customDialect(uri)
    }
    dialectByURI[key] = found
    return found
  }

  /// The dialect of a meta-schema: that of its own `$schema`, cut down to its `$vocabulary`.
  private mutating func customDialect(_ uri: String) throws(Unresolved) -> UInt32 {
    let place: SchemaPlace
    do throws(Unresolved) {
      place = try load(uri)
    } catch {
      throw Unresolved(
        "the meta-schema '\(uri)' is not known: known are 2020-12, 2019-09, draft-07 and what is "
          + "supplied")
    }
    let meta = cursor(at: place)
    var dialect = self.dialect(of: place)
    guard let vocabularies = meta.member("$vocabulary"), vocabularies.kind == .object else {
      return index(of: dialect)
    }
    var keywords = SchemaDialect.core
    if dialect.draft == .draft2019 {
      keywords.formUnion([.recursiveRef, .recursiveAnchor])
      keywords.subtract([.dynamicRef, .dynamicAnchor])
    }
    var unknown: String?
    vocabularies.forEachMember { key, required in
      let name = String(decoding: key.stringBytes, as: UTF8.self)
      guard let vocabulary = Vocabulary(uri: name) else {
        if required.isTrue { unknown = unknown ?? name }
        return
      }
      keywords.formUnion(vocabulary.keywords.intersection(dialect.keywords))
      if vocabulary.assertsFormat {
        dialect.assertsFormat = true
        dialect.refusesUnknownFormat = false
      }
    }
    if let unknown {
      throw Unresolved(
        "the meta-schema '\(uri)' requires a vocabulary nobody here knows: '\(unknown)'")
    }
    dialect.keywords = keywords
    return index(of: dialect)
  }

  /// A vocabulary of 2019-09 or 2020-12.
  private struct Vocabulary {
    var keywords: Set<SchemaKeyword>
    var assertsFormat = false

    init?(uri: String) {
      let bases = [
        "https://json-schema.org/draft/2020-12/vocab/",
        "https://json-schema.org/draft/2019-09/vocab/",
      ]
      guard let base = bases.first(where: { uri.hasPrefix($0) }) else { return nil }
      switch uri.dropFirst(base.count) {
      case "core": keywords = SchemaDialect.core
      case "applicator":
        keywords = SchemaDialect.applicator.union([.additionalItems])
        if base == bases[1] { keywords.formUnion(SchemaDialect.unevaluated) }
      case "unevaluated": keywords = SchemaDialect.unevaluated
      case "validation": keywords = SchemaDialect.validation
      case "meta-data": keywords = SchemaDialect.metaData
      case "format-annotation", "format": keywords = [.format]
      case "format-assertion":
        keywords = [.format]
        assertsFormat = true
      case "content": keywords = SchemaDialect.content
      default: return nil
      }
    }
  }
}
