import TestSupport
import Testing

@Suite("On a terminal", .enabled(if: Terminal.isThere))
struct TerminalTests {
  private let folder: TemporaryFolder
  init() throws {
    folder = try TemporaryFolder()
    try folder.write("[1]", to: "a.json")
  }

  @Test("people are told that all is well; a pipe is not")
  func success() throws {
    let run = try Terminal.show(["json", "check", "a.json", "a.json"], in: folder.url)
    #expect(run.out == "2 texts, all acceptable\n")
    #expect(run.status == 0)
  }

  @Test("errors are coloured, unless NO_COLOR, a dumb terminal or --color never forbid it")
  func colour() throws {
    let plain = "error: none: no such file\n"
    let coloured = "\u{1B}[1;31merror:\u{1B}[0m none: no such file\n"
    let words = ["json", "check", "none"]
    #expect(try Terminal.show(words, in: folder.url).out == coloured)
    #expect(try Terminal.show(words, in: folder.url, environment: ["NO_COLOR": "1"]).out == plain)
    #expect(try Terminal.show(words, in: folder.url, environment: ["NO_COLOR": ""]).out == coloured)
    #expect(try Terminal.show(words, in: folder.url, environment: ["TERM": "dumb"]).out == plain)
    #expect(try Terminal.show(words + ["--color", "never"], in: folder.url).out == plain)
  }
}
