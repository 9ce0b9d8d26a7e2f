internal import BridgeJSON

/// Why a path is no receiver.
public enum ReceiverFault: Sendable, Equatable {
  /// There is nothing to call: the path is empty or names the window itself.
  case nothing
  /// A segment between two points is empty.
  case emptySegment(at: Int)
  /// A byte that no segment may hold, with its offset in the path.
  case badCharacter(at: Int)
  /// The path begins with a word of the language.
  case reserved(String)
  /// Calling it with a payload would do something else than deliver it.
  case dangerous(String, Danger)

  /// What a call would do.
  public enum Danger: Sendable, Equatable {
    /// A text among the payload would run as script.
    case runsText
    /// A text among the payload would be loaded, opened or gone to.
    case navigates
    /// It leads to prototypes, which all values share.
    case prototype
    /// The first argument would become `this`.
    case changesThis
  }

  /// One sentence that names the segment.
  public var sentence: String {
    switch self {
    case .nothing: "the receiver's path names nothing to call"
    case .emptySegment(let at): "the receiver's path has an empty segment at byte \(at)"
    case .badCharacter(let at):
      "the receiver's path has a character at byte \(at) that is none of A-Z, a-z, 0-9, _, $"
        + " (or a digit that begins a segment)"
    case .reserved(let word): "the receiver's path begins with \(word), a word of the language"
    case .dangerous(let word, let danger):
      "the receiver's path holds \(word), which is refused: " + ReceiverFault.why(danger)
    }
  }

  private static func why(_ danger: Danger) -> String {
    switch danger {
    case .runsText: "a text in the payload would run as script"
    case .navigates: "a text in the payload would be opened or gone to"
    case .prototype: "it leads to what other values share"
    case .changesThis: "the payload would become 'this' instead of an argument"
    }
  }
}
