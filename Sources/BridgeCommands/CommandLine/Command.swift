/// One command of the tool, as a value: what parsing, help and completions are made from, and what
/// runs.
struct Command: Sendable {
  /// Where the command stands in the tool's help.
  enum Group: String, CaseIterable, Sendable {
    case start = "Start"
    case check = "Check"
    case generate = "Generate"
    case lookUp = "Look up"
    case tool = "This tool"
  }

  /// The words after the options.
  struct Operands: Sendable {
    /// How they are shown, such as `LOG…`; empty for none.
    var usage: String
    var minimum: Int
    /// nil for any number.
    var maximum: Int?
    var completion = OptionDeclaration.Completion.files
    /// What is missing where there are too few, with its article, such as `a log`.
    var noun = ""

    static let none = Operands(usage: "", minimum: 0, maximum: 0, completion: .nothing)
  }

  struct Example: Sendable {
    var line: String
    var what: String
  }

  /// The words that call it, such as `json check`; empty for the bare command.
  var name: String
  var group: Group
  /// One line, for the list of commands.
  var summary: String
  /// More, for its own help; paragraphs.
  var discussion: [String] = []
  var operands = Operands.none
  var options: [OptionGroup] = []
  var examples: [Example] = []
  var run: @Sendable (Invocation) throws(UsageError) -> Outcome

  /// Every option, those that all commands share included.
  var declarations: [OptionDeclaration] {
    (options + [SharedOptions.general]).flatMap(\.options)
  }
}

/// A command line that was understood: what a command works on.
struct Invocation {
  var command: Command
  var operands: [String]
  var console: Console
  /// Option name to values in their order.
  var values: [String: [String]]

  func value<Value>(of option: Option<Value>) -> Value {
    option.read(values[option.declaration.name] ?? [])
  }

  func isGiven(_ option: Option<some Any>) -> Bool { values[option.declaration.name] != nil }
}
