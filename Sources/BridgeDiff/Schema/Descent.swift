internal import BridgeJSON

/// Goes on from a place to the places inside that both schemas speak of.
struct Descent {
  let site: ValueSite
  init(_ site: ValueSite) { self.site = site }

  func run() {
    if site.hasFieldsOnBothSides { fields() }
    if site.old.mayBe("array"), site.new.mayBe("array") { items() }
    UnionMatch(site)?.descend()
  }

  private func fields() {
    let old = site.old.properties
    let places = Dictionary(
      site.new.properties.map { (Array($0.name.utf8), $0.schemas) },
      uniquingKeysWith: { first, _ in first })
    let known = Set(old.map { Array($0.name.utf8) })
    for (name, schemas) in old {
      if let others = places[Array(name.utf8)] {
        site.descend(schemas, others, name)
      } else if let others = site.new.dictionary {
        site.descend(schemas, others, name)
      }
    }
    if let others = site.old.dictionary {
      for (name, schemas) in site.new.properties where !known.contains(Array(name.utf8)) {
        site.descend(others, schemas, name)
      }
    }
    if let a = site.old.dictionary, let b = site.new.dictionary { site.descend(a, b, nil) }
  }

  private func items() {
    let (a, b) = (site.old.tuple, site.new.tuple)
    if site.isTupleReordered { return }
    for index in 0..<min(a.count, b.count) { site.descend([a[index]], [b[index]], String(index)) }
    let (x, y) = (site.old.values("items"), site.new.values("items"))
    if !x.isEmpty || !y.isEmpty, !site.isReplaced { site.descend(x, y, nil) }
  }
}

extension SchemaView {
  /// The schemas of fields that are not listed, where any are announced.
  var dictionary: [JSONValue]? {
    switch others {
    case .schemas(let schemas): schemas
    case .any: []
    case .unsaid, .refused: nil
    }
  }

  /// `prefixItems`, where one part alone has it.
  var tuple: [JSONValue] {
    let all = values("prefixItems")
    return all.count == 1 ? all[0].items : []
  }
}

extension ValueSite {
  /// Whether no type is left that both take, null apart.
  var isReplaced: Bool {
    let a = (old.types ?? SchemaView.allTypes).subtracting(["null"])
    let b = (new.types ?? SchemaView.allTypes).subtracting(["null"])
    return a.isDisjoint(with: b)
  }

  /// Whether fields can be held against each other: not where one side has them in the branches of a
  /// union only.
  var hasFieldsOnBothSides: Bool {
    func isUnionOnly(_ view: SchemaView) -> Bool {
      !view.unions.isEmpty && !view.has("properties") && !view.has("required")
    }
    return bothMayBe("object") && isUnionOnly(old) == isUnionOnly(new)
  }

  func bothMayBe(_ type: String) -> Bool { old.mayBe(type) && new.mayBe(type) }
}
