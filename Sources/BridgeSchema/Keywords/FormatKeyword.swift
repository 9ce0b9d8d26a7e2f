internal import BridgeFindings
internal import BridgeJSON

extension Compilation {
  /// `format`: `a` is the format's raw value, or `none` if it asserts nothing; `b` is the draft's.
  func compileFormat(_ member: SchemaObject.Member, in object: SchemaObject) -> KeywordEntry? {
    guard member.value.kind == .string, let name = member.value.string else {
      wrong(member, member.value, in: object, mustBe: "a string")
      return nil
    }
    let draft = object.dialect.formatDraft
    let format = Format(name: name).flatMap { $0.isDefined(in: draft) ? $0 : nil }
    if format == nil, object.dialect.refusesUnknownFormat {
      let known = Format.all.filter { $0.isDefined(in: draft) }.map(\.name)
      report(
        object.document, member.value.index, "unknown format '\(name)'",
        suggestion: Spelling.nearest(to: name, among: known))
      return nil
    }
    let asserts = object.dialect.assertsFormat
    return KeywordEntry(
      keyword: .format, key: UInt32(member.key.index),
      a: asserts ? format.map { UInt32($0.rawValue) } ?? none : none, b: UInt32(draft.rawValue))
  }

  /// The nearest of some names.
  func nearest(_ word: String, _ names: [String]) -> String? {
    Spelling.nearest(to: word, among: names)
  }
}

/// Whether a string has the format of a `format` entry or operation.
@inline(never)
func hasFormat(_ raw: UInt32, _ draft: UInt32, _ string: JSONCursor) -> Bool {
  guard let format = Format(rawValue: UInt8(truncatingIfNeeded: raw)) else { return true }
  let draft = Format.Draft(rawValue: UInt8(truncatingIfNeeded: draft)) ?? .draft2020
  return string.withStringBytes { format.accepts($0, in: draft) }
}

extension SchemaDialect {
  /// The draft as formats know it.
  var formatDraft: Format.Draft {
    switch draft {
    case .draft7: .draft7
    case .draft2019: .draft2019
    case .draft2020: .draft2020
    }
  }
}
