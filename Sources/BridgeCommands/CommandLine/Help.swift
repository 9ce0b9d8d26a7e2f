/// Help for people, made from the table of commands.
enum Help {
  private static let width = 90

  /// Help for the whole tool: commands in groups, examples last.
  static func text(for commands: [Command]) -> String {
    var out = "Checks what a web page and its app say to each other against a contract.\n\n"
    out += "Usage: bridge-contract [OPTIONS]\n       bridge-contract COMMAND [OPTIONS] ...\n"
    let column = 2 + min(commands.map { heading(of: $0).count }.reduce(0, max), 24) + 2
    for group in Command.Group.allCases {
      let members = commands.filter { $0.group == group }
      if members.isEmpty { continue }
      out += "\n\(group.rawValue):\n"
      for command in members {
        out += row(heading(of: command), command.summary, column: column)
      }
    }
    if let bare = commands.first(where: \.name.isEmpty) {
      out += "\nOptions without a command (each command has its own, see help COMMAND):\n"
      out += rows(bare.declarations + [version], column: nil)
    }
    out += "\nExit status:\n"
    for (status, meaning) in exitStatuses {
      out += row(status, meaning, column: 5)
    }
    // The way of a newcomer: the first commands, each with its first example.
    let first = commands.filter { $0.group == .start || $0.group == .check }
    return out + examples(first.flatMap { $0.examples.prefix(1) })
  }

  /// Help for one command.
  static func text(for command: Command) -> String {
    var out = sentence(command.summary) + "\n\n"
    let words = ["bridge-contract", command.name, "[OPTIONS]", command.operands.usage]
    out += "Usage: " + words.filter { !$0.isEmpty }.joined(separator: " ") + "\n"
    for paragraph in command.discussion {
      out += "\n" + wrap(paragraph, indent: 0)
    }
    let groups = command.options + [SharedOptions.general]
    let column = groups.flatMap(\.options).map { heading(of: $0).count }.reduce(0, max)
    for group in groups {
      out += "\n\(group.title):\n" + rows(group.options, column: min(column, 24) + 4)
    }
    return out + examples(command.examples)
  }

  /// What every exit status means.
  static let exitStatuses = [
    ("0", "nothing at or above --fail-on"),
    ("1", "findings"),
    ("2", "wrong use, unreadable input or a broken contract"),
    ("3", "cannot tell: nothing matched, was observed or was decided"),
    ("4", "the engine or something in the environment is missing"),
  ]

  /// `--version` is no option of a command: the parser answers it by itself.
  static let version = OptionDeclaration(
    name: "version", short: "V", summary: "show the version of the tool and of the format")

  private static func heading(of command: Command) -> String {
    if command.name.isEmpty { return "(no command)" }
    return command.operands.usage.isEmpty
      ? command.name : command.name + " " + command.operands.usage
  }

  private static func heading(of option: OptionDeclaration) -> String {
    let short = option.short.map { "-\($0), " } ?? ""
    return short + option.long + (option.placeholder.map { " " + $0 } ?? "")
  }

  private static func rows(_ options: [OptionDeclaration], column: Int?) -> String {
    let column = column ?? min(options.map { heading(of: $0).count }.reduce(0, max), 24) + 4
    return options.map { option in
      var text = option.summary
      if option.isRepeatable { text += " (repeatable)" }
      if case .words(let words) = option.completion {
        text += " [" + words.joined(separator: ", ") + "]"
      }
      if let variable = option.environment { text += " [env: \(variable)]" }
      return row(heading(of: option), text, column: column)
    }.joined()
  }

  private static func row(_ heading: String, _ text: String, column: Int) -> String {
    let start = "  " + heading
    if start.count + 2 > column {
      return start + "\n" + wrap(text, indent: column)
    }
    let padded = start + String(repeating: " ", count: column - start.count)
    return padded + wrap(text, indent: column).drop { $0 == " " }
  }

  private static func examples(_ examples: [Command.Example]) -> String {
    if examples.isEmpty { return "" }
    return "\nExamples:\n"
      + examples.map { "  \($0.line)\n" + wrap($0.what, indent: 6) }.joined()
  }

  /// Whole words in lines of at most `width` columns, all of them indented.
  private static func wrap(_ text: String, indent: Int) -> String {
    let margin = String(repeating: " ", count: indent)
    var out = ""
    var line = margin
    for word in text.split(separator: " ") {
      if line.count > indent, line.count + 1 + word.count > width {
        out += line + "\n"
        line = margin
      }
      line += (line.count > indent ? " " : "") + word
    }
    return out + line + "\n"
  }

  private static func sentence(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst() + "."
  }
}
