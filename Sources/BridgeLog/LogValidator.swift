public import BridgeContract
internal import BridgeFindings
internal import BridgeJSON
internal import ByteScan
internal import LineJudge

/// Judges recorded traffic, fed as blocks of bytes: a line at a time, never a file at once.
///
/// Memory: one block's rest of a line (at most the line limit), what is open in each session, and
/// the findings that are listed.
public final class LogValidator {
  let set: ContractSet
  let options: LogOptions
  let collector: FindingCollector
  let monitor: TrafficMonitor
  private let finder: ChannelFinder
  let tape = JSONTape()

  private var file: String?
  private var fileIndex = 0
  @exclusivity(unchecked) var line = 0
  @exclusivity(unchecked) var lineOffset = 0
  /// The beginning of a line whose end has not come.
  private var rest: [UInt8] = []
  /// The line is too long: its bytes are only counted.
  private var skipped = 0
  @exclusivity(unchecked) var isAtStart = true
  /// The session of lines that name none.
  @exclusivity(unchecked) var fileSession = IDHash(integer: 0)

  /// The quick way, where the options allow it.
  let scanner: LineScanner?
  /// A line as correlation sees it; in one place, as there is one for each line.
  let quickLine: UnsafeMutablePointer<QuickLine>
  /// Sessions that were met lately.
  let names = ShortNames()
  private let second: (any SecondReader)?
  /// Blocks are copied here, if they come without padding.
  private var padded: [UInt8] = []

  /// A validator that has read nothing.
  public init(_ set: ContractSet, options: LogOptions = LogOptions()) {
    self.set = set
    self.options = options
    let collector = FindingCollector(
      maxFindings: options.maxFindings, onlyLine: options.onlyLine)
    self.collector = collector
    monitor = TrafficMonitor(
      set, showsValues: options.showsValues, sessionLimit: options.maxSessions, isQuick: true
    ) { collector.add($0) }
    finder = ChannelFinder(set: set, reader: monitor.reader)
    second = options.secondReader?()
    quickLine = .allocate(capacity: 1)
    quickLine.initialize(to: QuickLine())
    if options.engine == .fast, second == nil, options.channel == nil, options.map.isEmpty {
      var lowering = ContractLowering(set, finder)
      scanner = LineScanner(lowering.tables())
    } else {
      scanner = nil
    }
  }

  deinit {
    quickLine.deallocate()
    names.deallocate()
  }

  // MARK: Feeding

  /// Begins a file; `name` is what findings show.
  public func beginFile(_ name: String) {
    file = name
    monitor.file = name
    fileIndex += 1
    fileSession = IDHash(IDKey(file: fileIndex))
    line = 0
    lineOffset = 0
    isAtStart = true
    rest.removeAll(keepingCapacity: true)
    skipped = 0
    collector.beginFile()
  }

  /// Reads a block of the file.
  public func feed(_ block: UnsafeRawBufferPointer) {
    guard let start = block.baseAddress?.assumingMemoryBound(to: UInt8.self), !block.isEmpty else {
      return
    }
    let end = start + block.count
    var p = start
    if let scanner {
      // The end of a line that began before, then whole lines, then the beginning of one.
      if !rest.isEmpty || skipped > 0 {
        let newline = bs_find_newline(p, end)
        let piece = UnsafeBufferPointer(start: p, count: newline - p)
        if newline == end {
          keep(piece)
          return
        }
        endLine(piece)
        p = newline + 1
      }
      let lines = UnsafeRawBufferPointer(start: p, count: end - p)
      if let last = lines.lastIndex(of: 0x0A) {
        takeCopied(UnsafeRawBufferPointer(rebasing: lines[...last]), scanner)
        p += last + 1
      }
      if p < end { keep(UnsafeBufferPointer(start: p, count: end - p)) }
      return
    }
    while p < end {
      let newline = bs_find_newline(p, end)
      let piece = UnsafeBufferPointer(start: p, count: newline - p)
      if newline == end {
        keep(piece)
        return
      }
      endLine(piece)
      p = newline + 1
    }
  }

  /// Copies whole lines to where padding follows.
  private func takeCopied(_ lines: UnsafeRawBufferPointer, _ scanner: LineScanner) {
    padded.removeAll(keepingCapacity: true)
    padded.append(contentsOf: lines)
    padded.append(contentsOf: repeatElement(0, count: Int(LJ_PADDING)))
    padded.withUnsafeBufferPointer { buffer in
      if let base = buffer.baseAddress { takeLines(base, base + lines.count, scanner) }
    }
  }

  /// Judges a block that was filled from the file, after all that came before it.
  func feed(_ block: LogBlock) {
    let raw = UnsafeRawBufferPointer(start: block.bytes, count: block.rawCount)
    if !raw.isEmpty { feed(raw) }
    guard block.count > block.rawCount else { return }
    var start = block.bytes + block.rawCount
    let end = block.bytes + block.count
    if let scanner {
      if let records = block.records?.baseAddress, block.scanned > block.rawCount {
        for i in 0..<block.recordCount { take(records + i, start, scanner) }
        start = block.bytes + block.scanned
      }
      takeLines(start, end, scanner)
    } else {
      feed(UnsafeRawBufferPointer(start: start, count: end - start))
    }
  }

  /// Reads bytes; for tests and small texts.
  public func feed(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { feed($0) }
  }

  /// Ends the file: what is left is a last line without a line end.
  public func endFile() {
    guard !rest.isEmpty || skipped > 0 else { return }
    finishLine(UnsafeBufferPointer(start: nil, count: 0), isCut: true)
  }

  /// Ends everything and gives the report.
  public func finish() -> LogReport {
    monitor.finish()
    return collector.report(
      messages: monitor.messageCount, notObservable: monitor.notObservable,
      evictedSessions: monitor.evictedSessions)
  }

  /// Keeps the beginning of a line.
  private func keep(_ piece: UnsafeBufferPointer<UInt8>) {
    if skipped > 0 {
      skipped += piece.count
    } else if rest.count + piece.count > options.maxLineBytes + 2 {
      skipped = rest.count + piece.count
      rest.removeAll(keepingCapacity: false)
    } else {
      rest.append(contentsOf: piece)
    }
  }

  private func endLine(_ piece: UnsafeBufferPointer<UInt8>) {
    finishLine(piece, isCut: false)
  }

  private func finishLine(_ piece: UnsafeBufferPointer<UInt8>, isCut: Bool) {
    beginLine()
    var length = piece.count + (isCut ? 0 : 1)
    if skipped > 0 {
      length += skipped
      skipped = 0
      report(.tooLarge, "the line is longer than \(options.maxLineBytes) bytes")
    } else if rest.isEmpty {
      take(piece, isCut: isCut)
    } else {
      keep(piece)
      if skipped > 0 {
        length += skipped - piece.count
        skipped = 0
        report(.tooLarge, "the line is longer than \(options.maxLineBytes) bytes")
      } else {
        length += rest.count - piece.count
        let whole = rest
        rest.removeAll(keepingCapacity: true)
        whole.withUnsafeBufferPointer { take($0, isCut: isCut) }
      }
    }
    endLine(length: length)
  }

  func beginLine() {
    line += 1
    collector.countLine()
  }

  func endLine(length: Int) { lineOffset += length }

  // MARK: Lines

  func take(_ raw: UnsafeBufferPointer<UInt8>, isCut: Bool) {
    var text = raw
    if isAtStart {
      isAtStart = false
      if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = UnsafeBufferPointer(rebasing: text[3...]) }
    }
    if text.last == 0x0D { text = UnsafeBufferPointer(rebasing: text.dropLast()) }
    if text.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { return }
    if text.count > options.maxLineBytes {
      report(.tooLarge, "the line is longer than \(options.maxLineBytes) bytes")
      return
    }
    do throws(JSONError) {
      try tape.read(
        text, limits: JSONLimits(depth: JSONLimits.traffic.depth, bytes: options.maxLineBytes))
    } catch {
      report(error, isCut: isCut, skew: text.count == raw.count ? 0 : raw.count - text.count)
      return
    }
    if let key = tape.firstDuplicateKey {
      let cursor = tape.root.at(key)
      report(
        .duplicateKey,
        "\(shown(cursor)) stands twice in one object", keyword: "key",
        offset: lineOffset + cursor.offset)
      return
    }
    if let second, !tape.isBeyondMachineWords {
      takeAgain(text, second)
    } else {
      take(tape.root)
    }
  }

  /// Judges a line, which the own reader has accepted, as the second reader understands it.
  private func takeAgain(_ text: UnsafeBufferPointer<UInt8>, _ second: any SecondReader) {
    guard let bytes = second.rewritten(text) else {
      report(.malformedJSON, "the second reader refuses this line")
      return
    }
    bytes.withUnsafeBufferPointer { buffer in
      do throws(JSONError) {
        // Written anew a text may be longer than it was.
        try tape.read(
          buffer, limits: JSONLimits(depth: JSONLimits.traffic.depth, bytes: JSONLimits.maxBytes))
      } catch {
        report(.malformedJSON, "what the second reader understood is no JSON")
        return
      }
      take(tape.root)
    }
  }

  private func report(_ error: JSONError, isCut: Bool, skew: Int) {
    let offset = lineOffset + error.offset
    switch error.reason {
    case .tooDeep: report(.tooDeep, error.sentence, offset: offset)
    case .tooLarge: report(.tooLarge, error.sentence, offset: offset)
    case .unexpectedEnd where isCut:
      report(
        .cutOff, "the log breaks off in the middle of this line, its last", offset: offset)
    default:
      report(.malformedJSON, "not JSON: \(error.sentence)", offset: offset)
    }
  }

  private func report(
    _ cause: Cause, _ message: String, keyword: String = "line", offset: Int? = nil
  ) {
    collector.add(
      Finding(
        cause: cause, severity: .error, message: message, file: file, line: line,
        offset: offset ?? lineOffset,
        fingerprint: Fingerprint.of(
          cause: cause.id, contract: "", message: "", pointer: "", keyword: keyword)))
  }

  /// A key as a report may show it: by name where the contract has it, else by its length.
  private func shown(_ key: JSONCursor) -> String {
    let name = key.string ?? ""
    let isKnown =
      options.showsValues || set.names.allows(name) || LogMap.Field(rawValue: name) != nil
    return isKnown
      ? "the key \(JSONString.quoted(name))" : "a key of \(name.unicodeScalars.count) characters"
  }

  private func badLine(_ message: String) {
    report(.badLine, message)
  }

  private func take(_ root: JSONCursor) {
    guard root.kind == .object else {
      if let channel = options.channel {
        takeBody(root, LineFields(JSONConstants.null, LogMap()), word: channel)
      } else {
        badLine(
          "a line is an object with \"body\" or \"event\"; this is \(Shapes.article(root.kind))")
      }
      return
    }
    let fields = LineFields(root, options.map)
    var failure: Cause?
    if let text = fields.cause?.string {
      guard let cause = Cause(id: text), Self.isDelivery(cause) else {
        badLine("\"cause\" is none of the load and delivery causes")
        return
      }
      failure = cause
    }
    let event = fields.knownEvent(options.map)
    if let failure {
      let word = fields.channel?.string
      var channel: Int?
      var side = fields.side(options.map)
      if let body = fields.body {
        if case .channel(let index) = finder.find(word: word, side: side, body: body) {
          channel = index
          side = set.channels[index].channel.from
        }
      }
      monitor.take(
        record(
          .failure(
            failure, side: side, channel: channel, call: fields.call, event: event,
            function: failure == .functionMissing
              ? finder.function(word, fields.body, channel) : nil
          ), fields))
      return
    }
    if let event {
      collector.countEvent()
      monitor.take(record(.event(event), fields))
      return
    }
    if let answers = fields.answers {
      if fields.isElsewhere(finder) {
        collector.countSkipped()
        return
      }
      let isError = fields.error.map { !$0.isNull } ?? false
      let body = (isError ? fields.error : fields.body) ?? JSONConstants.null
      monitor.take(
        record(
          .answer(call: answers, body: body, isError: isError, side: fields.side(options.map)),
          fields))
      return
    }
    if let body = fields.body {
      takeBody(body, fields, word: fields.channel?.string)
    } else if let channel = options.channel {
      takeBody(root, fields, word: channel)
    } else if fields.event?.kind == .string {
      // Other events are ignored.
    } else {
      badLine("the line has neither \"body\" nor \"event\"")
    }
  }

  private static func isDelivery(_ cause: Cause) -> Bool {
    cause.group == .load || cause.group == .webToNative || cause.group == .nativeToWeb
  }

  private func takeBody(_ body: JSONCursor, _ fields: LineFields, word: String?) {
    switch finder.find(word: word, side: fields.side(options.map), body: body) {
    case .channel(let channel):
      monitor.take(record(.body(body, channel: channel, call: fields.call), fields))
    case .wrongDirection(let side, let channel):
      monitor.take(
        record(.wrongDirection(side: side, channel: channel, call: fields.call), fields))
    case .skipped:
      collector.countSkipped()
      passOver(fields)
    case .unknown:
      if word == nil, let channel = options.channel {
        takeBody(body, fields, word: channel)
        return
      }
      passOver(fields)
      badLine(
        "nothing tells which side said this: the line has no direction, and no channel or kind that only one side knows"
      )
    }
  }

  /// A line that is not judged may still have been answered.
  private func passOver(_ fields: LineFields) {
    guard let call = fields.call else { return }
    monitor.take(record(.passedOver(call: call, side: fields.side(options.map)), fields))
  }

  private func record(_ content: Record.Content, _ fields: LineFields) -> Record {
    let named = fields.session.flatMap { $0.isNull ? nil : $0 }
    let session = named.map { IDKey($0) } ?? IDKey(file: fileIndex)
    var frame: Record.Frame?
    if let value = fields.frame, value.kind == .object {
      frame = .init(
        isMain: value.member("main")?.bool,
        origin: value.member("origin").flatMap { $0.kind == .string ? $0.stringBytes : nil },
        id: value.member("id").map { IDKey($0) })
    }
    let page = fields.page?.smallInteger.flatMap { $0 >= 0 && $0 < 1 << 31 ? Int($0) : nil }
    return Record(
      content: content, line: line, offset: lineOffset,
      t: fields.t.flatMap { Timestamp.milliseconds($0) }, session: session,
      sessionName: named, page: page, frame: frame)
  }
}
