// Compiled against the generated types of sync: this must compile. `SyncMisuses.swift` must not.

import BridgeClient

struct Answerer: Sync.Handler {
  func ready(_ payload: Sync.Ready.Payload) {}

  func readyV2(_ payload: Sync.ReadyV2.Payload, answer: Answer<Sync.ReadyV2>) {
    do {
      if payload.locale == nil {
        try answer.fail(.unavailable(.init(retryAfter: 30)))
      } else {
        try answer.reply(.init(value: "ok", revision: 7))
      }
    } catch {
      print(error)
    }
  }
}

func use() throws {
  let client = try Sync.Client { outgoing in print(outgoing.script ?? outgoing.body) }
  Sync.serve(Answerer(), on: client.bridge)
  try client.sync(.init(value: "new"))
  client.bridge.receive(#"{"kind":"ready","version":2,"id":1}"#, on: "bridge")
}
