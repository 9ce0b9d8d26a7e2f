/// A contract with something for every cause to break, and scenarios that are put into it.
enum InjectionContract {
  /// The contract with these live scenarios: name to JSON text.
  static func text(_ scenarios: [(name: String, text: String)]) -> String {
    let plain = (0..<12).map { n in
      """
      "p\(n)": {"on": "bridge", "version": 1, "id": "none", "payload": {"$ref": "#/types/Fields"},
        "examples": [{"body": \(body(n))}]}
      """
    }
    let small = ["hello", "must", "bye", "once", "afterHello", "afterBye", "pad"].map { name in
      """
      "\(name)": {"on": "bridge", "version": 1, "id": "none", "payload": true,
        "examples": [{"body": {"kind": "\(name)", "v": 1, "data": null}}]}
      """
    }
    let all = scenarios.map { "\"\($0.name)\": \($0.text)" }
    return """
      {"bridgeContract": 1, "name": "injection", "version": "2.0.0", "unknownFields": "reject",
       "framing": \(framing("")),
       "channels": {
        "bridge": {"from": "web", "via": "messageHandler"},
        "side": {"from": "web", "via": "messageHandler"},
        "extra": {"from": "web", "via": "messageHandler"},
        "trusted": {"from": "web", "via": "messageHandler", "frames": "main", "origins": ["https://app.test"]},
        "text": {"from": "web", "via": "messageHandler", "framing": \(framing("\"decode\": {\"\": [\"text\", \"json\"]}, "))},
        "receive": {"from": "native", "via": "evaluate", "call": "App.receive"},
        "events": {"from": "native", "via": "dispatchEvent", "event": "app"}},
       "types": {"Fields": {"type": "object", "required": ["s"], "properties": {
         "s": {"type": "string", "pattern": "^[a-z]+$"}, "l": {"type": "string", "minLength": 2},
         "t": {"type": "string"}, "n": {"type": "integer", "minimum": 1, "maximum": 9},
         "big": {"type": "integer"}, "e": {"enum": ["x", "y"]},
         "u": {"type": "array", "uniqueItems": true}, "d": {"type": "string", "format": "date"},
         "z": {"not": {"const": 0}}}}},
       "errors": {"busy": {"payload": {"type": "object", "properties": {"code": {"const": "busy"}}}}},
       "messages": {\(plain.joined(separator: ",\n")),
        \(small.joined(separator: ",\n")),
        "old": {"on": "bridge", "version": 1, "id": "none", "payload": true, "deprecated": "1.5.0",
          "examples": [{"body": {"kind": "old", "v": 1, "data": null}}]},
        "onExtra": {"on": "extra", "version": 1, "id": "none", "payload": true,
          "examples": [{"body": {"kind": "onExtra", "v": 1, "data": null}}]},
        "onTrusted": {"on": "trusted", "version": 1, "id": "none", "payload": true,
          "examples": [{"body": {"kind": "onTrusted", "v": 1, "data": null}}]},
        "onText": {"on": "text", "version": 1, "id": "none", "payload": true,
          "examples": [{"body": "{\\"kind\\":\\"onText\\",\\"v\\":1,\\"data\\":null}"}]},
        "get": {"on": "bridge", "version": 1, "payload": true, "reply": {"on": "receive", "payload": true},
          "examples": [{"body": {"kind": "get", "v": 1, "id": 1, "data": null}, "reply": {"id": 1, "data": null}}]},
        "job": {"on": "bridge", "version": 1, "payload": true, "reply": {"on": "receive", "payload": true},
          "examples": [{"body": {"kind": "job", "v": 1, "id": 500, "data": null}, "reply": {"id": 500, "data": null}}]},
        "push": {"on": "receive", "version": 1, "id": "none", "payload": true,
          "examples": [{"body": {"kind": "push", "v": 1, "data": null}}]},
        "event": {"on": "events", "version": 1, "id": "none", "payload": true,
          "examples": [{"body": {"kind": "event", "v": 1, "data": null}}]},
        "ask": {"on": "receive", "version": 1, "payload": true,
          "reply": {"on": "bridge", "payload": {"type": "integer"}, "errors": ["busy"], "within": "1s"},
          "examples": [{"body": {"kind": "ask", "v": 1, "id": 70, "data": null}, "reply": {"id": 70, "data": 3}}]},
        "ask2": {"on": "receive", "version": 1, "payload": true, "reply": {"on": "side", "payload": true},
          "examples": [{"body": {"kind": "ask2", "v": 1, "id": 80, "data": null}, "reply": {"id": 80, "data": null}}]},
        "stream": {"on": "receive", "version": 1, "payload": true,
          "reply": {"on": "bridge", "payload": true, "count": {"until": {"at": "/last", "is": true}}, "sequence": "/seq"},
          "examples": [{"body": {"kind": "stream", "v": 1, "id": 90, "data": null}, "reply": {"id": 90, "seq": 0, "last": true, "data": null}}]}},
       "order": [
        {"id": "hello-first", "rule": "precedes", "first": "hello", "then": "afterHello"},
        {"id": "nothing-after-bye", "rule": "never", "of": "afterBye", "after": "bye"},
        {"id": "once", "rule": "atMostOnce", "of": "once"},
        {"id": "must", "rule": "atLeastOnce", "of": "must"},
        {"id": "one-job", "rule": "serial", "of": "job"}],
       "scenarios": {\(all.joined(separator: ",\n"))}}
      """
  }

  private static func framing(_ more: String) -> String {
    """
    {\(more)"kind": "/kind", "version": "/v", "id": "/id", "payload": "/data", "ids": {"type": "integer"},
     "reply": {"error": "/error", "code": "/error/code"}}
    """
  }

  /// A good body of one of the plain messages, with other fields or another head.
  static func body(
    _ n: Int, head: String? = nil, data: String = #"{"s":"ab"}"#
  ) -> String {
    "{\(head ?? "\"kind\":\"p\(n)\",\"v\":1"),\"data\":\(data)}"
  }
}
