import Foundation
import TestSupport
import Testing

#if os(Linux)
  @Suite("run --engine webkit", .serialized, .enabled(if: EngineRun.isThere))
  struct EngineRunTests {
    private let run: EngineRun

    init() throws { run = try EngineRun() }

    @Test("live scenarios are played in real JavaScript and come out as they say")
    func scenarios() throws {
      let result = try run("run", "--engine", "webkit", "--format", "concise")
      #expect(result.status == 0, "\(result.out)\(result.err)")
      #expect(result.out.contains("sync/question and answer is clean"))
      #expect(result.out.contains("fails with function-missing, as it says"))
      #expect(run.leftovers() == [])
    }

    @Test("a page of one's own, against a native side made from the contract")
    func page() throws {
      for arguments in [
        ["run", "--page", "fixture.html"], ["run", "fixture.html", "--engine", "webkit"],
      ] {
        let result = try Run.product(
          "bridge-contract", arguments + ["--trace", "trace.jsonl"], in: run.tool.folder.url,
          environment: try run.environment)
        #expect(result.status == 0, "\(result.out)\(result.err)")
        #expect(result.out.contains("fixture.html is clean (6 events)"))
        #expect(result.err == "")
        let judged = try run("validate", "trace.jsonl")
        #expect(judged.status == 0)
      }
      try run.fixture { $0.replacing("version: 1", with: #"version: "1""#) }
      let broken = try run("run", "--page", "page.html", "--format", "concise")
      #expect(broken.status == 1)
      #expect(broken.out.contains("page.html does not keep to the contract"))
      #expect(broken.out.contains("error[version-type]"))
    }

    @Test("a page of one's own in place of a scenario's: native's half is played")
    func pageInScenario() throws {
      try run.fixture {
        $0.replacing("version: 1 }", with: "version: 2, id: 1 }")
          .replacing(#"message.kind === "sync""#, with: "true")
      }
      let answered = try run("run", "--page", "page.html", "question and answer")
      #expect(answered.status == 0, "\(answered.out)\(answered.err)")
      #expect(answered.out.contains("sync/question and answer is clean (6 events)"))
      // The scenario says that nobody answers, and that this is found.
      let open = try run("run", "--page", "page.html", "app that does not answer")
      #expect(open.status == 0, "\(open.out)")
      let other = try run("run", "--page", "fixture.html", "app that does not answer")
      #expect(other.status == 1)
      #expect(other.out.contains("must fail with reply-missing, but nothing was found"))
    }

    @Test("a page that does not load, or asks another machine")
    func notLoaded() throws {
      #expect(try run("run", "--page", "none.html").status == 2)
      try run.fixture {
        $0.replacing("<body>", with: "<script>location = 'https://far.example/x'</script>")
      }
      let gone = try run("run", "--page", "page.html", "--format", "concise")
      #expect(gone.status == 4)
      #expect(gone.out.contains("error[load-failed]"))
      #expect(
        gone.err.contains("the page asked another machine for https://far.example/x; that was"))
      try run.fixture { $0.replacing("<body>", with: "<body><script>lost.x</script>") }
      let faulty = try run("run", "--page", "page.html")
      #expect(faulty.status == 0)
      #expect(
        faulty.err.contains("warning: the page threw: ReferenceError: Can't find variable: lost"))
    }

    @Test("frames and origins cannot be observed: never passed")
    func notObservable() throws {
      try run.tool.write(
        try run.tool.text("Contracts/sync.bridge.json").replacing(
          #""via": "messageHandler" }"#, with: #""via": "messageHandler", "frames": "main" }"#),
        to: "Contracts/sync.bridge.json")
      for arguments in [
        ["--page", "fixture.html"], ["--engine", "webkit", "question and answer"],
      ] {
        let result = try Run.product(
          "bridge-contract", ["run"] + arguments + ["--format", "concise"],
          in: run.tool.folder.url, environment: try run.environment)
        #expect(result.status == 3, "\(result.out)\(result.err)")
        #expect(result.out.contains("is clean, as far as this engine can tell"))
        #expect(result.out.contains("warning[not-observable]"))
      }
      #expect(try run("run", "question and answer").status == 0)
    }

    @Test("wrong use is refused")
    func refusals() throws {
      let headless = try run("run", "--engine", "headless", "--page", "fixture.html")
      #expect(headless.status == 2)
      #expect(headless.err.contains("the headless engine runs no JavaScript"))
      #expect(try run("run", "--page", "fixture.html", "--seed", "1").status == 2)
      #expect(try run("run", "--page", "fixture.html", "fixture.html").status == 2)
    }
  }
#endif
