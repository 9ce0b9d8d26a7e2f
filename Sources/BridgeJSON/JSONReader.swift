internal import ByteScan

// The reader is one loop without recursion: the chain of open containers lives in the tape itself
// (an open container's `next` holds its parent), so depth costs no stack and no allocation.

extension JSONTape {
  /// Reads one JSON text (RFC 8259) onto the tape, replacing what was there.
  ///
  /// Duplicate keys and lone surrogate escapes are accepted and noted in `firstDuplicateKey` and
  /// `hasLoneSurrogate`; a byte order mark is refused like any other text before the value.
  /// Linear in the number of bytes; objects of more than 16 keys are sorted to find duplicates.
  /// - Throws: the first error, at the byte where it is certain.
  package func read(_ text: UnsafeBufferPointer<UInt8>, limits: JSONLimits) throws(JSONError) {
    count = 0
    firstDuplicateKey = nil
    hasLoneSurrogate = false
    guard text.count <= limits.bytes, text.count < Int(UInt32.max) else {
      throw JSONError(.tooLarge(limit: limits.bytes), at: limits.bytes)
    }
    guard let base = text.baseAddress, !text.isEmpty else { throw JSONError(.empty, at: 0) }
    bytes = base
    var parser = Parser(tape: self, base: base, end: base + text.count, maxDepth: limits.depth)
    try parser.run()
  }
}

private struct Parser {
  let tape: JSONTape
  let base: UnsafePointer<UInt8>
  let end: UnsafePointer<UInt8>
  let maxDepth: Int
  var p: UnsafePointer<UInt8>
  /// The innermost open container, or `none`.
  var open: UInt32 = Parser.none
  var depth = 0

  static let none = UInt32.max

  init(
    tape: JSONTape, base: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>, maxDepth: Int
  ) {
    self.tape = tape
    self.base = base
    self.end = end
    self.maxDepth = maxDepth
    p = base
  }

  mutating func run() throws(JSONError) {
    skipSpace()
    guard p < end else { throw JSONError(.empty, at: end - base) }
    while true {
      // A value begins at p.
      let opened = try value()
      if opened {
        if try atFirstElement() { continue }
      }
      // A value has ended: close what closes, or go on with the next element.
      if try !afterValue() { break }
    }
    skipSpace()
    if p < end { throw error(.trailingContent) }
  }

  private func error(_ reason: JSONError.Reason) -> JSONError {
    JSONError(p >= end ? endReason(reason) : reason, at: p - base)
  }

  private func endReason(_ reason: JSONError.Reason) -> JSONError.Reason {
    switch reason {
    case .expectedValue, .expectedKey, .expectedColon, .expectedCommaOrEnd, .badNumber,
      .trailingComma:
      .unexpectedEnd
    default: reason
    }
  }

  @inline(__always)
  private mutating func skipSpace() {
    while p < end {
      let c = p.pointee
      if c > 0x20 { return }
      guard c == 0x20 || c == 0x0A || c == 0x0D || c == 0x09 else { return }
      p += 1
    }
  }

  /// Reads a scalar, or the opening bracket of a container; true for the latter.
  @inline(__always)
  private mutating func value() throws(JSONError) -> Bool {
    guard p < end else { throw error(.expectedValue) }
    let start = UInt32(truncatingIfNeeded: p - base)
    switch p.pointee {
    case UInt8(ascii: "\""):
      try string(isKey: false)
      return false
    case UInt8(ascii: "{"):
      try openContainer(.object, start)
      return true
    case UInt8(ascii: "["):
      try openContainer(.array, start)
      return true
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      try number(start)
      return false
    case UInt8(ascii: "t"):
      try literal("true", .bool, JSONNode.special, start)
      return false
    case UInt8(ascii: "f"):
      try literal("false", .bool, 0, start)
      return false
    case UInt8(ascii: "n"):
      try literal("null", .null, 0, start)
      return false
    default:
      throw try badByte(.expectedValue)
    }
  }

  /// The error for a byte that can begin nothing here: bad UTF-8 is named as such.
  private func badByte(_ reason: JSONError.Reason) throws(JSONError) -> JSONError {
    guard p < end, p.pointee >= 0x80 else { return error(reason) }
    var cut: Int32 = 0
    if bs_utf8_prefix(p, min(end, p + 4), &cut) == 0 {
      // A sequence that the end of the text cuts off begins no value either.
      return JSONError(cut == 1 && end - p < 4 ? reason : .badUTF8, at: p - base)
    }
    return error(reason)
  }

  private mutating func openContainer(_ kind: JSONKind, _ start: UInt32) throws(JSONError) {
    depth += 1
    guard depth <= maxDepth else {
      throw JSONError(.tooDeep(limit: maxDepth), at: Int(start))
    }
    let index = UInt32(truncatingIfNeeded: tape.count)
    tape.append(JSONNode(start: start, length: 0, next: open, info: UInt32(kind.rawValue)))
    open = index
    p += 1
  }

  /// Behind an opening bracket: true if an element's value begins at p, false if it was empty.
  private mutating func atFirstElement() throws(JSONError) -> Bool {
    skipSpace()
    guard p < end else { throw error(.unexpectedEnd) }
    if tape.nodes[Int(open)].kind == .array {
      if p.pointee == UInt8(ascii: "]") {
        close()
        return false
      }
      return true
    }
    if p.pointee == UInt8(ascii: "}") {
      close()
      return false
    }
    try key()
    return true
  }

  /// Behind a value: true if another value begins at p, false if the root is complete.
  @inline(__always)
  private mutating func afterValue() throws(JSONError) -> Bool {
    while open != Parser.none {
      let isObject = tape.nodes[Int(open)].kind == .object
      countElement()
      skipSpace()
      guard p < end else { throw error(.unexpectedEnd) }
      let c = p.pointee
      if c == UInt8(ascii: ",") {
        p += 1
        skipSpace()
        if isObject {
          try key(afterComma: true)
        } else if p < end, p.pointee == UInt8(ascii: "]") {
          throw error(.trailingComma)
        }
        return true
      }
      guard c == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
        throw try badByte(.expectedCommaOrEnd)
      }
      close()
    }
    return false
  }

  @inline(__always)
  private mutating func countElement() {
    let info = tape.nodes[Int(open)].info
    if info >> 8 < JSONNode.countLimit { tape.nodes[Int(open)].info = info &+ 0x100 }
  }

  private mutating func close() {
    p += 1
    let index = Int(open)
    var node = tape.nodes[index]
    open = node.next
    node.next = UInt32(truncatingIfNeeded: tape.count)
    node.length = UInt32(truncatingIfNeeded: p - base) &- node.start
    tape.nodes[index] = node
    depth -= 1
    if node.kind == .object, node.rawCount > 1, tape.firstDuplicateKey == nil {
      tape.firstDuplicateKey = tape.duplicateKey(inObject: index)
    }
  }

  @inline(__always)
  private mutating func key(afterComma: Bool = false) throws(JSONError) {
    guard p < end else { throw error(.unexpectedEnd) }
    guard p.pointee == UInt8(ascii: "\"") else {
      if afterComma, p.pointee == UInt8(ascii: "}") { throw error(.trailingComma) }
      throw try badByte(.expectedKey)
    }
    try string(isKey: true)
    skipSpace()
    guard p < end, p.pointee == UInt8(ascii: ":") else { throw try badByte(.expectedColon) }
    p += 1
    skipSpace()
  }

  @inline(__always)
  private mutating func string(isKey: Bool) throws(JSONError) {
    let start = UInt32(truncatingIfNeeded: p - base)
    let scan = bs_scan_string(p + 1, end)
    guard scan.status == BS_OK, let at = scan.at else { throw stringError(scan) }
    let inside = p + 1
    p = at + 1
    var info = UInt32(JSONKind.string.rawValue) | (scan.flags << 4)
    if scan.flags & UInt32(BS_LONE_SURROGATE) != 0 { tape.hasLoneSurrogate = true }
    var next = UInt32(truncatingIfNeeded: tape.count &+ 1)
    if isKey {
      info |= JSONNode.key
      next =
        scan.flags & UInt32(BS_ESCAPES) == 0
        ? UInt32(truncatingIfNeeded: bs_hash(inside, at - inside))
        : hashOfEscaped(UnsafeBufferPointer(start: inside, count: at - inside))
    }
    let length = UInt32(truncatingIfNeeded: p - base) &- start
    tape.append(JSONNode(start: start, length: length, next: next, info: info))
  }

  private func stringError(_ scan: bs_string) -> JSONError {
    let offset = scan.at.map { $0 - base } ?? 0
    switch Int32(bitPattern: scan.status) {
    case Int32(BS_END): return JSONError(.unexpectedEnd, at: end - base)
    case Int32(BS_CONTROL): return JSONError(.controlCharacter, at: offset)
    case Int32(BS_BAD_ESCAPE): return JSONError(.badEscape, at: offset)
    case Int32(BS_BAD_HEX): return JSONError(.badHex, at: offset)
    default: return JSONError(.badUTF8, at: offset)
    }
  }

  private mutating func literal(
    _ word: StaticString, _ kind: JSONKind, _ flags: UInt32, _ start: UInt32
  ) throws(JSONError) {
    let count = word.utf8CodeUnitCount
    for i in 0..<count {
      guard p < end else { throw error(.unexpectedEnd) }
      guard p.pointee == word.utf8Start[i] else {
        p = base + Int(start)
        throw error(.expectedValue)
      }
      p += 1
    }
    try endOfScalar(.expectedValue, start)
    tape.append(
      JSONNode(
        start: start, length: UInt32(count), next: UInt32(truncatingIfNeeded: tape.count &+ 1),
        info: UInt32(kind.rawValue) | flags))
  }

  /// `truex` and `12x` are no values with something behind them: the whole word is wrong.
  @inline(__always)
  private mutating func endOfScalar(_ reason: JSONError.Reason, _ start: UInt32) throws(JSONError) {
    guard p < end else { return }
    switch p.pointee {
    case 0x20, 0x0A, 0x0D, 0x09, UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"),
      UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "\""):
      return
    case 0x80...:
      throw try badByte(reason)
    default:
      throw error(reason)
    }
  }

  private mutating func number(_ start: UInt32) throws(JSONError) {
    var flags: UInt32 = 0
    if p.pointee == UInt8(ascii: "-") { p += 1 }
    guard p < end else { throw error(.badNumber) }
    if p.pointee == UInt8(ascii: "0") {
      p += 1
      if p < end, isDigit(p.pointee) { throw error(.badNumber) }
    } else {
      try digits()
    }
    if p < end, p.pointee == UInt8(ascii: ".") {
      flags = JSONNode.special
      p += 1
      try digits()
    }
    if p < end, p.pointee | 0x20 == UInt8(ascii: "e") {
      flags = JSONNode.special
      p += 1
      if p < end, p.pointee == UInt8(ascii: "+") || p.pointee == UInt8(ascii: "-") { p += 1 }
      try digits()
    }
    try endOfScalar(.badNumber, start)
    tape.append(
      JSONNode(
        start: start, length: UInt32(truncatingIfNeeded: p - base) &- start,
        next: UInt32(truncatingIfNeeded: tape.count &+ 1),
        info: UInt32(JSONKind.number.rawValue) | flags))
  }

  @inline(__always)
  private mutating func digits() throws(JSONError) {
    guard p < end, isDigit(p.pointee) else { throw error(.badNumber) }
    repeat { p += 1 } while p < end && isDigit(p.pointee)
  }

  @inline(__always)
  private func isDigit(_ c: UInt8) -> Bool { c &- 0x30 < 10 }
}

/// The hash of a key with escapes is that of its decoded bytes.
private func hashOfEscaped(_ raw: UnsafeBufferPointer<UInt8>) -> UInt32 {
  var decoded: [UInt8] = []
  decoded.reserveCapacity(raw.count)
  JSONString.decode(raw, into: &decoded)
  return JSONKeyHash.of(decoded)
}

/// The hash by which keys are told apart quickly: equal decoded bytes, equal hash in one process.
package enum JSONKeyHash {
  /// The hash of a decoded key.
  package static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
    let array = Array(bytes)
    return array.withUnsafeBufferPointer { of($0) }
  }

  /// The hash of a decoded key.
  package static func of(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
    guard let base = bytes.baseAddress else {
      var nothing: UInt8 = 0
      return UInt32(truncatingIfNeeded: bs_hash(&nothing, 0))
    }
    return UInt32(truncatingIfNeeded: bs_hash(base, bytes.count))
  }
}
