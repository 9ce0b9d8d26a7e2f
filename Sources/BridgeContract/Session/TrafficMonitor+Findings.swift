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
    let program = message.map { set.messages[$0] }
    let owner = program?.contract ?? channel.map { set.channels[$0].contract } ?? contract
    let spot = spot(
      SpotKey(
        cause: issue.cause, contract: owner, message: message, pointer: pointer,
        keyword: issue.keyword))
    return Finding(
      cause: issue.cause, severity: issue.severity, message: issue.sentence, file: file,
      line: line, offset: offset, session: box.session.shown,
      page: page ?? box.session.page, direction: side?.direction,
      channel: channel.map { set.channels[$0].channel.key },
      kind: kind ?? program?.message.name, id: id, instancePath: hasPlace ? spot.pointer : nil,
      schemaPath: issue.schemaPath, contract: issue.place, expected: issue.expected,
      got: issue.got, suggest: issue.suggest, related: issue.related,
      fingerprint: spot.fingerprint)
  }

  /// What a fingerprint is made of, with the pointer as it came.
  struct SpotKey: Hashable {
    var cause: Cause
    var contract: Int?
    var message: Int?
    var pointer: String
    var keyword: String

    func hash(into hasher: inout Hasher) {
      // That tells nearly all apart.
      hasher.combine(message)
      hasher.combine(pointer)
    }
  }

  /// What reports say of the place of a finding.
  struct Spot {
    var pointer: String
    var fingerprint: String
  }

  /// How many places are remembered.
  private static var spotLimit: Int { 1024 }

  private func spot(_ key: SpotKey) -> Spot {
    if let known = spots[key] { return known }
    let pointer = shown(key.pointer)
    let spot = Spot(
      pointer: pointer,
      fingerprint: Fingerprint.of(
        cause: key.cause.id, contract: key.contract.map { set.contracts[$0].name } ?? "",
        message: key.message.map { set.messages[$0].message.name } ?? "", pointer: pointer,
        keyword: key.keyword))
    if spots.count < Self.spotLimit, key.pointer.utf8.count < 256 { spots[key] = spot }
    return spot
  }

  /// A pointer with the keys that a report may show; of others their length.
  private func shown(_ pointer: String) -> String {
    if showsValues || pointer.isEmpty { return pointer }
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
    return String(decoding: out, as: UTF8.self)
  }
}
