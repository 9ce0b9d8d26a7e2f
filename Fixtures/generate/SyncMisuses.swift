// Every line that ends in `// no` must be an error, and no other line.

import BridgeClient

struct Half: Sync.Handler {  // no
  func ready(_ payload: Sync.Ready.Payload) {}
}

func misuse(_ client: Sync.Client, _ answer: Answer<Sync.ReadyV2>) throws {
  try client.sync(.init())  // no
  try client.sync(.init(value: 1))  // no
  try client.sync(.init(value: "ok", revision: "1"))  // no
  try client.ready([:])  // no
  try answer.reply(.init(revision: 1))  // no
  try answer.reply(Sync.SyncMessage.Payload(value: "ok"))  // no
  try answer.fail(.busy)  // no
  try answer.fail(.unavailable(.init()))  // no
  var error = Sync.Errors.Unavailable(retryAfter: 1)
  error.code = "other"  // no
  error.retryAfter = nil  // no
  try client.bridge.send(Sync.ReadyV2.self, Sync.SyncMessage.Payload(value: ""))  // no
  print(Sync.ReadyV2.Payload(locale: .null))  // no
}
