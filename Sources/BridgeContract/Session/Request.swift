/// A request that waits for its reply, or one that was left open by a page.
package struct Request {
  /// The keys it is found by.
  var id: IDHash?
  var errorID: IDHash?
  var call: IDHash?
  /// Index of the message in the set; nil where the body's kind is not known.
  var message: Int?
  /// Whether an answer to it is judged at all.
  var isJudged: Bool
  var side: Side
  var page: Int
  var frame: IDHash?
  /// Whether its reply must come to its frame.
  var isFrameBound = false
  /// The frame that its reply must come to.
  var boundFrame: IDHash? { isFrameBound ? frame : nil }
  var t: Double?
  var line: Int
  var offset: Int
  /// The time at which its page ended.
  var endedAt: Double?
  /// A finding about it was reported: it is not missing too.
  var isReported = false
  /// A reply came when its page was gone: it is no longer unclear whose a later one is.
  var hasStaleReply = false
  /// Whether a stream has begun.
  var hasBegun = false
  /// The last number of the sequence.
  var sequence: Int64?
  /// The id as a report may show it.
  var shownID = ShownID.none
  /// The number that the store gave it.
  var serial = -1
}

/// An id as a report may show it.
enum ShownID {
  case none
  /// A number that is written like this.
  case integer(Int64)
  case text(String)

  init(_ text: String?) { self = text.map { .text($0) } ?? .none }

  var text: String? {
    switch self {
    case .none: nil
    case .integer(let value): String(value)
    case .text(let text): text
    }
  }
}
