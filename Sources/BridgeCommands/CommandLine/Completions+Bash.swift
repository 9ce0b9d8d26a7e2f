/// Runs with bash 3.2, which macOS has: no associative arrays, no `compopt`.
enum BashCompletion {
  static func script(for commands: [Command]) -> String {
    let table = CompletionTable(commands)
    var out = """
      # bash completion of bridge-contract; written by `bridge-contract completions bash`.
      _bridge_contract() {
        local cur="${COMP_WORDS[COMP_CWORD]}" prev="${COMP_WORDS[COMP_CWORD-1]}"
        local command="" word index
        # "--name=value" arrives as three words.
        if [ "$cur" = "=" ]; then
          cur=""
        elif [ "$prev" = "=" ]; then
          prev="${COMP_WORDS[COMP_CWORD-2]}"
        fi
        for ((index = 1; index < COMP_CWORD; index++)); do
          word="${COMP_WORDS[index]}"
          case "$command $word" in

      """
    for entry in table.words {
      out += "      \(CompletionTable.quote(" " + entry.word))) command=\(entry.word) ;;\n"
    }
    for family in table.families {
      for second in family.seconds {
        let name = CompletionTable.quote("\(family.word) \(second.word)")
        out += "      \(name)) command=\(name) ;;\n"
      }
    }
    out += """
          esac
        done
        COMPREPLY=()
        case "$command $prev" in

      """
    for command in commands {
      for option in command.declarations where option.placeholder != nil {
        let pattern = CompletionTable.quote("\(command.name) \(option.long)")
        out += "    \(pattern)) \(reply(option.completion)); return ;;\n"
      }
    }
    out += """
        esac
        case "$command" in

      """
    for command in commands {
      let options = command.declarations.map(\.long)
      let words: [String]
      switch command.operands.completion {
      case .words(let list), .choices(let list): words = list
      default: words = command.name.isEmpty ? table.words.map(\.word) + ["--version"] : []
      }
      out += "    \(CompletionTable.quote(command.name)))\n"
      out += "      case \"$cur\" in\n"
      let all = options + (command.name.isEmpty ? ["--version"] : [])
      out += "        -*) \(reply(.words(all))) ;;\n"
      if !words.isEmpty { out += "        *) \(reply(.words(words))) ;;\n" }
      out += "      esac ;;\n"
    }
    for family in table.families {
      out += "    \(family.word)) \(reply(.words(family.seconds.map(\.word)))) ;;\n"
    }
    return out + """
        esac
      }
      complete -o default -F _bridge_contract bridge-contract

      """
  }

  /// No reply leaves the word to the shell's own completion of file names.
  private static func reply(_ completion: OptionDeclaration.Completion) -> String {
    switch completion {
    case .nothing, .files: return ":"
    case .folders: return "local IFS=$'\\n'; COMPREPLY=($(compgen -d -- \"$cur\"))"
    case .words(let words), .choices(let words):
      let list = CompletionTable.quote(words.joined(separator: " "))
      return "COMPREPLY=($(compgen -W \(list) -- \"$cur\"))"
    }
  }
}
