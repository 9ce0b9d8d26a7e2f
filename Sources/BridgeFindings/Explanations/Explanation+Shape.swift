extension Explanation {
  static let shape: [Explanation] = framing + fields

  private static let framing: [Explanation] = [
    wrongEncoding, notAnObject, kindMissing, unknownKind, wrongDirection, versionMissing,
    versionType, versionUnsupported,
  ]

  private static let wrongEncoding = Explanation(
    cause: .wrongEncoding,
    title: "the text does not decode as the framing says",
    help: "encode the body exactly as framing.decode lists it, once",
    meaning: """
      The contract says that this text holds JSON, percent-encoded text or base64, and it does \
      not. Nothing more can be said of the body.
      """,
    origin: """
      An object was turned into text without a JSON writer and reads [object Object]. Text was \
      encoded twice, or decoded once too often: a percent sign in a value then breaks the whole \
      URL. A JSON text put into a JavaScript literal lost one level of its backslashes.
      """,
    remedy: """
      Use JSON.stringify on one side and a parser on the other, and nothing in between. Where \
      the bridge can carry objects, send objects.
      """,
    example: """
      contract  "framing": {"decode": {"": ["text", "json"]}, …}
      line 3    {"body": "[object Object]"}
      """)

  private static let notAnObject = Explanation(
    cause: .notAnObject,
    title: "not the object or array that the framing needs",
    help: "send an object with the kind in it, as the framing says",
    meaning: """
      Kind, id and payload stand at places inside the body, and the body is a text, a number, \
      null or the wrong sort of container. It has no such places.
      """,
    origin: """
      One side sends text where the other sends objects; casting to a dictionary then gives \
      nothing, without an error. Posting undefined arrives as null on one system and as the text \
      "undefined" on another.
      """,
    remedy: """
      Wrap the value: {"kind": "ready"} instead of "ready". If the body is JSON in a text, say \
      so with "decode" in the framing.
      """,
    example: """
      contract  "framing": {"kind": "/kind"}
      line 2    {"body": "ready"}
      """)

  private static let kindMissing = Explanation(
    cause: .kindMissing,
    title: "no kind stands where the framing looks for it",
    help: "check the spelling and the place of the field that names the message",
    meaning: """
      The body is an object, but the place of its kind leads nowhere, so nobody knows which \
      message it is.
      """,
    origin: """
      A misspelt field, a wrapper that put the message one level deeper, or a message of another \
      bridge on the same channel.
      """,
    remedy: """
      Build messages with one function on each side. If messages without a kind are meant, give \
      one message "kind": null.
      """,
    example: """
      contract  "framing": {"kind": "/kind"}
      line 2    {"body": {"knd": "ready", "version": 1}}
      """)

  private static let unknownKind = Explanation(
    cause: .unknownKind,
    title: "no message of the contract has this kind",
    help: "add the message to the contract, or correct its name",
    meaning: """
      The channel knows no message of this kind in this direction, or only one that was removed. \
      An error where unknownKinds is "fail", a warning where it is "ignore".
      """,
    origin: """
      The page is newer than the app or the other way round: web pages change within minutes, \
      apps stay on phones for years. Mirrors of the message list kept by hand drift apart, and \
      the receiver drops what it does not know without a word.
      """,
    remedy: """
      Let receivers answer unknown messages with an error. State in the contract which versions \
      are in the field, and check changes with `bridge-contract diff`.
      """,
    example: """
      contract  "messages": {"ready": …, "sync": …}
      line 4    {"channel": "bridge", "body": {"kind": "redy"}}
      """)

  private static let wrongDirection = Explanation(
    cause: .wrongDirection,
    title: "the message came from the side that only receives it",
    help: "check who sends this message, and the direction written in the log",
    meaning: """
      The message belongs to a channel of the other side. Whatever its shape, it came from the \
      wrong end.
      """,
    origin: """
      Most often the log has it the wrong way round: in and out, sent and received mean \
      opposite things to app and page. Bridges in which requests and replies look alike echo \
      replies back as calls.
      """,
    remedy: """
      Use webToNative and nativeToWeb in logs, which mean the same to both. Otherwise find the \
      sender: it uses the other side's channel.
      """,
    example: """
      contract  "receive": {"from": "native", "via": "evaluate", …}
      line 5    {"direction": "webToNative", "channel": "receive",
                 "body": {"kind": "sync", "value": "ok"}}
      """)

  private static let versionMissing = Explanation(
    cause: .versionMissing,
    title: "the message wants a version and has none",
    help: "send the version with the message, as a number if the contract has a number",
    meaning: """
      The message has a version in the contract, and the body has nothing at that place. The \
      receiver cannot know which form it gets.
      """,
    origin: """
      Pages from before there were versions. A shell that is months older than the page it \
      shows, with no exchange of versions to notice it.
      """,
    remedy: """
      Send the version from the first release on. To accept old messages without one, add a \
      message of the same kind without "version".
      """,
    example: """
      contract  "ready": {"version": 1, …}
      line 2    {"body": {"kind": "ready"}}
      """)

  private static let versionType = Explanation(
    cause: .versionType,
    title: "the version has another type than the contract",
    help: "send the version in the contract's type: 1 is not \"1\"",
    meaning: """
      A version is there, but of a type that no message of this kind has: text for a number, \
      or true, which is no number either.
      """,
    origin: """
      A version read from a file or an attribute stays text. On Apple systems true and 1 are \
      both number objects, and code that tests for one takes the other.
      """,
    remedy: "Convert once, where the value is read. Compare type and value in the receiver.",
    example: """
      contract  "ready": {"version": 1, …}
      line 2    {"body": {"kind": "ready", "version": "1"}}
      """)

  private static let versionUnsupported = Explanation(
    cause: .versionUnsupported,
    title: "no message of this kind has this version",
    help: "add this version to the contract, or send one that the receiver knows",
    meaning: """
      The version has the right type, and no message of this kind has it.
      """,
    origin: """
      A page calls a method of a newer host on an older one. Hosts that do not know a version \
      often do not answer at all, and the page waits for ever.
      """,
    remedy: """
      Let the host say what it supports, and ask before using what is new. Keep old and new \
      version side by side in the contract as long as both are in the field.
      """,
    example: """
      contract  "ready": {"version": 1, …}
      line 2    {"body": {"kind": "ready", "version": 3}}
      """)
}
