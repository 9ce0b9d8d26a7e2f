internal import BridgeContract
internal import BridgeJSON

// What the contract's own examples lend to a redacted body.

extension Redactor {
  /// Values that good examples of the message (or of its reply) have at a place.
  func samples(at pointer: String?, _ context: BodyContext?) -> [JSONCursor] {
    guard let pointer, let context, let place = JSONPointer(pointer) else { return [] }
    return examples(context).compactMap { place.resolve(from: $0.cursor) }
  }

  private func examples(_ context: BodyContext) -> [JSONValue] {
    guard let message = context.owner?.message else { return [] }
    let good = message.examples.filter { $0.fails == nil }
    return context.isReply ? good.compactMap(\.reply) : good.map(\.body)
  }

  /// A good example with the id of a body, if it is judged as the body was.
  func example(
    like body: JSONCursor, _ reading: Reading, _ context: BodyContext, _ wanted: BodySignature
  ) -> [UInt8]? {
    let framing = context.program.channel.framing
    let place = reading.isReply ? framing.reply.id ?? framing.id : framing.id
    for example in examples(context) {
      var text = Array(example.cursor.text)
      if let place, !context.isAnswer, reading.id != nil {
        guard place.match == nil, place.pointers.count == 1,
          let from = place.first.resolve(from: body),
          let to = place.first.resolve(from: example.cursor)
        else { continue }
        let start = to.offset - example.cursor.offset
        text.replaceSubrange(
          start..<start + to.text.count, with: idText(from, context))
      }
      if isAlike(text, context, wanted) { return text }
    }
    return nil
  }

  private func idText(_ value: JSONCursor, _ context: BodyContext) -> [UInt8] {
    choices(for: value, [(.id, nil)], context)?.first ?? Array(value.text)
  }

  private func isAlike(
    _ text: [UInt8], _ context: BodyContext, _ wanted: BodySignature
  ) -> Bool {
    guard let document = JSONConstants.document(text) else { return false }
    return withExtendedLifetime(document) {
      signature(of: document.root.cursor, context) == wanted
    }
  }
}
