import BridgeContract
import BridgeFindings
import BridgeLog
import Foundation
import TestSupport
import Testing

@testable import BridgeRecorder

@Suite("The page's own recorder")
struct RecorderScriptTests {
  /// One scenario, run without and with the recorder.
  struct Scenario: Decodable, Sendable {
    var name: String
    var plain: [String]
    var recorded: [String]
    var log: String

    /// The lines without what differs from run to run.
    var lines: [String] {
      log.split(separator: "\n").map { line in
        String(line)
          .replacing(/^\{"t":\d+,"session":"[0-9a-f]{16}",/, with: "")
          .replacing(#""frame":{"main":true,"origin":"https://shop.example"},"#, with: "")
          .replacing(#","origin":"recorded","recorder":"page"}"#, with: "")
      }
    }
  }

  private static let node: String? = {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let found = folders.map { "\($0)/node" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
    if found == nil { FileHandle.standardError.write(Data("SKIPPED: no node here\n".utf8)) }
    return found
  }()

  /// All scenarios, run once.
  static let scenarios: [Scenario] = {
    guard let node else { return [] }
    do {
      let run = try Run.command(
        node,
        [
          Fixtures.url("recorder/run.js").path,
          Project.url("Sources/BridgeRecorder/Scripts/recorder.js").path,
        ], limit: 300)
      guard run.status == 0 else { throw SupportError(run.err) }
      return try run.out.split(separator: "\n").map {
        try JSONDecoder().decode(Scenario.self, from: Data($0.utf8))
      }
    } catch {
      fatalError("\(error)")
    }
  }()

  private func scenario(_ name: String) throws -> Scenario {
    try #require(Self.scenarios.first { $0.name == name })
  }

  @Test("the embedded script is recorder.js")
  func isFresh() throws {
    let file = try String(
      contentsOf: Project.url("Sources/BridgeRecorder/Scripts/recorder.js"), encoding: .utf8)
    #expect(RecorderScript.file + "\n" == file, "run Sources/BridgeRecorder/Scripts/embed-script")
  }

  @Test("settings come from the contract")
  func settings() throws {
    let contracts = try Recording.contracts(
      "Contracts/sync.bridge.json", "Contracts/bridges/dsbridge.bridge.json")
    let source = RecorderScript(contracts, sink: .handler("log")).source
    let settings = try #require(source.split(separator: "\n").last)
    #expect(settings.hasPrefix("})({"))
    #expect(settings.contains(#""handlers":["bridge"]"#))
    #expect(settings.contains(#""receivers":["bridgeReceive","#))
    #expect(settings.contains(#""prompt":"#))
    #expect(settings.hasSuffix(#""sink":"log"});"#))
  }

  @Test(
    "a page sees the same with the recorder as without it", .enabled(if: node != nil),
    arguments: scenarios)
  func sameBehaviour(_ scenario: Scenario) {
    #expect(!scenario.plain.isEmpty)
    #expect(scenario.plain == scenario.recorded)
    #expect(!scenario.plain.contains { $0.hasPrefix("failed:") })
  }

  @Test("every line is a line of the format", .enabled(if: node != nil), arguments: scenarios)
  func lines(_ scenario: Scenario) throws {
    // Whatever the contract says: nothing may be wrong with a line as a line.
    let contracts = try Recording.contracts("Contracts/sync.bridge.json")
    let log = scenario.log.replacing(#""channel":"api""#, with: #""channel":"bridge""#)
    let causes = Recording.report(log, contracts).findings.compactMap { $0.cause }
    #expect(!causes.contains { $0.group == .line }, "\(causes)")
    #expect(scenario.lines.first == #""page":1,"event":"@loadCommitted""#)
  }

  @Test("promises, prompts and asked functions become calls and answers", .enabled(if: node != nil))
  func answers() throws {
    #expect(
      try scenario("replies and refusals").lines.dropFirst() == [
        #""page":1,"direction":"webToNative","channel":"api","call":"p1.1","body":{"n":1}"#,
        #""page":1,"direction":"nativeToWeb","answers":"p1.1","body":{"got":{"n":1}}"#,
        #""page":1,"direction":"webToNative","channel":"api","call":"p1.2","body":{"fail":"no \"way\""}"#,
        #""page":1,"direction":"nativeToWeb","answers":"p1.2","error":"no \"way\"""#,
        #""page":1,"direction":"webToNative","channel":"api","call":"p1.3","body":{"n":2}"#,
        #""page":1,"direction":"nativeToWeb","answers":"p1.3","body":{"got":{"n":2}}"#,
      ])
    #expect(
      try scenario("prompt").lines.dropFirst() == [
        #""page":1,"direction":"webToNative","call":"p1.1","body":{"fn":"prompt","args":["_bridge=x","{\"a\":1}"]}"#,
        #""page":1,"direction":"nativeToWeb","answers":"p1.1","body":"{\"code\":0}""#,
        #""page":1,"direction":"webToNative","call":"p1.2","body":{"fn":"prompt","args":["_bridge",null]}"#,
        #""page":1,"direction":"nativeToWeb","answers":"p1.2","body":null"#,
      ])
    #expect(
      try scenario("receivers that are asked and polled").lines.suffix(3) == [
        #""page":1,"direction":"webToNative","answers":"p1.3","error":"negative""#,
        #""page":1,"direction":"webToNative","channel":"App.poll","body":[{"kind":"queued"}]"#,
        #""page":1,"direction":"webToNative","channel":"App.poll","body":[]"#,
      ])
  }

  @Test("receivers that throw or reject are web-rejected", .enabled(if: node != nil))
  func rejections() throws {
    let call = #""page":1,"direction":"nativeToWeb","channel":"bridgeReceive","#
    #expect(
      try scenario("receivers that throw or reject").lines.dropFirst() == [
        call + #""body":{"fn":"bridgeReceive","args":["throw"]}"#,
        call + #""cause":"web-rejected""#,
        call + #""body":{"fn":"bridgeReceive","args":["reject"]}"#,
        call + #""cause":"web-rejected""#,
        call + #""body":{"fn":"bridgeReceive","args":["reject"]}"#,
      ])
  }

  @Test("bodies as the page posted them, with what JSON cannot hold", .enabled(if: node != nil))
  func bodies() throws {
    let bodies = try scenario("what is posted is what arrives").lines.dropFirst().map {
      $0.replacing(#""page":1,"direction":"webToNative","channel":"bridge","#, with: "")
    }
    func was(_ words: String, at: String = "") -> String {
      #","losses":[{"at":"\#(at)","was":"\#(words)"}]"#
    }
    #expect(
      bodies == [
        #""body":{}"# + was("getter", at: "/secret"),
        #""body":[1,null,null,null,-0,null],"losses":[{"at":"/1","was":"undefined"},{"at":"/2","was":"undefined"},{"at":"/3","was":"NaN"},{"at":"/5","was":"Infinity"}]"#,
        #""body":{"list":[1,null,null,null,-0,null],"self":null},"losses":[{"at":"/list/1","was":"undefined"},{"at":"/list/2","was":"undefined"},{"at":"/list/3","was":"NaN"},{"at":"/list/5","was":"Infinity"},{"at":"/self","was":"cycle"}]"#,
        #""body":"1970-01-01T00:00:00.005Z""# + was("Date"), #""body":null"# + was("BigInt"),
        #""body":null"# + was("undefined"), #""body":null"#, #""body":{}"# + was("Map"),
        #""body":{"0":0,"1":0,"2":0}"# + was("typed array"), #""body":"text""#,
        #""body":"\ud800""#, #""body":{}"#, #""body":{"x":1}"#,
        #""cause":"native-not-received","body":null"# + was("function"),
        #""cause":"native-not-received","body":{}"# + was("function", at: "/f"),
        #""body":null"# + was("Symbol"), #""body":{"0":"a","1":"b"}"# + was("String"),
        #""body":{}"# + was("Error"), #""body":{"1":2,"__proto__":1,"a":3}"#,
      ])
  }

  @Test("clean traffic over a reload gives no finding", .enabled(if: node != nil))
  func clean() throws {
    let contracts = try Recording.contracts("Contracts/sync.bridge.json")
    let log = try scenario("clean traffic of the sync contract").log
    #expect(Recording.findings(log, contracts) == [])
    #expect(Recording.report(log, contracts).summary.messages == 5)
    #expect(log.contains(#""page":2"#))
  }

  @Test("lines that the page posts to native are redacted there", .enabled(if: node != nil))
  func pageLines() throws {
    let contracts = try Recording.contracts("Contracts/sync.bridge.json")
    let recording = try Recording(contracts)
    let session = recording.recorder.session()
    for line in try scenario("clean traffic of the sync contract").log.split(separator: "\n") {
      session.pageLine(String(line), includingEvents: true)
    }
    let log = try recording.end()
    #expect(Recording.findings(log, contracts) == [], "\(log)")
    #expect(log.contains(#""event":"@loadCommitted""#))
    #expect(log.contains(#""page":2"#))
    #expect(!log.contains("geheim"))
    #expect(!log.contains("shop.example"))
  }

  @Test(
    "a page that lies gets no lines and no secrets into a redacted log",
    arguments: [
      #"no JSON geheim"#, #""geheim""#, #"{"t":1,"event":"geheim"}"#, #"{"cause":"geheim"}"#,
      #"{"t":"geheim","session":"geheim","page":"geheim","direction":"geheim","channel":"geheim","frame":{"main":true,"origin":"geheim","id":"geheim"},"call":"geheim","body":{"geheim":"geheim"},"losses":[{"at":"/geheim","was":"geheim 123"}]}"#,
      #"{"direction":"webToNative","answers":{"geheim":1},"error":"geheim"}"#,
      #"{"body":1,"body":"geheim"}"#, #"{"event":"linesDropped","lines":"geheim"}"#,
    ])
  func lies(_ line: String) throws {
    let recording = try Recording(try Recording.contracts("Contracts/sync.bridge.json"))
    recording.recorder.session().pageLine(line)
    #expect(!(try recording.end().contains("geheim")))
  }
}

extension RecorderScriptTests.Scenario: CustomTestStringConvertible {
  var testDescription: String { name }
}
