internal import ByteScan

// The reader is one loop without recursion. What it needs of the innermost open container stands
// in local variables, of those around it in `frames`; nothing is allocated once both buffers have
// grown to what the texts need.

extension JSONTape {
  /// Reads one JSON text (RFC 8259) onto the tape, replacing what was there.
  ///
  /// Duplicate keys and lone surrogate escapes are accepted and noted in `firstDuplicateKey` and
  /// `hasLoneSurrogate`; a byte order mark is refused like any other text before the value.
  /// Linear in the number of bytes, except that the keys of an object in which two might be the
  /// same are sorted. After an error the tape is empty.
  /// - Throws: the first error in reading order, at the byte where it is certain.
  package func read(_ text: UnsafeBufferPointer<UInt8>, limits: JSONLimits) throws(JSONError) {
    count = 0
    firstDuplicateKey = nil
    hasLoneSurrogate = false
    let longest = min(limits.bytes, JSONLimits.maxBytes)
    guard text.count <= longest else { throw JSONError(.tooLarge(limit: longest), at: longest) }
    guard let base = text.baseAddress, !text.isEmpty else { throw JSONError(.empty, at: 0) }
    bytes = base
    shrink(forBytes: text.count)
    let (reader, failure) = Reader.run(
      Reader(tape: self, base: base, end: base + text.count, maxDepth: limits.depth))
    // The buffers may have grown: they belong to the tape again, whatever came of the text.
    adopt(nodes: reader.nodes, capacity: reader.capacity)
    adopt(frames: reader.frames, capacity: reader.frameCapacity)
    if let failure { throw failure }
    count = reader.count
    hasLoneSurrogate = reader.seen & UInt32(BS_LONE_SURROGATE) != 0
    if reader.seen & JSONNode.special != 0 { firstDuplicateKey = duplicateKey() }
  }
}

/// An open container while another one inside it is read.
struct JSONFrame {
  /// Two bits per key read so far: a key whose bits are both set might stand there twice.
  var filter: UInt64
  /// As in its node, but with room for every number of elements: kind, flags, elements so far.
  var info: UInt64
  /// The container's node.
  var index: UInt32
}

private struct Reader {
  let base: UnsafePointer<UInt8>
  let end: UnsafePointer<UInt8>
  let maxDepth: Int
  var p: UnsafePointer<UInt8>

  var nodes: UnsafeMutablePointer<JSONNode>
  var capacity: Int
  var count = 0

  var frames: UnsafeMutablePointer<JSONFrame>
  var frameCapacity: Int
  /// Where the next open container goes, and where there is no more room or no more is allowed.
  var top: UnsafeMutablePointer<JSONFrame>
  var topLimit: UnsafeMutablePointer<JSONFrame>
  /// The innermost open container; of kind null where there is none.
  var open = JSONFrame(filter: 0, info: 0, index: 0)

  /// The flags of all strings together, and `JSONNode.special` where an object has it.
  var seen: UInt32 = 0

  init(
    tape: JSONTape, base: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>, maxDepth: Int
  ) {
    self.base = base
    self.end = end
    self.maxDepth = max(maxDepth, 0)
    p = base
    nodes = tape.nodes
    capacity = tape.capacity
    frames = tape.frames
    frameCapacity = tape.frameCapacity
    top = frames
    topLimit = frames + min(frameCapacity, self.maxDepth)
  }

  private static let kinds: UInt64 = 15
  private static let array = UInt64(JSONKind.array.rawValue)
  private static let object = UInt64(JSONKind.object.rawValue)

  /// Reads the whole text; gives the error, if there is one.
  ///
  /// Works on a copy of its own, which the compiler can keep in registers: therefore all that
  /// changes it is inlined, and what is not inlined gets values.
  static func run(_ reader: Reader) -> (Reader, JSONError?) {
    var reader = reader
    let failure = reader.run()
    return (reader, failure)
  }

  @inline(__always)
  private mutating func run() -> JSONError? {
    if peek() == 0, p == end { return JSONError(.empty, at: end - base) }
    while true {
      // An element begins at p: in an object its key, else its value.
      if count &+ 2 > capacity { grow() }
      if open.info & Reader.kinds == Reader.object {
        guard peek() == UInt8(ascii: "\"") else { return noKey() }
        if let failure = key() { return failure }
        guard peek() == UInt8(ascii: ":") else { return bad(.expectedColon) }
        p += 1
      }
      let failure: JSONError?
      let first = peek()
      switch first {
      case UInt8(ascii: "\""): failure = string()
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        if top == topLimit, !growFrames() {
          return JSONError(.tooDeep(limit: maxDepth), at: p - base)
        }
        push(first == UInt8(ascii: "{") ? Reader.object : Reader.array)
        // The closing brackets stand two behind the opening ones.
        guard peek() == first &+ 2 else { continue }
        pop()
        failure = nil
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): failure = number()
      case UInt8(ascii: "t"): failure = literal("true", .bool, JSONNode.special)
      case UInt8(ascii: "f"): failure = literal("false", .bool, 0)
      case UInt8(ascii: "n"): failure = literal("null", .null, 0)
      default: return noValue()
      }
      if let failure { return failure }
      // A value has ended: go on with the next element, or close what closes.
      while true {
        if open.info & Reader.kinds == 0 {
          return peek() == 0 && p == end ? nil : bad(.trailingContent)
        }
        open.info &+= 0x100
        let c = peek()
        if c == UInt8(ascii: ",") {
          p += 1
          break
        }
        guard c == closingBracket else { return bad(.expectedCommaOrEnd) }
        pop()
      }
    }
  }

  /// Goes behind white space; gives the byte there, or 0 at the end of the text.
  @inline(__always)
  private mutating func peek() -> UInt8 {
    guard p < end else { return 0 }
    let c = p.pointee
    if c > 0x20 { return c }
    p = Reader.behindSpace(p, end)
    return p < end ? p.pointee : 0
  }

  @inline(never)
  private static func behindSpace(
    _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8> {
    var p = start
    while p < end {
      let c = p.pointee
      guard c == 0x20 || c == 0x0A || c == 0x0D || c == 0x09 else { break }
      p += 1
    }
    return p
  }

  // MARK: Containers

  @inline(__always)
  private var closingBracket: UInt8 {
    open.info & Reader.kinds == Reader.object ? UInt8(ascii: "}") : UInt8(ascii: "]")
  }

  @inline(__always)
  private mutating func push(_ kind: UInt64) {
    top.pointee = open
    top += 1
    open = JSONFrame(filter: 0, info: kind, index: UInt32(truncatingIfNeeded: count))
    nodes[count].start = UInt32(truncatingIfNeeded: p - base)
    count &+= 1
    p += 1
  }

  /// Completes the open container's node, behind whose closing bracket p then stands.
  @inline(__always)
  private mutating func pop() {
    p += 1
    let node = nodes + Int(open.index)
    let start = node.pointee.start
    let elements = min(open.info >> 8, UInt64(JSONNode.countLimit))
    node.pointee = JSONNode(
      start: start, length: UInt32(truncatingIfNeeded: p - base) &- start,
      next: UInt32(truncatingIfNeeded: count),
      info: UInt32(truncatingIfNeeded: elements << 8 | open.info & 0xFF))
    seen |= UInt32(truncatingIfNeeded: open.info) & JSONNode.special
    top -= 1
    open = top.pointee
  }

  /// Makes room for more open containers; false if no more are allowed.
  @inline(__always)
  private mutating func growFrames() -> Bool {
    let depth = top - frames
    guard depth < maxDepth else { return false }
    frames = Reader.grown(frames, count: depth, to: frameCapacity &* 4)
    frameCapacity = frameCapacity &* 4
    top = frames + depth
    topLimit = frames + min(frameCapacity, maxDepth)
    return true
  }

  /// Makes room by at least half of what was there, guessing from the part of the text that is
  /// read how many nodes the whole will have.
  @inline(__always)
  private mutating func grow() {
    let size = Reader.size(read: p - base, of: end - base, count: count, capacity: capacity)
    nodes = Reader.grown(nodes, count: count, to: size)
    capacity = size
  }

  @inline(never)
  private static func size(read: Int, of total: Int, count: Int, capacity: Int) -> Int {
    let guess = Int(Double(total) / Double(max(read, 1)) * Double(count) * 1.05)
    // No text has more nodes than bytes.
    return max(capacity + capacity / 2, min(guess, total)) + 2
  }

  @inline(never)
  private static func grown<T>(
    _ old: UnsafeMutablePointer<T>, count: Int, to size: Int
  ) -> UnsafeMutablePointer<T> {
    let larger = UnsafeMutablePointer<T>.allocate(capacity: size)
    larger.initialize(from: old, count: count)
    old.deallocate()
    return larger
  }

  // MARK: Scalars

  @inline(__always)
  private mutating func append(_ start: UnsafePointer<UInt8>, next: UInt32, info: UInt32) {
    nodes[count] = JSONNode(
      start: UInt32(truncatingIfNeeded: start - base),
      length: UInt32(truncatingIfNeeded: p - start), next: next, info: info)
    count &+= 1
  }

  /// The index behind a scalar's node.
  @inline(__always)
  private var behind: UInt32 { UInt32(truncatingIfNeeded: count &+ 1) }

  @inline(__always)
  private mutating func string() -> JSONError? {
    let start = p
    if let at = bs_short_string(start + 1, end) {
      p = at + 1
      append(start, next: behind, info: UInt32(JSONKind.string.rawValue))
      return nil
    }
    let scan = bs_scan_string(start + 1, end)
    guard scan.status == BS_OK else { return Reader.stringError(scan, base, end) }
    p = scan.at + 1
    seen |= scan.flags
    append(start, next: behind, info: UInt32(JSONKind.string.rawValue) | scan.flags << 4)
    return nil
  }

  @inline(__always)
  private mutating func key() -> JSONError? {
    let start = p
    var hash: UInt32
    var info = UInt32(JSONKind.string.rawValue) | JSONNode.key
    if let at = bs_short_string(start + 1, end) {
      hash = UInt32(truncatingIfNeeded: bs_hash_short(start + 1, at - (start + 1)))
      p = at + 1
    } else {
      let scan = bs_scan_string(start + 1, end)
      guard scan.status == BS_OK else { return Reader.stringError(scan, base, end) }
      p = scan.at + 1
      seen |= scan.flags
      info |= scan.flags << 4
      hash = Reader.hash(ofKey: start + 1, scan)
    }
    let bits: UInt64 = 1 << UInt64(hash & 63) | 1 << UInt64(hash >> 6 & 63)
    if open.filter & bits == bits {
      open.info = Reader.suspected(open.info, nodes, Int(open.index), hash)
    }
    open.filter |= bits
    append(start, next: hash, info: info)
    return nil
  }

  /// The object's info, marked if one of its keys so far has this hash. Where there are many keys it
  /// is marked unseen: then they are sorted in the end, since asking each would be quadratic.
  ///
  /// Out of line, since it is rare: inlined it would cost every key.
  @inline(never)
  private static func suspected(
    _ info: UInt64, _ nodes: UnsafePointer<JSONNode>, _ object: Int, _ hash: UInt32
  ) -> UInt64 {
    guard info >> 8 <= 32, info & UInt64(JSONNode.special) == 0 else {
      return info | UInt64(JSONNode.special)
    }
    var key = object + 1
    for _ in 0..<info >> 8 {
      if nodes[key].next == hash { return info | UInt64(JSONNode.special) }
      key = Int(nodes[key + 1].next)
    }
    return info
  }

  /// The hash of a key with escapes is that of its decoded bytes.
  @inline(never)
  private static func hash(ofKey start: UnsafePointer<UInt8>, _ scan: bs_string) -> UInt32 {
    let n = scan.at - start
    guard scan.flags & UInt32(BS_ESCAPES) != 0 else {
      return UInt32(truncatingIfNeeded: bs_hash(start, n))
    }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: n) { buffer in
      let decoded = JSONString.decode(UnsafeBufferPointer(start: start, count: n), to: buffer)
      return JSONKeyHash.of(UnsafeBufferPointer(rebasing: buffer[..<decoded]))
    }
  }

  @inline(__always)
  private mutating func literal(
    _ word: StaticString, _ kind: JSONKind, _ flag: UInt32
  ) -> JSONError? {
    let start = p
    let letters = word.utf8Start
    for i in 1..<word.utf8CodeUnitCount {
      guard start + i < end else { return JSONError(.unexpectedEnd, at: end - base) }
      guard start[i] == letters[i] else { return bad(.expectedValue) }
    }
    p = start + word.utf8CodeUnitCount
    guard endsScalar else {
      p = start
      return bad(.expectedValue)
    }
    append(start, next: behind, info: UInt32(kind.rawValue) | flag)
    return nil
  }

  @inline(__always)
  private mutating func number() -> JSONError? {
    let start = p
    let scan = bs_scan_number(start, end)
    p = scan.at
    guard scan.status == BS_OK, endsScalar else { return bad(.badNumber) }
    append(start, next: behind, info: UInt32(JSONKind.number.rawValue) | scan.flags << 4)
    return nil
  }

  /// Whether a number or literal may end here: `truex` and `12x` are no values with something
  /// behind them, the whole word is wrong.
  @inline(__always)
  private var endsScalar: Bool {
    guard p < end else { return true }
    let c = p.pointee
    return c == UInt8(ascii: ",") || c == UInt8(ascii: "}") || Reader.endsWord(c)
  }

  @inline(never)
  private static func endsWord(_ c: UInt8) -> Bool {
    switch c {
    case 0x20, 0x0A, 0x0D, 0x09, UInt8(ascii: "]"), UInt8(ascii: ":"), UInt8(ascii: "["),
      UInt8(ascii: "{"), UInt8(ascii: "\""):
      true
    default: false
    }
  }

  // MARK: Errors

  /// The error at p: at the end of the text it is that the text ends, and bytes that are not UTF-8
  /// are named as such.
  @inline(__always)
  private func bad(_ reason: JSONError.Reason) -> JSONError { Reader.error(reason, base, p, end) }

  @inline(never)
  private static func error(
    _ reason: JSONError.Reason, _ base: UnsafePointer<UInt8>, _ p: UnsafePointer<UInt8>,
    _ end: UnsafePointer<UInt8>
  ) -> JSONError {
    guard p < end else { return JSONError(.unexpectedEnd, at: end - base) }
    if p.pointee >= 0x80 {
      // Outside of a string no text goes on with such a sequence, cut off or not.
      var cut: Int32 = 0
      let stop = min(end, p + 4)
      if bs_utf8_prefix(p, stop, &cut) == 0, cut == 0 || stop < end {
        return JSONError(.badUTF8, at: p - base)
      }
    }
    return JSONError(reason, at: p - base)
  }

  /// The error where a key should begin.
  @inline(__always)
  private func noKey() -> JSONError {
    let closes = p < end && p.pointee == UInt8(ascii: "}")
    return bad(closes && open.info >> 8 > 0 ? .trailingComma : .expectedKey)
  }

  /// The error where a value should begin.
  @inline(__always)
  private func noValue() -> JSONError {
    let closes =
      p < end && p.pointee == UInt8(ascii: "]") && open.info & Reader.kinds == Reader.array
    return bad(closes && open.info >> 8 > 0 ? .trailingComma : .expectedValue)
  }

  @inline(never)
  private static func stringError(
    _ scan: bs_string, _ base: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
  ) -> JSONError {
    switch Int32(bitPattern: scan.status) {
    case Int32(BS_END): JSONError(.unexpectedEnd, at: end - base)
    case Int32(BS_CONTROL): JSONError(.controlCharacter, at: scan.at - base)
    case Int32(BS_BAD_ESCAPE): JSONError(.badEscape, at: scan.at - base)
    case Int32(BS_BAD_HEX): JSONError(.badHex, at: scan.at - base)
    default: JSONError(.badUTF8, at: scan.at - base)
    }
  }
}
