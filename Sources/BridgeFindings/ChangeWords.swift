/// The id and the words of one kind of change: what a rule of `diff` calls what it finds.
///
/// Two are the same if their ids are. Ids never change; wording may.
public final class ChangeWords: Sendable, Hashable {
  /// The stable id, such as `required-field-added`.
  public let id: String
  /// A few words, without a full stop.
  public let title: String
  /// One short sentence of advice.
  public let help: String
  /// What the change does and to whom.
  public let meaning: String
  /// The verdicts where nothing softens them; nil where they are computed case by case.
  public let cells: Change.Cells?
  /// What the verdicts depend on, in a few words; empty where on nothing.
  public let note: String
  /// How much it weighs in itself, where it has no cells.
  private let ownSeverity: Severity?

  /// Makes the words of a kind of change.
  public init(
    id: String, title: String, help: String, meaning: String, cells: Change.Cells?,
    note: String = "", severity: Severity? = nil
  ) {
    self.id = id
    self.title = title
    self.help = help
    self.meaning = meaning
    self.cells = cells
    self.note = note
    ownSeverity = severity
  }

  /// By the id.
  public static func == (a: ChangeWords, b: ChangeWords) -> Bool {
    a.id.utf8.elementsEqual(b.id.utf8)
  }

  /// By the id.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }

  /// The severity of the worst cell, as the strictest policy sees it.
  public var severity: Severity {
    if let ownSeverity { return ownSeverity }
    switch cells?.worst ?? .breaking {
    case .none, .ok: return .info
    case .dangerous: return .warning
    case .breaking: return .error
    }
  }

  /// The words as `explain` prints them.
  var explanation: Explanation {
    var table = ""
    if let cells {
      func row(_ name: String, _ a: Change.Level, _ b: Change.Level) -> String {
        DisplayWidth.padded(name, to: 22) + DisplayWidth.padded(a.word, to: 16) + b.word + "\n"
      }
      table =
        DisplayWidth.padded("", to: 22) + DisplayWidth.padded("page to app", to: 16)
        + "app to page\n"
        + row(
          "new page, old app", cells.webToNative.newPageOldApp, cells.nativeToWeb.newPageOldApp)
        + row(
          "old page, new app", cells.webToNative.oldPageNewApp, cells.nativeToWeb.oldPageNewApp)
      table.removeLast()
    }
    if !note.isEmpty {
      table +=
        (table.isEmpty ? "" : "\n\n")
        + DisplayWidth.wrapped(note, to: 76).joined(separator: "\n")
    }
    return Explanation(
      cause: Cause(self), title: title, help: help, meaning: meaning, origin: "",
      remedy: help.prefix(1).uppercased() + help.dropFirst() + ".", example: table)
  }
}

extension Change.Level {
  /// The level for people: `breaks`, `dangerous`, `works`, `-`.
  package var word: String {
    switch self {
    case .none: "-"
    case .ok: "works"
    case .dangerous: "dangerous"
    case .breaking: "breaks"
    }
  }
}
