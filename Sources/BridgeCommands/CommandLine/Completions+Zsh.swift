/// For `#compdef`: a file `_bridge-contract` in a folder of `fpath`.
enum ZshCompletion {
  static func script(for commands: [Command]) -> String {
    let table = CompletionTable(commands)
    var out = """
      #compdef bridge-contract
      # zsh completion of bridge-contract; written by `bridge-contract completions zsh`.
      _bridge_contract_words() {
        local -a entries
        case "$1" in

      """
    out += "    '') entries=(" + entries(table.words) + ") ;;\n"
    for family in table.families {
      out += "    \(family.word)) entries=(" + entries(family.seconds) + ") ;;\n"
    }
    out += """
        esac
        _describe -t commands command entries
      }
      _bridge_contract() {
        local command="" word
        local -i index at=0
        for ((index = 2; index < CURRENT; index++)); do
          word="${words[index]}"
          case "$command $word" in

      """
    for entry in table.words {
      out +=
        "      \(CompletionTable.quote(" " + entry.word))) command=\(entry.word); at=index ;;\n"
    }
    for family in table.families {
      for second in family.seconds {
        let name = CompletionTable.quote("\(family.word) \(second.word)")
        out += "      \(name)) command=\(name); at=index ;;\n"
      }
    }
    out += """
          esac
        done
        # `_arguments` looks at the words after the command only.
        if ((at > 0)); then
          words=("${words[1]}" "${(@)words[at+1,-1]}")
          ((CURRENT -= at - 1))
        fi
        case "$command" in

      """
    for family in table.families {
      out += "    \(family.word)) _bridge_contract_words \(family.word) ;;\n"
    }
    for command in commands {
      out += "    \(CompletionTable.quote(command.name)))\n      _arguments -s -S"
      for option in command.declarations {
        for spelling in spellings(option) { out += " \\\n        \(spelling)" }
      }
      if command.name.isEmpty {
        out += " \\\n        '(-V --version)'{-V,--version}'[\(escape(Help.version.summary))]'"
        out += " \\\n        '1:command:{ _bridge_contract_words \"\" }'"
      } else if let action = action(command.operands.completion), command.operands.maximum != 0 {
        out +=
          " \\\n        " + CompletionTable.quote("*:\(escape(command.operands.noun)):\(action)")
      }
      out += " ;;\n"
    }
    return out + """
        esac
      }
      if [ "${funcstack[1]}" = "_bridge-contract" ]; then
        _bridge_contract "$@"
      else
        compdef _bridge_contract bridge-contract
      fi

      """
  }

  private static func entries(_ list: [(word: String, summary: String)]) -> String {
    list.map { CompletionTable.quote("\($0.word):\(escape($0.summary))") }.joined(separator: " ")
  }

  private static func spellings(_ option: OptionDeclaration) -> [String] {
    let long = option.long + (option.placeholder == nil ? "" : "=")
    var argument = ""
    if let placeholder = option.placeholder {
      argument = ":\(escape(placeholder)):" + (action(option.completion) ?? " ")
    }
    let text = "[\(escape(option.summary))]" + argument
    let star = option.isRepeatable ? "*" : ""
    var out = [CompletionTable.quote(star + long + text)]
    if let short = option.short { out.append(CompletionTable.quote("-\(short)" + text)) }
    return out
  }

  private static func action(_ completion: OptionDeclaration.Completion) -> String? {
    switch completion {
    case .nothing: nil
    case .files: "_files"
    case .folders: "_files -/"
    case .words(let words), .choices(let words): "(" + words.joined(separator: " ") + ")"
    }
  }

  /// Colons and brackets end a part of an `_arguments` description.
  private static func escape(_ text: String) -> String {
    var out = ""
    for character in text {
      if ":[]\\".contains(character) { out += "\\" }
      out.append(character)
    }
    return out
  }
}
