internal import BridgeContract

/// Counts the pages of a session as the contract format does: a page begins at `@loadCommitted`, or,
/// where the first load finished without one, at `@loadStarted`.
struct PageCount: Sendable {
  private enum Paging { case undecided, byCommit, byStart }

  private var paging = Paging.undecided
  private var begun = 0

  /// The page that lines belong to now, from 1.
  var page: Int { max(1, begun) }

  /// Takes an event into account; its own line belongs to `page` afterwards.
  mutating func take(_ event: Event) {
    switch (event, paging) {
    case (.loadCommitted, .undecided), (.loadCommitted, .byCommit):
      paging = .byCommit
      begun += 1
    case (.loadFinished, .undecided):
      paging = .byStart
      begun = 1
    case (.loadStarted, .byStart):
      begun += 1
    default: break
    }
  }
}
