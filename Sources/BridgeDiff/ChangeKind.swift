package import BridgeContract
package import BridgeFindings

/// One kind of change: its words, its verdicts, and what it is called the other way round.
package struct ChangeKind: Sendable {
  /// What the change is called when old and new are swapped.
  package enum Mirror: Sendable {
    case kind(String)
    case itself
    /// It is called this, which the other way round is called otherwise, for a reason.
    case oneWay(String, because: String)
    /// There is none, for a reason.
    case none(because: String)
  }

  package let words: ChangeWords
  package let mirror: Mirror

  package var id: String { words.id }
  package var cause: Cause { Cause(words) }

  init(
    _ id: String, _ title: String, help: String, meaning: String, cells: Change.Cells? = nil,
    note: String = "", severity: Severity? = nil, mirror: Mirror
  ) {
    words = ChangeWords(
      id: id, title: title, help: help, meaning: meaning, cells: cells, note: note,
      severity: severity)
    self.mirror = mirror
  }
}

/// What becomes of messages, by who says them: the two facts that all four cells come from.
package struct Claim: Sendable, Equatable {
  /// A sender of the new contract, a receiver of the old one.
  package var newToOld: Change.Level
  /// A sender of the old contract, a receiver of the new one.
  package var oldToNew: Change.Level

  package init(_ newToOld: Change.Level, _ oldToNew: Change.Level) {
    self.newToOld = newToOld
    self.oldToNew = oldToNew
  }

  package static let ok = Claim(.ok, .ok)
  package static let dangerous = Claim(.dangerous, .dangerous)
  package static let breaking = Claim(.breaking, .breaking)
  /// What the new side says the old one refuses.
  package static let widened = Claim(.breaking, .ok)
  /// What the old side says the new one refuses.
  package static let narrowed = Claim(.ok, .breaking)

  package var worst: Change.Level { max(newToOld, oldToNew) }
}

extension Change.Cells {
  /// The cells of a message said by one side. The page is the sender of `webToNative`, so there a
  /// new sender meets an old receiver in the pair of new page and old app; the other way round it
  /// is the other pair.
  package init(_ claim: Claim, from side: Side) {
    switch side {
    case .web:
      self.init(
        webToNative: .init(newPageOldApp: claim.newToOld, oldPageNewApp: claim.oldToNew))
    case .native:
      self.init(
        nativeToWeb: .init(newPageOldApp: claim.oldToNew, oldPageNewApp: claim.newToOld))
    }
  }

  /// The cells for both directions: a row of the documentation's table.
  package init(_ claim: Claim) {
    self.init(claim, from: .web)
    formWorst(Change.Cells(claim, from: .native))
  }
}
