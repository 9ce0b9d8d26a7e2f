internal import BridgeFindings
internal import BridgeJSON

extension ChangeRule {
  static let unsafeIntegers = ChangeRule(
    [
      ChangeKind(
        "integer-unsafe", "whole numbers beyond what JavaScript holds",
        help: "send such numbers as text",
        meaning: """
          The range goes beyond 2^53 - 1 now, or "unsafeInteger" allows that. The page rounds such \
          numbers, whatever the schema says.
          """,
        cells: Change.Cells(.dangerous), mirror: .kind("integer-safe")),
      ChangeKind(
        "integer-safe", "whole numbers that JavaScript holds",
        help: "nothing to do",
        meaning: "The range stays within 2^53 - 1 again.", cells: Change.Cells(.ok),
        mirror: .kind("integer-unsafe")),
    ],
    .annotations { site in
      let (a, b) = (site.old.goesBeyondSafeIntegers, site.new.goesBeyondSafeIntegers)
      guard a != b else { return }
      // Who does not allow them refuses them, and where the range does not tell that, this does.
      let facts = site.walk.facts(["type", "unsafeInteger"], site, type: nil)
      let range = site.walk.facts(
        ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"], site, type: "integer")
      let least: Change.Level = b ? .dangerous : .ok
      func level(_ own: SubsetAnswer, _ range: SubsetAnswer) -> Change.Level {
        range.isYes ? max(least, own.level) : least
      }
      site.report(
        kind(b ? "integer-unsafe" : "integer-safe"),
        "\(site.place(site.path)) may \(b ? "be" : "not be any more") a whole number beyond 2^53 - 1",
        Claim(level(facts.newToOld, range.newToOld), level(facts.oldToNew, range.oldToNew)),
        "unsafeInteger", witnesses: facts)
    })
}

extension SchemaView {
  /// Whether a bound, or the contract's own word, lets whole numbers be beyond ±(2^53 - 1).
  fileprivate var goesBeyondSafeIntegers: Bool {
    guard mayBe("integer") else { return false }
    if values("unsafeInteger").contains(where: { $0.string == "allow" }) { return true }
    return
      (values("maximum") + values("exclusiveMaximum") + values("minimum")
      + values("exclusiveMinimum")).contains {
        $0.kind == .number && !$0.cursor.decimal.isWithinSafe
      }
  }
}

extension JSONDecimal {
  /// Whether the number, whole or not, is within ±(2^53 - 1).
  fileprivate var isWithinSafe: Bool { isZero || isSafeInteger || (!isInteger && magnitude < 15) }
}
