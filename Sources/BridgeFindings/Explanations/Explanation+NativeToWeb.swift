extension Explanation {
  static let nativeToWeb: [Explanation] = [
    functionMissing, webRejected, scriptError, webNotObserved, resultUnserialisable,
  ]

  private static let functionMissing = Explanation(
    cause: .functionMissing,
    title: "the page has no function of this name",
    help: "call only after the page has said that it is ready",
    meaning: """
      Native called a function that the page does not have, or not yet, or no longer. The call \
      is lost.
      """,
    origin: """
      Native calls as soon as it has news, before the page's script ran, or into the next page \
      after a redirect. A page that was opened outside the app's own site has no receiver at all. \
      Packed scripts rename a function that only native uses.
      """,
    remedy: """
      Let the page send a message once its receiver stands, keep calls back until then, and write \
      that as an order rule. Put the receiver on window by a fixed name.
      """,
    example: """
      contract  "receive": {"from": "native", "via": "evaluate",
                            "call": "bridgeReceive"}
      line 3    {"cause": "function-missing", "channel": "receive",
                 "body": {"kind": "sync"}}
      """)

  private static let webRejected = Explanation(
    cause: .webRejected,
    title: "the page's receiver threw or rejected",
    help: "read the page's error; catch it in the receiver and answer with a declared error",
    meaning: """
      The call arrived, and the page's own code failed while it handled it. The transport is \
      fine.
      """,
    origin: """
      The receiver reads a field that is missing, gets text where it expects an object, or an \
      object where it expects text. An older page meets a message of a newer app.
      """,
    remedy: """
      Check the message in the receiver before using it. Where the caller waits for an answer, \
      send an error that the contract declares instead of throwing.
      """,
    example: """
      line 6    {"cause": "web-rejected", "channel": "receive",
                 "body": {"kind": "sync", "value": 1}}
      """)

  private static let scriptError = Explanation(
    cause: .scriptError,
    title: "the script failed before it reached the receiver",
    help: "build the call with an encoder (bridge-contract encode), never by joining texts",
    meaning: """
      The script that should have made the call is itself broken: a syntax error, a wrong \
      thread, a view that is gone. The page's receiver never ran.
      """,
    origin: """
      JSON pasted between quotes breaks at an apostrophe, a backslash, a line end, U+2028 or \
      U+2029, and in template texts at a backtick or ${. Localised error texts are a common \
      source, as only some languages have apostrophes. Text that breaks out of its quotes can run \
      as code.
      """,
    remedy: """
      Pass values as arguments of the call where the engine can do that. Else encode the value \
      as a JavaScript literal. Call from the main thread.
      """,
    example: """
      evaluate  bridgeReceive('{"kind": "note", "text": "Don't"}')
                                                           ^ ends the text
      """)

  private static let webNotObserved = Explanation(
    cause: .webNotObserved,
    title: "native called, and the page never saw it",
    help: "check that the call went to the page and frame that listens now",
    meaning: """
      The script ran without an error, and the page's receiver saw no message. It went to \
      another page, frame or content world.
      """,
    origin: """
      The page was replaced between call and arrival. The receiver lives in a frame, and calls \
      go to the main one. It lives in the page's world, and the call ran in an isolated one. A \
      page that was injected twice replaced its receiver and forgot what the first one knew.
      """,
    remedy: """
      Name frame and world in the call. Log arrivals in the page (the shipped recorder does), so \
      that both ends of the way are seen.
      """,
    example: """
      contract  "receive": {"from": "native", "via": "evaluate",
                            "call": "bridgeReceive", "world": "page"}
      line 9    {"cause": "web-not-observed", "channel": "receive",
                 "body": {"kind": "sync"}}
      """)

  private static let resultUnserialisable = Explanation(
    cause: .resultUnserialisable,
    title: "the result has no form that native could receive",
    help: "let the script end in a plain value, or in null",
    meaning: """
      The call worked, and its result cannot cross the border: a function, a DOM node, a value \
      that holds itself. Native sees an error although the page did what it should.
      """,
    origin: """
      The value of a script is that of its last expression, and that is often an assignment of a \
      function, or undefined. Some engine versions turn undefined into null, others into an error; \
      a function inside an object cannot be cloned at all.
      """,
    remedy: """
      End scripts whose result nobody needs with a null or void 0 as the engine wants it. Return \
      only what JSON can hold.
      """,
    example: """
      evaluate  window.onSync = function () { … }
      line 4    {"cause": "result-unserialisable", "channel": "receive",
                 "body": {"kind": "sync"}}
      """)
}
