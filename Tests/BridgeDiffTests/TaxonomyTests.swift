import BridgeDiff
import BridgeFindings
import Foundation
import TestSupport
import Testing

/// The verdicts of the taxonomy, written down by hand row by row and not by the program: for the
/// worst finding of each fixture pair, and for the same pair the other way round.
///
/// Cells as in the taxonomy: messages of the page in a new page and old app, in an old page and new
/// app; then messages of native in the same pairs. `=` says that nothing is found.
@Suite("The taxonomy")
struct TaxonomyTests {
  private static let rows = """
    optional-field-added-open      ok ok ok ok       ok DNG DNG ok
    optional-field-added-closed    BRK ok ok BRK     ok BRK BRK ok
    optional-field-added-reject    BRK ok ok BRK     ok BRK BRK ok
    first-field-added              ok ok ok ok       ok DNG DNG ok
    required-field-added-open      ok BRK BRK ok     BRK DNG DNG BRK
    required-field-added-closed    BRK BRK BRK BRK   BRK BRK BRK BRK
    required-field-added-with-default  ok BRK BRK ok  BRK DNG DNG BRK
    field-renamed-required         BRK BRK BRK BRK   BRK BRK BRK BRK
    field-renamed-optional         DNG DNG DNG DNG   DNG DNG DNG DNG
    optional-to-required           ok BRK BRK ok     BRK ok ok BRK
    field-moved                    BRK BRK BRK BRK   BRK BRK BRK BRK
    object-closed                  ok DNG DNG ok     ok ok ok ok
    object-opened-explicitly       BRK ok ok BRK     ok BRK BRK ok
    dictionary-value-widened       BRK ok ok BRK     ok BRK BRK ok
    pattern-properties-tightened   ok BRK BRK ok     BRK ok ok BRK
    property-names-tightened       ok BRK BRK ok     BRK ok ok BRK
    dependent-required-added       ok BRK BRK ok     BRK ok ok BRK
    dependent-schemas-added        ok BRK BRK ok     BRK ok ok BRK
    min-properties-raised          ok BRK BRK ok     BRK ok ok BRK
    unevaluated-properties-same-effect  =            =
    type-widened-integer           BRK ok ok BRK     ok BRK BRK ok
    type-widened-member            BRK ok ok BRK     ok BRK BRK ok
    type-replaced                  BRK BRK BRK BRK   BRK BRK BRK BRK
    nullable-by-type               BRK ok ok BRK     ok BRK BRK ok
    nullable-by-any-of             BRK ok ok BRK     ok BRK BRK ok
    nullable-by-one-of             BRK ok ok BRK     ok BRK BRK ok
    nullable-by-enum               BRK ok ok BRK     ok BRK BRK ok
    enum-value-added               BRK ok ok BRK     ok BRK BRK ok
    enum-value-renamed             BRK BRK BRK BRK   BRK BRK BRK BRK
    const-changed                  BRK BRK BRK BRK   BRK BRK BRK BRK
    string-limited-to-enum         ok BRK BRK ok     BRK ok ok BRK
    bound-tightened                ok BRK BRK ok     BRK ok ok BRK
    bound-same-exclusive           =                 =
    length-tightened               ok BRK BRK ok     BRK ok ok BRK
    items-tightened                ok BRK BRK ok     BRK ok ok BRK
    range-shifted                  BRK BRK BRK BRK   BRK BRK BRK BRK
    multiple-tightened             ok BRK BRK ok     BRK ok ok BRK
    multiple-changed               BRK BRK BRK BRK   BRK BRK BRK BRK
    pattern-added                  ok BRK BRK ok     BRK ok ok BRK
    pattern-narrower               ok BRK BRK ok     BRK ok ok BRK
    pattern-same-language          =                 =
    pattern-changed                BRK BRK BRK BRK   BRK BRK BRK BRK
    pattern-not-decided            DNG DNG DNG DNG   DNG DNG DNG DNG
    format-added                   ok BRK BRK ok     BRK ok ok BRK
    format-changed                 BRK BRK BRK BRK   BRK BRK BRK BRK
    content-encoding-changed       DNG DNG DNG DNG   DNG DNG DNG DNG
    content-media-type-changed     DNG DNG DNG DNG   DNG DNG DNG DNG
    unique-items-added             ok BRK BRK ok     BRK ok ok BRK
    contains-added                 ok BRK BRK ok     BRK ok ok BRK
    min-contains-raised            ok BRK BRK ok     BRK ok ok BRK
    tuple-extended                 BRK ok ok BRK     ok BRK BRK ok
    tuple-reordered                BRK BRK BRK BRK   BRK BRK BRK BRK
    value-or-list                  BRK ok ok BRK     ok BRK BRK ok
    value-to-list                  BRK BRK BRK BRK   BRK BRK BRK BRK
    default-changed                DNG DNG DNG DNG   DNG DNG DNG DNG
    integer-range-unsafe           BRK DNG DNG BRK   ok BRK BRK ok
    any-of-branch-added            BRK ok ok BRK     ok BRK BRK ok
    one-of-branch-added            BRK ok ok BRK     ok BRK BRK ok
    branch-covered                 =                 =
    one-of-branch-overlaps         BRK BRK BRK BRK   BRK BRK BRK BRK
    any-of-to-one-of               ok BRK BRK ok     BRK ok ok BRK
    any-of-to-one-of-disjoint      =                 =
    tag-value-renamed              BRK BRK BRK BRK   BRK BRK BRK BRK
    tag-property-renamed           BRK BRK BRK BRK   BRK BRK BRK BRK
    all-of-member-added            ok BRK BRK ok     BRK ok ok BRK
    condition-changed              ok BRK BRK ok     BRK ok ok BRK
    not-changed                    ok BRK BRK ok     BRK ok ok BRK
    de-morgan                      =                 =
    factored-union                 =                 =
    ref-inlined                    =                 =
    ref-renamed                    =                 =
    recursive-type-same            =                 =
    all-of-refactored              =                 =
    definition-used-twice          ok BRK BRK ok     BRK ok ok BRK
    recursive-type-narrowed        ok BRK BRK ok     BRK ok ok BRK
    definition-shared-narrowed     ok BRK BRK ok     BRK ok ok BRK
    key-order                      =                 =
    titles                         =                 =
    read-only                      =                 =
    field-deprecated               ok ok ok ok       ok ok ok ok
    message-added                  BRK ok ok BRK     ok BRK BRK ok
    message-added-guarded          ok ok ok ok       ok DNG DNG ok
    message-planned                ok ok ok ok       =
    message-planned-changed        =                 =
    message-in-force               BRK ok ok BRK     ok BRK BRK ok
    message-removed                ok BRK BRK ok     BRK ok ok BRK
    message-removed-excluded       ok DNG ok ok      BRK ok ok BRK
    message-renamed                BRK BRK BRK BRK   BRK BRK BRK BRK
    message-name-only              =                 =
    direction-changed              BRK BRK BRK BRK   BRK BRK BRK BRK
    handler-name-changed           BRK BRK - -       BRK BRK - -
    receiver-function-changed      - - BRK BRK       - - BRK BRK
    receiver-function-kept         =                 =
    handler-alias-added            DNG ok - -        ok BRK - -
    trust-tightened                ok BRK ok BRK     DNG ok DNG ok
    origins-tightened              ok BRK ok BRK     DNG ok DNG ok
    request-from-fire-and-forget   BRK DNG DNG BRK   DNG BRK BRK DNG
    reply-payload-changed          ok BRK BRK ok     BRK ok ok BRK
    reply-error-added              BRK ok ok BRK     ok BRK BRK ok
    reply-error-code-changed       BRK BRK BRK BRK   BRK BRK BRK BRK
    id-required-with-reply         BRK BRK BRK BRK   BRK DNG DNG BRK
    id-required-without-reply      ok BRK BRK ok     BRK ok ok BRK
    id-removed-without-reply       BRK DNG DNG BRK   ok BRK BRK ok
    id-required-closed             BRK BRK BRK BRK   BRK BRK BRK BRK
    id-required-closed-envelope    BRK BRK BRK BRK   BRK BRK BRK BRK
    id-removed-with-reply          BRK DNG DNG BRK   BRK BRK BRK BRK
    id-became-optional             BRK ok ok BRK     ok BRK BRK ok
    id-optional                    ok DNG DNG ok     BRK DNG DNG BRK
    id-optional-closed-payload     BRK DNG DNG BRK   ok BRK BRK ok
    id-type-changed                BRK BRK BRK BRK   BRK BRK BRK BRK
    id-type-widened                BRK ok ok BRK     ok BRK BRK ok
    id-pattern-narrowed            ok BRK BRK ok     BRK ok ok BRK
    id-scope-changed               DNG DNG DNG DNG   DNG DNG DNG DNG
    reply-count-changed            BRK ok ok BRK     ok BRK BRK ok
    reply-count-stream             BRK BRK BRK BRK   BRK BRK BRK BRK
    reply-count-many-to-stream     ok BRK BRK ok     BRK ok ok BRK
    reply-end-changed              BRK BRK BRK BRK   BRK BRK BRK BRK
    reply-sequence-added           ok BRK BRK ok     BRK ok ok BRK
    reply-sequence-moved           BRK BRK BRK BRK   BRK BRK BRK BRK
    timeout-shortened              DNG ok ok DNG     ok DNG DNG ok
    timeout-removed                ok DNG DNG ok     DNG ok ok DNG
    order-tightened                ok BRK BRK ok     BRK ok ok BRK
    order-rewritten                =                 =
    wire-version-changed           BRK BRK BRK BRK   BRK BRK BRK BRK
    wire-version-added             BRK ok ok BRK     ok BRK BRK ok
    wire-version-required          ok BRK BRK ok     BRK ok ok BRK
    support-raised                 DNG ok DNG ok     =
    kind-place-changed             BRK BRK BRK BRK   BRK BRK BRK BRK
    batch-added                    BRK ok ok BRK     ok BRK BRK ok
    envelope-changed               ok BRK BRK ok     BRK ok ok BRK
    """

  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var forwards: String
    var backwards: String
    var testDescription: String { name }
  }

  static let all: [Row] = rows.split(separator: "\n").map { line in
    var words = line.split(separator: " ").map(String.init)
    let name = words.removeFirst()
    func take() -> String {
      if words.first == "=" { return words.removeFirst() }
      defer { words.removeFirst(4) }
      return words.prefix(4).joined(separator: " ")
    }
    return Row(name: name, forwards: take(), backwards: take())
  }

  @Test(arguments: all)
  func verdicts(_ row: Row) throws {
    let pair = try FixturePair(row.name)
    #expect(cells(ContractDiff.compare(pair.old, pair.new)) == row.forwards)
    #expect(cells(ContractDiff.compare(pair.new, pair.old)) == row.backwards)
  }

  /// The worst of all findings that have cells.
  private func cells(_ report: DiffReport) -> String {
    let cells = report.cells
    if cells.worst == .none { return "=" }
    return [
      cells.webToNative.newPageOldApp, cells.webToNative.oldPageNewApp,
      cells.nativeToWeb.newPageOldApp, cells.nativeToWeb.oldPageNewApp,
    ].map { level in
      switch level {
      case .none: "-"
      case .ok: "ok"
      case .dangerous: "DNG"
      case .breaking: "BRK"
      }
    }.joined(separator: " ")
  }

  @Test("strict reading finds what the lens leaves out")
  func strictContentModel() throws {
    var options = DiffOptions()
    options.contentModel = .strict
    for (name, expected) in [
      ("optional-field-added-open", "ok BRK BRK ok"), ("object-closed", "ok BRK BRK ok"),
      ("first-field-added", "ok BRK BRK ok"),
    ] {
      let pair = try FixturePair(name)
      #expect(
        cells(ContractDiff.compare(pair.old, pair.new, options: options)) == expected, "\(name)")
    }
    let pair = try FixturePair("object-closed")
    #expect(cells(ContractDiff.compare(pair.new, pair.old, options: options)) == "BRK ok ok BRK")
  }

  @Test("the policy decides what is an error")
  func policies() throws {
    let pair = try FixturePair("timeout-shortened")
    var options = DiffOptions()
    func severities(_ pair: FixturePair) -> [String] {
      ContractDiff.compare(pair.old, pair.new, options: options).findings.map(\.severity.rawValue)
    }
    #expect(severities(pair) == ["warning", "warning"])
    options.policy = .full
    #expect(severities(pair) == ["warning", "warning"])
    #expect(severities(try FixturePair("trust-tightened")) == ["error", "error"])
    options.policy = .strict
    #expect(severities(pair) == ["error", "error"])
  }
}
