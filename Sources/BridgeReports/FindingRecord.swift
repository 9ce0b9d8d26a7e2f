internal import BridgeFindings

/// The wire form of a finding and of a summary: the same in `json` and `jsonl`.
///
///     finding  = { "cause"?, "severity", "message", "file"?, "line"?, "offset"?, "session"?,
///                  "page"?, "direction"?, "channel"?, "kind"?, "id"?, "instancePath"?,
///                  "schemaPath"?, "contract"?, "expected"?, "got"?, "suggest"?, "related"?,
///                  "change"?, "fingerprint"? }
///     contract = { "file", "line", "column" }         1-based, columns in code points
///     expected = { KEYWORD: value }                    as it stands in the contract
///     got      = { "type", "size"?, "value"?, "hash"? }
///     related  = [ { "line", "what" } … ]
///     summary  = { "lines", "messages", "events", "skipped", "invalidLines", "errors",
///                  "warnings", "infos", "causes": { ID: count … }, "notObservable", "explained",
///                  "unexplained"?: { MESSAGE: count … }, "diff"? }
///
/// `change` and `diff` are there for `diff` and its kin only (`ChangeRecord`).
///
/// Members stand in this order; an absent one (`?`) is left out, never null. Counts by name stand
/// in the order of their UTF-8 bytes. `report.schema.json` beside this file says the same as a
/// JSON Schema; the tests hold both together.
enum FindingRecord {
  /// The version of these forms: `version` in a `json` report.
  static let version = 1

  /// The finding's object.
  static func tree(_ finding: Finding) -> JSONTree {
    let tree = JSONTree()
    tree.add("cause", finding.cause?.id)
    tree.add("severity", finding.severity.rawValue)
    tree.add("message", finding.message)
    tree.add("file", finding.file)
    tree.add("line", finding.line)
    tree.add("offset", finding.offset)
    tree.add("session", finding.session)
    tree.add("page", finding.page)
    tree.add("direction", finding.direction)
    tree.add("channel", finding.channel)
    tree.add("kind", finding.kind)
    tree.add(json: "id", finding.id)
    tree.add("instancePath", finding.instancePath)
    tree.add("schemaPath", finding.schemaPath)
    if let place = finding.contract { tree.add("contract", self.tree(place)) }
    if let expected = finding.expected { tree.add("expected", self.tree(expected)) }
    if let got = finding.got { tree.add("got", self.tree(got)) }
    tree.add("suggest", finding.suggest)
    if !finding.related.isEmpty {
      tree.add("related", finding.related) { related in
        let object = JSONTree()
        object.add("line", related.line)
        object.add("what", related.what)
        return object
      }
    }
    if let change = finding.change { tree.add("change", ChangeRecord.tree(change)) }
    if !finding.fingerprint.isEmpty { tree.add("fingerprint", finding.fingerprint) }
    return tree
  }

  /// The summary's object.
  static func tree(_ summary: Summary) -> JSONTree {
    let tree = JSONTree()
    tree.add("lines", summary.lines)
    tree.add("messages", summary.messages)
    tree.add("events", summary.events)
    tree.add("skipped", summary.skipped)
    tree.add("invalidLines", summary.invalidLines)
    tree.add("errors", summary.errors)
    tree.add("warnings", summary.warnings)
    tree.add("infos", summary.infos)
    tree.add("causes", counts(summary.causes))
    tree.add("notObservable", summary.notObservable)
    tree.add("explained", summary.explained)
    if !summary.unexplained.isEmpty { tree.add("unexplained", counts(summary.unexplained)) }
    if let diff = summary.diff { tree.add("diff", ChangeRecord.tree(diff)) }
    return tree
  }

  static func tree(_ place: Finding.Place) -> JSONTree {
    let tree = JSONTree()
    tree.add("file", place.file)
    tree.add("line", place.line)
    tree.add("column", place.column)
    return tree
  }

  /// `{ KEYWORD: value }`.
  static func tree(_ expected: Finding.Expected) -> JSONTree {
    let tree = JSONTree()
    tree.add(json: expected.value, named: expected.keyword)
    return tree
  }

  /// `{ "type", "size"?, "value"?, "hash"? }`.
  static func tree(_ got: Finding.Got) -> JSONTree {
    let tree = JSONTree()
    tree.add("type", got.type)
    tree.add("size", got.size)
    tree.add(json: "value", got.value)
    tree.add("hash", got.hash)
    return tree
  }

  private static func counts(_ counts: [String: Int]) -> JSONTree {
    let tree = JSONTree()
    for (name, count) in counts.sorted(by: { Words.precedes($0.key, $1.key) }) {
      tree.add(named: name, count)
    }
    return tree
  }
}
