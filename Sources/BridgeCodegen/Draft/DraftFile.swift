/// What the lines of one file hold, as far as a draft can learn from them.
public struct DraftFile: Hashable, Sendable {
  /// Lines that are not blank.
  public private(set) var lines = 0
  /// Lines from which something is learned.
  public private(set) var learned = 0
  /// Lines that tell of a delivery or a load that failed.
  public private(set) var undelivered = 0
  /// Lines that are no JSON.
  public private(set) var withoutJSON = 0
  /// The first line that is none of a log, from 1.
  public private(set) var firstForeign: Int?

  enum Use { case learned, undelivered, noMessage, noJSON }

  /// Lines that are none of a log: no JSON, no message, nothing that tells who speaks.
  public var foreign: Int { lines - learned - undelivered }

  /// Whether nearly no line is one of a log: fewer than one in ten. A log with much talk of a console
  /// around it is one.
  public var isNoLog: Bool { lines > 0 && foreign * 10 > lines * 9 }

  mutating func add(_ use: Use, line: Int) {
    lines += 1
    switch use {
    case .learned: learned += 1
    case .undelivered: undelivered += 1
    case .noMessage, .noJSON:
      if use == .noJSON { withoutJSON += 1 }
      firstForeign = firstForeign ?? line
    }
  }
}
