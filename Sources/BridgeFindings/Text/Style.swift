/// Colours for a terminal, or none. Colour only repeats what the words say.
public struct Style: Sendable, Hashable {
  /// What a piece of text is.
  public enum Role: Sendable {
    /// The word of a severity, and what belongs to it.
    case severity(Severity)
    /// The sentence that says what is wrong.
    case headline
    /// Labels, line numbers, rulers.
    case faint
    /// What to do.
    case help
  }

  /// No colours: for files, pipes and `NO_COLOR`.
  public static let plain = Style(isANSI: false)
  /// ANSI colours (ECMA-48 SGR), of the eight that every terminal has.
  public static let ansi = Style(isANSI: true)

  private let isANSI: Bool

  /// The text in the colour of its role. The text must be harmless already (`Harmless`).
  public func paint(_ text: String, _ role: Role) -> String {
    guard isANSI, !text.isEmpty else { return text }
    return "\u{1B}[\(Self.code(role))m\(text)\u{1B}[0m"
  }

  private static func code(_ role: Role) -> String {
    switch role {
    case .severity(.error): "1;31"
    case .severity(.warning): "1;33"
    case .severity(.info): "1;36"
    case .headline: "1"
    case .faint: "2"
    case .help: "32"
    }
  }
}
