internal import BridgeFindings

/// Writes findings as JSON, one after the other.
///
/// Most findings hold nothing but numbers and texts of printable ASCII, of which there is only one way
/// to write them: these are written down as they are. Everything else is json-c's, and both write the
/// same bytes (the tests hold them to that). A log may have ten thousand findings.
final class FindingWriter {
  private var line: [UInt8] = []
  /// JSON text of contracts that was found to be such: it comes again with every finding of a rule.
  private var known: [String: String] = [:]
  private static let knownLimit = 256

  /// Hands the object's text over, without blanks and without a line end.
  func write(_ finding: Finding, to sink: (UnsafeRawBufferPointer) -> Void) {
    if let plain = plain(finding) {
      plain.withUnsafeBytes(sink)
    } else {
      FindingRecord.tree(finding).write(to: sink)
    }
  }

  /// The text of a finding in which nothing needs a second look; members as in `FindingRecord`.
  func plain(_ finding: Finding) -> [UInt8]? {
    line.removeAll(keepingCapacity: true)
    guard finding.change == nil, add("cause", finding.cause?.id),
      add("severity", finding.severity.rawValue), add("message", finding.message),
      add("file", finding.file), add("line", finding.line), add("offset", finding.offset),
      add("session", finding.session), add("page", finding.page),
      add("direction", finding.direction), add("channel", finding.channel),
      add("kind", finding.kind), add(json: "id", finding.id),
      add("instancePath", finding.instancePath), add("schemaPath", finding.schemaPath)
    else { return nil }
    if let place = finding.contract {
      begin("contract")
      guard add("file", place.file), add("line", place.line), add("column", place.column) else {
        return nil
      }
      line.append(UInt8(ascii: "}"))
    }
    if let expected = finding.expected {
      begin("expected")
      guard quoted(expected.keyword) else { return nil }
      line.append(UInt8(ascii: ":"))
      guard raw(expected.value) else { return nil }
      line.append(UInt8(ascii: "}"))
    }
    if let got = finding.got {
      begin("got")
      guard add("type", got.type), add("size", got.size), add(json: "value", got.value),
        add("hash", got.hash)
      else { return nil }
      line.append(UInt8(ascii: "}"))
    }
    guard add("suggest", finding.suggest) else { return nil }
    if !finding.related.isEmpty {
      name("related")
      var mark = UInt8(ascii: "[")
      for related in finding.related {
        line.append(mark)
        line.append(UInt8(ascii: "{"))
        guard add("line", related.line), add("what", related.what) else { return nil }
        line.append(UInt8(ascii: "}"))
        mark = UInt8(ascii: ",")
      }
      line.append(UInt8(ascii: "]"))
    }
    guard finding.fingerprint.isEmpty || add("fingerprint", finding.fingerprint) else { return nil }
    line.append(UInt8(ascii: "}"))
    return line
  }

  // MARK: Members

  /// A member's name, behind what parts it from the member before.
  private func name(_ name: StaticString) {
    switch line.last {
    case nil: line.append(UInt8(ascii: "{"))
    case UInt8(ascii: "{"): break
    default: line.append(UInt8(ascii: ","))
    }
    line.append(UInt8(ascii: "\""))
    line.append(
      contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
    line.append(UInt8(ascii: "\""))
    line.append(UInt8(ascii: ":"))
  }

  private func begin(_ object: StaticString) {
    name(object)
    line.append(UInt8(ascii: "{"))
  }

  private func add(_ name: StaticString, _ text: String?) -> Bool {
    guard let text else { return true }
    self.name(name)
    return quoted(text)
  }

  private func add(_ name: StaticString, _ number: Int?) -> Bool {
    guard let number else { return true }
    self.name(name)
    line.append(contentsOf: String(number).utf8)
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
      line.append(UInt8(ascii: "\""))
      var start = 0
      for at in bytes.indices {
        let byte = bytes[at]
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
          line.append(contentsOf: bytes[start..<at])
          line.append(UInt8(ascii: "\\"))
          start = at
        } else if byte < 0x20 || byte >= 0x7F
          || (byte == UInt8(ascii: "#") && at > 0 && bytes[at - 1] == byte)
        {
          return false
        }
      }
      line.append(contentsOf: bytes[start...])
      line.append(UInt8(ascii: "\""))
      return true
    }
  }

  /// JSON text as it is; false where it is none, or more than printable ASCII.
  private func raw(_ text: String) -> Bool {
    let compact: String
    if let before = known[text] {
      compact = before
    } else {
      guard let made = JSONText.compact(text) else { return false }
      compact = made
      if known.count < Self.knownLimit, text.utf8.count < 256 { known[text] = made }
    }
    var before: UInt8 = 0
    for byte in compact.utf8 {
      if byte < 0x20 || byte >= 0x7F || (byte == UInt8(ascii: "#") && byte == before) {
        return false
      }
      before = byte
    }
    line.append(contentsOf: compact.utf8)
    return true
  }
}
