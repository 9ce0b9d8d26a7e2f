internal import BridgeFindings
internal import BridgeJSON

// What is wrong with a payload, for lines of which everything else is known to be good: nothing but
// the payload is read a second time. The findings are those that `take` would give, in its order.

extension TrafficMonitor {
  /// Explains the payload of a message.
  @inline(never)
  func explain(
    _ payload: JSONCursor, ofMessage line: UnsafePointer<QuickLine>,
    _ idText: UnsafeBufferPointer<UInt8>, _ found: SessionTable.Entry
  ) {
    let owner = set.messages[line.pointee.message]
    let framing = set.channels[line.pointee.channel].channel.framing
    guard let place = framing.payload else { return }
    explain(payload, at: place, owner.message.payload, line, idText, framing.ids, found)
  }

  /// Explains the payload of a reply to `line`'s message.
  @inline(never)
  func explain(
    _ payload: JSONCursor, ofReply line: UnsafePointer<QuickLine>,
    _ idText: UnsafeBufferPointer<UInt8>, _ found: SessionTable.Entry
  ) {
    let program = set.channels[line.pointee.channel]
    let framing = program.channel.framing
    guard let place = framing.reply.payload ?? framing.payload,
      let schema = set.messages[line.pointee.message].message.reply?.payload
    else { return }
    explain(payload, at: place, schema, line, idText, shownRules(program), found)
  }

  private func explain(
    _ payload: JSONCursor, at place: Place, _ schema: SchemaHandle,
    _ line: UnsafePointer<QuickLine>, _ idText: UnsafeBufferPointer<UInt8>, _ rules: IDRules,
    _ found: SessionTable.Entry
  ) {
    let line = line.pointee
    let program = set.channels[line.channel]
    let issues = judge.payload(
      payload, at: place, schema, set.messages[line.message], program, isFaulty: true)
    guard !issues.isEmpty else { return }
    let id = shown(line, idText, rules)
    found.box._withUnsafeGuaranteedRef { box in
      for issue in issues {
        report(
          finding(
            issue, line: line.line, offset: line.offset, box, side: program.channel.from,
            channel: line.channel, message: line.message, id: id,
            page: line.page < 0 ? nil : line.page))
      }
    }
  }

  /// The id of a line as a report may show it.
  private func shown(
    _ line: QuickLine, _ text: UnsafeBufferPointer<UInt8>, _ rules: IDRules
  ) -> String? {
    guard line.hasID else { return line.hasNullID && showsValues ? "null" : nil }
    if line.hasIntegerID { return String(line.integerID) }
    let word = String(decoding: text, as: UTF8.self)
    let isShown = showsValues || rules.pattern.map { reader.matcher.matches($0, text) } ?? false
    return isShown ? "\"\(word)\"" : quoted("string(len \(word.unicodeScalars.count))")
  }
}
