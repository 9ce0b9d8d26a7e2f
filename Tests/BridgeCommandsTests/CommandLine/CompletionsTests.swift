import Foundation
import TestSupport
import Testing

@testable import BridgeCommands

@Suite("Completion scripts")
struct CompletionsTests {
  @Test("every command and option is in every script", arguments: Shell.allCases)
  func complete(_ shell: Shell) {
    let script = shell.script(for: Commands.all)
    for command in Commands.all {
      for option in command.declarations {
        #expect(script.contains(shell == .fish ? "-l \(option.name)" : option.long))
      }
      for word in command.name.split(separator: " ") { #expect(script.contains(word)) }
    }
  }

  @Test(
    "the shell accepts its script, where the shell is there", arguments: Shell.allCases)
  func syntax(_ shell: Shell) throws {
    let places = ["/bin/", "/usr/bin/", "/usr/local/bin/", "/opt/homebrew/bin/"]
    guard
      let path = places.map({ $0 + shell.rawValue }).first(where: {
        FileManager.default.isExecutableFile(atPath: $0)
      })
    else { return }
    let folder = try TemporaryFolder()
    let script = try folder.write(shell.script(for: Commands.all), to: "script")
    let run = try Run.command(path, ["-n", script.path])
    #expect(run.err.isEmpty)
    #expect(run.status == 0)
  }

  @Test(
    "bash completes commands, options and values",
    arguments: [
      (["comp"], "completions"),
      (["json", ""], "check"),
      (["completions", "f"], "fish"),
      (["--color", "a"], "auto always"),
      (["--color", "=", "n"], "never"),
      (["--fail"], "--fail-on"),
      (["json", "check", "--col"], "--color"),
    ] as [([String], String)])
  func bash(_ words: [String], _ expected: String) throws {
    guard FileManager.default.isExecutableFile(atPath: "/bin/bash") else { return }
    let program = """
      \(Shell.bash.script(for: Commands.all))
      COMP_WORDS=(bridge-contract "$@"); COMP_CWORD=$#
      _bridge_contract
      echo "${COMPREPLY[*]}"
      """
    let run = try Run.command("/bin/bash", ["-c", program, "bash"] + words)
    #expect(run.out == expected + "\n")
    #expect(run.err.isEmpty)
  }
}
