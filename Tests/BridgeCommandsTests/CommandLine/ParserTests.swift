import Testing

@testable import BridgeCommands

@Suite("Parsing a command line")
struct ParserTests {
  private static let count = Option.number("count", "N", "how many", minimum: 1)
  private static let word = Option.choice("fail-on", FailOn.self, "when")
  private static let list = Option.texts("contract", "FILE", "which")
  private static let flag = Option.flag("quick", "fast")

  private static func command(_ name: String, _ operands: Command.Operands) -> Command {
    Command(
      name: name, group: .check, summary: "work", operands: operands,
      options: [
        OptionGroup(
          title: "All",
          options: [
            count.declaration, word.declaration, list.declaration, flag.declaration,
          ])
      ]
    ) { _ in .success }
  }

  private static let parser = Parser(commands: [
    command("", .none),
    command("work", .init(usage: "FILE...", minimum: 1, maximum: nil, noun: "a file")),
    command("json check", .init(usage: "FILE", minimum: 1, maximum: 1, noun: "a file")),
    command("json sort", .none),
  ])

  private func run(_ arguments: String...) throws -> Invocation {
    guard case .run(let command, let values, let operands) = try Self.parser.parse(arguments) else {
      throw UsageError(problem: "not a run")
    }
    return Invocation(
      command: command, operands: operands, console: Console(), values: values)
  }

  private func problem(_ arguments: String...) -> UsageError? {
    do throws(UsageError) {
      _ = try Self.parser.parse(arguments)
      return nil
    } catch {
      return error
    }
  }

  @Test("a value follows its option, or an equals sign")
  func values() throws {
    #expect(try run("work", "a", "--count", "3").value(of: Self.count) == 3)
    #expect(try run("work", "--count=3", "a").value(of: Self.count) == 3)
    #expect(try run("work", "a", "--contract=x=y").value(of: Self.list) == ["x=y"])
    #expect(try run("work", "a", "--contract=").value(of: Self.list) == [""])
    #expect(try run("work", "a").value(of: Self.count) == nil)
  }

  @Test("a list collects, of others the last one counts")
  func repeated() throws {
    let line = try run("work", "--contract", "a", "x", "--contract=b", "--count=1", "--count=2")
    #expect(line.value(of: Self.list) == ["a", "b"])
    #expect(line.value(of: Self.count) == 2)
    #expect(line.operands == ["x"])
  }

  @Test("-- ends the options, and - is an operand")
  func dashes() throws {
    #expect(try run("work", "-", "--", "--quick").operands == ["-", "--quick"])
    #expect(try run("work", "--", "--").operands == ["--"])
    #expect(try run("work", "--quick", "-").value(of: Self.flag))
  }

  @Test("options may stand before the command and between its words")
  func anywhere() throws {
    #expect(try run("--count", "3", "work", "a").command.name == "work")
    #expect(try run("--count", "3", "work", "a").value(of: Self.count) == 3)
    #expect(try run("json", "--quick", "check", "a").command.name == "json check")
    #expect(try run("--quick").command.name.isEmpty)
    #expect(try run().command.name.isEmpty)
  }

  @Test("help and version are answered before anything else is asked")
  func helpAndVersion() throws {
    for arguments in [["work", "--help"], ["work", "-h"], ["--help", "work"]] {
      guard case .help(let command) = try Self.parser.parse(arguments) else {
        Issue.record("\(arguments) is no call for help")
        continue
      }
      #expect(command?.name == "work")
    }
    guard case .help(nil) = try Self.parser.parse(["-h"]) else {
      Issue.record("-h is no call for help")
      return
    }
    for arguments in [["--version"], ["-V", "nonsense"], ["work", "--version"]] {
      guard case .version = try Self.parser.parse(arguments) else {
        Issue.record("\(arguments) does not ask for the version")
        continue
      }
    }
  }

  @Test(
    "what cannot be understood is said with a way out",
    arguments: [
      (["wrok", "a"], "there is no command 'wrok'", "work"),
      (["json", "chek"], "there is no command 'json chek'", "json check"),
      (["json"], "json needs one more word: check or sort", nil),
      (["work", "a", "--cuont", "1"], "there is no option '--cuont' for work", "--count"),
      (["work", "a", "--coun", "1"], "there is no option '--coun' for work", "--count"),
      (["--colour", "never", "work"], "there is no option '--colour'", "--color"),
      (["work", "a", "-x"], "there is no option '-x' for work", nil),
      (["work"], "work needs a file", nil),
      (["json", "check", "a", "b"], "json check takes one operand, not also 'b'", nil),
      (["json", "sort", "a"], "json sort takes no operand, not 'a'", nil),
      (["work", "a", "--count"], "--count needs a value: --count N", nil),
      (["work", "a", "--count", "--quick"], "--count needs a value: --count N", nil),
      (
        ["work", "a", "--count", "0"], "--count wants a whole number from 1, not '0'", nil
      ),
      (
        ["work", "a", "--fail-on", "waring"],
        "--fail-on wants error, warning or never, not 'waring'", "--fail-on warning"
      ),
      (["work", "a", "--quick=yes"], "--quick takes no value", nil),
      (["work\u{1B}[2J"], "there is no command 'work\\u{1B}[2J'", nil),
    ] as [([String], String, String?)])
  func problems(_ arguments: [String], _ words: String, _ suggestion: String?) {
    do throws(UsageError) {
      _ = try Self.parser.parse(arguments)
      Issue.record("\(arguments) was understood")
    } catch {
      #expect(error.problem == words)
      #expect(error.suggestion == suggestion)
    }
  }

  @Test("names are unique: an option means the same in every command")
  func declarations() {
    var kinds: [String: (placeholder: String?, isRepeatable: Bool)] = [:]
    for command in Commands.all {
      #expect(Set(command.declarations.map(\.name)).count == command.declarations.count)
      for option in command.declarations {
        let known = kinds[option.name] ?? (option.placeholder, option.isRepeatable)
        #expect((option.placeholder == nil) == (known.placeholder == nil), "\(option.name)")
        #expect(option.isRepeatable == known.isRepeatable, "\(option.name)")
        kinds[option.name] = known
      }
    }
    #expect(Set(Commands.all.map(\.name)).count == Commands.all.count)
  }
}
