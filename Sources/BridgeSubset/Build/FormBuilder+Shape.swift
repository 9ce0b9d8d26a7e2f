internal import BridgeJSON

extension FormBuilder {
  /// The form of what is asked of a value. Shapes are as deep as a way through a contract's schemas.
  func literal(_ shape: ValueShape) -> Lit {
    switch shape {
    case .any: return .always
    case .all(let shapes): return table.and(shapes.map(literal))
    case .value(let text):
      guard let document = try? JSONDocument(text, limits: .traffic) else { return .never }
      return withExtendedLifetime(document) { constant(document.root.cursor) }
    case .member(let name, let inner):
      let own = table.name(name)
      return table.and([
        table.types(Types.object), table.has(own),
        table.members(table.values([own]), literal(inner)),
      ])
    case .otherMember(let names, let inner):
      let keys = table.not(table.values(names.map(table.name)))
      return table.and([
        table.types(Types.object), table.not(table.members(keys, table.not(literal(inner)))),
      ])
    case .item(let place, let inner):
      return table.and([
        table.types(Types.array), table.literal(.itemsLeast(place + 1)),
        table.items(from: place, to: place + 1, literal(inner)),
      ])
    case .someItem(let from, let inner):
      return table.and([
        table.types(Types.array),
        table.not(table.items(from: from, to: .max, table.not(literal(inner)))),
      ])
    }
  }
}
