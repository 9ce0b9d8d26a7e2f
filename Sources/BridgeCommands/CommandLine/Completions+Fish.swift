enum FishCompletion {
  static func script(for commands: [Command]) -> String {
    let table = CompletionTable(commands)
    var out = """
      # fish completion of bridge-contract; written by `bridge-contract completions fish`.
      function __bridge_contract_command
        set -l found ""
        for word in (commandline -opc)[2..-1]
          switch "$found $word"

      """
    for entry in table.words {
      out += "      case \(CompletionTable.quote(" " + entry.word))\n"
      out += "        set found \(entry.word)\n"
    }
    for family in table.families {
      for second in family.seconds {
        let name = CompletionTable.quote("\(family.word) \(second.word)")
        out += "      case \(name)\n        set found \(name)\n"
      }
    }
    out += """
          end
        end
        test "$found" = "$argv[1]"
      end
      complete -c bridge-contract -f

      """
    for entry in table.words {
      out += line("", "-a \(entry.word)", entry.summary)
    }
    out += line("", "-s V -l version", Help.version.summary)
    for family in table.families {
      for second in family.seconds {
        out += line(family.word, "-a \(second.word)", second.summary)
      }
    }
    for command in commands {
      for option in command.declarations {
        var words = "-l \(option.name)"
        if let short = option.short { words = "-s \(short) " + words }
        if option.placeholder != nil { words += arguments(option.completion) }
        out += line(command.name, words, option.summary)
      }
      if command.operands.maximum != 0 {
        switch command.operands.completion {
        case .nothing: break
        case .words(let list), .choices(let list):
          let all = CompletionTable.quote(list.joined(separator: " "))
          out += line(command.name, "-a \(all)", command.operands.noun)
        case .files, .folders: out += line(command.name, "-F", "")
        }
      }
    }
    return out
  }

  private static func arguments(_ completion: OptionDeclaration.Completion) -> String {
    switch completion {
    case .nothing: " -x"
    case .files: " -r -F"
    case .folders: " -x -a '(__fish_complete_directories)'"
    case .words(let words), .choices(let words):
      " -x -a " + CompletionTable.quote(words.joined(separator: " "))
    }
  }

  private static func line(_ command: String, _ words: String, _ summary: String) -> String {
    let condition = CompletionTable.quote("__bridge_contract_command \"\(command)\"")
    let description = summary.isEmpty ? "" : " -d \(CompletionTable.quote(summary))"
    return "complete -c bridge-contract -n \(condition) \(words)\(description)\n"
  }
}
