import BridgeBus
import BridgeClient
import BridgeFindings
import Foundation
import TestSupport
import Testing

/// A typed bridge between a page and native on the headless engine.
@Suite("The typed bridge on the headless engine")
struct HeadlessBusTests {
  private enum Ready: BridgeRequest {
    static let name = "ready.v2"
    struct Payload: Codable, Sendable { var locale: String? }
    struct Reply: Codable, Sendable { var value: String }
    enum Failure: DeclaredFailure {
      case unavailable(retryAfter: Int)

      init?(name: String, payload: AnyJSON) throws { return nil }
      var name: String { "unavailable" }
      func payload() throws -> AnyJSON {
        guard case .unavailable(let seconds) = self else { return .null }
        return try AnyJSON(encoding: Body(code: "unavailable", retryAfter: seconds))
      }
      struct Body: Codable {
        var code: String
        var retryAfter: Int
      }
    }
  }

  private enum Changed: BridgeMessage {
    static let name = "sync"
    struct Payload: Codable, Sendable { var value: String }
  }

  private static func contract() throws -> String {
    String(
      decoding: try [UInt8](Array(Fixtures.sync.utf8)), as: UTF8.self)
  }

  /// An engine whose page asks and keeps what it hears, and a bridge that answers.
  private final class Stage {
    let engine = HeadlessEngine(profile: .apple, schedule: .standard)
    let bridge: NativeBridge
    var findings: [Finding] = []

    init() throws {
      let engine = engine
      nonisolated(unsafe) let unsafe = engine
      bridge = try NativeBridge(contract: try HeadlessBusTests.contract()) { outgoing in
        guard let body = try? BridgeValue(json: Array(outgoing.body.utf8)) else { return }
        unsafe.evaluate("call", .call("bridgeReceive", [body]))
      }
      engine.register("bridge")
      engine.onReport = { [unowned self] report in
        switch report {
        case .message(let message):
          findings += bridge.receive(message.body.description, on: message.handler)
        case .committed: bridge.pageEnded()
        default: break
        }
      }
    }

    /// Runs a page that posts this and keeps what comes; gives what came.
    func run(_ body: String) throws -> [String] {
      let body = try BridgeValue(json: Array(body.utf8))
      var heard: [String] = []
      engine.load(
        Page { window in
          window.receive("bridgeReceive") { heard.append($0.description) }
          _ = try window.post("bridge", body)
        }, base: "app://page/")
      engine.run()
      return heard
    }
  }

  @Test("a request is decoded, answered by its id, and the page gets the reply")
  func answered() throws {
    let stage = try Stage()
    stage.bridge.on(Ready.self) { payload, answer in
      try? answer.reply(.init(value: payload.locale ?? "?"))
    }
    let heard = try stage.run(#"{"kind":"ready","version":2,"id":7,"locale":"ja"}"#)
    #expect(heard == [#"{"id":7,"value":"ja"}"#])
    #expect(stage.findings == [])
  }

  @Test("a declared error, and a second answer that is refused")
  func declined() throws {
    let stage = try Stage()
    let second = Kept<String?>(nil)
    stage.bridge.on(Ready.self) { _, answer in
      try? answer.fail(.unavailable(retryAfter: 3))
      do {
        try answer.reply(.init(value: "late"))
      } catch {
        second.value = "\(error)"
      }
    }
    let heard = try stage.run(#"{"kind":"ready","version":2,"id":1}"#)
    #expect(heard == [#"{"id":1,"error":{"code":"unavailable","retryAfter":3}}"#])
    #expect(second.value == "the request was answered already, or its page is gone")
  }

  @Test("what breaks the contract reaches no handler, and nothing that breaks it leaves")
  func refused() throws {
    let stage = try Stage()
    let calls = Kept(0)
    stage.bridge.on(Ready.self) { _, answer in
      calls.value += 1
      #expect(throws: BridgeRefusal.self) { try answer.fail(.unavailable(retryAfter: 0)) }
    }
    #expect(try stage.run(#"{"kind":"ready","version":2,"id":1,"locale":"Japanese"}"#) == [])
    #expect(stage.findings.compactMap { $0.cause?.id } == ["pattern"])
    #expect(calls.value == 0)
    #expect(try stage.run(#"{"kind":"ready","version":2,"id":2}"#) == [])
    #expect(calls.value == 1)
  }

  @Test("native speaks unasked; an answer to a page that went away is refused")
  func pageGone() throws {
    let stage = try Stage()
    let kept = Kept<Answer<Ready>?>(nil)
    stage.bridge.on(Ready.self) { _, answer in kept.value = answer }
    #expect(try stage.run(#"{"kind":"ready","version":2,"id":1}"#) == [])
    let old = try #require(kept.value)
    stage.engine.load(Page.blank, base: "app://next/")
    stage.engine.run()
    #expect(throws: BridgeRefusal.self) { try old.reply(.init(value: "ok")) }
    try stage.bridge.send(Changed.self, .init(value: "new"))
  }
}

/// Memory that closures share; one thread.
final class Kept<Value>: @unchecked Sendable {
  var value: Value
  init(_ value: Value) { self.value = value }
}

extension Fixtures {
  /// The text of the shipped sync contract.
  static var sync: String {
    get throws {
      try String(contentsOf: Project.url("Contracts/sync.bridge.json"), encoding: .utf8)
    }
  }
}
