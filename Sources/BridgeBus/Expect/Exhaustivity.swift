/// How much of what happened a test must have said.
public enum Exhaustivity: String, Sendable, Hashable, CaseIterable {
  /// Everything: messages of one direction are expected in their order, and nothing may be left.
  case on
  /// Nothing but what is expected; what was passed over is told, without failing.
  case offShowingSkipped
  /// Nothing but what is expected.
  case off
}
