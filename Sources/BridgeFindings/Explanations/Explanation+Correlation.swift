extension Explanation {
  static let correlation: [Explanation] = [
    idMissing, idInvalid, idReused, replyMissing, replyLate, staleID, replyDuplicate,
    replyUnknownID, replyMismatch, replyUndeclaredError,
  ]

  private static let idMissing = Explanation(
    cause: .idMissing,
    title: "the message needs an id and has none",
    help: "give every request an id, or mark the message \"id\": \"optional\"",
    meaning: """
      The message has a reply, so the contract wants an id by which the two find each other. \
      None was there; null is none, while 0 and the empty text are ids.
      """,
    origin: """
      A request sent by hand instead of through the bridge's own function. A host that leaves \
      the id out of messages it takes for notifications.
      """,
    remedy: """
      Send through the function that counts ids. If nobody waits for the answer, the message \
      should not have a reply in the contract.
      """,
    example: """
      contract  "framing": {"kind": "/kind", "id": "/id"}
      line 3    {"body": {"kind": "pay", "data": {"total": 5}}}
      """)

  private static let idInvalid = Explanation(
    cause: .idInvalid,
    title: "the id has the wrong type or form",
    help: "send ids in the type and form that framing.ids names",
    meaning: """
      The id is there, but not of the type in the contract, or it does not match the pattern. \
      Still it opens its request, so that the reply is not blamed.
      """,
    origin: """
      One side counts with numbers, the other keeps ids as text: 8 and "8" never meet. Ids above \
      2^53 change their last digits in JavaScript. An id that is used as the name of a function \
      must not hold blanks or quotes.
      """,
    remedy: "Make ids in one place. Prefer short texts such as w17, or small integers.",
    example: """
      contract  "ids": {"type": "string", "pattern": "^w[0-9]+$"}
      line 3    {"body": {"kind": "pay", "id": 17, "data": {"total": 5}}}
      """)

  private static let idReused = Explanation(
    cause: .idReused,
    title: "the id is in use already",
    help: "count ids up and never start again while requests are open",
    meaning: """
      A second request was opened with the id of one that still waits (or, with "reuse": false, \
      of one that is settled). A reply to this id cannot be told apart.
      """,
    origin: """
      Ids taken from the clock are equal for two requests in one millisecond. Random ids from a \
      small range collide, seldom enough never to be found in tests. A counter that starts anew \
      when the script is injected again.
      """,
    remedy: """
      Use one counter for each side, or random ids of at least 64 bits. Keep the counter when \
      the script is injected twice.
      """,
    example: """
      line 3    {"body": {"kind": "pay", "id": "w1", "data": {"total": 5}}}
      line 4    {"body": {"kind": "pay", "id": "w1", "data": {"total": 9}}}
      """)

  private static let replyMissing = Explanation(
    cause: .replyMissing,
    title: "no reply came",
    help: "answer every request, with a declared error where the work fails",
    meaning: """
      The request was still open when its page or the log ended. It stands at the line of the \
      request: an error if its time has passed, else a warning, as the reply may have come \
      after the log. Why no reply came is another question.
      """,
    origin: """
      A handler that nobody registered is often only written to the console. An error path \
      forgets to answer. The callbacks were thrown away when the bridge was injected again. The \
      web process died.
      """,
    remedy: """
      Answer in every branch, and answer unknown messages with an error. Fail what is open when \
      the page goes. Set "within" in the contract, so that slow and never can be told apart.
      """,
    example: """
      contract  "reply": {"on": "push", "within": "10s", …}
      line 3    {"t": 0, "body": {"kind": "pay", "id": "w1", …}}
      line 9    {"t": 60000, "event": "@teardown"}
      """)

  private static let replyLate = Explanation(
    cause: .replyLate,
    title: "the reply came after its time",
    help: "answer in time with progress or an error, or raise \"within\" if waiting is right",
    meaning: """
      The reply belongs to its request but came later than "within" allows. It still settles the \
      request. The time is evidence; what took so long is for you to find.
      """,
    origin: """
      The page waited for a network answer or for the user. The main thread was busy parsing a \
      large message. A caller without ids that gives up takes this reply for its next one, and \
      from then on every answer is off by one.
      """,
    remedy: """
      Give up on both sides with the same limit, and ignore the reply afterwards by its id. \
      Requests that wait for a person need a long limit or none.
      """,
    example: """
      contract  "reply": {"on": "push", "within": "10s", …}
      line 3    {"t": 0, "body": {"kind": "pay", "id": "w1", …}}
      line 4    {"t": 12000, "body": {"id": "w1", "data": {"receipt": "r"}}}
      """)

  private static let staleID = Explanation(
    cause: .staleID,
    title: "the reply belongs to a request of an earlier page",
    help: "forget open requests when a new page begins; never carry ids over",
    meaning: """
      The request was sent by a page that is gone, and its reply arrived at the page after it. \
      If that page has an open request with the same id, it takes the wrong answer for its own: \
      the protocol cannot tell them apart, and the finding is a warning.
      """,
    origin: """
      Counters start at 0 on every page, so request 7 of the old page and request 7 of the new \
      one look alike. Native finishes work that a page asked for and answers whatever page is \
      there now. The flood of unknown callback ids after a reload is the mild form; the wrong \
      answer in a payment is the other.
      """,
    remedy: """
      Tie each request in native to the page (or navigation) it came from, and drop its reply \
      when that is gone. In the page, begin ids with a random part for each load.
      """,
    example: """
      line 3    {"page": 1, "body": {"kind": "pay", "id": "w1", …}}
      line 4    {"event": "@loadCommitted"}
      line 5    {"page": 2, "body": {"id": "w1", "data": {"receipt": "r"}}}
      """)

  private static let replyDuplicate = Explanation(
    cause: .replyDuplicate,
    title: "the request has its reply already",
    help: "answer once; for several replies write \"count\" in the contract",
    meaning: """
      A second reply came to a request that was settled. Receivers have dropped the callback by \
      then: the reply is ignored, or crashes the one who looks for it.
      """,
    origin: """
      Native answers at once with an empty result and later with the real one, and the page has \
      seen only the first. Error and success paths both run. Progress is sent as replies although \
      the caller waits for one.
      """,
    remedy: """
      Guard the answering function so that it works once. Declare streams as such with \
      "count": "many" or "until".
      """,
    example: """
      line 4    {"body": {"id": "w1", "data": {}}}
      line 5    {"body": {"id": "w1", "data": {"receipt": "r"}}}
      """)

  private static let replyUnknownID = Explanation(
    cause: .replyUnknownID,
    title: "no request has this id",
    help: "send the request's id back as it came, in the same type",
    meaning: """
      The reply names an id that no request of this session has, as far as the log shows. If the \
      log began after the request, the request is simply not in it.
      """,
    origin: """
      The id was changed on the way: a number became text, or a large number lost digits. A \
      reply went to the wrong web view or frame. The answer to one side's request was sent by \
      that side itself. Very old replies are forgotten after 1,024 newer ones.
      """,
    remedy: "Keep the id untouched and opaque. Record from the beginning of the session.",
    example: """
      line 3    {"body": {"kind": "pay", "id": "w1", "data": {"total": 5}}}
      line 4    {"body": {"id": "w11", "data": {"receipt": "r"}}}
      """)

  private static let replyMismatch = Explanation(
    cause: .replyMismatch,
    title: "the reply's channel or kind is not the right one",
    help: "answer over the channel and with the kind that the message's \"reply\" names",
    meaning: """
      The id is that of an open request, but the contract expects its reply elsewhere or under \
      another kind. The request stays open: whoever waits for it has not been answered.
      """,
    origin: """
      Two callers counted to the same id and got each other's answer. Request and reply types \
      share a number, so that a reply is taken for a call. A new app answers over a new channel \
      that the old page does not read.
      """,
    remedy: "Compare the request's reply.on and reply.kind with what the sender really uses.",
    example: """
      contract  "pay": {"on": "api", "reply": {"on": "push", "kind": "paid", …}, …}
      line 4    {"channel": "push", "body": {"kind": "synced", "id": "w1"}}
      """)

  private static let replyUndeclaredError = Explanation(
    cause: .replyUndeclaredError,
    title: "an error that the message does not declare",
    help: "declare the error in the contract, or map it to one that is declared",
    meaning: """
      The reply is an error, and its code is none of those the message lists under "errors". \
      The caller has no branch for it.
      """,
    origin: """
      An exception's name or a localised text is sent as the code. A newer host answers with an \
      error for methods it does not know yet. Errors without any form fall into a general branch \
      and hide what happened.
      """,
    remedy: """
      Translate failures into a few codes of your own at the border. Add the code to the \
      contract where callers should know it.
      """,
    example: """
      contract  "pay": {"reply": {"errors": ["declined"], …}, …}
      line 4    {"body": {"id": "w1", "error": {"code": "busy"}}}
      """)
}
