internal import BridgeContract
internal import BridgeJSON

/// The fields of one log line, found but not understood.
struct LineFields {
  var t: JSONCursor?
  var session: JSONCursor?
  var page: JSONCursor?
  var direction: JSONCursor?
  var from: JSONCursor?
  var channel: JSONCursor?
  var frame: JSONCursor?
  var body: JSONCursor?
  var event: JSONCursor?
  var call: JSONCursor?
  var answers: JSONCursor?
  var error: JSONCursor?
  var cause: JSONCursor?

  /// The fields of an object, by their names and aliases; a mapping goes before them.
  init(_ line: JSONCursor, _ map: LogMap) {
    var dir: JSONCursor?
    var handler: JSONCursor?
    var times: [JSONCursor?] = [nil, nil, nil]
    line.forEachMember { key, value in
      key.withStringBytes { name in
        switch name.count {
        case 1: if name.isWord("t") { t = value }
        case 2: if name.isWord("ts") { times[1] = value }
        case 3: if name.isWord("dir") { dir = value }
        case 4:
          if name.isWord("body") {
            body = value
          } else if name.isWord("page") {
            page = value
          } else if name.isWord("call") {
            call = value
          } else if name.isWord("from") {
            from = value
          } else if name.isWord("time") {
            times[0] = value
          }
        case 5:
          if name.isWord("event") {
            event = value
          } else if name.isWord("frame") {
            frame = value
          } else if name.isWord("error") {
            error = value
          } else if name.isWord("cause") {
            cause = value
          }
        case 7:
          if name.isWord("session") {
            session = value
          } else if name.isWord("channel") {
            channel = value
          } else if name.isWord("handler") {
            handler = value
          } else if name.isWord("answers") {
            answers = value
          }
        case 9:
          if name.isWord("direction") {
            direction = value
          } else if name.isWord("timestamp") {
            times[2] = value
          }
        default: break
        }
      }
    }
    direction = direction ?? dir
    channel = channel ?? handler
    t = t ?? times[0] ?? times[1] ?? times[2]
    for (field, pointer) in map.pointers {
      let value = pointer.resolve(from: line)
      switch field {
      case .t: t = value
      case .session: session = value
      case .page: page = value
      case .direction:
        direction = value
        from = nil
      case .channel: channel = value
      case .frame: frame = value
      case .body: body = value
      case .event: event = value
      case .call: call = value
      case .answers: answers = value
      case .error: error = value
      case .cause: cause = value
      }
    }
    // A recorder may write every field in every line: a call without a name is none.
    if call?.isNull == true { call = nil }
    if answers?.isNull == true { answers = nil }
  }

  /// Whether the line is said on a channel that no contract has.
  func isElsewhere(_ finder: ChannelFinder) -> Bool {
    channel?.string.map { !finder.knows($0) } ?? false
  }

  /// The side that speaks, as far as the line says.
  func side(_ map: LogMap) -> Side? {
    if let word = direction?.string {
      if let side = map.directions[word] ?? DirectionWords.side(word) { return side }
    }
    return from?.string.flatMap { map.directions[$0] ?? DirectionWords.speaker($0) }
  }

  /// The lifecycle event, if the line's is one that is known.
  func knownEvent(_ map: LogMap) -> Event? {
    event?.string.flatMap { map.events[$0] ?? EventWords.event($0) }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether the bytes are this ASCII word of the same length.
  fileprivate func isWord(_ word: StaticString) -> Bool {
    for i in indices where self[i] != word.utf8Start[i] { return false }
    return true
  }
}
