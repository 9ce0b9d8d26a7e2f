internal import BridgeFindings
internal import BridgeJSON

extension Compilation {
  /// `format`: `a` is the format's raw value, or `none` if it asserts nothing.
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
      a: asserts ? format.map { UInt32($0.rawValue) } ?? none : none)
  }

  /// The nearest of some names.
  func nearest(_ word: String, _ names: [String]) -> String? {
    Spelling.nearest(to: word, among: names)
  }
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
