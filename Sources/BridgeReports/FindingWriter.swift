internal import BridgeFindings

/// Writes findings as JSON, one after the other.
///
/// Most findings hold nothing but numbers and texts of printable ASCII, of which there is only one way
/// to write them: these are written down as they are. Everything else is json-c's, and both write the
/// same bytes (the tests hold them to that). A log may have ten thousand findings.
final class FindingWriter {
  /// What is written, in memory of its own: a finding is some twenty small pieces.
  // Unchecked: nothing holds on to an access while it calls on.
  @exclusivity(unchecked) private var memory: UnsafeMutablePointer<UInt8>
  @exclusivity(unchecked) private var capacity = 1024
  @exclusivity(unchecked) private var count = 0
  /// JSON text of contracts that was found to be such: it comes again with every finding of a rule.
  private var known: [String: String] = [:]
  private static let knownLimit = 256

  init() { memory = .allocate(capacity: capacity) }

  deinit { memory.deallocate() }

  /// Hands the object's text over, without blanks and without a line end.
  func write(_ finding: Finding, to sink: (UnsafeRawBufferPointer) -> Void) {
    if writePlain(finding) {
      sink(UnsafeRawBufferPointer(start: memory, count: count))
    } else {
      FindingRecord.tree(finding).write(to: sink)
    }
  }

  /// The text of a finding in which nothing needs a second look.
  func plain(_ finding: Finding) -> [UInt8]? {
    writePlain(finding) ? Array(UnsafeBufferPointer(start: memory, count: count)) : nil
  }

  /// Writes a finding in which nothing needs a second look, else says so; members as in
  /// `FindingRecord`.
  private func writePlain(_ finding: Finding) -> Bool {
    count = 0
    guard finding.change == nil, add("cause", finding.cause?.id),
      add("severity", finding.severity.rawValue), add("message", finding.message),
      add("file", finding.file), add("line", finding.line), add("offset", finding.offset),
      add("session", finding.session), add("page", finding.page),
      add("direction", finding.direction), add("channel", finding.channel),
      add("kind", finding.kind), add(json: "id", finding.id),
      add("instancePath", finding.instancePath), add("schemaPath", finding.schemaPath)
    else { return false }
    if let place = finding.contract {
      begin("contract")
      guard add("file", place.file), add("line", place.line), add("column", place.column) else {
        return false
      }
      put(UInt8(ascii: "}"))
    }
    if let expected = finding.expected {
      begin("expected")
      guard quoted(expected.keyword) else { return false }
      put(UInt8(ascii: ":"))
      guard raw(expected.value) else { return false }
      put(UInt8(ascii: "}"))
    }
    if let got = finding.got {
      begin("got")
      guard add("type", got.type), add("size", got.size), add(json: "value", got.value),
        add("hash", got.hash)
      else { return false }
      put(UInt8(ascii: "}"))
    }
    guard add("suggest", finding.suggest) else { return false }
    if !finding.related.isEmpty {
      name("related")
      var mark = UInt8(ascii: "[")
      for related in finding.related {
        put(mark)
        put(UInt8(ascii: "{"))
        guard add("line", related.line), add("what", related.what) else { return false }
        put(UInt8(ascii: "}"))
        mark = UInt8(ascii: ",")
      }
      put(UInt8(ascii: "]"))
    }
    guard finding.fingerprint.isEmpty || add("fingerprint", finding.fingerprint) else {
      return false
    }
    put(UInt8(ascii: "}"))
    return true
  }

  // MARK: Bytes

  /// Makes room for so many bytes more.
  @inline(__always)
  private func reserve(_ more: Int) {
    if count + more > capacity { grow(more) }
  }

  @inline(never)
  private func grow(_ more: Int) {
    capacity = max(2 * capacity, count + more)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    larger.moveInitialize(from: memory, count: count)
    memory.deallocate()
    memory = larger
  }

  @inline(__always)
  private func put(_ byte: UInt8) {
    reserve(1)
    memory[count] = byte
    count += 1
  }

  private func put(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let base = bytes.baseAddress else { return }
    reserve(bytes.count)
    (memory + count).update(from: base, count: bytes.count)
    count += bytes.count
  }

  /// Whether a text is printable ASCII without quotes, backslashes and hashes, eight bytes at a time.
  private func isPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let raw = UnsafeRawBufferPointer(bytes)
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops = ones << 7
    var at = 0
    var seen: UInt64 = 0
    while at + 8 <= raw.count {
      let word = raw.loadUnaligned(fromByteOffset: at, as: UInt64.self)
      let quotes = word ^ (ones &* 0x22)
      let backslashes = word ^ (ones &* 0x5C)
      let hashes = word ^ (ones &* 0x23)
      // At worst too much is found, and looked at again.
      seen |= word | (word & (tops - ones)) &+ ones | (word &- ones &* 0x20)
      seen |= (quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes
      seen |= (hashes &- ones) & ~hashes
      at += 8
    }
    if seen & tops != 0 { return false }
    while at < raw.count {
      let byte = raw[at]
      if byte < 0x20 || byte >= 0x7F || byte == 0x22 || byte == 0x5C || byte == 0x23 {
        return false
      }
      at += 1
    }
    return true
  }

  // MARK: Members

  /// A member's name, behind what parts it from the member before.
  private func name(_ name: StaticString) {
    let length = name.utf8CodeUnitCount
    reserve(length + 4)
    if count == 0 {
      memory[0] = UInt8(ascii: "{")
      count = 1
    } else if memory[count - 1] != UInt8(ascii: "{") {
      memory[count] = UInt8(ascii: ",")
      count += 1
    }
    memory[count] = UInt8(ascii: "\"")
    (memory + count + 1).update(from: name.utf8Start, count: length)
    count += length + 1
    memory[count] = UInt8(ascii: "\"")
    memory[count + 1] = UInt8(ascii: ":")
    count += 2
  }

  private func begin(_ object: StaticString) {
    name(object)
    put(UInt8(ascii: "{"))
  }

  private func add(_ name: StaticString, _ text: String?) -> Bool {
    guard let text else { return true }
    self.name(name)
    return quoted(text)
  }

  private func add(_ name: StaticString, _ number: Int?) -> Bool {
    guard let number else { return true }
    self.name(name)
    // At most 19 digits and a sign, the last digit first.
    reserve(20)
    if number < 0 { put(UInt8(ascii: "-")) }
    var left = number.magnitude
    var length = 1
    while left >= 10 {
      left /= 10
      length += 1
    }
    left = number.magnitude
    for place in (count..<count + length).reversed() {
      memory[place] = UInt8(ascii: "0") + UInt8(left % 10)
      left /= 10
    }
    count += length
    return true
  }

  private func add(json name: StaticString, _ text: String?) -> Bool {
    guard let text else { return true }
    self.name(name)
    return raw(text)
  }

  // MARK: Values

  /// A text between quotes; false where there is more in it than printable ASCII, or what begins a
  /// runner's command.
  private func quoted(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      put(UInt8(ascii: "\""))
      if !isPlain(bytes) {
        guard putEscaped(bytes) else { return false }
      } else {
        put(bytes)
      }
      put(UInt8(ascii: "\""))
      return true
    }
  }

  private func putEscaped(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var before: UInt8 = 0
    for byte in bytes {
      if byte < 0x20 || byte >= 0x7F || (byte == UInt8(ascii: "#") && byte == before) {
        return false
      }
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { put(UInt8(ascii: "\\")) }
      put(byte)
      before = byte
    }
    return true
  }

  /// JSON text as it is; false where it is none, or more than printable ASCII.
  private func raw(_ text: String) -> Bool {
    var compact: String
    if let before = known[text] {
      compact = before
    } else {
      guard let made = JSONText.compact(text) else { return false }
      compact = made
      if known.count < Self.knownLimit, text.utf8.count < 256 { known[text] = made }
    }
    return compact.withUTF8 { bytes in
      var before: UInt8 = 0
      for byte in bytes {
        if byte < 0x20 || byte >= 0x7F || (byte == UInt8(ascii: "#") && byte == before) {
          return false
        }
        before = byte
      }
      put(bytes)
      return true
    }
  }
}
