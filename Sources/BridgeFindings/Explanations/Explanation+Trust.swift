extension Explanation {
  static let trust: [Explanation] = [untrustedFrame, untrustedOrigin, notObservable]

  private static let untrustedFrame = Explanation(
    cause: .untrustedFrame,
    title: "from a frame that may not send",
    help: "check isMainFrame in the handler before anything else",
    meaning: """
      The channel is for the main frame only, and the message came from a frame inside the page. \
      Whoever fills that frame, an advertisement for example, speaks to native.
      """,
    origin: """
      Handlers are there for every frame unless the app checks. Bridges that put their script \
      into all frames and take the sender from the address of the whole page trust any frame.
      """,
    remedy: """
      Refuse messages whose frame is not the main one. Inject scripts into the main frame only. \
      If frames may send, say so: "frames": "any", and list the origins.
      """,
    example: """
      contract  "bridge": {"from": "web", "via": "messageHandler", "frames": "main"}
      line 4    {"frame": {"main": false, "origin": "https://ads.example"},
                 "body": {"kind": "ready", "version": 1}}
      """)

  private static let untrustedOrigin = Explanation(
    cause: .untrustedOrigin,
    title: "from an origin that may not send",
    help: "compare the sender's origin with your list before handling a message",
    meaning: """
      The channel lists the origins that may send, and the message came from another one.
      """,
    origin: """
      The view followed a link to another site and the handler stayed. The app compared the \
      address of the view, which may have changed since the message was sent, and not the origin \
      of the sender.
      """,
    remedy: """
      Take the origin from the message's own frame information. Add a new origin to the contract \
      only if it is yours.
      """,
    example: """
      contract  "origins": ["https://app.example"]
      line 9    {"frame": {"main": true, "origin": "https://other.example"},
                 "body": {"kind": "pay", "id": "w1"}}
      """)

  private static let notObservable = Explanation(
    cause: .notObservable,
    title: "the log cannot show what the contract asks for",
    help: "log frame and origin with each message, or take the rule out of the contract",
    meaning: """
      The channel has rules on frames or origins, and its lines say nothing of either. That is \
      not a pass: nobody knows. With nothing worse the exit status is 3.
      """,
    origin: """
      Recorders that keep only the body. Some engines hand a message over without its frame, so \
      that no log of them can have it.
      """,
    remedy: """
      Let the app write the frame information into the log line. Where the engine cannot, test \
      that rule on one that can.
      """,
    example: """
      contract  "bridge": {"from": "web", "via": "messageHandler", "frames": "main"}
      line 1    {"body": {"kind": "ready", "version": 1}}
      """)
}
