internal import BridgeFindings

/// The wire form of what `diff` knows beside a finding.
///
///     change   = { "cells", "old"?, "new"?, "witnesses"?, "trace"?, "advice"?, "accepted"?,
///                  "against"? }
///     cells    = { "webToNative": pairs, "nativeToWeb": pairs }
///     pairs    = { "newPageOldApp": level, "oldPageNewApp": level }
///     level    = "none" | "ok" | "dangerous" | "breaking"       none: the direction has no part in it
///     old, new = { "pointer", "file", "line", "column" }        in the contract of before and of now
///     witnesses = [ { "pair": "newPageOldApp" | "oldPageNewApp", "sender": "web" | "native",
///                     "body": value, "refusedFor": ID, "at": pointer } … ]
///     trace    = [ word … ]                   a run that one side allows and the other does not
///     accepted = { "reason", "until"? }
///     diff     = { "policy", "cells", "pairs": [ { "old"?, "oldFile"?, "new"?, "newFile"?, "label"?,
///                  "cells", "acceptedBreaks"?, "smallestVersion"?, "isVersionRight",
///                  "documentation": [ name … ] } … ] }
///
/// A contract that is new has no `old`, one that was deleted no `new`. `acceptedBreaks`, of the form
/// `{ "newPageOldApp": count, "oldPageNewApp": count }`, is there where `accept` took any; `cells` do
/// not count those.
enum ChangeRecord {
  /// The object `change` of a finding.
  static func tree(_ change: Change) -> JSONTree {
    let tree = JSONTree()
    tree.add("cells", self.tree(change.cells))
    if let old = change.old { tree.add("old", self.tree(old)) }
    if let new = change.new { tree.add("new", self.tree(new)) }
    if !change.witnesses.isEmpty {
      tree.add("witnesses", change.witnesses) { witness in
        let object = JSONTree()
        object.add("pair", witness.isNewPageOldApp ? "newPageOldApp" : "oldPageNewApp")
        object.add("sender", witness.sender)
        object.add(json: "body", witness.body)
        object.add("refusedFor", witness.refusedFor)
        object.add("at", witness.at)
        return object
      }
    }
    if !change.trace.isEmpty { tree.add("trace", texts: change.trace) }
    tree.add("advice", change.advice)
    if let accepted = change.accepted {
      let object = JSONTree()
      object.add("reason", accepted.reason)
      object.add("until", accepted.until)
      tree.add("accepted", object)
    }
    tree.add("against", change.against)
    return tree
  }

  /// The object `diff` of a summary.
  static func tree(_ diff: DiffSummary) -> JSONTree {
    let tree = JSONTree()
    tree.add("policy", diff.policy)
    tree.add("cells", self.tree(diff.cells))
    tree.add("pairs", diff.pairs) { pair in
      let object = JSONTree()
      object.add("old", pair.old)
      object.add("oldFile", pair.oldFile)
      object.add("new", pair.new)
      object.add("newFile", pair.newFile)
      object.add("label", pair.label)
      object.add("cells", self.tree(pair.cells))
      if pair.acceptedBreaks != .init() {
        let breaks = JSONTree()
        breaks.add("newPageOldApp", pair.acceptedBreaks.newPageOldApp.count)
        breaks.add("oldPageNewApp", pair.acceptedBreaks.oldPageNewApp.count)
        object.add("acceptedBreaks", breaks)
      }
      object.add("smallestVersion", pair.smallestVersion)
      object.add("isVersionRight", pair.isVersionRight)
      object.add("documentation", texts: pair.documentation)
      return object
    }
    return tree
  }

  private static func tree(_ cells: Change.Cells) -> JSONTree {
    let tree = JSONTree()
    tree.add("webToNative", self.tree(cells.webToNative))
    tree.add("nativeToWeb", self.tree(cells.nativeToWeb))
    return tree
  }

  private static func tree(_ pairs: Change.Pairs) -> JSONTree {
    let tree = JSONTree()
    tree.add("newPageOldApp", pairs.newPageOldApp.rawValue)
    tree.add("oldPageNewApp", pairs.oldPageNewApp.rawValue)
    return tree
  }

  private static func tree(_ place: Change.Place) -> JSONTree {
    let tree = JSONTree()
    tree.add("pointer", place.pointer)
    tree.add("file", place.place.file)
    tree.add("line", place.place.line)
    tree.add("column", place.place.column)
    return tree
  }
}
