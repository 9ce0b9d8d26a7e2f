internal import BridgeFindings
internal import BridgeJSON

extension SchemaRegistry {
  /// The place that a reference of a contract leads to: `#/pointer` or `#anchor`.
  mutating func resolve(
    inContract reference: [UInt8], document: UInt32
  ) throws(Unresolved) -> SchemaPlace {
    let text = String(decoding: reference, as: UTF8.self)
    guard reference.first == UInt8(ascii: "#") else {
      throw Unresolved("'\(text)' leaves the file: references of a contract begin with '#'")
    }
    if reference.count == 1 {
      throw Unresolved("'#' is the contract itself, which is no schema")
    }
    return try place(
      ofFragment: String(decoding: reference.dropFirst(), as: UTF8.self), in: 0, text: text)
  }

  /// The place that a reference leads to (2020-12, 8.2.3).
  mutating func resolve(
    _ reference: [UInt8], from scope: SchemaScope
  ) throws(Unresolved) -> SchemaPlace {
    let text = String(decoding: reference, as: UTF8.self)
    let base = URIReference(resources[Int(scope.resource)].uri)
    let target = URIReference(text).resolved(against: base)
    let uri = target.textWithoutFragment
    let resource: UInt32
    if let known = resourceByURI[Array(uri.utf8)] {
      resource = known
    } else {
      // A document that names no dialect is read like the one that refers to it.
      let place = try load(uri, dialect: scope.dialect)
      resource = resourceByURI[Array(uri.utf8)] ?? self.scope(of: place).resource
    }
    guard let fragment = target.fragment, !fragment.isEmpty else {
      return SchemaPlace(resources[Int(resource)].document, Int(resources[Int(resource)].node))
    }
    return try place(ofFragment: fragment, in: resource, text: text)
  }

  /// The root of the document with this URI: one of the package's meta-schemas, or what the
  /// resolver gives.
  mutating func load(_ uri: String, dialect: UInt32? = nil) throws(Unresolved) -> SchemaPlace {
    if let known = resourceByURI[Array(uri.utf8)] {
      return SchemaPlace(resources[Int(known)].document, Int(resources[Int(known)].node))
    }
    guard let bytes = MetaSchema.text(uri) ?? options.resolver?(uri) else {
      throw Unresolved("'\(uri)' is not known: nothing is fetched, and it was not supplied")
    }
    let json: JSONDocument
    do throws(JSONError) {
      json = try JSONDocument(bytes, limits: .traffic)
    } catch {
      throw Unresolved("'\(uri)' is no JSON: byte \(error.offset), \(error.sentence)")
    }
    return add(json, uri: uri, dialect: dialect ?? defaultDialect())
  }

  /// The place that a fragment names in a resource: a pointer or an anchor.
  private mutating func place(
    ofFragment fragment: String, in resource: UInt32, text: String
  ) throws(Unresolved) -> SchemaPlace {
    guard let fragment = URIReference.percentDecoded(fragment.utf8) else {
      throw Unresolved("'\(text)' has a '%' that is no escape")
    }
    guard fragment.first == UInt8(ascii: "/") else {
      if let place = anchors[AnchorKey(resource: resource, name: fragment)] { return place }
      let known = anchors.keys.filter { $0.resource == resource }
        .map { String(decoding: $0.name, as: UTF8.self) }.sorted()
      let name = String(decoding: fragment, as: UTF8.self)
      throw Unresolved(
        "'\(text)' leads nowhere: no schema there has the anchor '\(name)'",
        suggestion: Spelling.nearest(to: name, among: known).map { "#\($0)" })
    }
    let home = resources[Int(resource)]
    return try place(
      ofPointer: fragment, from: SchemaPlace(home.document, Int(home.node)), text: text)
  }

  /// Follows a pointer. Places that no keyword leads to (under unknown keywords) become schemas by
  /// being referred to; they belong to the nearest schema around them.
  private mutating func place(
    ofPointer fragment: [UInt8], from home: SchemaPlace, text: String
  ) throws(Unresolved) -> SchemaPlace {
    guard let pointer = JSONPointer(utf8: fragment) else {
      throw Unresolved("'\(text)' is no JSON Pointer: a '~' must be '~0' or '~1'")
    }
    var value = cursor(at: home)
    var nearest = scopes[home] ?? SchemaScope(resource: 0, dialect: 0)
    for (depth, segment) in pointer.segments.enumerated() {
      guard let next = JSONPointer(segments: [segment]).resolve(from: value) else {
        throw deadEnd(pointer, depth, value, text)
      }
      value = next
      if let scope = scopes[SchemaPlace(home.document, value.index)] { nearest = scope }
    }
    let place = SchemaPlace(home.document, value.index)
    if scopes[place] == nil { walk(place, nearest) }
    return place
  }

  private func deadEnd(
    _ pointer: JSONPointer, _ depth: Int, _ value: JSONCursor, _ text: String
  ) -> Unresolved {
    var names: [String] = []
    value.forEachMember { key, _ in
      names.append(String(decoding: key.stringBytes, as: UTF8.self))
    }
    let name = String(decoding: pointer.segments[depth].key, as: UTF8.self)
    let before = JSONPointer(segments: Array(pointer.segments[..<depth])).text
    let near = Spelling.nearest(to: name, among: names).map { near in
      var found = pointer
      found.segments[depth] = JSONPointer.Segment(Array(near.utf8))
      return "#\(found.text)"
    }
    return Unresolved(
      "'\(text)' leads nowhere: there is no '\(name)' in '#\(before)'", suggestion: near)
  }

  /// The number of the dynamic anchor at a place, if the reference can lead elsewhere: for
  /// `$dynamicRef` by name (2020-12, 8.2.3.2), for `$recursiveRef` where `$recursiveAnchor` stands.
  func dynamicAnchor(
    at place: SchemaPlace, reachedBy reference: [UInt8], isRecursive: Bool
  ) -> UInt32? {
    var name: [UInt8] = []
    if !isRecursive {
      let fragment = URIReference(String(decoding: reference, as: UTF8.self)).fragment ?? ""
      name = URIReference.percentDecoded(fragment.utf8) ?? []
      if name.isEmpty || name.first == UInt8(ascii: "/") { return nil }
    }
    guard let number = anchorNumbers[name],
      dynamicAnchors.contains(where: { $0.name == number && $0.place == place })
    else { return nil }
    return number
  }
}
