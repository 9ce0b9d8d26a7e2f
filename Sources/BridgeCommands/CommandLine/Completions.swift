/// Completion scripts, made from the table of commands: one file per shell beside this one.
enum Shell: String, CaseIterable, Sendable {
  case bash, zsh, fish

  /// The script for this shell.
  func script(for commands: [Command]) -> String {
    switch self {
    case .bash: BashCompletion.script(for: commands)
    case .zsh: ZshCompletion.script(for: commands)
    case .fish: FishCompletion.script(for: commands)
    }
  }
}

/// What all three scripts are made from.
struct CompletionTable {
  /// First words with a summary: `json` once, although it has more than one command.
  var words: [(word: String, summary: String)] = []
  /// Second words by first word.
  var families: [(word: String, seconds: [(word: String, summary: String)])] = []

  init(_ commands: [Command]) {
    for command in commands where !command.name.isEmpty {
      let parts = command.name.split(separator: " ").map(String.init)
      if parts.count == 1 {
        words.append((parts[0], command.summary))
      } else if let index = families.firstIndex(where: { $0.word == parts[0] }) {
        families[index].seconds.append((parts[1], command.summary))
      } else {
        words.append((parts[0], command.summary))
        families.append((parts[0], [(parts[1], command.summary)]))
      }
    }
  }

  /// Text in single quotes of a shell.
  static func quote(_ text: String) -> String {
    var out = "'"
    for character in text {
      if character == "'" { out += "'\\''" } else { out.append(character) }
    }
    return out + "'"
  }
}
