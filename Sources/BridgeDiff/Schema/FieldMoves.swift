internal import BridgeContract
internal import BridgeFindings
internal import BridgeJSON

/// A field that is in one of two schemas only.
struct FieldChange {
  var isAdded: Bool
  var parent: [String?]
  var name: String
  var schemas: [JSONValue]
  var isRequired: Bool
  /// Whether the object of the side that does not have it refuses it.
  var isRefused: Bool
  var kindID: String
  var pointer: String
}

/// Finds fields that are gone under one name and new under another, or at another place, and tells
/// that once.
struct FieldMoves {
  private let walk: SchemaWalk
  init(_ walk: SchemaWalk) { self.walk = walk }

  func apply(since mark: Int) {
    let changes = walk.fieldMoves
    var added = changes.filter(\.isAdded)
    guard !added.isEmpty, added.count < changes.count else { return }
    for gone in changes where !gone.isAdded {
      func fits(_ other: FieldChange) -> Bool {
        other.isRequired == gone.isRequired && walk.isEqualSchema(gone.schemas, other.schemas)
      }
      func rivals(_ other: FieldChange) -> Int {
        changes.count { !$0.isAdded && $0.parent == other.parent && fits2($0, other) }
      }
      let renamed = added.filter { $0.parent == gone.parent && fits($0) }
      if renamed.count == 1, rivals(renamed[0]) == 1 {
        report(gone, renamed[0], isMove: false, since: mark)
        added.removeAll { $0.pointer == renamed[0].pointer }
        continue
      }
      // The same name at another place: in an object of its own, or among the fields of a new one.
      let moved = added.filter { $0.parent != gone.parent && $0.name == gone.name && fits($0) }
      if moved.count == 1 {
        report(gone, moved[0], isMove: true, since: mark)
        added.removeAll { $0.pointer == moved[0].pointer }
      } else if let inside = added.compactMap({ nested($0, gone, isOld: false) }).first {
        report(gone, inside, isMove: true, since: mark)
      }
    }
    for come in added {
      for gone in changes where !gone.isAdded {
        if let inside = nested(gone, come, isOld: true) {
          report(inside, come, isMove: true, since: mark)
          break
        }
      }
    }
  }

  private func fits2(_ gone: FieldChange, _ come: FieldChange) -> Bool {
    gone.isRequired == come.isRequired && walk.isEqualSchema(gone.schemas, come.schemas)
  }

  /// The field of this name among those of an object that is new (or gone) as a whole.
  private func nested(_ outer: FieldChange, _ field: FieldChange, isOld: Bool) -> FieldChange? {
    let references = isOld ? walk.comparison.oldReferences : walk.comparison.newReferences
    var open: [(schemas: [JSONValue], path: [String?])] = [
      (outer.schemas, outer.parent + [outer.name])
    ]
    for _ in 0..<64 {
      guard let (schemas, path) = open.popLast() else { return nil }
      let view = SchemaView(schemas, references)
      for (name, inner) in view.properties {
        let isEqual =
          isOld
          ? walk.isEqualSchema(inner, field.schemas) : walk.isEqualSchema(field.schemas, inner)
        if name == field.name, isEqual {
          var out = outer
          out.parent = path
          out.name = name
          out.schemas = inner
          out.isRequired = field.isRequired
          return out
        }
        if path.count < outer.parent.count + 4 { open.append((inner, path + [name])) }
      }
    }
    return nil
  }

  private func report(_ gone: FieldChange, _ come: FieldChange, isMove: Bool, since mark: Int) {
    let comparison = walk.comparison
    let dropped = [(gone.kindID, gone.pointer), (come.kindID, come.pointer)]
    let list = comparison.found(since: mark).filter { found in
      !dropped.contains { $0.0 == found.kind.id && $0.1 == found.pointer }
    }
    let isRequired = gone.isRequired && come.isRequired
    let claim =
      isRequired
      ? Claim.breaking
      : Claim(
        come.isRefused ? .breaking : .dangerous, gone.isRefused ? .breaking : .dangerous)
    let old = walk.root + ValueSite.Path(segments: gone.parent + [gone.name]).pointer
    let new = walk.root + ValueSite.Path(segments: come.parent + [come.name]).pointer
    var found = Found(
      kind: ChangeRule.kind(isMove ? "field-moved" : "field-renamed"),
      sentence: "the field \(quoted(old)) of \(walk.subjectWords) is \(quoted(new)) now",
      cells: .init(),
      from: walk.question.from, subject: walk.subject, channel: walk.channel, message: walk.message,
      pointer: new, keyword: "properties", old: gone.schemas.first, new: come.schemas.first)
    found.proof = walk.proof(
      path: come.parent, candidates: [.init(path: isMove ? [] : come.parent)])
    found.setClaim(claim)
    comparison.replace(since: mark, with: list + [found])
  }
}
