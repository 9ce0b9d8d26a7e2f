internal import BridgeJSON

extension RecordedBody {
  /// The body as one JSON text on one line; what is none becomes a string.
  func checked() -> RecordedBody {
    let tape = JSONTape(capacity: 64)
    let isText: Bool = text.withUnsafeBufferPointer { buffer in
      do throws(JSONError) {
        try tape.read(buffer, limits: .traffic)
      } catch {
        return false
      }
      return true
    }
    var out = self
    if isText {
      // A line end can only stand between tokens: in a string it would be no JSON.
      for index in out.text.indices where out.text[index] == 0x0A || out.text[index] == 0x0D {
        out.text[index] = 0x20
      }
      return out
    }
    let decoded = String(decoding: text, as: UTF8.self)
    out.text.removeAll(keepingCapacity: true)
    JSONString.appendQuoted(decoded.utf8, to: &out.text)
    out.losses = [RecordedLoss(at: "", was: "text that is no JSON")]
    return out
  }
}
