import BridgeContract
import BridgeJSON

/// A place that a role is guessed to have: a pointer, and a pattern that takes it out of text there.
struct Spot: Equatable {
  var pointer: String
  var match: String?

  var json: DraftJSON {
    guard let match else { return .string(pointer) }
    return .object([("at", .string(pointer)), ("match", .string(match))])
  }
}

/// Where the roles of a channel are guessed to be.
struct RoleGuess {
  var decode: [(at: String, steps: [String])] = []
  var isBatch = false
  var kind: [String] = []
  var version: String?
  var id: Spot?
  var idType: String?
  var idPattern: String?
  var payload: String?
  var replyAlways = false
  var replyID: Spot?
  var replyPayload: String?
  var error: String?
  var code: String?
  var ok: (at: String, value: String)?

  /// The framing as a contract writes it.
  var json: DraftJSON {
    var out: [(key: String, value: DraftJSON)] = []
    if !decode.isEmpty {
      out.append(("decode", .object(decode.map { ($0.at, .strings($0.steps)) })))
    }
    if isBatch { out.append(("batch", .text("true"))) }
    if kind.count == 1 { out.append(("kind", .string(kind[0]))) }
    if kind.count > 1 { out.append(("kind", .strings(kind))) }
    if let version { out.append(("version", .string(version))) }
    if let id { out.append(("id", id.json)) }
    if let payload { out.append(("payload", .string(payload))) }
    var ids: [(key: String, value: DraftJSON)] = []
    if let idType { ids.append(("type", .string(idType))) }
    if let idPattern { ids.append(("pattern", .string(idPattern))) }
    if !ids.isEmpty { out.append(("ids", .object(ids))) }
    var reply: [(key: String, value: DraftJSON)] = []
    if replyAlways { reply.append(("when", .string("always"))) }
    if let replyID, replyID != id { reply.append(("id", replyID.json)) }
    if let replyPayload { reply.append(("payload", .string(replyPayload))) }
    if let error { reply.append(("error", .string(error))) }
    if let code { reply.append(("code", .string(code))) }
    if let ok { reply.append(("ok", .object([("at", .string(ok.at)), ("is", .text(ok.value))]))) }
    if !reply.isEmpty { out.append(("reply", .object(reply))) }
    return .object(out)
  }
}

/// A channel as it is guessed from its bodies: how they come, and which text in them is decoded.
struct ChannelGuess {
  var key: String
  /// The channel's word in the survey.
  let word: Int
  let from: Side
  var via: String
  var call: DraftJSON?
  var isCall = false
  var url: String?
  var roles = RoleGuess()
  /// The path of the called function bears an id: the pattern that takes it out.
  var pathID: String?
  /// Whether the called functions tell messages apart.
  private(set) var areFunctionsKinds = false
  /// What the texts of prompts begin with.
  private var match: String?
  /// Bodies that came from other frames than the main one.
  private var subframes = 0
  private(set) var table = PlaceTable()

  /// Looks at the samples of a channel.
  init(_ survey: DraftSurvey, word: Int, key: String) {
    let entry = survey.words[word]
    self.key = key
    self.word = word
    from = entry.side
    via = entry.side == .web ? "messageHandler" : "evaluate"
    if entry.isAnswered { via = entry.side == .web ? "messageHandlerWithReply" : "callAsync" }
    let bodies = entry.samples.map { survey.samples[$0].body.root }
    subframes = entry.subframes
    findCall(bodies, entry)
    findURL(bodies)
    findText(survey, entry)
  }

  /// The channel as a contract writes it, with a framing of its own or without.
  func source(_ framing: DraftJSON?) -> DraftJSON {
    var out: [(key: String, value: DraftJSON)] = [
      ("from", .string(from.rawValue)), ("via", .string(via)),
    ]
    if let url { out.append(("url", .string(url))) }
    if let match { out.append(("match", .string(match))) }
    if let call { out.append(("call", call)) }
    if isCall, via != "prompt" { out.append(("body", .string("call"))) }
    if subframes > 0 {
      out.append(("frames", .string("any")))
      out.append(("x-evidence", .string("\(subframes) from other frames")))
    }
    if let framing { out.append(("framing", framing)) }
    return .object(out)
  }

  // MARK: Calls

  private mutating func findCall(_ bodies: [JSONValue], _ entry: DraftSurvey.Word) {
    let calls = bodies.filter { $0["fn"]?.kind == .string && $0["args"]?.kind == .array }
    let isCalled = !bodies.isEmpty && calls.count * 10 >= bodies.count * 9
    if entry.side == .web {
      let isPrompt = calls.allSatisfy { $0["fn"]?.string == "prompt" && $0["args"]?.count ?? 0 > 0 }
      if isCalled, isPrompt {
        (via, isCall) = ("prompt", true)
        match = "^" + Self.escaped(Self.beginning(of: calls.compactMap { $0["args"]?[0]?.string }))
      }
      return
    }
    guard isCalled else {
      call = .string(FunctionPath.normalised(key))
      return
    }
    let paths = entry.paths
    let skeletons = Set(paths.map(Self.skeleton))
    let hasIDs = paths.count >= 3 && skeletons.count < paths.count
    if hasIDs, let pattern = Self.pattern(of: skeletons.sorted()) {
      pathID = pattern.taking
      isCall = true
      call = .object([("match", .string(pattern.plain))])
      return
    }
    if paths.count == 1 {
      call = .string(paths[0])
    } else {
      let list =
        hasIDs || paths.count >= DraftSurvey.pathLimit
        ? skeletons.sorted().map { Self.body(of: $0[...]) }
        : paths.sorted().map(Self.escaped)
      call = .object([("match", .string("^(?:\(list.joined(separator: "|")))$"))])
    }
    // One argument is the body, unless functions are the kinds.
    let hasOne = calls.allSatisfy { $0["args"]?.count ?? 0 <= 1 }
    isCall = !hasOne || paths.count > 1
    // One function under several paths is no kind.
    areFunctionsKinds = !hasIDs && Set(paths.map { $0.split(separator: ".").last }).count > 1
  }

  /// What all texts begin with, to the first sign behind which values stand.
  private static func beginning(of texts: [String]) -> String {
    guard let first = texts.first else { return "" }
    var common = Array(first.unicodeScalars)
    for text in texts.dropFirst() {
      common = zip(common, text.unicodeScalars).prefix { $0 == $1 }.map(\.0)
    }
    var out = String.UnicodeScalarView()
    for scalar in common.prefix(40) {
      out.append(scalar)
      if "=:?{[( ".unicodeScalars.contains(scalar) { return String(out) }
    }
    return texts.count > 1 && common.count > 0 ? String(out) : ""
  }

  /// A path with `#` for each run of digits: what paths that bear a number have in common.
  static func skeleton(_ path: String) -> String {
    var out = ""
    for scalar in path.unicodeScalars {
      if scalar.value >= 0x30, scalar.value <= 0x39 {
        if out.unicodeScalars.last != "#" { out.unicodeScalars.append("#") }
      } else {
        out.unicodeScalars.append(scalar)
      }
    }
    return out
  }

  /// A skeleton as a pattern.
  private static func body(of skeleton: Substring) -> String {
    skeleton.split(separator: "#", omittingEmptySubsequences: false)
      .map { escaped(String($0)) }.joined(separator: "[0-9]+")
  }

  /// Patterns of paths that bear a number behind the same beginning: one that takes it out, and one
  /// that does not.
  private static func pattern(of skeletons: [String]) -> (taking: String, plain: String)? {
    guard let first = skeletons.first, let mark = first.lastIndex(of: "#") else { return nil }
    let start = skeletons.count == 1 ? mark : first.firstIndex(of: "#") ?? mark
    let beginning = first[...start]
    guard skeletons.allSatisfy({ $0.hasPrefix(beginning) }) else { return nil }
    let head = body(of: beginning.dropLast())
    let tails = skeletons.map { body(of: $0.dropFirst(beginning.count)) }
    let tail = tails.count == 1 ? tails[0] : "(?:\(tails.joined(separator: "|")))"
    return ("^\(head)([0-9]+)\(tail)$", "^\(head)[0-9]+\(tail)$")
  }

  static func escaped(_ text: String) -> String {
    var out = ""
    for scalar in text.unicodeScalars {
      if "\\^$.*+?()[]{}|/".unicodeScalars.contains(scalar) { out += "\\" }
      out.unicodeScalars.append(scalar)
    }
    return out
  }

  // MARK: Navigations

  private mutating func findURL(_ bodies: [JSONValue]) {
    guard from == .web, !bodies.isEmpty, !isCall else { return }
    var prefix: [UInt8]?
    for body in bodies {
      guard body.kind == .string, let text = body.string,
        let colon = text.utf8.firstIndex(of: 0x3A),
        text.utf8[colon...].starts(with: "://".utf8)
      else { return }
      let bytes = Array(text.utf8)
      let start = text.utf8.distance(from: text.utf8.startIndex, to: colon) + 3
      let end = bytes[start...].firstIndex { [0x2F, 0x3F, 0x23].contains($0) } ?? bytes.count
      let own = Array(bytes[..<end])
      if let known = prefix, known != own { return }
      prefix = own
    }
    guard let prefix else { return }
    via = "navigation"
    url = String(decoding: prefix, as: UTF8.self)
  }

  // MARK: Text inside text

  private static let encodings = [["json"], ["percent", "json"], ["base64", "json"]]

  /// Finds what is decoded, from the outside in, and fills the table with what there is then.
  private mutating func findText(_ survey: DraftSurvey, _ entry: DraftSurvey.Word) {
    for _ in 0..<4 {
      fill(survey, entry)
      let steps = table.places.compactMap(nextEncoding)
      guard let found = steps.first(where: { decodes($0, survey, entry) }) else { break }
      roles.decode.append(found)
    }
    fill(survey, entry)
    findBatch(survey, entry)
  }

  /// Bodies that do not decode.
  private var failures = 0

  /// Whether this text decodes everywhere; of whole bodies one of twenty may be something else.
  private func decodes(
    _ step: (at: String, steps: [String]), _ survey: DraftSurvey, _ entry: DraftSurvey.Word
  ) -> Bool {
    var trial = self
    trial.roles.decode.append(step)
    trial.fill(survey, entry)
    if trial.failures == 0 { return true }
    return step.at.isEmpty && trial.failures * 20 <= trial.table.count
  }

  private func nextEncoding(of place: PlaceTable.Place) -> (at: String, steps: [String])? {
    let text = place.pointer.text
    guard via != "navigation", !roles.decode.contains(where: { $0.at == text }) else { return nil }
    func mostly(_ count: Int) -> Bool { count > 0 && count * 10 >= place.strings * 8 }
    if mostly(place.looksLike.json) { return (text, Self.encodings[0]) }
    if mostly(place.looksLike.percent) { return (text, Self.encodings[1]) }
    if mostly(place.looksLike.base64) { return (text, Self.encodings[2]) }
    return nil
  }

  private mutating func findBatch(_ survey: DraftSurvey, _ entry: DraftSurvey.Word) {
    guard !isCall, let root = table.place(""), root.containers > 0 else { return }
    var lists = 0
    var items = 0
    var objects = 0
    forEachBody(survey, entry) { body, _ in
      guard body.kind == .array else { return }
      lists += 1
      body.forEachItem { item in
        items += 1
        if item.kind == .object { objects += 1 }
      }
    }
    guard lists * 2 > table.count, items > 0, objects == items else { return }
    roles.isBatch = true
    fill(survey, entry)
  }

  private mutating func fill(_ survey: DraftSurvey, _ entry: DraftSurvey.Word) {
    var table = PlaceTable()
    failures = forEachBody(survey, entry) { table.add($0, sample: $1) }
    self.table = table
  }

  /// Calls `take` with the decoded bodies; gives the number of those that do not decode.
  @discardableResult
  func forEachBody(
    _ survey: DraftSurvey, _ entry: DraftSurvey.Word, _ take: (JSONCursor, Int) -> Void
  ) -> Int {
    guard let set = DraftSet.set([(key, source(roles.json))], framing: nil) else { return .max }
    let reader = BodyReader(set)
    var failures = 0
    for sample in entry.samples {
      reader.reset()
      for reading in reader.bodies(of: survey.samples[sample].body.root.cursor, on: set.channels[0])
      {
        if reading.failure == nil { take(reading.body, sample) } else { failures += 1 }
      }
    }
    return failures
  }
}
