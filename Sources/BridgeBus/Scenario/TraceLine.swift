internal import BridgeJSON

/// One line of a run's trace, in the format of logs.
struct TraceLine {
  var t: Double
  var direction: String?
  var channel: String?
  /// JSON text.
  var body: [UInt8]?
  var event: String?
  var call: Int?
  var answers: Int?
  /// The text with which an answered call failed.
  var error: String?
  /// How delivery failed; often known only after the line was begun.
  var cause: String?
  var frame: (isMain: Bool, origin: String, id: String)?
  /// What it is in the contract's words, such as a message's name: for people, not in the log.
  var what: String?

  /// Of a call of native: it is over, so that no cause can come any more.
  var isOver = false

  /// Of an answer: the page gave it, to a call of native.
  var isAnswerOfPage = false

  /// The page did not take it: it answers nothing that is open, or opens what is open.
  var isRefused = false

  /// The line without its end.
  var json: [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(128 + (body?.count ?? 0))
    func name(_ name: StaticString) {
      out.append(
        contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
    }
    func text(_ key: StaticString, _ value: String?) {
      guard let value else { return }
      name(key)
      JSONString.appendQuoted(value.utf8, to: &out)
    }
    name("{\"t\":")
    out.append(contentsOf: BridgeValue.text(of: t).utf8)
    text(",\"direction\":", direction)
    text(",\"channel\":", channel)
    if let frame {
      name(frame.isMain ? ",\"frame\":{\"main\":true" : ",\"frame\":{\"main\":false")
      text(",\"origin\":", frame.origin)
      text(",\"id\":", frame.id)
      out.append(UInt8(ascii: "}"))
    }
    if let call {
      name(",\"call\":")
      out.append(contentsOf: String(call).utf8)
    }
    if let answers {
      name(",\"answers\":")
      out.append(contentsOf: String(answers).utf8)
    }
    if let body {
      name(",\"body\":")
      let start = out.count
      out.append(contentsOf: body)
      // A body may be written over several lines; a log line is one.
      for index in start..<out.count where out[index] == 0x0A || out[index] == 0x0D {
        out[index] = 0x20
      }
    }
    text(",\"error\":", error)
    text(",\"event\":", event)
    text(",\"cause\":", cause)
    out.append(UInt8(ascii: "}"))
    return out
  }

  /// Mixes everything that the line says into a hash.
  func mix(into hash: inout TraceHash) {
    hash.mix(t.bitPattern)
    for text in [direction, channel, event, error, cause] {
      if let text { hash.mix(text.utf8) }
      hash.mix(0xFF)
    }
    hash.mix(UInt64(bitPattern: Int64(call ?? -1)))
    hash.mix(UInt64(bitPattern: Int64(answers ?? -1)))
    if let frame {
      hash.mix(frame.isMain ? 1 : 2)
      hash.mix(frame.origin.utf8)
      hash.mix(frame.id.utf8)
    }
    if let body { hash.mix(body) }
    hash.mix(isRefused ? 0xFD : 0xFE)
  }
}
