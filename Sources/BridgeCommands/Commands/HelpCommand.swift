extension Command {
  static let help = Command(
    name: "help", group: .tool, summary: "show help for the tool or for one command",
    operands: .init(usage: "[COMMAND]", minimum: 0, maximum: nil, completion: .nothing),
    examples: [
      .init(line: "bridge-contract help validate", what: "every option of validate")
    ]
  ) { (invocation) throws(UsageError) in
    if invocation.operands.isEmpty {
      invocation.console.out.write(Help.text(for: Commands.all))
      return .success
    }
    let name = invocation.operands.joined(separator: " ")
    let named = Commands.all.filter { !$0.name.isEmpty }
    // `help json` shows the whole family.
    let found = named.filter { $0.name == name || $0.name.utf8.starts(with: (name + " ").utf8) }
    if found.isEmpty {
      throw UsageError(
        problem: "there is no command \(quoted(name))",
        suggestion: nearest(name, named.map(\.name)).map { "help \($0)" })
    }
    invocation.console.out.write(found.map { Help.text(for: $0) }.joined(separator: "\n"))
    return .success
  }
}
