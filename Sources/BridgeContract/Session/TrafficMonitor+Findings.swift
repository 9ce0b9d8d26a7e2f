internal import BridgeFindings
internal import BridgeJSON

// Findings: an issue, put into its line and its session.

extension TrafficMonitor {
  /// Puts an issue into its line and hands it out.
  func emit(
    _ issue: Issue, _ record: Record, _ box: SessionBox, side: Side?, channel: Int?,
    message: Int? = nil, batchIndex: Int? = nil, kind: String? = nil, id: String? = nil
  ) {
    sink(
      finding(
        issue, line: record.line, offset: record.offset, box, side: side, channel: channel,
        message: message, batchIndex: batchIndex, kind: kind, id: id,
        page: record.page))
  }

  func finding(
    _ issue: Issue, line: Int, offset: Int, _ box: SessionBox, side: Side?, channel: Int?,
    message: Int? = nil, batchIndex: Int? = nil, kind: String? = nil, id: String? = nil,
    page: Int? = nil, contract: Int? = nil
  ) -> Finding {
    let pointer = (batchIndex.map { "/\($0)" } ?? "") + issue.pointer
    // What is wrong with a moment or with a delivery has no place in the body.
    let hasPlace = !pointer.isEmpty || issue.cause.group == .shape
    let shownPointer = shown(pointer)
    let program = message.map { set.messages[$0] }
    let owner = program?.contract ?? channel.map { set.channels[$0].contract } ?? contract
    var finding = Finding(
      cause: issue.cause, severity: issue.severity, message: issue.sentence, file: file,
      line: line, offset: offset, session: box.session.shown,
      page: page ?? box.session.page, direction: side?.direction,
      channel: channel.map { set.channels[$0].channel.key },
      kind: kind ?? program?.message.name, id: id, instancePath: hasPlace ? shownPointer : nil,
      schemaPath: issue.schemaPath, contract: issue.place, expected: issue.expected,
      got: issue.got, suggest: issue.suggest, related: issue.related)
    finding.fingerprint = fingerprint(
      FingerprintKey(
        cause: issue.cause.id, contract: owner, message: message, pointer: shownPointer,
        keyword: issue.keyword))
    return finding
  }

  /// What a fingerprint is made of.
  struct FingerprintKey: Hashable {
    var cause: String
    var contract: Int?
    var message: Int?
    var pointer: String
    var keyword: String
  }

  /// How many pointers and fingerprints are remembered.
  private static var pointerLimit: Int { 1024 }

  private func fingerprint(_ key: FingerprintKey) -> String {
    if let known = fingerprints[key] { return known }
    let made = Fingerprint.of(
      cause: key.cause, contract: key.contract.map { set.contracts[$0].name } ?? "",
      message: key.message.map { set.messages[$0].message.name } ?? "", pointer: key.pointer,
      keyword: key.keyword)
    if fingerprints.count < Self.pointerLimit, key.pointer.utf8.count < 256 {
      fingerprints[key] = made
    }
    return made
  }

  /// A pointer with the keys that a report may show; of others their length.
  private func shown(_ pointer: String) -> String {
    if showsValues || pointer.isEmpty { return pointer }
    if let known = shownPointers[pointer] { return known }
    guard let parsed = JSONPointer(pointer) else { return pointer }
    var out: [UInt8] = []
    for segment in parsed.segments {
      if segment.index != nil {
        out.append(UInt8(ascii: "/"))
        out.append(contentsOf: segment.key)
        continue
      }
      let name = String(decoding: segment.key, as: UTF8.self)
      JSONPointer.append(key: set.names.shown(name).utf8, to: &out)
    }
    let text = String(decoding: out, as: UTF8.self)
    if shownPointers.count < Self.pointerLimit, pointer.utf8.count < 256 {
      shownPointers[pointer] = text
    }
    return text
  }
}
