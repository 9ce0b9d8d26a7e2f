/// What `init` writes: a contract of two messages, one each way.
///
/// The page says `ready` once it can listen, native answers with `sync` once the page has loaded.
/// It is in the form that `fmt` writes.
enum ReadySyncContract {
  static let text = #"""
    {
      "bridgeContract": 1,
      "name": "sync",
      "version": "1.0.0",
      "doc": "The page says that it is ready, native sends it a value.",
      "framing": { "kind": "/kind", "version": "/version" },
      "channels": {
        "bridge": { "from": "web", "via": "messageHandler" },
        "receive": { "from": "native", "via": "evaluate", "call": "bridgeReceive" }
      },
      "messages": {
        "ready": {
          "doc": "The page can receive.",
          "on": "bridge",
          "version": 1,
          "payload": { "type": "object" },
          "examples": [
            { "body": { "kind": "ready", "version": 1 } },
            { "body": { "kind": "ready" }, "fails": "version-missing", "at": "/version" },
            { "body": { "kind": "ready", "version": "1" }, "fails": "version-type", "at": "/version" },
            { "body": "ready", "fails": "not-an-object", "at": "" }
          ]
        },
        "sync": {
          "doc": "The page shows this value.",
          "on": "receive",
          "payload": {
            "type": "object",
            "required": ["value"],
            "properties": { "value": { "type": "string" } }
          },
          "examples": [
            { "body": { "kind": "sync", "value": "ok" } },
            { "body": { "kind": "sync", "value": 1 }, "fails": "wrong-type", "at": "/value" }
          ]
        }
      },
      "order": [
        {
          "id": "handler-first",
          "rule": "precedes",
          "first": "@handlerRegistered",
          "then": "@loadStarted",
          "per": "session"
        },
        { "id": "send-after-load", "rule": "precedes", "first": "@loadFinished", "then": "sync" },
        { "id": "ready-once", "rule": "exactlyOnce", "of": "ready", "within": "5s" }
      ],
      "scenarios": {
        "handshake": {
          "log": [
            { "event": "@handlerRegistered" },
            { "event": "@loadStarted" },
            { "event": "@loadCommitted" },
            { "body": { "kind": "ready", "version": 1 } },
            { "event": "@loadFinished" },
            { "body": { "kind": "sync", "value": "ok" } }
          ]
        },
        "ready is not load finished": {
          "log": [
            { "event": "@handlerRegistered" },
            { "event": "@loadCommitted" },
            { "body": { "kind": "ready", "version": 1 } },
            { "body": { "kind": "sync", "value": "ok" } }
          ],
          "fails": "too-early"
        }
      }
    }

    """#
}
