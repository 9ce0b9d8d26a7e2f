extension Explanation {
  static let load: [Explanation] = [loadNotFinished, loadFailed, processTerminated]

  private static let loadNotFinished = Explanation(
    cause: .loadNotFinished,
    title: "the page began to load and never finished",
    help: "find the resource that hangs; serve test pages from the bundle",
    meaning: """
      The load was started, perhaps committed, and no end was seen, neither good nor bad. The \
      bridge is not at fault yet: nothing that waits for the end of the load can have happened.
      """,
    origin: """
      A script, font or picture from a slow server holds the load event back. A page under test \
      that is fetched over the network makes every test as slow and as fickle as the network.
      """,
    remedy: """
      Test the bridge with a local page. Look at the page's pending requests. Wait for the \
      message that says the page is ready, not for the load, where only the message matters.
      """,
    example: """
      line 4    {"event": "@loadStarted"}
      line 5    {"cause": "load-not-finished", "channel": "receive",
                 "body": {"kind": "sync"}}
      """)

  private static let loadFailed = Explanation(
    cause: .loadFailed,
    title: "the page could not be loaded",
    help: "check the URL, the file's place in the bundle and the access it is given",
    meaning: """
      The engine gave up loading: no such file or host, no permission, a broken connection, a \
      load replaced by another. No message can come from a page that is not there.
      """,
    origin: """
      The HTML file is not in the test target. A file URL was loaded without read access to its \
      folder. A redirect started a new load, which cancels the first one and looks like a failure.
      """,
    remedy: """
      Handle both failure callbacks of the navigation delegate and log their errors. Take a \
      cancelled load for what it is when a new one has begun.
      """,
    example: """
      line 2    {"event": "@loadStarted"}
      line 3    {"cause": "load-failed", "channel": "bridge",
                 "body": {"kind": "ready"}}
      """)

  private static let processTerminated = Explanation(
    cause: .processTerminated,
    title: "the web process died",
    help: "fail all open requests and reload when the web process ends",
    meaning: """
      The process that runs the page ended. The page is gone with all its open requests; native \
      may still believe that it is there.
      """,
    origin: """
      The system ends web processes to get memory back, mostly of apps in the background. Apps \
      that ignore the termination callback show a blank page, and calls into the dead page stay \
      unanswered for ever.
      """,
    remedy: """
      Handle the termination callback: fail what waits for the page, then reload. Log the event \
      so that later findings can be told from it.
      """,
    example: """
      line 7    {"body": {"kind": "pay", "id": "w3"}}
      line 8    {"event": "@processTerminated"}
      """)
}
