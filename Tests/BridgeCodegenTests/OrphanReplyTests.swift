import BridgeFindings
import BridgeJSON
import Foundation
import TestSupport
import Testing

@testable import BridgeCodegen

/// Replies whose requests are not in the log, and bodies that only look like replies.
@Suite("Drafts from logs that begin in the middle")
struct OrphanReplyTests {
  private static func web(_ body: String, _ session: String = "s") -> String {
    #"{"session":"\#(session)","direction":"webToNative","channel":"app","body":\#(body)}"#
  }

  private static func native(_ body: String, _ session: String = "s") -> String {
    #"{"session":"\#(session)","direction":"nativeToWeb","channel":"page","body":\#(body)}"#
  }

  private static func exchange(_ n: Int, _ session: String, _ kind: String) -> [String] {
    [
      web(#"{"action":"getUser","reqId":\#(n),"params":{"name":"u"}}"#, session),
      native(#"{\#(kind)"reqId":\#(n),"result":{"age":\#(n)}}"#, session),
      native(#"{"action":"tick","params":{"at":\#(n * 7)}}"#, session),
    ]
  }

  private static func message(_ text: [UInt8], _ name: String) throws -> JSONValue? {
    let root = try JSONDocument(text, limits: .contract).root
    return root["messages"]?.members.first { $0.value["kind"]?.string ?? $0.key == name }?.value
  }

  @Test(
    "replies to what was asked before the log teach nothing, and spoil nothing",
    arguments: ["", #""action":"answer","#], [1, 7])
  func beginsLate(_ kind: String, _ sessions: Int) throws {
    var lines: [String] = []
    for session in 0..<sessions {
      let all = (1...12).map { Self.exchange($0, "s\(session)", kind) }
      // Four of ten replies have lost their request.
      lines += all[..<5].map { $0[1] } + all[5...].joined()
    }
    let draft = try DraftTests.draft(lines)
    #expect(draft.early == 5 * sessions)
    let user = try #require(try Self.message(draft.text, "getUser"))
    #expect(user["reply"]?["payload"]?["required"]?.items.map(\.string) == ["age"])
    #expect(try Self.message(draft.text, "answer") == nil)
    // The log breaks its draft there and nowhere else.
    #expect(draft.disagreements == 5 * sessions)
    let whole = (1...12).flatMap { Self.exchange($0, "s", kind) }
    #expect(try DraftTests.validate(draft.text, whole).filter { $0.severity == .error } == [])
  }

  @Test("three of ten bodies that bear an open id by chance make no replies", arguments: [3, 6, 8])
  func byChance(_ hits: Int) throws {
    let lines = (1...40).flatMap { n in
      // Both sides count for themselves; some numbers meet.
      let id = n % 10 < hits ? n : 1000 + n
      return [
        Self.web(#"{"action":"log","id":\#(n),"params":{"text":"t"}}"#),
        Self.native(#"{"action":"note","id":\#(id),"params":{"at":\#(n)}}"#),
      ]
    }
    let draft = try DraftTests.draft(lines)
    #expect(draft.early == 0)
    #expect(try Self.message(draft.text, "note") != nil)
    #expect(try Self.message(draft.text, "log")?["reply"] == nil)
  }

  @Test("nine of ten do: a few replies may be strays")
  func strays() throws {
    let lines = (1...40).flatMap { n in
      let id = n % 10 == 5 ? 1000 + n : n
      return [
        Self.web(#"{"action":"log","id":\#(n),"params":{"text":"t"}}"#),
        Self.native(#"{"action":"note","id":\#(id),"params":{"at":\#(n)}}"#),
      ]
    }
    let draft = try DraftTests.draft(lines)
    #expect(try Self.message(draft.text, "log")?["reply"] != nil)
  }
}
