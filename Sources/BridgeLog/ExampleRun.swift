internal import BridgeContract
internal import BridgeFindings
internal import BridgeJSON

/// Judges one example: its body as line 1, its reply as line 2.
struct ExampleRun {
  let set: ContractSet

  init(_ set: ContractSet) { self.set = set }

  struct Outcome {
    var findings: [Finding]
    /// The message that the body was read as.
    var readAs: Int?
    var replyIsReply = true
  }

  func run(_ example: Example, of index: Int) -> Outcome {
    let box = FindingBox()
    let monitor = TrafficMonitor(set, showsValues: true) { box.findings.append($0) }
    let message = set.messages[index]
    let session = IDKey(file: 0)
    let call = JSONConstants.null
    let overReturn = message.message.reply?.on == .result
    var outcome = Outcome(findings: [], readAs: nil)
    outcome.readAs = readAs(example.body.cursor, message.channel, monitor.reader)
    monitor.take(
      Record(
        content: .body(
          example.body.cursor, channel: message.channel, call: overReturn ? call : nil),
        line: 1, offset: 0, session: session))
    if let reply = example.reply {
      if overReturn {
        monitor.take(
          Record(
            content: .answer(call: call, body: reply.cursor, isError: false, side: nil), line: 2,
            offset: 0, session: session))
      } else {
        let channel = replyChannel(message, reply.cursor, monitor.reader)
        if let channel {
          outcome.replyIsReply = isReply(reply.cursor, channel, monitor.reader)
          monitor.take(
            Record(
              content: .body(reply.cursor, channel: channel, call: nil), line: 2, offset: 0,
              session: session))
        }
      }
    }
    outcome.findings = box.findings
    return outcome
  }

  private func readAs(_ body: JSONCursor, _ channel: Int, _ reader: BodyReader) -> Int? {
    reader.reset()
    guard var reading = reader.bodies(of: body, on: set.channels[channel]).first else { return nil }
    reader.read(&reading, on: set.channels[channel])
    return reading.message
  }

  private func isReply(_ body: JSONCursor, _ channel: Int, _ reader: BodyReader) -> Bool {
    reader.reset()
    guard var reading = reader.bodies(of: body, on: set.channels[channel]).first else {
      return false
    }
    reader.read(&reading, on: set.channels[channel])
    return reading.isReply || reading.failure != nil
  }

  /// The channel of the reply; where any may be used, the first on which it is a reply.
  private func replyChannel(
    _ message: MessageProgram, _ body: JSONCursor, _ reader: BodyReader
  ) -> Int? {
    if let channel = message.replyChannel { return channel }
    let others = set.channels.indices.filter {
      set.channels[$0].channel.from != message.requester
    }
    return others.first { isReply(body, $0, reader) } ?? others.first
  }
}

/// Holds what a sink is given.
private final class FindingBox {
  var findings: [Finding] = []
}
