// What the tests compile generated Swift with: reads commands, one a line, fields between tabs, and
// answers each with one line. `ContractProbes.swift`, written by the test, names the contracts.

import BridgeClient
import BridgeFindings

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Memory that closures share.
final class Box<Value>: @unchecked Sendable {
  // Unchecked: one thread.
  var value: Value
  init(_ value: Value) { self.value = value }
}

/// A message by its types.
struct MessageProbe {
  var payload: (String) throws -> String
  var reply: (String) throws -> String
  var listen: (NativeBridge, @escaping @Sendable (String) -> Void) -> Void
  var send: (NativeBridge, String) throws -> Void
  var answer: (NativeBridge, Box<Answering>) -> Void
  var request: (NativeBridge, String, @escaping @Sendable (String) -> Void) throws -> Void
}

/// How the next request is answered.
struct Answering {
  var error: String?
  var payload = ""
  var problem: String?
}

func round<T: Codable>(_ type: T.Type, _ json: String) throws -> String {
  try JSONPayload.encode(try JSONPayload.decode(type, from: json))
}

func probe<M: BridgeMessage>(_ type: M.Type) -> MessageProbe {
  MessageProbe(
    payload: { try round(M.Payload.self, $0) },
    reply: { _ in throw BridgeRefusal.settled },
    listen: { bridge, take in
      bridge.on(type) { take((try? JSONPayload.encode($0)) ?? "?") }
    },
    send: { try $0.send(type, try JSONPayload.decode(M.Payload.self, from: $1)) },
    answer: { _, _ in },
    request: { bridge, json, _ in
      try bridge.send(type, try JSONPayload.decode(M.Payload.self, from: json))
    })
}

func probe<M: BridgeRequest>(_ type: M.Type) -> MessageProbe {
  MessageProbe(
    payload: { try round(M.Payload.self, $0) },
    reply: { try round(M.Reply.self, $0) },
    listen: { bridge, take in
      bridge.on(type) { (payload: M.Payload, _: Answer<M>) in
        take((try? JSONPayload.encode(payload)) ?? "?")
      }
    },
    send: { try $0.send(type, try JSONPayload.decode(M.Payload.self, from: $1)) },
    answer: { bridge, answering in
      bridge.on(type) { (_: M.Payload, answer: Answer<M>) in
        do {
          let json = answering.value.payload
          if let name = answering.value.error {
            guard let payload = AnyJSON(json: json),
              let failure = try M.Failure(name: name, payload: payload)
            else { throw BridgeRefusal.settled }
            try answer.fail(failure)
          } else {
            try answer.reply(try JSONPayload.decode(M.Reply.self, from: json))
          }
        } catch {
          answering.value.problem = describe(error)
        }
      }
    },
    request: { bridge, json, take in
      try bridge.request(type, try JSONPayload.decode(M.Payload.self, from: json)) { result, _ in
        switch result {
        case .success(let reply): take("ok\t" + ((try? JSONPayload.encode(reply)) ?? "?"))
        case .failure(.declined(let failure)):
          take("declined\t\(failure.name)\t" + ((try? failure.payload().text) ?? "?"))
        case .failure(.refused(let refusal)): take("no\t" + describe(refusal))
        case .failure(.abandoned): take("no\tabandoned")
        }
      }
    })
}

func describe(_ error: any Error) -> String {
  if let refusal = error as? BridgeRefusal, !refusal.causes.isEmpty {
    return refusal.causes.joined(separator: ",")
  }
  if error is DecodingError { return "decoding\t\(error)" }
  return "\(error)".split(separator: "\n").joined(separator: " ")
}

/// A bridge with what it said, and where results of calls go.
final class Session {
  let sent = Box<[Outgoing]>([])
  let heard = Box<[String]>([])
  let bridge: NativeBridge

  /// `receivers`: `channel=path`, or empty.
  init(_ contract: String, _ receivers: String) throws {
    let sent = sent
    let pair = receivers.split(separator: "=").map(String.init)
    bridge = try NativeBridge(
      contract: contract, receivers: pair.count == 2 ? [pair[0]: pair[1]] : [:]
    ) { sent.value.append($0) }
  }
}

func run(_ fields: [String], _ open: Box<Session?>) throws -> String {
  let (contract, messages) = contractProbes[fields[1]]!
  let session = try open.value ?? Session(contract, fields.last!)
  func message() -> MessageProbe { messages[fields[2]]! }
  switch fields[0] {
  case "payload": return "ok\t" + (try message().payload(fields[3]))
  case "reply": return "ok\t" + (try message().reply(fields[3]))
  case "receive":
    let heard = session.heard
    for (name, probe) in messages {
      probe.listen(session.bridge) { heard.value.append(name + "\t" + $0) }
    }
    let findings = session.bridge.receive(fields[3], on: fields[2])
    let errors = findings.filter { "\($0.severity)" == "error" }
    if !errors.isEmpty {
      return "no\t" + errors.map { $0.cause?.id ?? "?" + $0.message }.joined(separator: ",")
    }
    return "ok\t" + heard.value.joined(separator: "\t")
  case "send":
    try message().send(session.bridge, fields[3])
    return "ok\t" + session.sent.value[0].body
  case "answer":
    let answering = Box(Answering(error: fields[4] == "" ? nil : fields[4], payload: fields[5]))
    message().answer(session.bridge, answering)
    let result = Box<String?>(nil)
    let channel = fields[6]
    let findings = session.bridge.receive(fields[3], on: channel) { result.value = $0 }
    if let problem = answering.value.problem { return "no\t" + problem }
    if let text = result.value { return "ok\t" + text }
    guard let outgoing = session.sent.value.first else { return "no\tsilent \(findings)" }
    return "ok\t" + outgoing.body
  case "request":
    // Answered by the next command.
    open.value = session
    let heard = session.heard
    try message().request(session.bridge, fields[3]) { heard.value.append($0) }
    return "ok\t" + session.sent.value[0].body
  case "replied":
    open.value = nil
    if let result = session.sent.value.first?.result {
      result(fields[3])
    } else {
      session.bridge.receive(fields[3], on: fields[2])
    }
    return session.heard.value.first ?? "no\tnothing heard"
  default: return "no\twhat?"
  }
}

/// Writes a line at once: the other side waits for it.
func say(_ line: String) {
  var bytes = Array((line + "\n").utf8)[...]
  while !bytes.isEmpty {
    let count = bytes.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
    guard count > 0 else { return }
    bytes = bytes.dropFirst(count)
  }
}

@main struct Main {
  static func main() {
    let open = Box<Session?>(nil)
    while let line = readLine(strippingNewline: true) {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      do {
        say(try run(fields, open))
      } catch {
        open.value = nil
        say("no\t" + describe(error))
      }
    }
  }
}
