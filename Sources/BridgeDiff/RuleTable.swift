internal import BridgeFindings

extension ChangeRules {
  /// All kinds of change as a table in Markdown: the part of the documentation that is made from the
  /// rules themselves.
  package static var table: String {
    var out = """
      # The rules of diff

      @Metadata {
        @TitleHeading("Reference")
      }

      Every change that `diff` tells, with its verdicts where nothing softens them.

      ## Overview

      Made from the rules by `RuleTableTests`; do not edit. A cell is *works*, *dangerous* or *breaks*; \
      `-` says that the direction has no part in it. The first two cells are those of messages of the \
      page, the others those of native; a reply is said by the other side. `computed` stands where the \
      schemas decide. *The other way round* is what the same change is called when old and new are \
      swapped.

      | change | page to app: new page, old app | old page, new app | app to page: new page, old app \
      | old page, new app | the other way round |
      |---|---|---|---|---|---|

      """
    for kind in kinds {
      let cells: [String]
      if let table = kind.words.cells {
        cells = [
          table.webToNative.newPageOldApp, table.webToNative.oldPageNewApp,
          table.nativeToWeb.newPageOldApp, table.nativeToWeb.oldPageNewApp,
        ].map(\.word)
      } else {
        cells = Array(repeating: kind.isPolicy ? "-" : "computed", count: 4)
      }
      out += "| `\(kind.id)` \(kind.words.title) | " + cells.joined(separator: " | ")
      out += " | \(kind.mirror.words) |\n"
    }
    out += "\n## What each says\n"
    for kind in kinds {
      out += "\n### \(kind.id)\n\n\(kind.words.meaning)"
      if !kind.words.note.isEmpty { out += " \(kind.words.note)" }
      out += "\n\n*To do:* \(kind.words.help).\n"
    }
    return out
  }
}

extension ChangeKind {
  /// A finding without effect on the wire: it brings its own severity and has no cells.
  package var isPolicy: Bool { words.cells == nil && mirror.isPolicy(self) }
}

extension ChangeKind.Mirror {
  fileprivate func isPolicy(_ kind: ChangeKind) -> Bool { kind.words.severity != .error }

  /// In words for the table.
  fileprivate var words: String {
    switch self {
    case .kind(let id): "`\(id)`"
    case .itself: "the same"
    case .oneWay(let id, let reason): "`\(id)`: \(reason)"
    case .none(let reason): "nothing: \(reason)"
    }
  }
}
