package import BridgeJSON

/// Builds bodies from the first good example of a message, a reply or an error: id and payload are
/// replaced at their places, inside a pattern the captured group.
///
/// What was text on the wire is text again: the steps of `decode` are undone in reverse.
package final class BodyBuilder {
  /// Why a body cannot be built.
  package enum Failure: Error, Equatable {
    /// A value has no place in the example's body, or more than one; with the pointer.
    case noPlace(String)
    /// A pattern takes text, and the value is none; with the pointer.
    case noText(String)
    /// The example's text does not decode as the framing says; with the pointer.
    case notDecodable(String)
    /// One of the values is no JSON text.
    case badJSON(JSONError)
  }

  /// What is put into the example; JSON texts.
  package struct Values {
    /// The payload; nil leaves the example's.
    package var payload: [UInt8]?
    /// The function's path in a body that is the whole call; nil leaves the example's.
    package var path: String?
    /// The id; nil takes the example's out.
    package var id: [UInt8]?
    /// Other framing fields, such as a second id or the flag that ends a stream.
    package var fields: [(pointer: JSONPointer, value: [UInt8])]

    package init(
      payload: [UInt8]?, path: String? = nil, id: [UInt8]?,
      fields: [(pointer: JSONPointer, value: [UInt8])] = []
    ) {
      self.payload = payload
      self.path = path
      self.id = id
      self.fields = fields
    }
  }

  /// Where the values go.
  package struct Places {
    /// Of the payload; nil for the whole body.
    package var payload: Place?
    /// Of the id; nil where there is none.
    package var id: Place?
    /// Framing fields, which a payload that is the whole body does not hold.
    package var framing: [JSONPointer]

    package init(payload: Place?, id: Place?, framing: [JSONPointer]) {
      self.payload = payload
      self.id = id
      self.framing = framing
    }
  }

  private let decoder = BodyDecoder()

  package init() {}

  /// The body on the wire. Of a batch it has the first only.
  package func build(
    _ example: JSONValue, _ framing: Framing, places: Places, values: Values
  ) throws(Failure) -> [UInt8] {
    decoder.reset()
    // The body's own text first: only then it is known whether it is a batch.
    var (body, own) = try decoded(
      example.cursor, framing.decode.filter { $0.at.segments.isEmpty })
    let isBatch = framing.batch && body.kind == .array
    if isBatch, let first = body.item(0) { body = first }
    let inner: [Decoding]
    (body, inner) = try decoded(body, framing.decode.filter { !$0.at.segments.isEmpty })
    var draft = try BodyDraft(Array(body.text))
    if let path = values.path {
      let fn = JSONPointer(segments: [.init(Array("fn".utf8))])
      _ = try draft.set(fn, quoted(Array(path.utf8)))
    }
    // Before the id, which may lie in it.
    let payloadPlace = places.payload.flatMap { $0.isWholeBody ? nil : $0 }
    if let payload = values.payload, let payloadPlace {
      try set(payloadPlace, payload, in: draft)
    }
    if let place = places.id { try set(place, id: values.id, in: draft) }
    for field in values.fields {
      guard try draft.set(field.pointer, field.value) else { throw .noPlace(field.pointer.text) }
    }
    if let payload = values.payload, payloadPlace == nil {
      draft = try merged(payload, with: draft, places.framing)
    }
    for decoding in inner.reversed() { try wrap(decoding, in: draft) }
    if isBatch {
      draft = try BodyDraft([UInt8(ascii: "[")] + draft.text + [UInt8(ascii: "]")])
    }
    for decoding in own.reversed() { try wrap(decoding, in: draft) }
    return draft.text
  }

  /// The body with its texts decoded, and the steps that had a text to decode.
  private func decoded(
    _ body: JSONCursor, _ decode: [Decoding]
  ) throws(Failure) -> (JSONCursor, [Decoding]) {
    var body = body
    var done: [Decoding] = []
    for decoding in decode {
      guard let value = decoding.at.resolve(from: body), value.kind == .string else { continue }
      guard case .body(let decoded) = decoder.decode(body, [decoding]) else {
        throw .notDecodable(decoding.at.text)
      }
      body = decoded
      done.append(decoding)
    }
    return (body, done)
  }

  // MARK: Places

  private func set(_ place: Place, id: [UInt8]?, in draft: BodyDraft) throws(Failure) {
    if let id { return try set(place, id, in: draft) }
    for pointer in place.pointers {
      // Null is no id, hence nothing to take out.
      guard let value = draft.value(pointer), value != Array("null".utf8) else { continue }
      guard place.match == nil, try draft.remove(pointer) else { throw .noPlace(pointer.text) }
    }
  }

  private func set(_ place: Place, _ value: [UInt8], in draft: BodyDraft) throws(Failure) {
    // Of several joined ones the only one that is there; else it would have to be taken apart.
    let there = place.pointers.filter { draft.range($0) != nil }
    guard there.count <= 1 else { throw .noPlace(place.first.text) }
    let pointer = there.first ?? place.first
    guard let pattern = place.match else {
      guard try draft.set(pointer, value) else { throw .noPlace(pointer.text) }
      return
    }
    guard let text = draft.string(pointer), let group = pattern.firstGroup(in: text) else {
      throw .noPlace(pointer.text)
    }
    var changed = text
    changed.replaceSubrange(group, with: try textOf(value, pointer))
    // The pattern must take what was put in, no more and no less.
    guard let again = pattern.firstGroup(in: changed),
      changed[again].elementsEqual(try textOf(value, pointer))
    else { throw .noText(pointer.text) }
    var quoted: [UInt8] = []
    JSONString.appendQuoted(changed, to: &quoted)
    _ = try draft.set(pointer, quoted)
  }

  /// A string's value, or a number as it is written.
  private func textOf(_ value: [UInt8], _ pointer: JSONPointer) throws(Failure) -> [UInt8] {
    let draft = try BodyDraft(value)
    let text: [UInt8]? = draft.withRoot { root in
      switch root.kind {
      case .string: root.stringBytes
      case .number: Array(root.text)
      default: nil
      }
    }
    guard let text else { throw .noText(pointer.text) }
    return text
  }

  /// A payload that is the whole body, with the example's framing fields where it has none itself.
  private func merged(
    _ payload: [UInt8], with example: BodyDraft, _ framing: [JSONPointer]
  ) throws(Failure) -> BodyDraft {
    let draft = try BodyDraft(payload)
    guard draft.isObject, example.isObject else { return draft }
    // In front, in the order of the framing, as people write them.
    for pointer in framing.reversed() {
      guard let value = example.value(pointer), draft.range(pointer) == nil else { continue }
      // An array on the way is taken whole: its elements have their places in it.
      let start = firstMissing(pointer, in: draft)
      if start.segments.count < pointer.segments.count, let list = example.value(start),
        list.first == UInt8(ascii: "[")
      {
        guard try draft.set(start, list) else { throw .noPlace(pointer.text) }
      } else if pointer.segments.count == 1 {
        try draft.addFirst(pointer.segments[0].key, value)
      } else if try !draft.set(pointer, value) {
        throw .noPlace(pointer.text)
      }
    }
    return draft
  }

  /// The shortest beginning of a pointer that leads nowhere.
  private func firstMissing(_ pointer: JSONPointer, in draft: BodyDraft) -> JSONPointer {
    for count in 1..<max(pointer.segments.count, 1) {
      let start = JSONPointer(segments: Array(pointer.segments[..<count]))
      if draft.range(start) == nil { return start }
    }
    return pointer
  }

  // MARK: Text on the wire

  private func wrap(_ decoding: Decoding, in draft: BodyDraft) throws(Failure) {
    guard var value = draft.value(decoding.at) else { return }
    var isText = false
    for step in decoding.steps.reversed() {
      switch step {
      case .text: continue
      case .json:
        // Text inside text is quoted first.
        if isText { value = quoted(value) }
        isText = true
      case .percent, .base64:
        if !isText { value = try textOf(value, decoding.at) }
        isText = true
        value =
          step == .percent ? TextCoding.percentEncoded(value) : TextCoding.base64Encoded(value)
      }
    }
    if isText { _ = try draft.set(decoding.at, quoted(value)) }
  }

  private func quoted(_ text: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    JSONString.appendQuoted(text, to: &out)
    return out
  }
}

extension BodyDraft {
  /// Whether the whole is an object.
  var isObject: Bool { withRoot { $0.kind == .object } }

  /// The string's value at a pointer; nil where there is no string.
  func string(_ pointer: JSONPointer) -> [UInt8]? {
    withRoot { root in
      guard let value = pointer.resolve(from: root), value.kind == .string else { return nil }
      return value.stringBytes
    }
  }
}
