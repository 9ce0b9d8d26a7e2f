internal import BridgeJSON

/// A body that is being built: JSON text in which values are replaced, added and taken out.
///
/// Everything else stays as it is written, number text and escapes included. Each change reads the
/// text again, so that the draft is JSON at every moment.
final class BodyDraft {
  private(set) var text: [UInt8]
  private let tape = JSONTape()

  /// A draft of one JSON text.
  init(_ text: [UInt8]) throws(BodyBuilder.Failure) {
    self.text = text
    try read()
  }

  private func read() throws(BodyBuilder.Failure) {
    let failure: JSONError? = text.withUnsafeBufferPointer { buffer in
      do throws(JSONError) {
        // Keys that stand twice are the judge's business.
        try tape.read(buffer, limits: JSONLimits(depth: JSONLimits.traffic.depth, bytes: .max))
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw .badJSON(failure) }
  }

  /// Calls `body` with the draft's value; the cursor is valid inside.
  func withRoot<R>(_ body: (JSONCursor) -> R) -> R {
    text.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return body(JSONConstants.null) }
      return body(JSONCursor(nodes: tape.nodes, bytes: base, index: 0))
    }
  }

  /// The bytes of the value at a pointer, or nil where there is none.
  func range(_ pointer: JSONPointer) -> Range<Int>? {
    withRoot { root in
      pointer.resolve(from: root).map { $0.offset..<($0.offset + $0.text.count) }
    }
  }

  /// The JSON text at a pointer.
  func value(_ pointer: JSONPointer) -> [UInt8]? { range(pointer).map { Array(text[$0]) } }

  /// Puts a JSON text in place of the value at a pointer, or adds it there, with the objects on the
  /// way. False where it has no place: the way leads through something else, or an array is shorter.
  func set(_ pointer: JSONPointer, _ value: [UInt8]) throws(BodyBuilder.Failure) -> Bool {
    if let range = range(pointer) {
      text.replaceSubrange(range, with: value)
      try read()
      return true
    }
    // From the deepest value that is there.
    var depth = pointer.segments.count - 1
    while depth >= 0 {
      let parent = JSONPointer(segments: Array(pointer.segments[..<depth]))
      if range(parent) != nil {
        return try add(value, at: Array(pointer.segments[depth...]), in: parent)
      }
      depth -= 1
    }
    return false
  }

  private func add(
    _ value: [UInt8], at way: [JSONPointer.Segment], in parent: JSONPointer
  ) throws(BodyBuilder.Failure) -> Bool {
    var value = value
    for segment in way.dropFirst().reversed() {
      var member = [UInt8(ascii: "{")]
      JSONString.appendQuoted(segment.key, to: &member)
      value = member + [UInt8(ascii: ":")] + value + [UInt8(ascii: "}")]
    }
    guard let key = way.first, let range = range(parent) else { return false }
    let place = withRoot { root -> (isObject: Bool, count: Int, isArray: Bool) in
      let there = parent.resolve(from: root)
      return (there?.kind == .object, there?.count ?? 0, there?.kind == .array)
    }
    var item: [UInt8] = place.count > 0 ? [UInt8(ascii: ",")] : []
    if place.isObject {
      JSONString.appendQuoted(key.key, to: &item)
      item.append(UInt8(ascii: ":"))
    } else if !place.isArray || key.index != place.count {
      return false
    }
    text.insert(contentsOf: item + value, at: range.upperBound - 1)
    try read()
    return true
  }

  /// Takes a member of an object out. False where there is none, or where it is no member.
  func remove(_ pointer: JSONPointer) throws(BodyBuilder.Failure) -> Bool {
    guard let last = pointer.segments.last else { return false }
    let parent = JSONPointer(segments: Array(pointer.segments.dropLast()))
    let cut: Range<Int>? = withRoot { root in
      guard let object = parent.resolve(from: root), object.kind == .object else { return nil }
      let value = last.key.withUnsafeBufferPointer { object.member($0, hash: last.hash) }
      guard let value else { return nil }
      let key = value.at(value.index - 1)
      let end = value.offset + value.text.count
      if value.indexBehind < object.indexBehind {
        // Up to the next key, its comma included.
        return key.offset..<value.at(value.indexBehind).offset
      }
      guard key.index > object.index + 1 else { return key.offset..<end }
      // The last of several: from the end of the one before, whose comma goes with it.
      var before = object.index + 1
      while Int(value.nodes[before + 1].next) < key.index {
        before = Int(value.nodes[before + 1].next)
      }
      let previous = value.at(before + 1)
      return (previous.offset + previous.text.count)..<end
    }
    guard let cut else { return false }
    text.removeSubrange(cut)
    try read()
    return true
  }

  /// Adds members of another object in front, where there is none of that name.
  func addFirst(_ key: [UInt8], _ value: [UInt8]) throws(BodyBuilder.Failure) {
    var item: [UInt8] = []
    JSONString.appendQuoted(key, to: &item)
    item += [UInt8(ascii: ":")] + value
    let (start, isEmpty) = withRoot { ($0.offset + 1, $0.count == 0) }
    if !isEmpty { item.append(UInt8(ascii: ",")) }
    text.insert(contentsOf: item, at: start)
    try read()
  }
}
