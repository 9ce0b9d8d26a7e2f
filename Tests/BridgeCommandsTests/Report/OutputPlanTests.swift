import Testing

@testable import BridgeCommands

@Suite("Where reports go")
struct OutputPlanTests {
  private func plan(
    _ formats: String..., isTerminal: Bool = false, isGitHub: Bool = false
  ) throws -> [String] {
    let wishes = formats.compactMap { OutputTarget($0) }
    #expect(wishes.count == formats.count)
    return try OutputPlan.make(wishes, isTerminal: isTerminal, isGitHub: isGitHub).targets.map {
      switch $0.place {
      case .out: $0.format.rawValue
      case .error: "\($0.format.rawValue) on stderr"
      case .file(let path): "\($0.format.rawValue)=\(path)"
      }
    }
  }

  @Test("full text on a terminal, concise in a pipe")
  func defaults() throws {
    #expect(try plan(isTerminal: true) == ["text"])
    #expect(try plan() == ["concise"])
    #expect(try plan("json", isTerminal: true) == ["json"])
  }

  @Test("files leave standard output to people")
  func files() throws {
    #expect(try plan("json=a=b", "junit=b") == ["json=a=b", "junit=b", "concise"])
    #expect(try plan("json=a", "md") == ["json=a", "md"])
  }

  @Test("a GitHub runner gets annotations, once, and never inside a program's text")
  func gitHub() throws {
    #expect(try plan(isGitHub: true) == ["concise", "github"])
    #expect(try plan("json", isGitHub: true) == ["json", "github on stderr"])
    #expect(try plan("sarif=x", isGitHub: true) == ["sarif=x", "concise", "github"])
    #expect(try plan("github", isGitHub: true) == ["github"])
  }

  @Test("two reports cannot share a place")
  func conflicts() throws {
    #expect(throws: UsageError.self) { try plan("json", "text") }
    #expect(throws: UsageError.self) { try plan("json=a", "sarif=a") }
    #expect(try plan("json", "json") == ["json"])
  }

  @Test("a format is checked as it is read")
  func words() {
    #expect(OutputTarget.problem(with: "sarfi=x")?.suggestion == "sarif")
    #expect(OutputTarget.problem(with: "json=")?.expected == "a path after the =")
    #expect(OutputTarget.problem(with: "md=x") == nil)
  }
}
