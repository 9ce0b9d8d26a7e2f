import BridgeFindings

/// Turns arguments into a command, its options and its operands.
///
/// `--name VALUE`, `--name=VALUE`, `-h`; `--` ends the options, `-` is an operand. Options may stand
/// before the command and between operands. Of an option that is no list the last one counts.
struct Parser {
  var commands: [Command]

  enum Result {
    case run(Command, values: [String: [String]], operands: [String])
    case help(Command?)
    case version
  }

  func parse(_ arguments: [String]) throws(UsageError) -> Result {
    guard let (command, rest) = try split(arguments) else { return .version }
    var values: [String: [String]] = [:]
    var operands: [String] = []
    var index = 0
    while index < rest.count {
      let argument = rest[index]
      index += 1
      if argument == "--" {
        operands += rest[index...]
        break
      }
      guard argument.utf8.count > 1, argument.utf8.first == UInt8(ascii: "-") else {
        operands.append(argument)
        continue
      }
      if argument == "-V" || argument == "--version" { return .version }
      let (name, inline) = cut(argument)
      guard let option = find(name, in: command.declarations) else {
        throw unknownOption(name, of: command)
      }
      if option.name == SharedOptions.help.declaration.name, inline == nil {
        return .help(command.name.isEmpty ? nil : command)
      }
      let value = try value(of: option, inline, rest, &index, command)
      values[option.name, default: []].append(value)
    }
    try count(operands, of: command)
    return .run(command, values: values, operands: operands)
  }

  /// Finds the command: its words are the first that are neither options nor values of options.
  /// nil where the version is asked for before.
  private func split(_ arguments: [String]) throws(UsageError) -> (Command, [String])? {
    guard let bare = commands.first(where: \.name.isEmpty) else {
      throw UsageError(problem: "no command", command: nil)
    }
    var known = bare.declarations
    for command in commands { known += command.declarations }
    var index = 0
    while index < arguments.count {
      let argument = arguments[index]
      if argument == "--" { break }
      if argument.utf8.count > 1, argument.utf8.first == UInt8(ascii: "-") {
        if argument == "-V" || argument == "--version" { return nil }
        let (name, inline) = cut(argument)
        guard let option = find(name, in: known) else { throw unknownOption(name, of: bare) }
        index += inline == nil && option.placeholder != nil ? 2 : 1
        continue
      }
      return try named(arguments, at: index)
    }
    return (bare, arguments)
  }

  private func named(_ arguments: [String], at index: Int) throws(UsageError) -> (
    Command, [String]
  ) {
    let word = arguments[index]
    var rest = arguments
    rest.remove(at: index)
    if let command = commands.first(where: { $0.name == word }) { return (command, rest) }
    let family = commands.filter { $0.name.utf8.starts(with: (word + " ").utf8) }
    guard let first = family.first else {
      let names = commands.map { String($0.name.prefix { $0 != " " }) }.filter { !$0.isEmpty }
      if let near = nearest(word, names) {
        throw UsageError(
          problem: "there is no command \(quoted(word))", command: nil, suggestion: near)
      }
      throw UsageError(
        problem: "there is no command \(quoted(word))", command: nil,
        suggestion: Files.kind(of: word) == .missing ? nil : "validate \(word)")
    }
    // `json` with its second word, wherever options stand between.
    if let next = rest[index...].firstIndex(where: { $0.utf8.first != UInt8(ascii: "-") }) {
      let full = word + " " + rest[next]
      if let command = family.first(where: { $0.name == full }) {
        rest.remove(at: next)
        return (command, rest)
      }
      let near = nearest(full, family.map(\.name))
      let words = list(family.map { String($0.name.dropFirst(word.count + 1)) })
      throw UsageError(
        problem: "there is no command \(quoted(full))"
          + (near == nil ? ": \(word) takes \(words)" : ""),
        command: nil, suggestion: near)
    }
    if rest[index...].contains("--help") || rest[index...].contains("-h") { return (first, rest) }
    throw UsageError(
      problem: "\(word) needs one more word: "
        + list(family.map { String($0.name.dropFirst(word.count + 1)) }),
      command: first.name)
  }

  private func cut(_ argument: String) -> (name: String, value: String?) {
    guard argument.utf8.starts(with: "--".utf8),
      let equals = argument.utf8.firstIndex(of: UInt8(ascii: "="))
    else { return (argument, nil) }
    return (String(argument[..<equals]), String(argument[argument.utf8.index(after: equals)...]))
  }

  private func find(_ name: String, in options: [OptionDeclaration]) -> OptionDeclaration? {
    options.first { option in
      option.long == name || option.short.map { "-" + String($0) == name } ?? false
    }
  }

  private func value(
    of option: OptionDeclaration, _ inline: String?, _ rest: [String], _ index: inout Int,
    _ command: Command
  ) throws(UsageError) -> String {
    guard let placeholder = option.placeholder else {
      if inline == nil { return "" }
      throw UsageError(problem: "\(option.long) takes no value", command: command.name)
    }
    let value: String
    if let inline {
      value = inline
    } else {
      let isNextAnOption =
        index < rest.count && find(cut(rest[index]).name, in: command.declarations) != nil
      guard index < rest.count, rest[index] != "--", !isNextAnOption else {
        throw UsageError(
          problem: "\(option.long) needs a value: \(option.long) \(placeholder)",
          command: command.name)
      }
      value = rest[index]
      index += 1
    }
    if let problem = option.check(value) {
      throw UsageError(
        problem: "\(option.long) wants \(problem.expected), not \(quoted(value))",
        command: command.name, suggestion: problem.suggestion.map { "\(option.long) \($0)" })
    }
    return value
  }

  private func unknownOption(_ name: String, of command: Command) -> UsageError {
    let names = command.declarations.map(\.long) + (command.name.isEmpty ? ["--version"] : [])
    let near = nearest(name, names)
    let of = command.name.isEmpty ? "" : " for \(command.name)"
    return UsageError(
      problem: "there is no option \(quoted(name))\(of)", command: command.name, suggestion: near)
  }

  private func count(_ operands: [String], of command: Command) throws(UsageError) {
    if operands.count < command.operands.minimum {
      throw UsageError(
        problem: "\(command.name) needs \(command.operands.noun)", command: command.name)
    }
    if let maximum = command.operands.maximum, operands.count > maximum {
      throw UsageError(
        problem: maximum == 0
          ? "\(command.name.isEmpty ? "the bare command" : command.name) takes no operand, not "
            + quoted(operands[0])
          : "\(command.name) takes \(maximum == 1 ? "one operand" : "\(maximum) operands"), not "
            + "also \(quoted(operands[maximum]))",
        command: command.name)
    }
  }
}

/// What a user typed, in quotes, with control characters shown as everywhere: a terminal must not
/// obey what was mistyped.
func quoted(_ text: String) -> String { "'" + Harmless.text(text, limit: 1000) + "'" }
