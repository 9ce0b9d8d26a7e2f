extension Explanation {
  static let webToNative: [Explanation] = [
    handlerMissing, nativeNotReceived, duplicateDelivery, afterTeardown,
  ]

  private static let handlerMissing = Explanation(
    cause: .handlerMissing,
    title: "the page posted to a handler that is not there",
    help: "register the handler on the configuration before the web view is made",
    meaning: """
      The page wanted to send, but no receiver of that name was there. The message is lost: \
      nothing keeps it for later.
      """,
    origin: """
      The handler was added after the load began, to another configuration than the web view's, \
      or under another name. A page script that runs at once posts before a bridge that is put in \
      after the load. The same build then works or fails by the luck of timing, more often so in \
      release builds and on cold starts.
      """,
    remedy: """
      Add all handlers to the configuration first, then make the web view, then load. In the \
      page, test that the handler is there and queue messages until it is. Add an order rule, so \
      that every log is checked for it.
      """,
    example: """
      contract  {"id": "handler-first", "rule": "precedes",
                 "first": "@handlerRegistered", "then": "@loadStarted"}
      line 2    {"cause": "handler-missing", "channel": "bridge",
                 "body": {"kind": "ready"}}
      """)

  private static let nativeNotReceived = Explanation(
    cause: .nativeNotReceived,
    title: "the page posted, and native never saw it",
    help: "count posts in the page and in the handler; look for a transport that merges them",
    meaning: """
      The page sent without an error, and no message reached the handler. It was lost on the way.
      """,
    origin: """
      Bridges that send by changing the address of a frame lose all but the last of several \
      sends in one turn of the loop. A queue that is emptied twice gives nothing the second time. \
      A page that leaves directly after posting takes its message with it.
      """,
    remedy: """
      Send through a message handler instead of navigations. Where the old way must stay, put \
      messages into a queue and fetch it as a whole. Let native confirm what must not get lost.
      """,
    example: """
      line 3    {"cause": "native-not-received", "channel": "bridge",
                 "body": {"kind": "ready"}}
      """)

  private static let duplicateDelivery = Explanation(
    cause: .duplicateDelivery,
    title: "one post was delivered twice",
    help: "make sure that each handler and listener is added once",
    meaning: """
      The page sent one message and native got it twice. It matters for everything that is not \
      repeatable: payments, dialogs, counters.
      """,
    origin: """
      A listener is added again on each visit of a page and never removed. Two ways of catching \
      the same call are active at once. A transport that falls back to a second one sends again \
      although the first had arrived, for example when the page reloads in between.
      """,
    remedy: """
      Remove listeners when their page goes. Give requests an id and ignore one that was handled.
      """,
    example: """
      line 5    {"cause": "duplicate-delivery", "channel": "bridge",
                 "body": {"kind": "dialog", "id": 4}}
      """)

  private static let afterTeardown = Explanation(
    cause: .afterTeardown,
    title: "something was said after the end of the session",
    help: "remove the handler and stop queued calls when the web view is taken down",
    meaning: """
      The session has ended with @teardown, and a line of it came later. Somebody still holds a \
      part of it. This line gets no other finding.
      """,
    origin: """
      The content controller keeps its handlers alive, and they often hold the web view: neither \
      is ever freed, and both go on answering. Work that was queued before runs a script in a view \
      that is gone.
      """,
    remedy: """
      Remove the handler by name at teardown, or register a small object that holds the real one \
      weakly. Cancel queued work. If the log begins a new session, give it a new session name.
      """,
    example: """
      line 40   {"session": "s1", "event": "@teardown"}
      line 41   {"session": "s1", "body": {"kind": "sync", "value": "ok"}}
      """)
}
