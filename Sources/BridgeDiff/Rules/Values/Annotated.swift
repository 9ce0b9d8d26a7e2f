internal import BridgeFindings
internal import BridgeJSON

extension ChangeRule {
  static let defaults = ChangeRule(
    [
      ChangeKind(
        "default-changed", "another value for a field that is left out",
        help: "send the value instead of leaving it out",
        meaning: """
          A sender leaves the field out and expects its own default; the receiver applies another one.
          """,
        cells: Change.Cells(.dangerous), mirror: .itself)
    ],
    .annotations { site in
      let (a, b) = (site.old.values("default").first, site.new.values("default").first)
      guard !sameValue(a, b) else { return }
      site.report(
        kind("default-changed"),
        "the default of \(site.place(site.path)) was \(shown(a)) and is \(shown(b))", .dangerous,
        "default")
    })

  static let contents = ChangeRule(
    [
      ChangeKind(
        "content-changed", "another encoding or type of what stands in a text",
        help: "give the new encoding a field of its own",
        meaning: """
          "contentEncoding" or "contentMediaType" is another one. The schema cannot see what is in \
          the text, so nothing is refused, and the receiver reads it wrong.
          """,
        cells: Change.Cells(.dangerous), mirror: .itself)
    ],
    .annotations { site in
      for key in ["contentEncoding", "contentMediaType"] {
        let (a, b) = (site.old.values(key).first, site.new.values(key).first)
        if sameValue(a, b) { continue }
        site.report(
          kind("content-changed"),
          "\(key) of \(site.place(site.path)) was \(shown(a)) and is \(shown(b))", .dangerous, key)
      }
    })

  static let fieldDeprecated = ChangeRule(
    [
      ChangeKind(
        "field-deprecated", "a field that is on its way out",
        help: "say what stands in for it",
        meaning: "The field is deprecated. Nothing changes on the wire.",
        cells: Change.Cells(.ok), mirror: .kind("field-deprecation-lifted")),
      ChangeKind(
        "field-deprecation-lifted", "a field that stays after all",
        help: "tell those who moved away from it",
        meaning: "The field is deprecated no more. Nothing changes on the wire.",
        cells: Change.Cells(.ok), mirror: .kind("field-deprecated")),
    ],
    .annotations { site in
      func isDeprecated(_ view: SchemaView) -> Bool {
        view.values("deprecated").contains { $0.bool == true }
      }
      let (a, b) = (isDeprecated(site.old), isDeprecated(site.new))
      guard a != b else { return }
      site.report(
        kind(b ? "field-deprecated" : "field-deprecation-lifted"),
        "\(site.place(site.path)) is \(b ? "deprecated" : "deprecated no more")", .ok, "deprecated")
    })

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
      site.report(
        kind(b ? "integer-unsafe" : "integer-safe"),
        "\(site.place(site.path)) may \(b ? "be" : "not be any more") a whole number beyond 2^53 - 1",
        b ? .dangerous : .ok, "unsafeInteger")
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
