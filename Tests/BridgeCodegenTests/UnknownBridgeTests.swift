import BridgeContract
import BridgeFindings
import BridgeJSON
import Foundation
import TestSupport
import Testing

@testable import BridgeCodegen

/// Drafts of bridges that nobody has written a contract for.
@Suite("Drafts from bridges of one's own")
struct UnknownBridgeTests {
  private static func line(
    _ direction: String, _ channel: String?, _ body: String, session: String = "s"
  ) -> String {
    let channel = channel.map { ",\"channel\":\"\($0)\"" } ?? ""
    return "{\"session\":\"\(session)\",\"direction\":\"\(direction)\"\(channel),\"body\":\(body)}"
  }

  private static func web(_ body: String, on channel: String? = "app") -> String {
    line("webToNative", channel, body)
  }

  private static func native(_ body: String, on channel: String? = "page") -> String {
    line("nativeToWeb", channel, body)
  }

  private static func quoted(_ text: String) -> String { JSONString.quoted(text) }

  /// Conversations, each in a framing of its own: a question `n` with its answer, and news.
  static let bridges: [(name: String, lines: [String])] = {
    var all: [(String, [String])] = []
    func bridge(_ name: String, _ lines: (Int) -> [String]) {
      all.append((name, (1...12).flatMap(lines)))
    }
    bridge("objects with ids and results") { n in
      [
        web(#"{"action":"getUser","reqId":\#(n),"params":{"name":"u\#(n)"}}"#),
        native(
          n % 4 == 0
            ? #"{"reqId":\#(n),"error":{"code":"missing","text":"no"}}"#
            : #"{"reqId":\#(n),"result":{"age":\#(n)}}"#),
        native(#"{"action":"tick","params":{"at":\#(n * 7)}}"#),
      ]
    }
    bridge("another name for the id of replies") { n in
      [
        web(#"{"msg":"load","seq":"q\#(n)","content":{"page":\#(n)}}"#),
        native(#"{"inReplyTo":"q\#(n)","content":{"rows":[\#(n),2]},"ok":true}"#),
      ]
    }
    bridge("JSON text both ways") { n in
      [
        web(quoted(#"{"cmd":"save","id":\#(n),"data":{"v":\#(n)}}"#)),
        native(quoted(#"{"cmd":"saved","id":\#(n),"data":{"v":\#(n)}}"#)),
      ]
    }
    bridge("JSON text inside JSON text") { n in
      [
        web(quoted(#"{"event":"open","payload":\#(quoted(#"{"n":\#(n)}"#))}"#)),
        native(#"{"event":"opened","payload":\#(quoted(#"{"n":\#(n)}"#))}"#),
      ]
    }
    bridge("percent-encoded text") { n in
      [web(quoted("%7B%22kind%22%3A%22hit%22%2C%22data%22%3A%7B%22n%22%3A\(n)%7D%7D"))]
    }
    bridge("batches") { n in
      [
        web(#"[{"type":"a","id":\#(2 * n),"data":{"x":1}},{"type":"b","data":{"y":\#(n)}}]"#),
        native(#"{"id":\#(2 * n),"data":{"z":true}}"#),
      ]
    }
    bridge("arrays by position") { n in
      [
        web(#"["c\#(n)","Storage","\#(n % 2 == 0 ? "get" : "put")",[{"key":"k"}]]"#),
        native(#"{"fn":"done","args":["c\#(n)",null,{"n":\#(n)}]}"#, on: nil),
      ]
    }
    bridge("functions of their own") { n in
      [
        native(#"{"fn":"App.onPush","args":[{"n":\#(n)}]}"#, on: nil),
        native(#"{"fn":"App.onPause","args":[]}"#, on: nil),
        web(#"{"name":"seen","n":\#(n)}"#),
      ]
    }
    bridge("functions as kinds") { n in
      [
        native(#"{"fn":"App.onPush","args":[{"n":\#(n)}]}"#),
        native(#"{"fn":"App.onPause","args":[]}"#),
        web(#"{"name":"seen","n":\#(n)}"#),
      ]
    }
    bridge("prompts") { n in
      [
        #"{"session":"s","direction":"webToNative","call":\#(n),"body":{"fn":"prompt","args":["bridge:get","{\"n\":\#(n)}"]}}"#,
        #"{"session":"s","answers":\#(n),"body":"{\"v\":1}"}"#,
      ]
    }
    bridge("a function whose name bears the id") { n in
      [
        web(#"{"method":"read","callback":\#(1000 + n),"args":{"path":"/a"}}"#),
        native(#"{"fn":"__cb\#(1000 + n)","args":["text \#(n)"]}"#, on: nil),
      ]
    }
    bridge("a kind in a kind") { n in
      [
        web(
          #"{"type":"bridge","body":{"method":"\#(n % 2 == 0 ? "up" : "down")","eventId":"e\#(n)","args":[\#(n)]}}"#
        ),
        native(#"{"type":"bridge","body":{"eventId":"e\#(n)","value":\#(n)}}"#),
      ]
    }
    bridge("several channels with framings of their own") { n in
      [
        web(#"{"kind":"ready","version":1,"n":\#(n)}"#, on: "life"),
        web(quoted(#"{"cmd":"log","level":"info","text":"t\#(n)"}"#), on: "log"),
        native(#"{"fn":"refresh","args":[\#(n),"now"]}"#, on: "refresh"),
      ]
    }
    bridge("answers of the call itself") { n in
      [
        #"{"session":"s","direction":"webToNative","channel":"ask","call":"c\#(n)","body":{"op":"sum","n":\#(n)}}"#,
        n % 5 == 0
          ? #"{"session":"s","answers":"c\#(n)","error":"too big"}"#
          : #"{"session":"s","answers":"c\#(n)","body":{"sum":\#(n)}}"#,
      ]
    }
    bridge("streams until a flag") { n in
      [
        web(#"{"type":"watch","id":\#(n),"data":{}}"#),
        native(#"{"id":\#(n),"data":{"p":1},"done":false}"#),
        native(#"{"id":\#(n),"data":{"p":2},"done":true}"#),
      ]
    }
    bridge("plain texts and numbers") { n in
      [web(n % 2 == 0 ? #""ready""# : "\(n)"), native(#""hello""#)]
    }
    return all
  }()

  @Test("the draft accepts its log, whatever the framing", arguments: bridges.map(\.name))
  func accepts(_ name: String) throws {
    let lines = try #require(Self.bridges.first { $0.name == name }).lines
    let draft = try DraftTests.draft(lines)
    let text = String(decoding: draft.text, as: UTF8.self)
    #expect(draft.unread == 0, "\(text)")
    #expect(draft.disagreements == 0, "\(text)")
    let findings = try DraftTests.validate(draft.text, lines).filter { $0.severity != .info }
    #expect(
      findings.map { "\($0.line ?? 0): \($0.cause?.id ?? "") \($0.instancePath ?? "")" } == [],
      "\(text)")
  }

  /// A member of a drafted contract, as text.
  private static func member(_ name: String, _ path: String) throws -> String? {
    let lines = try #require(bridges.first { $0.name == name }).lines
    let draft = try DraftTests.draft(lines)
    let document = try JSONDocument(draft.text, limits: .contract)
    let pointer = try #require(JSONPointer(path))
    return pointer.resolve(from: document.tape.root).map {
      String(decoding: $0.text, as: UTF8.self)
    }
  }

  @Test("places are found by what is said, not only by their names")
  func places() throws {
    let first = "objects with ids and results"
    #expect(try Self.member(first, "/framing/id") == "\"/reqId\"")
    #expect(try Self.member(first, "/messages/getUser/reply/errors") == "[\"missing\"]")
    let second = "another name for the id of replies"
    #expect(try Self.member(second, "/framing/kind") == "\"/msg\"")
    #expect(try Self.member(second, "/framing/reply/id") == "\"/inReplyTo\"")
    #expect(try Self.member(second, "/messages/load/reply") != nil)
    #expect(try Self.member("JSON text both ways", "/messages/save/reply/kind") == "\"saved\"")
    #expect(try Self.member("batches", "/channels/app/framing/batch") == "true")
    #expect(try Self.member("batches", "/messages/a/reply") != nil)
    #expect(try Self.member("arrays by position", "/messages/Storage.get/reply") != nil)
    #expect(try Self.member("functions of their own", "/channels/App.onPush/call") != nil)
    #expect(try Self.member("functions as kinds", "/messages/App.onPush/kind") != nil)
    #expect(try Self.member("a function whose name bears the id", "/messages/read/reply") != nil)
    #expect(try Self.member("a kind in a kind", "/messages/bridge.up/reply") != nil)
    #expect(try Self.member("answers of the call itself", "/messages/sum/reply/errors") != nil)
    #expect(
      try Self.member("streams until a flag", "/messages/watch/reply/count")
        .map { $0.contains("/done") } == true)
  }

  /// The shipped logs, with channels under names that no bridge has.
  @Test(
    "a known bridge is known by its bodies where channels are called otherwise",
    arguments: DraftTests.names)
  func renamed(_ name: String) throws {
    let lines = try DraftTests.lines("\(name).good.jsonl").map {
      $0.replacing(/"(?:channel|handler)":"([^"]*)"/) { "\"channel\":\"x-\($0.1)\"" }
    }
    let draft = try DraftTests.draft(lines)
    let findings = try DraftTests.validate(draft.text, lines).filter { $0.severity == .error }
    let text = String(decoding: draft.text, as: UTF8.self)
    #expect(
      findings.map { "\($0.line ?? 0): \($0.cause?.id ?? "") \($0.instancePath ?? "")" } == [],
      "\(draft.bridge ?? "guessed")\n\(text)")
  }

  @Test("hostile logs: broken lines, deep and huge values, keys and kinds that are data")
  func hostile() throws {
    var lines = ["", "{", "[]", "null", "{\"body\":1}", "\u{FEFF}{}", "{\"direction\":\"->\"}"]
    lines.append(
      Self.web(
        "{\"type\":\"deep\",\"v\":\(String(repeating: "[", count: 3000))\(String(repeating: "]", count: 3000))}"
      ))
    lines.append(
      Self.web("{\"type\":\"long\",\"v\":\"\(String(repeating: "x", count: 200_000))\"}"))
    lines.append(
      Self.web("{\"type\":\"number\",\"v\":1e400,\"w\":-123456789012345678901234567890}"))
    lines.append(Self.web(#"{"type":"half","v":"\ud800","\udc00":1}"#))
    for n in 0..<10_000 {
      lines.append(
        Self.web("{\"type\":\"k\(n)\",\"data\":{\"key\(n)\":{\"zoe.\(n)@example.test\":\(n)}}}"))
    }
    lines.append(Self.web("{" + (0..<5000).map { "\"f\($0)\":\($0)" }.joined(separator: ",") + "}"))
    let draft = try DraftTests.draft(lines)
    #expect(draft.messageCount <= DraftTraffic.messageLimit)
    #expect(draft.text.count < 2 << 20)
    #expect(!String(decoding: draft.text, as: UTF8.self).contains("@example.test"))
    _ = try ShippedContracts.load(draft.text)
  }

  @Test("values are kept nowhere: names, addresses, tokens as kinds, keys, codes and channels")
  func privacy() throws {
    var lines: [String] = []
    for n in 0..<200 {
      let secret = "Zoe Miller \(n)"
      lines.append(
        Self.web(
          #"{"name":"\#(secret)","mail":"zoe\#(n)@example.test","card":"4111 1111 1111 \#(1000 + n)"}"#
        ))
      lines.append(Self.native(#"{"type":"\#(secret)","id":\#(n),"error":{"code":"\#(secret)"}}"#))
      lines.append(Self.native(#"{"people":{"zoe\#(n)@example.test":{"age":\#(n)}}}"#))
    }
    let text = String(decoding: try DraftTests.draft(lines).text, as: UTF8.self)
    for word in ["Zoe", "zoe", "4111", "Miller"] { #expect(!text.contains(word), "\(text)") }
  }

  @Test("more traffic only widens: random splits of every log", arguments: DraftTests.names)
  func widens(_ name: String) throws {
    var random = SplitMix64(seed: 20_261_130)
    let lines = try DraftTests.lines("\(name).good.jsonl")
    for _ in 0..<3 {
      // Whole beginnings and ends: what is between stays in its order.
      let cut = Int(random.next() % UInt64(lines.count - 4)) + 2
      let (first, second) = (Array(lines[..<cut]), Array(lines[cut...]))
      guard first.contains(where: { $0.contains("\"body\"") }),
        second.contains(where: { $0.contains("\"body\"") })
      else { continue }
      let one = try DraftTests.draft(first)
      let wide = try DraftTests.widened(one.text, by: second)
      for lines in [first, second] {
        let shape = try DraftTests.validate(wide, lines).filter {
          $0.severity == .error && $0.cause?.group == .shape
        }
        #expect(
          shape.map { "\(cut): \($0.line ?? 0) \($0.cause?.id ?? "") \($0.instancePath ?? "")" }
            == [])
      }
    }
  }
}
