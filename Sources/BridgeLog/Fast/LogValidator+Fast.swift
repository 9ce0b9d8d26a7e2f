internal import BridgeContract
internal import BridgeFindings
internal import BridgeJSON
internal import LineJudge

// The quick way: lines that the pass has judged go to correlation at once; all others, and those
// whose findings are to be explained, are judged by the reference.

extension LogValidator {
  /// The causes that the pass counts, by its numbers.
  static let causes: [Cause] = [
    .missingField, .unknownField, .unknownField, .wrongType, .notInEnum, .outOfRange, .badLength,
    .pattern, .notUnique,
  ]

  /// Judges whole lines, behind which the padding of the pass can be read.
  func takeLines(
    _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ scanner: LineScanner
  ) {
    var at = start
    withUnsafeTemporaryAllocation(of: lj_record.self, capacity: 32) { records in
      while at < end {
        let (count, next) = scanner.scan(at, end, into: records)
        if let base = records.baseAddress {
          for i in 0..<count { take(base + i, at, scanner) }
        }
        at = next
      }
    }
  }

  /// Takes one line that the pass has seen.
  func take(
    _ record: UnsafeMutablePointer<lj_record>, _ base: UnsafePointer<UInt8>, _ scanner: LineScanner
  ) {
    beginLine()
    let start = base + Int(record.pointee.at)
    if !takeQuickly(record, start, scanner) {
      take(UnsafeBufferPointer(start: start, count: Int(record.pointee.length)), isCut: false)
    }
    endLine(length: Int(record.pointee.length) + 1)
  }

  @inline(__always)
  private func takeQuickly(
    _ record: UnsafeMutablePointer<lj_record>, _ start: UnsafePointer<UInt8>, _ scanner: LineScanner
  ) -> Bool {
    guard !isAtStart, Int(record.pointee.length) <= options.maxLineBytes else { return false }
    let line = quickLine
    switch Int(record.pointee.outcome) {
    case LJ_MESSAGE:
      fill(line, record, start)
      line.pointee.message = Int(record.pointee.message)
      let text = UnsafeBufferPointer(
        start: start + Int(record.pointee.id_at),
        count: Int(record.pointee.id_kind) == LJ_TEXT ? Int(record.pointee.id_length) : 0)
      if record.pointee.is_faulty == 0, record.pointee.unmentioned == 0 {
        return monitor.takeQuick(message: line, idText: text)
      }
      return takeFaulty(record, line, start) { payload in
        monitor.takeQuick(message: line, idText: text, explaining: payload)
      }
    case LJ_REPLY:
      fill(line, record, start)
      guard let request = monitor.quickRequest(of: line),
        isJudged(record, as: request.message, start, scanner)
      else { return false }
      line.pointee.message = request.message
      let text = UnsafeBufferPointer(
        start: start + Int(record.pointee.id_at),
        count: Int(record.pointee.id_kind) == LJ_TEXT ? Int(record.pointee.id_length) : 0)
      if record.pointee.is_faulty == 0, record.pointee.unmentioned == 0 {
        return monitor.takeQuick(reply: line, to: request, idText: text)
      }
      return takeFaulty(record, line, start) { payload in
        monitor.takeQuick(reply: line, to: request, idText: text, explaining: payload)
      }
    case LJ_BLANK: return true
    default: return false
    }
  }

  /// What correlation needs of a record.
  @inline(__always)
  private func fill(
    _ out: UnsafeMutablePointer<QuickLine>, _ record: UnsafeMutablePointer<lj_record>,
    _ start: UnsafePointer<UInt8>
  ) {
    out.pointee.line = line
    out.pointee.offset = lineOffset
    out.pointee.isClean = true
    switch Int(record.pointee.t_kind) {
    case LJ_INTEGER:
      out.pointee.hasTime = true
      out.pointee.t = Timestamp.milliseconds(Double(record.pointee.t))
    case LJ_TEXT:
      let text = UnsafeBufferPointer(
        start: start + Int(record.pointee.t_at), count: Int(record.pointee.t_length))
      let t = Timestamp.iso(text)
      out.pointee.hasTime = t != nil
      out.pointee.t = t ?? 0
    default: out.pointee.hasTime = false
    }
    out.pointee.page =
      record.pointee.page == UInt32.max ? -1 : Int(truncatingIfNeeded: record.pointee.page)
    out.pointee.sessionText = nil
    switch Int(record.pointee.session_kind) {
    case LJ_INTEGER: out.pointee.session = IDHash(integer: record.pointee.session)
    case LJ_TEXT:
      let name = UnsafeBufferPointer(
        start: start + Int(record.pointee.session_at), count: Int(record.pointee.session_length))
      out.pointee.session = names.hash(name)
      out.pointee.sessionText = name
    default: out.pointee.session = fileSession
    }
    out.pointee.channel = Int(record.pointee.channel)
    out.pointee.hasNullID = Int(record.pointee.id_kind) == LJ_OTHER
    switch Int(record.pointee.id_kind) {
    case LJ_INTEGER:
      out.pointee.hasID = true
      out.pointee.hasIntegerID = true
      out.pointee.id = IDHash(integer: record.pointee.id)
      out.pointee.integerID = record.pointee.id
    case LJ_TEXT:
      out.pointee.hasID = true
      out.pointee.hasIntegerID = false
      out.pointee.id = IDHash(
        text: UnsafeBufferPointer(
          start: start + Int(record.pointee.id_at), count: Int(record.pointee.id_length)))
    default: out.pointee.hasID = false
    }
  }

  /// Whether a reply's payload is judged by the schema of its request; judges it if it is not yet.
  private func isJudged(
    _ record: UnsafeMutablePointer<lj_record>, as message: Int, _ start: UnsafePointer<UInt8>,
    _ scanner: LineScanner
  ) -> Bool {
    let tables = scanner.tables
    let number = tables.replyNumbers[message]
    guard number == -1 || Int(record.pointee.message) == number,
      let schema = tables.replySchemas[message]
    else { return false }
    guard record.pointee.has_payload != 0 else {
      return set.messages[message].message.reply?.payload == nil
    }
    if record.pointee.schema == schema { return true }
    lj_clear(record)
    record.pointee.schema = schema
    return scanner.judge(
      start + Int(record.pointee.payload_at), length: record.pointee.payload_length, by: schema,
      record)
  }

  // MARK: Faults

  private struct Faults {
    var errors = 0
    var unmentioned = 0
    var areErrors = false
  }

  /// Takes a line with findings: they are counted, or explained by what the reference has to say of
  /// the payload. False, and nothing happened, where the reference must judge the whole line.
  private func takeFaulty(
    _ record: UnsafeMutablePointer<lj_record>, _ line: UnsafeMutablePointer<QuickLine>,
    _ start: UnsafePointer<UInt8>, _ take: (_ explained: JSONCursor?) -> Bool
  ) -> Bool {
    let faults = faults(record, line)
    if faults.errors + faults.unmentioned == 0 { return take(nil) }
    guard !collector.onlyCounts(line: line.pointee.line) else {
      guard take(nil) else { return false }
      count(faults, record, line)
      return true
    }
    guard record.pointee.unmentioned == 0 else { return false }
    guard record.pointee.has_payload != 0 else { return take(JSONConstants.null) }
    let text = UnsafeBufferPointer(
      start: start + Int(record.pointee.payload_at), count: Int(record.pointee.payload_length))
    do throws(JSONError) {
      try tape.read(
        text, limits: JSONLimits(depth: JSONLimits.traffic.depth, bytes: options.maxLineBytes))
    } catch {
      return false
    }
    return take(tape.root)
  }

  /// The findings of a line.
  private func faults(
    _ record: UnsafeMutablePointer<lj_record>, _ line: UnsafeMutablePointer<QuickLine>
  ) -> Faults {
    var faults = Faults()
    withUnsafeBytes(of: record.pointee.found) { bytes in
      let found = bytes.bindMemory(to: UInt16.self)
      for cause in found.indices {
        if cause == Int(LJ_UNMENTIONED) {
          faults.unmentioned += Int(found[cause])
        } else {
          faults.errors += Int(found[cause])
        }
      }
    }
    faults.unmentioned += Int(record.pointee.unmentioned)
    switch set.messages[line.pointee.message].message.unknownFields {
    case .allow: faults.unmentioned = 0
    case .warn: break
    case .reject: faults.areErrors = true
    }
    guard faults.errors + faults.unmentioned > 0 else { return faults }
    line.pointee.isClean = faults.errors == 0 && !(faults.areErrors && faults.unmentioned > 0)
    return faults
  }

  private func count(
    _ faults: Faults, _ record: UnsafeMutablePointer<lj_record>,
    _ quickLine: UnsafeMutablePointer<QuickLine>
  ) {
    let line = quickLine.pointee
    guard faults.errors + faults.unmentioned > 0 else { return }
    let name = set.messages[line.message].message.name
    withUnsafeBytes(of: record.pointee.found) { bytes in
      let found = bytes.bindMemory(to: UInt16.self)
      for cause in found.indices where found[cause] > 0 && cause != Int(LJ_UNMENTIONED) {
        collector.count(
          Self.causes[cause], .error, Int(found[cause]), line: line.line, name: name)
      }
    }
    if faults.unmentioned > 0 {
      collector.count(
        .unknownField, faults.areErrors ? .error : .warning, faults.unmentioned, line: line.line,
        name: name)
    }
  }
}
