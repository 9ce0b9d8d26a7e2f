/// How much a finding weighs: the same three words everywhere, in every format.
public enum Severity: String, Sendable, CaseIterable, Comparable {
  case info
  case warning
  case error

  /// `info` < `warning` < `error`.
  public static func < (a: Severity, b: Severity) -> Bool { a.rank < b.rank }

  private var rank: Int {
    switch self {
    case .info: 0
    case .warning: 1
    case .error: 2
    }
  }
}
