import BridgeContract
import BridgeFindings
import BridgeLog
import Foundation
import TestSupport
import Testing

@testable import BridgeRecorder

@Suite("The recorder's lines")
struct BridgeRecorderTests {
  @Test("every kind of line, as it stands in the log")
  func lines() throws {
    let recording = try Recording(nil, Recording.options(.all))
    let session = recording.recorder.session("s1")
    session.event(.handlerRegistered)
    session.event(.loadStarted)
    session.event(.loadCommitted)
    session.received(
      .json(#"{"kind":"ready"}"#), on: "bridge",
      frame: RecordedFrame(isMain: true, origin: "https://a.example", id: "f1"))
    let call = session.receivedCall(.string("a\nb"), on: "api")
    session.answered(call, with: .json("{\n\"a\": 1\r\n}"))
    session.refused(call, with: "no \"way\"")
    let prompt = session.receivedPrompt("_dsbridge=x", nil)
    session.answered(prompt)
    session.called("App.receive", with: [.json("1"), .null])
    session.sent(.json("[]"), on: "native-message")
    session.failed(.webRejected, from: .native, on: "App.receive")
    session.failed(.wrongType)
    let log = try recording.end()
    let end = #","origin":"recorded","recorder":"native"}"#
    let start = #"{"t":17329500000"#
    let expected = [
      #"01,"session":"s1","page":1,"event":"@handlerRegistered""#,
      #"02,"session":"s1","page":1,"event":"@loadStarted""#,
      #"03,"session":"s1","page":1,"event":"@loadCommitted""#,
      #"04,"session":"s1","page":1,"direction":"webToNative","channel":"bridge","frame":{"main":true,"origin":"https://a.example","id":"f1"},"body":{"kind":"ready"}"#,
      #"05,"session":"s1","page":1,"direction":"webToNative","channel":"api","call":1,"body":"a\nb""#,
      #"06,"session":"s1","page":1,"answers":1,"body":{ "a": 1  }"#,
      #"07,"session":"s1","page":1,"answers":1,"error":"no \"way\"""#,
      #"08,"session":"s1","page":1,"direction":"webToNative","call":2,"body":{"fn":"prompt","args":["_dsbridge=x",null]}"#,
      #"09,"session":"s1","page":1,"answers":2,"body":null"#,
      #"10,"session":"s1","page":1,"direction":"nativeToWeb","channel":"App.receive","call":3,"body":{"fn":"App.receive","args":[1,null]}"#,
      #"11,"session":"s1","page":1,"direction":"nativeToWeb","channel":"native-message","body":[]"#,
      #"12,"session":"s1","page":1,"direction":"nativeToWeb","channel":"App.receive","cause":"web-rejected""#,
    ].map { start + $0 + end + "\n" }
    #expect(log == expected.joined())
    #expect(recording.recorder.summary == RecorderSummary(written: 12, dropped: 0, failure: nil))
  }

  @Test("a log written by hand says so")
  func origin() throws {
    var options = Recording.options(.all)
    options.origin = .written
    let recording = try Recording(nil, options)
    recording.recorder.session("s").event(.teardown)
    #expect(try recording.end().contains(#""event":"@teardown","origin":"written""#))
  }

  @Test("pages count from commit to commit, and from start to start where nobody commits")
  func pages() throws {
    let recording = try Recording(nil, Recording.options(.all))
    let commits = recording.recorder.session("c")
    let starts = recording.recorder.session("s")
    for event in [Event.loadStarted, .loadCommitted, .loadFinished, .loadStarted, .loadCommitted] {
      commits.event(event)
    }
    for event in [Event.loadStarted, .loadFinished, .loadStarted, .loadFinished, .loadStarted] {
      starts.event(event)
    }
    commits.event(.processTerminated)
    commits.event(.loadCommitted)
    let log = try recording.end()
    let pages = log.matches(of: /"session":"([cs])","page":(\d+)/).map { "\($0.1)\($0.2)" }
    #expect(
      pages == ["c1", "c1", "c1", "c1", "c2", "s1", "s1", "s2", "s2", "s3", "c2", "c3"])
  }

  @Test("what is no JSON text is a string, and the line says so")
  func badText() throws {
    let recording = try Recording(nil, Recording.options(.all))
    recording.recorder.session("s").received(.json("{\"a\":}\n{\"event\":\"x\"}"), on: "bridge")
    let log = try recording.end()
    #expect(log.split(separator: "\n").count == 1)
    #expect(
      log.contains(
        #""body":"{\"a\":}\n{\"event\":\"x\"}","losses":[{"was":"text that is no JSON","at":""}]"#))
  }

  @Test("clean traffic of the sync contract gives no finding, redacted or not")
  func sync() throws {
    let contracts = try Recording.contracts("Contracts/sync.bridge.json")
    for values in [RecorderOptions.Values.all, .redacted] {
      let recording = try Recording(contracts, Recording.options(values))
      Self.cleanSync(recording.recorder.session())
      let log = try recording.end()
      #expect(Recording.findings(log, contracts) == [], "\(values): \(log)")
      #expect(Recording.report(log, contracts).summary.messages == 5)
    }
  }

  static func cleanSync(_ session: RecordedSession) {
    session.event(.handlerRegistered)
    session.event(.loadStarted)
    session.event(.loadCommitted)
    session.received(
      .json(#"{"kind":"ready","version":2,"id":1,"locale":"ja"}"#), on: "bridge",
      frame: RecordedFrame(isMain: true, origin: "https://shop.example"))
    session.called("bridgeReceive", with: [.json(#"{"id":1,"value":"geheim","revision":7}"#)])
    session.event(.loadFinished)
    session.called("window.bridgeReceive", with: [.json(#"{"kind":"sync","value":"more"}"#)])
    session.event(.loadStarted)
    session.event(.loadCommitted)
    session.received(.json(#"{"kind":"ready","version":2,"id":1}"#), on: "bridge")
    session.called(
      "bridgeReceive", with: [.json(#"{"id":1,"error":{"code":"unavailable","retryAfter":30}}"#)])
    session.event(.loadFinished)
    session.event(.teardown)
  }
}
