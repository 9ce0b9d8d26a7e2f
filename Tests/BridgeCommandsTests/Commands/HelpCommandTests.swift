import Foundation
import TestSupport
import Testing

@testable import BridgeCommands

@Suite("help and --version")
struct HelpCommandTests {
  private func help(_ arguments: [String]) throws -> String {
    let run = try Run.product("bridge-contract", arguments)
    #expect(run.status == 0)
    #expect(run.err.isEmpty)
    return run.out
  }

  @Test("help, --help and -h say the same")
  func same() throws {
    #expect(try help(["help"]) == help(["--help"]))
    #expect(try help(["help"]) == help(["-h"]))
    #expect(try help(["help", "json", "check"]) == help(["json", "check", "--help"]))
    #expect(try help(["help", "json"]) == help(["help", "json", "check"]))
  }

  @Test("every command is in the tool's help, and examples come last", arguments: Commands.all)
  func complete(_ command: Command) throws {
    let text = Help.text(for: Commands.all)
    #expect(text.contains("\n  \(command.name.isEmpty ? "(no command)" : command.name)"))
    let own = Help.text(for: command)
    for option in command.declarations {
      #expect(own.contains("  \(option.long)") || own.contains(", \(option.long)"))
    }
    if !command.examples.isEmpty {
      let parts = own.split(separator: "\n\n").map(String.init)
      #expect(parts.last?.hasPrefix("Examples:\n") == true)
    }
    #expect(own.split(separator: "\n").allSatisfy { $0.count <= 100 })
  }

  @Test("the version names the tool and the format")
  func version() throws {
    for option in ["--version", "-V"] {
      let run = try Run.product("bridge-contract", [option])
      #expect(run.out.hasPrefix("bridge-contract \(Version.tool) (contract format 1"))
      #expect(run.status == 0)
    }
  }

  @Test("a mistyped command, option or value ends with 2 and the way out on stderr")
  func mistyped() throws {
    for (arguments, words) in [
      (
        ["hlep"],
        "error: there is no command 'hlep'\n  did you mean help?\n  see: bridge-contract help\n"
      ),
      (
        ["--colr=never"],
        "error: there is no option '--colr'\n  did you mean --color?\n"
          + "  see: bridge-contract help\n"
      ),
      (
        ["json", "check", "x", "--color", "nver"],
        "error: --color wants auto, always or never, not 'nver'\n  did you mean --color never?\n"
          + "  see: bridge-contract help json check\n"
      ),
      (
        ["help", "jsn check"],
        "error: there is no command 'jsn check'\n  did you mean help json check?\n"
          + "  see: bridge-contract help\n"
      ),
      (
        ["completions", "fihs"],
        "error: completions knows bash, zsh and fish, not 'fihs'\n  did you mean fish?\n"
          + "  see: bridge-contract help completions\n"
      ),
    ] {
      let run = try Run.product("bridge-contract", arguments)
      #expect(run.out.isEmpty)
      #expect(run.err == words)
      #expect(run.status == 2)
    }
  }

  @Test("--color always colours the word error, NO_COLOR does not forbid it")
  func colour() throws {
    let run = try Run.product(
      "bridge-contract", ["--color", "always", "json", "check", "nowhere"],
      environment: ["NO_COLOR": "1"])
    #expect(run.err == "\u{1B}[1;31merror:\u{1B}[0m nowhere: no such file\n")
  }

  @Test("a reader that went away is no error; a full disk is")
  func closedPipe() throws {
    let run = try Run.product("bridge-contract", ["help"], output: .closedPipe)
    #expect(run.err.isEmpty)
    #expect(run.status == 0)
    #if os(Linux)
      let full = try Run.product(
        "bridge-contract", ["help"], output: .file(.init(fileURLWithPath: "/dev/full")))
      #expect(full.err == "error: standard output: no space left on the device\n")
      #expect(full.status == 2)
    #endif
  }
}

extension Command: CustomTestStringConvertible {
  /// The words that call it.
  public var testDescription: String { name.isEmpty ? "(no command)" : name }
}
