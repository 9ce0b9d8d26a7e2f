import Foundation
import TestSupport
import Testing

@Suite("explore")
struct ExploreCommandTests {
  private let run: ToolRun

  init() throws {
    run = try ToolRun()
    try run.write(RacyContract.text, to: "Contracts/racy.bridge.json")
  }

  @Test("what goes wrong in some order is shown small, with the token that repeats it")
  func race() throws {
    let result = try run("explore", "late handler", "--format", "concise")
    #expect(result.status == 1)
    #expect(result.out.contains("racy/late handler goes wrong in "))
    #expect(result.out.contains("│✗──────── on bridge ────────│  handler-missing\n"))
    #expect(result.out.contains("again: bridge-contract run 'racy/late handler' --schedule "))
    #expect(result.out.contains("error[handler-missing]"))
  }

  @Test("a scenario that is clean, or fails as it says, in every order is success")
  func clean() throws {
    let result = try run("explore", "in time", "nobody there", "--format", "concise")
    #expect(result.status == 0)
    #expect(result.out.contains("racy/in time is clean in "))
    #expect(result.out.contains(" orders (all there are; "))
    #expect(result.out.contains("racy/nobody there fails with function-missing, as it says, in "))
  }

  @Test("programs get findings, a trace goes into a file that validate reads")
  func formats() throws {
    let result = try run("explore", "--format", "json", "--trace", "t.jsonl")
    #expect(result.status == 1)
    #expect(
      result.out.contains(#""cause": "handler-missing""#)
        || result.out.contains(#""cause":"handler-missing""#))
    #expect(try run("validate", "t.jsonl").status == 1)
  }

  @Test("the limit of an exhaustive walk is no success; a wrong fault is wrong use")
  func limits() throws {
    let cut = try run("explore", "in time", "--mode", "exhaustive", "--limit", "2")
    #expect(cut.status == 3)
    #expect(cut.err.contains("not every order was played"))
    let typo = try run("explore", "--fault", "relaod")
    #expect(typo.status == 2)
    #expect(typo.err.contains("did you mean reload?"))
    #expect(try run("explore", "in time", "--mode", "random", "--limit", "50").status == 0)
    #expect(try run("explore", "in time", "--mode", "bounded", "--bound", "1").status == 0)
  }

  @Test("the readme and the article show what it prints")
  func shown() throws {
    let file = "Fixtures/faults/05-page-registers-late.bridge.json"
    let result = try Run.product(
      "bridge-contract", ["explore", file, "--format", "concise"], in: Project.folder)
    let picture = String(result.out.prefix { $0 != "[" }).components(separatedBy: "\n")
      .dropLast().joined(separator: "\n")
    #expect(picture.contains("mended is clean"))
    for page in ["README.md", "Sources/BridgeContract/BridgeContract.docc/EveryOrder.md"] {
      let text = try String(contentsOf: Project.url(page), encoding: .utf8)
      #expect(text.contains(picture), "\(page)")
    }
  }

  @Test("an order without an end stops the exploration: nothing is decided; a reason is named")
  func endless() throws {
    try run.write(
      #"{"page": [{"when": "load", "do": [{"after": "1s", "do": [{"navigate": "reload"}]}]}], "native": []}"#,
      to: "endless.json")
    let endless = try run("explore", "endless.json", "--format", "concise")
    #expect(endless.status == 3)
    #expect(endless.out.contains("endless.json was not decided in 1 order"))
    #expect(
      endless.err.contains(
        "the usual order cannot be played to its end: it does not come to an end within 60000 steps; "
          + "the exploration stopped there, after 1 order"))
    try run.write(
      #"{"page": [], "native": [{"when": "start", "do": [{"register": "bridge"}, {"register": "bridge"}, {"load": "page"}]}]}"#,
      to: "twice.json")
    let twice = try run("explore", "twice.json", "--format", "concise")
    #expect(twice.status == 1)
    #expect(
      twice.out.contains(
        "cannot be played to its end: native registers a handler whose name is taken in "))
    // GTK refuses the name and goes on, with a line in its log.
    let gtk = try run("run", "twice.json", "--profile", "gtk", "--format", "concise")
    #expect(gtk.status == 0)
    #expect(gtk.err.contains("the engine overlooks it"))
  }
}
