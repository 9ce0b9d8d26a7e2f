import BridgeContract
import BridgeJSON

// Which places of a channel's bodies have roles: kind, version and payload.

extension ChannelGuess {
  private static let kinds = [
    "kind", "type", "action", "event", "method", "cmd", "command", "handlerName", "func", "op",
    "eventType", "messageType", "eventName", "methodName", "actionId", "name", "topic", "message",
    "msg", "verb", "function",
  ]
  private static let versions = [
    "version", "v", "ver", "apiVersion", "protocolVersion", "protocol", "schemaVersion",
  ]
  private static let payloads = [
    "payload", "data", "params", "body", "args", "arguments", "options", "detail", "content",
    "value", "parameters",
  ]
  /// Members that name a message together.
  private static let pairs = [
    ("component", "event"), ("pluginId", "methodName"), ("service", "action"),
    ("featureName", "method"), ("plugin", "method"), ("plugin", "action"), ("module", "method"),
    ("module", "action"), ("namespace", "method"), ("namespace", "name"), ("class", "method"),
    ("category", "action"), ("domain", "type"), ("scope", "type"), ("object", "action"),
  ]

  /// Finds kind, version and payload.
  mutating func findRoles() {
    findKind()
    findVersion()
    findPayload()
  }

  // MARK: Kind

  private struct Candidate {
    var place: PlaceTable.Place
    var score: Double
    var isNamed: Bool
    var distinct: Int
    var text: String { place.pointer.text }
  }

  private mutating func findKind() {
    if isCall, areFunctionsKinds {
      roles.kind = ["/fn"]
      return
    }
    let candidates = table.places.compactMap { candidate($0) }.sorted { $0.score > $1.score }
    guard var best = candidates.first else { return }
    if best.distinct == 1, best.place.count >= 4,
      let other = candidates.dropFirst().first(where: { $0.isNamed && $0.distinct > 1 })
    {
      // The outer word is always the same: what is in it tells messages apart.
      if other.place.depth > best.place.depth {
        roles.kind = [best.text, other.text]
        return
      }
      best = other
    }
    if Self.isPosition(best.place), let next = neighbour(of: best, candidates) {
      roles.kind = [best.text, next.text]
      return
    }
    for (first, second) in Self.pairs {
      guard best.place.name == first || best.place.name == second else { continue }
      let parent = best.place.pointer.segments.dropLast()
      func sibling(_ name: String) -> Candidate? {
        candidates.first {
          $0.place.name == name && $0.place.pointer.segments.dropLast() == parent
        }
          ?? table.places.first {
            $0.name == name && $0.pointer.segments.dropLast() == parent && $0.strings == $0.count
              && $0.words == $0.strings && $0.count == best.place.count
          }.map { Candidate(place: $0, score: 0, isNamed: true, distinct: $0.distinct) }
      }
      if let a = sibling(first), let b = sibling(second), a.place.count == b.place.count {
        roles.kind = [a.text, b.text]
        return
      }
    }
    roles.kind = [best.text]
  }

  private static func isPosition(_ place: PlaceTable.Place) -> Bool {
    place.pointer.segments.last?.index != nil
  }

  /// The position behind, where it is a word of the same sort.
  private func neighbour(of best: Candidate, _ candidates: [Candidate]) -> Candidate? {
    guard let index = best.place.pointer.segments.last?.index else { return nil }
    let parent = best.place.pointer.segments.dropLast()
    return candidates.first {
      $0.place.pointer.segments.last?.index == index + 1
        && $0.place.pointer.segments.dropLast() == parent && $0.place.count == best.place.count
    }
  }

  private func candidate(_ place: PlaceTable.Place) -> Candidate? {
    guard place.depth >= 1, place.strings > 0, place.strings == place.count,
      place.words == place.strings
    else { return nil }
    let count = place.count
    let coverage = Double(count) / Double(max(table.count, 1))
    let distinct = place.distinct
    let rank = Self.kinds.firstIndex(of: place.name)
    if via == "prompt" || isCall && pathID != nil
      || place.pointer.segments.first?.key.elementsEqual("fn".utf8) == true
    {
      return nil
    }
    let gain = gain(of: place)
    if let rank {
      guard coverage >= 0.3, distinct <= 3 || distinct * 2 <= count || gain > 0.3 && distinct <= 60
      else { return nil }
      let score = 2 * coverage + 2 - 0.05 * Double(rank) + gain - 0.6 * Double(place.depth - 1)
      return Candidate(place: place, score: score, isNamed: true, distinct: distinct)
    }
    let isPosition = Self.isPosition(place)
    guard coverage >= 0.9, distinct <= 200, distinct <= max(3, count / 3),
      isPosition ? count > 1 : distinct >= 2 && gain >= 0.15
    else { return nil }
    let score = 2 * coverage + gain - 0.6 * Double(place.depth - 1)
    return Candidate(place: place, score: score, isNamed: false, distinct: distinct)
  }

  /// How much better the members of a body are foretold by the word at a place than without it.
  private func gain(of place: PlaceTable.Place) -> Double {
    guard table.count > 3 else { return 0 }
    var all: [Int: Int] = [:]
    var each: [IDKey: [Int: Int]] = [:]
    for (body, value) in place.values {
      all[table.signatures[body], default: 0] += 1
      each[value, default: [:]][table.signatures[body], default: 0] += 1
    }
    let before = all.values.max() ?? 0
    let after = each.values.reduce(0) { $0 + ($1.values.max() ?? 0) }
    return Double(after - before) / Double(max(place.count, 1))
  }

  // MARK: Version and payload

  /// The pointer of a member beside the kind.
  private func beside(_ name: String) -> String? {
    guard let kind = roles.kind.last.flatMap({ JSONPointer($0) }) else { return nil }
    return JSONPointer(segments: kind.segments.dropLast() + [.init(Array(name.utf8))]).text
  }

  private mutating func findVersion() {
    for name in Self.versions {
      let pointer = beside(name) ?? JSONPointer(segments: [.init(Array(name.utf8))]).text
      guard let place = table.place(pointer), place.isScalar, place.count * 10 >= table.count,
        place.distinct <= 4, !roles.kind.isEmpty
      else { continue }
      roles.version = pointer
      return
    }
  }

  private mutating func findPayload() {
    guard let kind = roles.kind.last else { return }
    if kind == "/fn" {
      roles.payload = table.place("/args/1") == nil ? "/args/0" : "/args"
      return
    }
    guard let last = JSONPointer(kind)?.segments, let index = last.last?.index else {
      let named = table.place(kind)?.count ?? 0
      let found = Self.payloads.compactMap { name -> String? in
        guard let pointer = beside(name), pointer != roles.version, let place = table.place(pointer)
        else { return nil }
        return place.count * 10 >= named * 6 ? pointer : nil
      }
      roles.payload = found.first
      return
    }
    // Behind the word, where positions are what counts.
    let parent = Array(last.dropLast())
    for next in (index + 1)..<(index + 6) {
      let pointer = JSONPointer(segments: parent + [.init(Array(String(next).utf8))]).text
      guard let place = table.place(pointer) else { break }
      if place.containers * 2 > place.count || table.place(Self.after(pointer)) == nil {
        roles.payload = pointer
        return
      }
    }
  }

  private static func after(_ pointer: String) -> String {
    guard var segments = JSONPointer(pointer)?.segments, let index = segments.popLast()?.index
    else { return pointer }
    return JSONPointer(segments: segments + [.init(Array(String(index + 1).utf8))]).text
  }
}
