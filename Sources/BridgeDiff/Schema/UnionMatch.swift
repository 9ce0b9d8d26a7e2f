internal import BridgeJSON

/// The branches of two unions, matched by equality, then by the field that tells them apart, then by
/// likeness; never by their position.
struct UnionMatch {
  let site: ValueSite
  let isOldOneOf: Bool
  let isNewOneOf: Bool
  /// Both sides of pairs that differ.
  private(set) var pairs: [(old: JSONValue, new: JSONValue)] = []
  private(set) var removed: [JSONValue] = []
  private(set) var added: [JSONValue] = []
  /// The field whose constant tells the branches apart.
  private(set) var oldTag: String?
  private(set) var newTag: String?

  /// Nil where neither side has a union, or more than one at this place.
  init?(_ site: ValueSite) {
    let (a, b) = (site.old.unions, site.new.unions)
    guard a.count <= 1, b.count <= 1, let any = a.first ?? b.first else { return nil }
    self.site = site
    isOldOneOf = a.first?.isOneOf ?? any.isOneOf
    isNewOneOf = b.first?.isOneOf ?? any.isOneOf
    // One schema against a union of several: as a union of one.
    if a.isEmpty, site.oldSchemas.count != 1 || site.oldSchemas[0].kind != .object { return nil }
    if b.isEmpty, site.newSchemas.count != 1 || site.newSchemas[0].kind != .object { return nil }
    let old = a.first?.branches ?? site.oldSchemas
    let new = b.first?.branches ?? site.newSchemas
    guard old.count + new.count <= 2_000 else { return nil }
    match(old, new)
  }

  private mutating func match(_ old: [JSONValue], _ new: [JSONValue]) {
    let walk = site.walk
    var left = Array(old)
    var right = Array(new)
    left.removeAll { branch in
      guard let index = right.firstIndex(where: { walk.isEqualSchema([branch], [$0]) }) else {
        return false
      }
      right.remove(at: index)
      return true
    }
    oldTag = tag(of: old, isOld: true)
    newTag = tag(of: new, isOld: false)
    if let oldTag, let newTag, oldTag == newTag {
      left.removeAll { branch in
        guard let word = self.word(branch, oldTag, isOld: true),
          let index = right.firstIndex(where: { self.word($0, newTag, isOld: false) == word })
        else { return false }
        pairs.append((branch, right.remove(at: index)))
        return true
      }
      removed = left
      added = right
      return
    }
    // By likeness: the same types and the most fields in common.
    for branch in left {
      let view = walk.view(branch, isOld: true)
      let names = Set(view.properties.map(\.name))
      var best: (score: Int, index: Int)?
      for (index, other) in right.enumerated() {
        let otherView = walk.view(other, isOld: false)
        let (x, y) = (view.types ?? SchemaView.allTypes, otherView.types ?? SchemaView.allTypes)
        if x.isDisjoint(with: y) { continue }
        let common = names.intersection(otherView.properties.map(\.name)).count
        let score = (x == y ? 1 : 0) + 2 * common
        if score > (best?.score ?? 0) { best = (score, index) }
      }
      if let best {
        pairs.append((branch, right.remove(at: best.index)))
      } else {
        removed.append(branch)
      }
    }
    added = right
  }

  /// The field with a constant text in every branch, the same field in all.
  private func tag(of branches: [JSONValue], isOld: Bool) -> String? {
    guard branches.count > 1 else { return nil }
    var candidates: [String]?
    for branch in branches {
      let view = site.walk.view(branch, isOld: isOld)
      let names = view.properties.filter { property in
        site.walk.view(property.schemas, isOld: isOld).listed?.allSatisfy { $0.kind == .string }
          ?? false
      }.map(\.name)
      candidates = candidates?.filter(names.contains) ?? names
    }
    return candidates?.first
  }

  /// What the branch has at the tag.
  func word(_ branch: JSONValue, _ tag: String, isOld: Bool) -> String? {
    let view = site.walk.view(branch, isOld: isOld)
    guard let property = view.properties.first(where: { $0.name == tag }) else { return nil }
    return site.walk.view(property.schemas, isOld: isOld).listed?.compactMap(\.string)
      .joined(separator: ",")
  }

  func descend() {
    // With another field to tell them by, all branches are others.
    if let oldTag, let newTag, oldTag != newTag { return }
    for pair in pairs { site.descend([pair.old], [pair.new]) }
  }
}

extension SchemaWalk {
  func view(_ schema: JSONValue, isOld: Bool) -> SchemaView { view([schema], isOld: isOld) }

  func view(_ schemas: [JSONValue], isOld: Bool) -> SchemaView {
    SchemaView(schemas, isOld ? comparison.oldReferences : comparison.newReferences)
  }
}
