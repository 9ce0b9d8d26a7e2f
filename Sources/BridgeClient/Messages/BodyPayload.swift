internal import BridgeContract
internal import BridgeJSON

/// The payload in a body, as JSON text.
struct BodyPayload {
  let matcher: PatternMatcher

  /// What stands at a place; `null` where it leads nowhere.
  func at(_ place: Place, in body: JSONCursor) -> String {
    switch place.find(in: body, matcher) {
    case .absent: return "null"
    case .value(let value): return String(decoding: value.text, as: UTF8.self)
    case .text(let text):
      var out: [UInt8] = []
      JSONString.appendQuoted(text, to: &out)
      return String(decoding: out, as: UTF8.self)
    }
  }

  /// The whole body without its framing fields, and without objects that held nothing else.
  func whole(_ body: JSONCursor, without fields: [JSONPointer]) -> String {
    var out: [UInt8] = []
    _ = write(body, fields.map { $0.segments[...] }.filter { !$0.isEmpty }, to: &out)
    return String(decoding: out, as: UTF8.self)
  }

  /// Writes a value. False if it is an object of which nothing was left.
  ///
  /// Recurses along the contract's pointers only.
  private func write(
    _ value: JSONCursor, _ fields: [ArraySlice<JSONPointer.Segment>], to out: inout [UInt8]
  ) -> Bool {
    guard value.kind == .object, !fields.isEmpty else {
      out += Array(value.text)
      return true
    }
    out.append(UInt8(ascii: "{"))
    var count = 0
    var hasLost = false
    value.forEachMember { key, item in
      let own = fields.filter { field in
        field.first?.key.withUnsafeBufferPointer { key.stringEquals($0) } ?? false
      }
      if own.contains(where: { $0.count == 1 }) {
        hasLost = true
        return
      }
      let mark = out.count
      if count > 0 { out.append(UInt8(ascii: ",")) }
      out += Array(key.text) + [UInt8(ascii: ":")]
      if write(item, own.map { $0.dropFirst() }, to: &out) {
        count += 1
      } else {
        hasLost = true
        out.removeSubrange(mark...)
      }
    }
    out.append(UInt8(ascii: "}"))
    return count > 0 || !hasLost
  }
}
