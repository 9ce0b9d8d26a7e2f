import BridgeContract
import BridgeFindings
import BridgeLog
import Foundation
import TestSupport
import Testing

@testable import BridgeRecorder

@Suite("The glue for Apple's WebKit, against declarations written by hand")
@MainActor
struct AppleGlueTests {
  private final class Receiver: WKScriptMessageHandler, WKNavigationDelegate {
    var names: [String] = []
    func userContentController(
      _ controller: WKUserContentController, didReceive message: WKScriptMessage
    ) {
      names.append(message.name)
    }
    func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!) {
      names.append("didCommit")
    }
  }

  private final class Replier: WKScriptMessageHandlerWithReply {
    func userContentController(
      _ controller: WKUserContentController, didReceive message: WKScriptMessage,
      replyHandler: @escaping @MainActor @Sendable (Any?, String?) -> Void
    ) {
      if message.body is NSNull { replyHandler(nil, "no") } else { replyHandler(["ok": true], nil) }
    }
  }

  /// The lines without time, session and origin.
  private func lines(_ log: String) -> [String] {
    log.split(separator: "\n").map {
      $0.replacing(/^\{"t":\d+,"session":"s",/, with: "")
        .replacing(#","origin":"recorded","recorder":"native"}"#, with: "")
    }.map { String($0) }
  }

  @Test("messages, replies, navigation and calls become lines, and are handed on")
  func whole() throws {
    let recording = try Recording(nil, Recording.options(.all))
    let session = recording.recorder.session("s")
    let controller = WKUserContentController()
    let view = WKWebView()
    let receiver = Receiver()
    let handler = RecordingMessageHandler(receiver, session)
    let replier = RecordingReplyHandler(Replier(), session, keepsHandler: true)
    let delegate = RecordingNavigationDelegate(session, handingOnTo: receiver)

    delegate.webView(view, didStartProvisionalNavigation: nil)
    delegate.webView(view, didCommit: nil)
    let body =
      ["kind": "ready", "version": NSNumber(value: 1.0), "on": NSNumber(value: true)]
      as NSDictionary
    handler.userContentController(controller, didReceive: WKScriptMessage("bridge", body))
    var replies: [String] = []
    for body in ["x" as NSString, NSNull()] as [Any] {
      replier.userContentController(controller, didReceive: WKScriptMessage("api", body)) {
        replies.append("\($0 != nil) \($1 ?? "-")")
      }
    }
    delegate.webView(view, didFinish: nil)
    try view.call("bridgeReceive", json: #"{"kind":"sync"}"#, recordedBy: session)
    view.failure = NSError(
      domain: "WKErrorDomain", code: 4,
      userInfo: ["WKJavaScriptExceptionMessage": "ReferenceError: Can't find variable: App"])
    var failure: (any Error)?
    try view.call("App.receive", json: "1", recordedBy: session) { failure = $0 }
    delegate.webViewWebContentProcessDidTerminate(view)

    let frame = #""frame":{"main":true,"origin":"https://shop.example"},"#
    #expect(
      lines(try recording.end()) == [
        #""page":1,"event":"@loadStarted""#, #""page":1,"event":"@loadCommitted""#,
        #""page":1,"direction":"webToNative","channel":"bridge",\#(frame)"body":{"kind":"ready","on":true,"version":1}"#,
        #""page":1,"direction":"webToNative","channel":"api",\#(frame)"call":1,"body":"x""#,
        #""page":1,"answers":1,"body":{"ok":true}"#,
        #""page":1,"direction":"webToNative","channel":"api",\#(frame)"call":2,"body":null"#,
        #""page":1,"answers":2,"error":"no""#, #""page":1,"event":"@loadFinished""#,
        #""page":1,"direction":"nativeToWeb","channel":"bridgeReceive","call":3,"body":{"fn":"bridgeReceive","args":[{"kind":"sync"}]}"#,
        #""page":1,"direction":"nativeToWeb","channel":"App.receive","call":4,"body":{"fn":"App.receive","args":[1]}"#,
        #""page":1,"direction":"nativeToWeb","channel":"App.receive","cause":"function-missing""#,
        #""page":1,"event":"@processTerminated""#,
      ])
    #expect(receiver.names == ["didCommit", "bridge"])
    #expect(replies == ["true -", "false no"])
    #expect(view.scripts.count == 2)
    #expect(failure != nil)
  }

  @Test("neither handler nor delegate keeps the app's objects alive")
  func weak() throws {
    let recording = try Recording(nil, Recording.options(.all))
    let session = recording.recorder.session("s")
    var receiver: Receiver? = Receiver()
    weak let watched = receiver
    let handler = receiver.map { RecordingMessageHandler($0, session) }
    let delegate = RecordingNavigationDelegate(session, handingOnTo: receiver)
    receiver = nil
    #expect(watched == nil)
    handler?.userContentController(
      WKUserContentController(), didReceive: WKScriptMessage("bridge", 1))
    delegate.webView(WKWebView(), didCommit: nil)
    #expect(lines(try recording.end()).count == 2)
  }

  @Test(
    "why a call failed",
    arguments: [
      (4, "ReferenceError: Can't find variable: App", Cause.functionMissing),
      (4, "ReferenceError: Can't find variable: other", .webRejected),
      (4, "TypeError: App.receive is not a function. (In 'App.receive(1)')", .functionMissing),
      (4, "TypeError: x is not a function", .webRejected), (4, "Error: no", .webRejected),
      (5, "", .resultUnserialisable), (2, "", .processTerminated), (1, "", .scriptError),
    ] as [(Int, String, Cause)])
  func failures(_ code: Int, _ text: String, _ cause: Cause) {
    let error = NSError(
      domain: "WKErrorDomain", code: code, userInfo: ["WKJavaScriptExceptionMessage": text])
    #expect(ScriptFailure.cause(error, of: "window.App.receive") == cause)
  }

  @Test("values of Foundation as JSON text: true is not 1, and what JSON lacks is told")
  func values() {
    func text(_ value: Any?) -> String {
      let body = RecordedBody(value)
      let losses = body.losses.map { " \($0.at)=\($0.was)" }.joined()
      return String(decoding: body.text, as: UTF8.self) + losses
    }
    #expect(text(NSNumber(value: true)) == "true")
    #expect(text(NSNumber(value: 1)) == "1")
    #expect(text(NSNumber(value: 1.0)) == "1")
    #expect(text(NSNumber(value: 0.1)) == "0.1")
    #expect(text(NSNumber(value: -0.0)) == "-0")
    #expect(text(NSNumber(value: 1e300)) == "1e+300")
    #expect(text(NSNumber(value: UInt64.max)) == "18446744073709551615")
    #expect(text(NSNumber(value: Double.nan)) == "null =NaN")
    #expect(text(["a": -Double.infinity]) == #"{"a":null} /a=-Infinity"#)
    #expect(text(true) == "true")
    #expect(text(7) == "7")
    #expect(text("a\"\\\n\u{1F600}é") == #""a\"\\\u000a😀é""#)
    #expect(text(nil) == "null =undefined")
    #expect(text(NSNull()) == "null")
    #expect(
      text(Date(timeIntervalSince1970: 1_732_950_000.034)) == #""2024-11-30T07:00:00.034Z" =Date"#)
    #expect(text(Date(timeIntervalSince1970: -1)) == #""1969-12-31T23:59:59.000Z" =Date"#)
    #expect(text([1, [NSNull(), ["x/y": [true]]]] as [Any]) == #"[1,[null,{"x/y":[true]}]]"#)
    #expect(text(["b": 1, "a": Int?.none as Any]) == #"{"a":null,"b":1}"#)
    // A cyclic NSArray is left out: Foundation on Linux copies an array that is looked at through
    // Swift, and an array that holds itself has no end there.
    let twice = NSArray(array: [1])
    #expect(text(NSArray(array: [twice, twice])) == "[[1],[1]]")
  }
}
