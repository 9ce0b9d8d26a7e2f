import BridgeContract
import BridgeFindings
import BridgeJSON
import BridgeScript
import Foundation
import TestSupport
import Testing

@Suite("Typed calls of a contract")
struct ContractEncoderTests {
  static func contract(_ text: String) throws -> Contract {
    switch Contract.load(Array(text.utf8), file: "test.bridge.json") {
    case .loaded(let contract): return contract
    case .broken(let findings):
      throw SupportError(findings.map(\.message).joined(separator: "\n"))
    }
  }

  static let shop = #"""
    {"bridgeContract": 1, "name": "shop", "version": "1.0.0", "unknownFields": "reject",
     "framing": {"kind": "/kind", "version": "/v", "id": "/meta/id", "payload": "/data",
       "ids": {"type": "string"}, "reply": {"error": "/error", "code": "/error/code"}},
     "channels": {
       "api": {"from": "web", "via": "messageHandler", "name": "it's"},
       "push": {"from": "native", "via": "evaluate", "call": "App.receive"},
       "later": {"from": "native", "via": "callAsync", "call": "App.ask",
         "framing": {"kind": "/kind", "payload": "/data"}},
       "event": {"from": "native", "via": "dispatchEvent", "event": "native"},
       "post": {"from": "native", "via": "postMessage"},
       "wire": {"from": "native", "via": "evaluate", "call": "wire",
         "framing": {"decode": {"": ["text", "json"], "/data": ["json"]}, "kind": "/kind",
           "payload": "/data"}}},
     "errors": {"declined": {"payload": {"type": "object", "required": ["code", "reason"],
       "properties": {"code": {"const": "declined"}, "reason": {"type": "string"}}}}},
     "messages": {
       "price": {"on": "push", "version": 2, "id": "none",
         "payload": {"type": "object", "required": ["total"],
           "properties": {"total": {"type": "integer", "minimum": 1}}},
         "examples": [{"body": {"kind": "price", "v": 2, "data": {"total": 5}}}]},
       "pay": {"on": "api", "payload": {"type": "object", "required": ["total"],
           "properties": {"total": {"type": "integer"}}},
         "reply": {"on": "push", "payload": {"type": "object", "required": ["receipt"],
           "properties": {"receipt": {"type": "string"}}}, "errors": ["declined"]},
         "examples": [
           {"body": {"kind": "pay", "meta": {"id": "w1"}, "data": {"total": 5}},
            "reply": {"meta": {"id": "w1"}, "data": {"receipt": "r"}}},
           {"body": {"kind": "pay", "meta": {"id": "w1"}, "data": {"total": 5}},
            "reply": {"meta": {"id": "w1"}, "error": {"code": "declined", "reason": "x"}}}]},
       "ask": {"on": "later", "payload": {"type": "string"}, "reply": {"payload": {"type": "number"}},
         "examples": [{"body": {"kind": "ask", "data": "q"}, "reply": 1}]},
       "seen": {"on": "event", "id": "none", "payload": {"type": "boolean"},
         "examples": [{"body": {"kind": "seen", "data": true}}]},
       "told": {"on": "post", "id": "optional", "payload": {"type": "null"},
         "examples": [{"body": {"kind": "told", "meta": {"id": "n1"}}}]},
       "text": {"on": "wire", "payload": {"type": "object", "properties": {"a": {"type": "string"}}},
         "examples": [{"body": "{\"kind\":\"text\",\"data\":\"{\\\"a\\\":\\\"b\\\"}\"}"}]},
       "bare": {"on": "push", "version": 1, "id": "none", "payload": {"type": "object"}}}}
    """#

  @Test("the message of the seed")
  func sync() throws {
    let contract = try Self.contract(
      String(contentsOf: Project.url("Contracts/sync.bridge.json"), encoding: .utf8))
    let message = try contract.encode(message: "sync", payload: ["value": "it's"])
    #expect(message.body == #"{"kind":"sync","value":"it's"}"#)
    #expect(
      message.call?.source
        == #"bridgeReceive(JSON.parse('{"kind":"sync","value":"it\'s"}'));void 0"#)
    #expect(message.warnings.isEmpty)
  }

  @Test("the payload stands at its place, the rest is the example's")
  func payload() throws {
    let shop = try Self.contract(Self.shop)
    let price = try shop.encode(message: "price", payload: ["total": 12])
    #expect(price.body == #"{"kind": "price", "v": 2, "data": {"total":12}}"#)
    #expect(
      price.call?.source
        == #"App.receive(JSON.parse('{"kind": "price", "v": 2, "data": {"total":12}}'));void 0"#)
    #expect(price.asyncCall?.functionBody == "return App.receive(JSON.parse(json0))")
  }

  @Test("an invalid payload is refused with the finding of a log")
  func invalid() throws {
    let shop = try Self.contract(Self.shop)
    func findings(_ json: String) -> [Finding] {
      do {
        _ = try shop.encode(message: "price", json: json)
        return []
      } catch {
        guard case .findings(let findings) = error else { return [] }
        return findings
      }
    }
    let low = findings(#"{"total": 0}"#)
    #expect(low.map { $0.cause?.id } == ["out-of-range"])
    #expect(low.first?.instancePath == "/data/total")
    #expect(low.first?.kind == "price")
    #expect(low.first?.fingerprint.isEmpty == false)
    #expect(
      findings(#"{"total": "1", "x": 1}"#).map { $0.cause?.id } == ["wrong-type", "unknown-field"])
    #expect(findings("null").map { $0.cause?.id } == ["wrong-type"])
  }

  @Test("a web message with its id becomes the page's own side")
  func pageSide() throws {
    let shop = try Self.contract(Self.shop)
    let pay = try shop.encode(message: "pay", payload: ["total": 7], id: "w42")
    #expect(pay.body == #"{"kind": "pay", "meta": {"id": "w42"}, "data": {"total":7}}"#)
    #expect(
      pay.call?.expression
        == #"window.webkit.messageHandlers['it\'s'].postMessage(JSON.parse('\#(pay.body)'))"#)
    #expect(throws: (any Error).self) { try shop.encode(message: "pay", payload: ["total": 7]) }
    let wrong = #expect(throws: ContractEncodingError.self) {
      try shop.encode(message: "pay", payload: ["total": 7], id: 42)
    }
    #expect(wrong?.description.hasPrefix("id-invalid: /meta/id: ") == true)
  }

  @Test("replies: a good one and a declared error, over the reply's channel")
  func replies() throws {
    let shop = try Self.contract(Self.shop)
    let good = try shop.encodeReply(to: "pay", payload: ["receipt": "r9"], id: "w42")
    #expect(good.body == #"{"meta": {"id": "w42"}, "data": {"receipt":"r9"}}"#)
    #expect(good.call?.source == #"App.receive(JSON.parse('\#(good.body)'));void 0"#)
    struct Declined: Encodable {
      var code = "declined"
      var reason = "limit"
    }
    let error = try shop.encodeReply(
      to: "pay", error: "declined", payload: Declined(), id: "w42")
    #expect(
      error.body == #"{"meta": {"id": "w42"}, "error": {"code":"declined","reason":"limit"}}"#)
    #expect(throws: ContractEncodingError.self) {
      try shop.encodeReply(to: "pay", payload: ["receit": "r9"], id: "w42")
    }
    #expect(throws: ContractEncodingError.self) {
      try shop.encodeReply(to: "pay", error: "decline", payload: Declined(), id: "w42")
    }
    let result = try shop.encodeReply(to: "ask", payload: 2.5)
    #expect(result.body == "2.5")
    #expect(result.call == nil)
    #expect(throws: ContractEncodingError.self) { try shop.encodeReply(to: "ask", payload: "x") }
  }

  @Test("the other ways: an async call, an event, a message")
  func ways() throws {
    let shop = try Self.contract(Self.shop)
    let ask = try shop.encode(message: "ask", payload: "how?")
    #expect(ask.asyncCall?.functionBody == "return App.ask(JSON.parse(json0))")
    #expect(ask.asyncCall?.arguments == ["json0": #"{"kind": "ask", "data": "how?"}"#])
    let seen = try shop.encode(message: "seen", payload: false)
    #expect(
      seen.call?.expression
        == #"window.dispatchEvent(new CustomEvent('native',{detail:JSON.parse('{"kind": "seen","#
        + #" "data": false}')}))"#)
    #expect(seen.asyncCall == nil)
    let told = try shop.encode(message: "told", json: "null")
    // Without an id the example's is taken out.
    #expect(told.body == #"{"kind": "told", "meta": {},"data":null}"#)
    #expect(told.call?.expression == #"window.postMessage(JSON.parse('\#(told.body)'),'*')"#)
  }

  @Test("what is text on the wire is text again")
  func wire() throws {
    let shop = try Self.contract(Self.shop)
    let text = try shop.encode(message: "text", payload: ["a": "it's \"x\""])
    let outer = try JSONDocument(Array(text.body.utf8), limits: .traffic).root
    let inner = try JSONDocument(Array(try #require(outer.string).utf8), limits: .traffic).root
    #expect(inner["kind"]?.string == "text")
    #expect(inner["data"]?.string == #"{"a":"it's \"x\""}"#)
  }

  @Test("names that are none, and messages that cannot be built")
  func refused() throws {
    let shop = try Self.contract(Self.shop)
    func words(_ message: String, _ json: String = "{}") -> String? {
      do {
        _ = try shop.encode(message: message, json: json)
        return nil
      } catch {
        return error.description
      }
    }
    #expect(words("pric") == "the contract has no message pric; did you mean price?")
    #expect(words("bare") == "bare has no good example to build a body from")
    #expect(words("pay") == "the message pay needs an id")
    #expect(
      words("price", "{") == "line 1, column 2: the text ends in the middle of a value")
    #expect(
      words("price", #"{"total": 9007199254740993}"#)
        == "line 1, column 11 (/total): JavaScript has no such integer and would take another one;"
        + " send it as text")
  }

  @Test("a payload that is the whole body keeps the example's framing fields, its own win")
  func wholeBody() throws {
    let contract = try Self.contract(
      #"""
      {"bridgeContract": 1, "name": "w", "version": "1.0.0",
       "framing": {"kind": "/k", "version": "/m/v", "id": "/id"},
       "channels": {"c": {"from": "native", "via": "evaluate", "call": "f"}},
       "messages": {"a": {"on": "c", "version": 1, "id": "optional",
         "payload": {"type": "object", "properties": {"x": {"type": "integer"}}},
         "examples": [{"body": {"k": "a", "m": {"v": 1}, "id": 7, "x": 1}}]}}}
      """#)
    #expect(
      try contract.encode(message: "a", json: #"{"x":2}"#, id: 8).body
        == #"{"k":"a","id":8,"x":2,"m":{"v":1}}"#)
    #expect(try contract.encode(message: "a", json: "{}").body == #"{"k":"a","m":{"v":1}}"#)
    #expect(throws: ContractEncodingError.self) {
      try contract.encode(message: "a", json: #"{"k":"b"}"#)
    }
  }

  @Test(
    "every good reply of every shipped contract is built again from itself", arguments: Shipped.all)
  func shippedReplies(_ shipped: Shipped) throws {
    let contract = try Self.contract(
      String(contentsOf: Project.url(shipped.file), encoding: .utf8))
    let encoder = try ContractEncoder(contract, options: ScriptOptions(numbers: .round))
    for message in contract.messages where !message.isRemoved {
      guard let reply = message.reply else { continue }
      let channel: Int
      switch reply.on {
      case .result: channel = message.channel
      case .channel(let index): channel = index
      // Which channel that is, other tests ask.
      case .anyChannel: continue
      }
      let framing = contract.channels[channel].framing
      for error in [nil] + reply.errors.map({ contract.errors[$0].name }) {
        for example in message.examples where example.fails == nil {
          guard let body = example.reply else { continue }
          let id =
            reply.on == .result ? nil : Self.id(framing.reply.id ?? framing.id, body, framing)
          var isPath = true
          var outcome = Result { () throws(ContractEncodingError) in
            try encoder.encodeReply(to: message.name, error: error, json: nil, .init(id: id))
          }
          if case .failure(.noExample) = outcome { continue }
          if case .failure(.script) = outcome {
            // Cordova's `cordova.require('…').nativeCallback` is no path.
            isPath = false
            outcome = Result { () throws(ContractEncodingError) in
              try encoder.encodeReply(
                to: message.name, error: error, json: nil,
                .init(id: id, path: "cordova.exec.nativeCallback"))
            }
          }
          let built = try outcome.get()
          let document = try JSONDocument(Array(built.body.utf8), limits: .traffic)
          // The first example of its kind it is; the others have other payloads.
          let isOne = message.examples.contains { other in
            guard let reply = other.reply, other.fails == nil else { return false }
            let isWhole = reply["fn"] != nil && document.root["fn"] == nil
            let meant = isWhole ? reply["args"]?[0] ?? reply : reply
            return JSONEquality.equal(document.tape.root, meant.cursor) || !isPath
              || Self.id(framing.reply.id ?? framing.id, reply, framing)?.json != id?.json
          }
          #expect(isOne, "\(message.name): \(built.body)")
        }
      }
    }
  }

  @Test("the id may stand in the name of the called function")
  func idInPath() throws {
    let tauri = try Self.contract(
      String(contentsOf: Project.url("Contracts/bridges/tauri.bridge.json"), encoding: .utf8))
    let flutter = try Self.contract(
      String(
        contentsOf: Project.url("Contracts/bridges/flutter-inappwebview.bridge.json"),
        encoding: .utf8))
    let share = try flutter.encodeReply(to: "share", payload: true, id: 77)
    #expect(share.call?.source == "flutter_inappwebview[77].resolve(JSON.parse('true'));void 0")
    #expect(throws: ContractEncodingError.self) {
      try flutter.encodeReply(to: "share", payload: true, id: "1].x;[2")
    }
    let name = try #require(tauri.messages.first { $0.reply != nil }?.name)
    let reply = try ContractEncoder(tauri).encodeReply(to: name, json: nil, .init(id: 5))
    #expect(reply.call?.source.hasPrefix("_5(JSON.parse('") == true)
  }

  struct Shipped: Sendable, CustomTestStringConvertible {
    var file: String
    var testDescription: String { file }
    static let all: [Shipped] = {
      let folders = ["Contracts", "Contracts/bridges"]
      return folders.flatMap { folder in
        let names =
          (try? FileManager.default.contentsOfDirectory(atPath: Project.url(folder).path)) ?? []
        return names.filter { $0.hasSuffix(".bridge.json") }.sorted()
          .map { Shipped(file: folder + "/" + $0) }
      }
    }()
  }

  @Test(
    "every example of every shipped contract is built again from itself", arguments: Shipped.all)
  func shipped(_ shipped: Shipped) throws {
    let contract = try Self.contract(
      String(contentsOf: Project.url(shipped.file), encoding: .utf8))
    let encoder = try ContractEncoder(contract, options: ScriptOptions(numbers: .round))
    for message in contract.messages where !message.isRemoved {
      guard let example = message.examples.first(where: { $0.fails == nil }) else { continue }
      let channel = contract.channels[message.channel]
      let id = Self.id(channel.framing.id, example.body, channel.framing)
      // A batch of several is built with its first only.
      let isSeveral = channel.framing.batch && example.body.text.contains("},{")
      if isSeveral { continue }
      var path: String?
      if case .match? = channel.call, !channel.bodyIsCall { path = "f" }
      let parts = ContractEncoder.Parts(id: message.id == .none ? nil : id, path: path)
      let built = try encoder.encode(message: message.name, json: nil, parts)
      let document = try JSONDocument(Array(built.body.utf8), limits: .traffic)
      #expect(
        JSONEquality.equal(document.tape.root, example.body.cursor),
        "\(message.name): \(built.body) is not \(example.body.text)")
    }
  }

  /// The id of an example as JSON text, by the framing.
  static func id(_ place: Place?, _ body: JSONValue, _ framing: Framing) -> MessageID? {
    guard let place else { return nil }
    let decoder = BodyDecoder()
    let isCall = place.first.segments.first.map { $0.key == Array("args".utf8) } ?? false
    let isFn = place.first.segments.first.map { $0.key == Array("fn".utf8) } ?? false
    let value = isCall || isFn ? body : body["args"]?[0] ?? body
    guard case .body(var root) = decoder.decode(value.cursor, framing.decode) else { return nil }
    if framing.batch, let first = root.item(0) { root = first }
    switch place.find(in: root, PatternMatcher()) {
    case .absent: return nil
    case .value(let value):
      return value.isNull ? nil : MessageID(json: String(decoding: value.text, as: UTF8.self))
    case .text(let text): return MessageID(String(decoding: text, as: UTF8.self))
    }
  }
}
