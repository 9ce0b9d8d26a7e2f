package import BridgeJSON

/// Turns a recorded body into the decoded body that places point into.
///
/// Decoded text is spliced into a copy of the body and read again, so that whatever comes later
/// sees one plain value. Cursors that it returns are valid until `reset`.
package final class BodyDecoder {
  /// A decoded body, or the pointer of the text that does not decode.
  package enum Outcome {
    case body(JSONCursor)
    case wrongEncoding(JSONPointer)
  }

  /// A buffer with a tape over it.
  private final class Slot {
    let tape = JSONTape()
    private(set) var buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 1024)

    deinit { buffer.deallocate() }

    /// Joins three runs of bytes; the result lives in the slot.
    func fill(
      _ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>,
      _ c: UnsafeBufferPointer<UInt8>
    ) -> UnsafeBufferPointer<UInt8> {
      let count = a.count + b.count + c.count
      if count > buffer.count {
        buffer.deallocate()
        buffer = .allocate(capacity: count * 2)
      }
      var at = 0
      for run in [a, b, c] {
        for byte in run {
          buffer[at] = byte
          at += 1
        }
      }
      return UnsafeBufferPointer(rebasing: buffer[0..<count])
    }
  }

  private var slots: [Slot] = []
  private var used = 0
  private let scratch = JSONTape()

  package init() {}

  /// Gives all slots back: cursors into them are void.
  package func reset() { used = 0 }

  private func nextSlot() -> Slot {
    if used == slots.count { slots.append(Slot()) }
    used += 1
    return slots[used - 1]
  }

  /// Decodes what the steps say, in their order.
  package func decode(_ body: JSONCursor, _ decodings: [Decoding]) -> Outcome {
    var body = body
    for decoding in decodings {
      guard let value = decoding.at.resolve(from: body) else { continue }
      guard value.kind == .string else {
        if decoding.steps.first == .text { return .wrongEncoding(decoding.at) }
        continue
      }
      guard let replacement = run(decoding.steps, on: value.stringBytes),
        let decoded = splice(replacement, over: value, in: body)
      else { return .wrongEncoding(decoding.at) }
      body = decoded
    }
    return .body(body)
  }

  /// The body with another text in place of one value.
  package func splice(
    _ replacement: [UInt8], over value: JSONCursor, in body: JSONCursor
  ) -> JSONCursor? {
    let whole = body.text
    let from = value.offset - body.offset
    let to = from + value.text.count
    let slot = nextSlot()
    let text = replacement.withUnsafeBufferPointer { middle in
      slot.fill(
        UnsafeBufferPointer(rebasing: whole[0..<from]), middle,
        UnsafeBufferPointer(rebasing: whole[to...]))
    }
    do throws(JSONError) {
      try slot.tape.read(text, limits: JSONLimits(depth: JSONLimits.traffic.depth, bytes: .max))
    } catch {
      return nil
    }
    guard slot.tape.firstDuplicateKey == nil else { return nil }
    return slot.tape.root
  }

  /// JSON text of what the steps make of `text`; nil if a step fails.
  private func run(_ steps: [Decoding.Step], on text: [UInt8]) -> [UInt8]? {
    var text = text
    for step in steps {
      switch step {
      case .text: continue
      case .percent:
        guard let decoded = TextCoding.percentDecoded(text) else { return nil }
        text = decoded
      case .base64:
        guard let decoded = TextCoding.base64Decoded(text) else { return nil }
        text = decoded
      case .json:
        guard let value = parsed(text) else { return nil }
        switch value {
        case .text(let inner): text = inner
        // No text any more: it stays, whatever steps are left.
        case .other: return text
        }
      }
    }
    var quoted: [UInt8] = []
    JSONString.appendQuoted(text, to: &quoted)
    return quoted
  }

  private enum Parsed {
    case text([UInt8])
    case other
  }

  /// What a line takes: JSON without duplicate keys, within the limits of traffic.
  private func parsed(_ text: [UInt8]) -> Parsed? {
    text.withUnsafeBufferPointer { buffer in
      do throws(JSONError) {
        try scratch.read(buffer, limits: JSONLimits(depth: JSONLimits.traffic.depth, bytes: .max))
      } catch {
        return nil
      }
      guard scratch.firstDuplicateKey == nil else { return nil }
      return scratch.root.kind == .string ? .text(scratch.root.stringBytes) : .other
    }
  }
}
