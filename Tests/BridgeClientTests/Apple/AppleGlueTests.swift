import BridgeClient
import BridgeFindings
import Foundation
import TestSupport
import Testing

@Suite("The glue for Apple's WebKit, against declarations written by hand")
@MainActor
struct AppleGlueTests {
  private enum Sum: BridgeRequest {
    static let name = "sum"
    typealias Payload = [Double]
    typealias Reply = Double
    typealias Failure = NoFailure
  }

  private static let contract = #"""
    {"bridgeContract": 1, "name": "sum", "version": "1.0.0",
     "channels": {"sum": {"from": "web", "via": "messageHandlerWithReply"}},
     "messages": {"sum": {"on": "sum", "payload": {"type": "array", "items": {"type": "number"}},
       "reply": {"payload": {"type": "number"}}, "examples": [{"body": [1, 2], "reply": 3}]}}}
    """#

  @Test("an answer settles the promise; what breaks the contract rejects it with its cause")
  func reply() throws {
    let bridge = try NativeBridge(contract: Self.contract) { _ in }
    bridge.on(Sum.self) { numbers, answer in try? answer.reply(numbers.reduce(0, +)) }
    var found: [String] = []
    let handler = BridgeMessageHandler(bridge) { found += $0.compactMap { $0.cause?.id } }
    let answers = Kept<[String]>([])
    func post(_ body: Any) {
      handler.userContentController(
        WKUserContentController(), didReceive: WKScriptMessage("sum", body)
      ) { value, error in
        answers.value.append(error ?? "\((value as? NSNumber)?.doubleValue ?? -1)")
      }
    }
    post([1, 2.5] as NSArray)
    post(["x"] as NSArray)
    #expect(answers.value == ["3.5", "wrong-type"])
    #expect(found == ["wrong-type"])
  }
}
