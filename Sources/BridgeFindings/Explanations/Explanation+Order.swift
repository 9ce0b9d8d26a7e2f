extension Explanation {
  static let order: [Explanation] = [tooEarly, tooLate, repeated, notSerial, missingStep]

  private static let tooEarly = Explanation(
    cause: .tooEarly,
    title: "the message came before what must come first",
    help: "wait for the step that the rule names before sending",
    meaning: """
      An order rule wants something else first, and the log shows the beginning of the page (or \
      session) without it. For a state machine: the message is allowed later, not in this state.
      """,
    origin: """
      Native sends as soon as it has the value, although the page is still loading. The page \
      says it is ready when its script has run, which is earlier than the end of the load: the \
      two are different moments and need different words.
      """,
    remedy: """
      Queue the message until the step was seen. If the order does not matter after all, take \
      the rule out of the contract.
      """,
    example: """
      contract  {"id": "send-after-load", "rule": "precedes",
                 "first": "@loadFinished", "then": "sync"}
      line 3    {"body": {"kind": "ready", "version": 1}}
      line 4    {"body": {"kind": "sync", "value": "ok"}}
      """)

  private static let tooLate = Explanation(
    cause: .tooLate,
    title: "the message came after what must come last",
    help: "stop sending once the step that the rule names has happened",
    meaning: """
      A rule says that this message never follows another one, or the state machine has left the \
      states in which it may come.
      """,
    origin: """
      Work that was begun earlier reports its result although the dialog is closed, the payment \
      done or the user signed out.
      """,
    remedy: "Cancel the work at that step, or drop its result. Check the state before sending.",
    example: """
      contract  {"id": "no-pay-after-close", "rule": "never",
                 "of": "pay", "after": "close"}
      line 8    {"body": {"kind": "close"}}
      line 9    {"body": {"kind": "pay", "id": "w2", "data": {"total": 5}}}
      """)

  private static let repeated = Explanation(
    cause: .repeated,
    title: "it happened again, and may only happen once",
    help: "send it once for each page; guard against running the start code twice",
    meaning: """
      A rule allows the message (or reply, or event) once in each page or session, and this is \
      another one.
      """,
    origin: """
      A single-page app runs its start code again after an internal navigation. A redirect \
      initialises twice. A library is loaded by two bundles.
      """,
    remedy: """
      Remember that it was sent. If each page may send it, but the rule counts by session, \
      change "per" to "page".
      """,
    example: """
      contract  {"id": "ready-once", "rule": "exactlyOnce", "of": "ready"}
      line 3    {"body": {"kind": "ready", "version": 1}}
      line 7    {"body": {"kind": "ready", "version": 1}}
      """)

  private static let notSerial = Explanation(
    cause: .notSerial,
    title: "sent while the one before waits for its reply",
    help: "wait for the reply before sending the next one",
    meaning: """
      A rule says that only one of these requests may be open at a time, and a second one was \
      sent before the first had its reply.
      """,
    origin: """
      A button that can be pressed twice. Bridges that match replies without ids swap the \
      answers of two equal requests, so one at a time is all they can do.
      """,
    remedy: "Disable the button or queue the request until the reply or its time limit.",
    example: """
      contract  {"id": "one-payment", "rule": "serial", "of": "pay"}
      line 3    {"body": {"kind": "pay", "id": "w1", "data": {"total": 5}}}
      line 4    {"body": {"kind": "pay", "id": "w2", "data": {"total": 5}}}
      """)

  private static let missingStep = Explanation(
    cause: .missingStep,
    title: "it never happened, though it must",
    help: "find out why the step was not sent: a script that did not run, a wrong page",
    meaning: """
      A rule wants at least one of these, and the page (or session) or its time ended without. \
      It stands at the line where that became certain. It is only claimed where the log shows \
      the beginning.
      """,
    origin: """
      The page's script failed early. The view shows an error page or a sign-in page without the \
      bridge. The start event was fired before anybody listened, and nobody asked again.
      """,
    remedy: """
      Look at the page's console for the first error. Let the side that missed an event ask for \
      the state instead of waiting for ever.
      """,
    example: """
      contract  {"id": "ready-once", "rule": "exactlyOnce", "of": "ready",
                 "within": "5s"}
      line 1    {"t": 0, "event": "@loadCommitted"}
      line 2    {"t": 6000, "event": "@loadFinished"}
      """)
}
