internal import BridgeContract
internal import BridgeFindings

/// What native's half knows of one line of its trace beside the line itself.
struct LineNote {
  /// What a body is.
  enum Item {
    case message(Int)
    /// The reply to the request of a line, where that is known.
    case reply(to: Int?, message: Int?, error: String?)
    /// No message of the contract; the message whose kind it has, where it has a known one.
    case unread(kind: Int?)

    var isReply: Bool {
      if case .reply = self { return true }
      return false
    }
  }

  /// Whether it got through.
  enum Fate {
    /// Native's call has not completed.
    case pending
    case delivered
    case lost
  }

  /// Who said it; nil of an event.
  var side: Side?
  var channel: Int?
  var event: Event?
  /// The end of a load that GTK tells of after one that failed: the old page's.
  var isOfOldPage = false
  var items: [Item] = []
  var fate = Fate.delivered
  /// What is wrong with it, as far as is known by now.
  var findings: [Finding] = []
  /// The id as JSON text.
  var id: [UInt8]?
  /// The test has said that this was to come.
  var isAsserted = false

  /// The test has said that this was to go wrong.
  var isErrorAsserted = false

  /// The first error.
  var error: Finding? { findings.first { $0.severity == .error } }

  /// The first error that the test has not spoken of.
  var openError: Finding? { isErrorAsserted ? nil : error }

  /// The first error for which nobody takes the message: all but those of order and trust.
  var refusal: Finding? {
    findings.first { finding in
      guard finding.severity == .error, let group = finding.cause?.group else { return false }
      return group != .order && group != .trust
    }
  }

  /// Whether a message of the contract stands here, not only replies.
  func holds(_ message: Int) -> Bool {
    items.contains { item in
      if case .message(message) = item { return true }
      return false
    }
  }

  /// Whether a body stands here that may have been meant as one of these messages: it is none, and
  /// its kind is theirs or unknown.
  func mayMean(_ messages: [Int]) -> Bool {
    // Of what got lost on a real engine nobody knows what it was.
    if items.isEmpty, fate == .lost { return true }
    return items.contains { item in
      guard case .unread(let kind) = item else { return false }
      return kind.map { messages.contains($0) } ?? true
    }
  }

  /// Whether a reply stands here.
  var isReply: Bool { items.contains(where: \.isReply) }

  /// The reply to the request of a line: its error, nil of a good one.
  func reply(to line: Int) -> (found: Bool, error: String?) {
    for case .reply(line, _, let error) in items { return (true, error) }
    return (false, nil)
  }
}

/// A request and what became of it.
struct OpenRequest {
  var line: Int
  var message: Int
  var side: Side
  var id: IDKey?
  var errorID: IDKey?
  /// It is answered by the result of its call.
  var isOverReturn: Bool
  var isSettled = false
}
