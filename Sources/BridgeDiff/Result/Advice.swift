internal import BridgeFindings

/// Which side ships first, from the cells of a change.
enum Advice {
  static func of(_ cells: Change.Cells) -> String? {
    let (first, second) = (cells.newPageOldApp, cells.oldPageNewApp)
    switch (first, second) {
    case (.breaking, .breaking):
      return "neither side can ship alone: keep the old form beside the new one for a time"
    case (.breaking, _):
      return "ship the app first, and the page when the old apps are gone"
    case (_, .breaking): return "deploy the page before the app"
    case (.dangerous, .dangerous): return nil
    case (.dangerous, _): return "ship the app first"
    case (_, .dangerous): return "deploy the page first"
    default: return nil
    }
  }
}
