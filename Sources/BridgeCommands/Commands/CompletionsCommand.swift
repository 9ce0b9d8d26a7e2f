extension Command {
  static let completions = Command(
    name: "completions", group: .tool, summary: "write a completion script for a shell",
    discussion: [
      "bash: save it in the folder bash-completion/completions of your data folder; zsh: save it "
        + "as _bridge-contract in a folder of fpath; fish: save it in the folder completions of "
        + "your fish configuration."
    ],
    operands: .init(
      usage: "SHELL", minimum: 1, maximum: 1,
      completion: .words(Shell.allCases.map(\.rawValue)), noun: "a shell: bash, zsh or fish"),
    examples: [
      .init(
        line: "source <(bridge-contract completions bash)", what: "complete in this shell, now")
    ]
  ) { (invocation) throws(UsageError) in
    let word = invocation.operands[0]
    let names = Shell.allCases.map(\.rawValue)
    guard let shell = Shell(rawValue: word) else {
      throw UsageError(
        problem: "completions knows \(list(names, "and")), not \(quoted(word))",
        command: "completions", suggestion: nearest(word, names))
    }
    invocation.console.out.write(shell.script(for: Commands.all))
    return .success
  }
}
