/// The command line as a library: the executable's `main` is one call of `Tool.run`.
public enum Tool {
  /// Runs the command that the arguments name and returns the exit status.
  ///
  /// `arguments` are those after the program's name. Results go to standard output, talk to standard
  /// error.
  public static func run(_ arguments: [String]) -> Int32 {
    Host.ignoreClosedPipes()
    Host.holdStandardDescriptors()
    let console = Console()
    var outcome = run(arguments, console)
    console.out.flush()
    if let failure = console.out.failure {
      console.fail("standard output: \(failure.words)")
      outcome.isBroken = true
    }
    return outcome.exitStatus
  }

  private static func run(_ arguments: [String], _ console: Console) -> Outcome {
    do throws(UsageError) {
      switch try Parser(commands: Commands.all).parse(arguments) {
      case .version:
        Version.show(on: console)
        return .success
      case .help(let command):
        console.out.write(command.map { Help.text(for: $0) } ?? Help.text(for: Commands.all))
        return .success
      case .run(let command, let values, let operands):
        let invocation = Invocation(
          command: command, operands: operands, console: console, values: values)
        console.colorChoice = invocation.value(of: SharedOptions.color) ?? .auto
        return try command.run(invocation)
      }
    } catch {
      console.fail(error.problem, help: error.help)
      return .broken
    }
  }
}
