import TestSupport
import Testing

@Suite("The readme's picture")
struct PictureTests {
  @Test("it shows what the tool really says")
  func picture() throws {
    let words = [
      "validate", "Fixtures/readme/messages.jsonl", "--format", "text", "--color", "always",
    ]
    let run = try Run.product("bridge-contract", words, in: Project.folder)
    #expect(run.status == 1)
    let shown = "$ bridge-contract validate Fixtures/readme/messages.jsonl\n" + run.out
    try Golden.check(TerminalPicture(text: String(shown.dropLast())).svg, "readme/validate.svg")
  }
}
