import BridgeContract
import BridgeJSON

/// Finds ids by their echo: what one side says at a place and the other side says later at another.
struct IDGuess {
  private let survey: DraftSurvey

  init(_ survey: DraftSurvey) { self.survey = survey }

  private static let names = [
    "id", "requestId", "reqId", "req_id", "callbackId", "callbackID", "messageId", "correlationId",
    "callId", "seq", "uuid", "responseId", "responseID", "rid", "cid", "token", "nonce", "ref",
    "replyTo", "inReplyTo", "callback", "_id", "msgId", "eventId", "uid", "ticket", "invocationId",
  ]

  /// Where ids are, by their channel.
  private struct Place {
    var channel: Int
    var spot: Spot
    var isNamed: Bool
    var isPosition: Bool
    /// In the order of the log; the body's number in its channel's table.
    var values: [(order: Int, body: Int, key: Key)]
    var distinct: Int
    var areIntegers: Bool
  }

  private struct Key: Hashable {
    var session: IDKey
    var page: Int
    var value: IDKey
  }

  /// Gives channels the places of ids, and of replies.
  func apply(to channels: inout [ChannelGuess]) {
    let places = channels.indices.flatMap { self.places($0, channels[$0]) }
    for side in [Side.web, .native] {
      let asking = places.filter { place in
        guard channels[place.channel].from == side else { return false }
        return place.isNamed
          || place.values.count >= 3 && place.distinct * 5 >= place.values.count * 4
      }
      let answering = places.filter { channels[$0.channel].from != side }
      if let pair = best(asking, answering) {
        take(pair, places, &channels)
      }
    }
    // A place that is named so and has no echo: messages without replies may have ids too.
    for index in channels.indices where channels[index].roles.id == nil {
      let own = places.filter {
        $0.channel == index && $0.isNamed && $0.spot.match == nil
          && $0.values.count * 10 >= channels[index].table.count
          && $0.spot != channels[index].roles.replyID
          && $0.spot.pointer.split(separator: "/").count <= 2
      }
      guard let one = own.min(by: { rank($0) < rank($1) }) else { continue }
      channels[index].roles.id = one.spot
      describe(one, &channels[index])
    }
  }

  private func rank(_ place: Place) -> Int {
    let name = JSONPointer(place.spot.pointer)?.segments.last.map {
      String(decoding: $0.key, as: UTF8.self)
    }
    return Self.names.firstIndex(of: name ?? "") ?? Self.names.count
  }

  private func places(_ index: Int, _ channel: ChannelGuess) -> [Place] {
    var out: [Place] = []
    let taken = Set(channel.roles.kind + [channel.roles.version].compactMap { $0 })
    func place(_ spot: Spot, _ name: String?, _ isPosition: Bool, _ values: [(Int, IDKey)]) -> Place
    {
      var all: [(order: Int, body: Int, key: Key)] = []
      var keys: Set<Key> = []
      for (body, value) in values {
        let order = channel.table.samples[body]
        let sample = survey.samples[order]
        let key = Key(session: sample.session, page: sample.page, value: value)
        all.append((order, body, key))
        keys.insert(key)
      }
      return Place(
        channel: index, spot: spot, isNamed: name.map { Self.names.contains($0) } ?? false,
        isPosition: isPosition, values: all, distinct: keys.count, areIntegers: false)
    }
    for entry in channel.table.places where entry.isScalar && entry.depth >= 1 {
      let text = entry.pointer.text
      guard !taken.contains(text) else { continue }
      var found = place(
        Spot(pointer: text), entry.name, entry.pointer.segments.last?.index != nil,
        entry.values.map { ($0.body, $0.value) })
      found.areIntegers = entry.integers == entry.values.count
      out.append(found)
    }
    if let pattern = channel.pathID, let fn = channel.table.place("/fn") {
      let values = fn.values.compactMap { body, value -> (Int, IDKey)? in
        let digits = lastDigits(of: value.bytes)
        return digits.isEmpty ? nil : (body, IDKey(numberOrText: digits))
      }
      var found = place(Spot(pointer: "/fn", match: pattern), "id", true, values)
      found.areIntegers = true
      out.append(found)
    }
    return out
  }

  private func lastDigits(of bytes: [UInt8]) -> [UInt8] {
    var digits: [UInt8] = []
    for byte in bytes.reversed() {
      if byte >= 0x30, byte <= 0x39 {
        digits.append(byte)
      } else if !digits.isEmpty {
        break
      }
    }
    return digits.reversed()
  }

  // MARK: Echoes

  private struct Pair {
    var asking: Place
    var answering: [(place: Place, bodies: Set<Int>)]
    var score: Double
  }

  /// The place that is echoed best, with all that echo it: one on each channel.
  private func best(_ asking: [Place], _ answering: [Place]) -> Pair? {
    var best: Pair?
    for place in asking {
      var first: [Key: Int] = [:]
      for value in place.values where first[value.key] == nil { first[value.key] = value.order }
      var found: [Int: (place: Place, bodies: Set<Int>, score: Double)] = [:]
      for other in answering {
        let matched = other.values.filter { value in
          first[value.key].map { $0 < value.order } ?? false
        }
        let isAlike = other.spot == place.spot || other.isNamed
        // Small numbers are everywhere: those without a name prove nothing.
        guard !matched.isEmpty, isAlike || matched.count >= 3,
          isAlike || !other.areIntegers || other.isPosition
        else { continue }
        let share = Double(matched.count) / Double(other.values.count)
        // Replies to what was asked before the log began have no echo.
        guard share >= (isAlike ? 0.3 : 0.6) else { continue }
        let weight: Double = (place.isNamed ? 1 : 0.75) * (isAlike ? 1 : 0.8)
        let trust = Double(matched.count) / Double(matched.count + 1)
        let score: Double = share * weight * trust
        if score > found[other.channel]?.score ?? 0 {
          found[other.channel] = (other, Set(matched.map(\.body)), score)
        }
      }
      guard let top = found.values.map(\.score).max() else { continue }
      if top > best?.score ?? 0 {
        best = Pair(
          asking: place,
          answering: found.sorted { $0.key < $1.key }.map { ($0.value.place, $0.value.bodies) },
          score: top)
      }
    }
    return best
  }

  private func take(_ pair: Pair, _ places: [Place], _ channels: inout [ChannelGuess]) {
    // Other channels of this side that have the place too.
    for place in places
    where place.spot == pair.asking.spot
      && channels[place.channel].from == channels[pair.asking.channel].from
    {
      channels[place.channel].roles.id = place.spot
      describe(place, &channels[place.channel])
    }
    for (place, bodies) in pair.answering {
      channels[place.channel].roles.replyID = place.spot
      channels[place.channel].findReply(bodies, at: place.spot, survey)
    }
  }

  /// What ids look like.
  private func describe(_ place: Place, _ channel: inout ChannelGuess) {
    let values = place.values.map(\.key.value.bytes)
    guard !values.isEmpty else { return }
    if values.allSatisfy({ $0.first == UInt8(ascii: "n") }) {
      channel.roles.idType = "integer"
    } else if values.allSatisfy({ $0.first == UInt8(ascii: "s") }) {
      channel.roles.idType = "string"
      channel.roles.idPattern = Self.pattern(of: values.map { Array($0.dropFirst()) })
    }
  }

  /// A pattern of ids that are alike, such as a word and a number; nil where they are not.
  static func pattern(of ids: [[UInt8]]) -> String? {
    guard Set(ids).count >= 3 else { return nil }
    let forms: [(TextShape.Form, String)] = [
      (
        .uuid,
        "^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$"
      ), (.digits, "^[0-9]+$"),
    ]
    for (form, pattern) in forms where ids.allSatisfy(form.fits) { return pattern }
    if let length = ids.first?.count, length >= 16, ids.allSatisfy({ $0.count == length }),
      ids.allSatisfy(TextShape.Form.hex.fits)
    {
      return "^[0-9a-f]{\(length)}$"
    }
    // A word of a program, then numbers.
    let prefix = ids[0].prefix {
      ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A) || $0 == 0x5F || $0 == 0x2D
    }
    guard prefix.count <= 16,
      ids.allSatisfy({ id in
        id.starts(with: prefix) && id.count > prefix.count
          && id[prefix.count...].allSatisfy {
            ($0 >= 0x30 && $0 <= 0x39) || [0x5F, 0x2D, 0x2E].contains($0)
          }
      })
    else { return nil }
    let isPlain = ids.allSatisfy { $0[prefix.count...].allSatisfy { $0 >= 0x30 && $0 <= 0x39 } }
    let word = ChannelGuess.escaped(String(decoding: prefix, as: UTF8.self))
    return "^\(word)\(isPlain ? "[0-9]+" : "[0-9._-]+")$"
  }
}
