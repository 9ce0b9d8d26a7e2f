/// What `init` writes: a page that keeps the ready/sync contract, for tests without a network.
enum FixturePage {
  static let text = #"""
    <!doctype html>
    <html lang="en">
    <meta charset="utf-8">
    <title>Bridge fixture</title>
    <body>
    <script>
    // The page's side of Contracts/sync.bridge.json. Change both together.
    window.bridgeReceive = function (message) {
      if (message === null || typeof message !== "object" || message.kind !== "sync" ||
          typeof message.value !== "string") {
        throw new Error("Invalid native message");
      }
      // Where a test looks; no part of the protocol.
      document.body.dataset.received = message.value;
    };
    // The receiver is in place before the page says that it is ready.
    window.webkit.messageHandlers.bridge.postMessage({ kind: "ready", version: 1 });
    </script>
    </body>
    </html>

    """#
}
