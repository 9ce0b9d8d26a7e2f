internal import BridgeFindings
internal import BridgeJSON

extension ChangeRule {
  static let fieldRequired = ChangeRule(
    [
      ChangeKind(
        "field-now-required", "a field that could be left out must be there",
        help: "require it when no old sender leaves it out any more",
        meaning: "A field became required. A sender of before may leave it out and is refused.",
        cells: Change.Cells(.narrowed), mirror: .kind("field-now-optional")),
      ChangeKind(
        "field-now-optional", "a field that had to be there may be left out",
        help: "go on sending it until no old receiver is left",
        meaning: "A field became optional. A receiver of before refuses messages without it.",
        cells: Change.Cells(.widened), mirror: .kind("field-now-required")),
    ], .values(check))

  @Sendable private static func check(_ site: ValueSite) {
    guard site.hasFieldsOnBothSides else { return }
    let (before, after) = (site.old.required, site.new.required)
    guard before != after else { return }
    let old = Set(site.old.properties.map { Array($0.name.utf8) })
    let new = Set(site.new.properties.map { Array($0.name.utf8) })
    /// A field that is listed on one side only is told as added or removed.
    func isTold(_ name: [UInt8]) -> Bool {
      old.contains(name) != new.contains(name)
        && (old.contains(name) ? site.new.dictionary : site.old.dictionary) == nil
    }
    func report(_ names: Set<[UInt8]>, _ id: String, _ words: String, _ claim: Claim) {
      for name in names.sorted(by: { $0.lexicographicallyPrecedes($1) }) where !isTold(name) {
        let text = String(decoding: name, as: UTF8.self)
        site.report(
          kind(id), "the field \(site.place(site.path.appending(text))) \(words)", claim,
          "required", name: text)
      }
    }
    report(after.subtracting(before), "field-now-required", "must be there now", .narrowed)
    report(before.subtracting(after), "field-now-optional", "may be left out now", .widened)
  }
}
