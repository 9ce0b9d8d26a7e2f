/// What goes wrong around a bridge without anybody breaking its contract: an exploration may let one
/// of these happen at each place where it can.
public enum Fault: String, Sendable, Hashable, CaseIterable {
  /// Native registers a handler a turn of its main loop later than it is written.
  case lateRegistration = "late-registration"
  /// An answer, native's or the page's, comes one second of virtual time later.
  case delayedReply = "delayed-reply"
  /// The page is loaded again between a request and what native does on it, or between native's
  /// request and what the page answers later than at once.
  case reload
  /// A message of the page is delivered twice.
  case duplicateDelivery = "duplicate-delivery"
  /// The web process dies before native reacts to something.
  case termination

  /// Its letter in tokens.
  package var letter: Character {
    switch self {
    case .lateRegistration: "l"
    case .delayedReply: "d"
    case .reload: "r"
    case .duplicateDelivery: "2"
    case .termination: "t"
    }
  }
}
