import BridgeContract
import BridgeJSON

/// The channels of a draft with their framing: of a known bridge, of a contract that is there
/// already, or guessed from what the bodies have in common.
struct FramingGuess {
  /// The channels of the contract; those of known bridges bear their framing.
  private(set) var channels: [(key: String, source: DraftJSON)] = []
  /// The framing of channels without one.
  private(set) var framing: DraftJSON?
  /// The known bridge.
  private(set) var bridge: String?
  /// Whether channels were recognised by their names.
  private(set) var isNamed = false
  /// Whether channels come from a contract that a person may have changed.
  private(set) var isGiven = false
  /// The channel of each word of the survey.
  private var wordChannels: [Int?] = []

  /// The channel of a line.
  func channel(of line: DraftLine, _ survey: DraftSurvey) -> Int? {
    survey.word(of: line).flatMap { wordChannels[$0] }
  }

  // MARK: Candidates

  /// What the framing could be, the likeliest first.
  static func candidates(_ survey: DraftSurvey) -> [FramingGuess] {
    var out: [FramingGuess] = []
    if let known = named(survey) { out.append(known) }
    out += shaped(survey)
    let full = guesses(survey, hasIDs: true)
    out.append(FramingGuess(full, isShared: true))
    out.append(FramingGuess(full, isShared: false))
    let plain = guesses(survey, hasIDs: false)
    out.append(FramingGuess(plain, isShared: true))
    // Bodies that have nothing in common but their channel.
    let keys = keys(survey)
    let bare = survey.words.indices.map { word in
      var guess = ChannelGuess(survey, word: word, key: keys[word])
      guess.roles = RoleGuess()
      return guess
    }
    out.append(FramingGuess(bare, isShared: false))
    return out
  }

  private static func keys(_ survey: DraftSurvey) -> [String] {
    var taken: Set<String> = []
    return survey.words.map { word in
      let name =
        word.name ?? word.paths.first.flatMap { $0.contains { $0.isNumber } ? nil : $0 }
        ?? (word.side == .web ? "bridge" : "receive")
      var key = name.isEmpty ? "channel" : name
      if taken.contains(key) { key += "." + word.side.rawValue }
      while taken.contains(key) { key += "'" }
      taken.insert(key)
      return key
    }
  }

  private static func guesses(_ survey: DraftSurvey, hasIDs: Bool) -> [ChannelGuess] {
    let keys = keys(survey)
    var all = survey.words.indices.map { ChannelGuess(survey, word: $0, key: keys[$0]) }
    for index in all.indices { all[index].findRoles() }
    if hasIDs { IDGuess(survey).apply(to: &all) }
    return all
  }

  /// Guessed channels; with one framing for all where their roles do not contradict each other.
  private init(_ guesses: [ChannelGuess], isShared: Bool) {
    wordChannels = guesses.indices.map { $0 }
    var shared: DraftJSON? = .object([])
    if isShared {
      for guess in guesses {
        shared = shared.flatMap { Self.joined($0, guess.roles.json) }
      }
    } else {
      shared = nil
    }
    framing = shared == .object([]) ? nil : shared
    let isForAll = shared != nil
    channels = guesses.map { ($0.key, $0.source(isForAll ? nil : $0.roles.json)) }
    renameHandlers(guesses)
  }

  /// Two framings as one; nil where they contradict each other.
  private static func joined(_ a: DraftJSON, _ b: DraftJSON) -> DraftJSON? {
    guard case .members(let news) = b else { return nil }
    var out = a
    for role in news {
      guard let known = out[role.key] else {
        out = out.setting(role.key, role.value)
        continue
      }
      if known == role.value { continue }
      guard role.key == "reply" || role.key == "ids", let both = joined(known, role.value) else {
        return nil
      }
      out = out.setting(role.key, both)
    }
    // One decodes, or is a batch, and the other is not: that is two framings.
    if a != .object([]) {
      for key in ["decode", "batch"] where a[key] != b[key] { return nil }
    }
    return out
  }

  /// A channel whose key had to differ from the word of the log.
  private mutating func renameHandlers(_ guesses: [ChannelGuess]) {
    for (index, guess) in guesses.enumerated() {
      let key = guess.key
      for mark in [".web", ".native", "'"] where key.hasSuffix(mark) {
        let name = String(key.dropLast(mark.count))
        guard guesses.contains(where: { $0.key == name }), guess.via.hasPrefix("messageHandler")
        else { continue }
        channels[index].source = channels[index].source.setting("name", .string(name))
      }
    }
  }

  // MARK: Known bridges

  /// A known bridge whose channels are called as the log's.
  private static func named(_ survey: DraftSurvey) -> FramingGuess? {
    let words = survey.words.filter { $0.name != nil }
    guard !words.isEmpty else { return nil }
    for bridge in KnownBridges.all() {
      guard
        let set = DraftSet.set(bridge.channels.map { ($0.key, DraftJSON($0.source)) }, framing: nil)
      else { continue }
      let reader = BodyReader(set)
      func match(_ word: DraftSurvey.Word) -> Int? {
        guard let name = word.name else { return nil }
        let path = FunctionPath.normalised(Array(name.utf8))
        return bridge.channels.firstIndex { $0.from == word.side && $0.isCalled(name) }
          ?? set.channels.firstIndex {
            $0.channel.from == word.side && reader.calls($0.channel, path: path)
          }
      }
      guard words.allSatisfy({ match($0) != nil }) else { continue }
      var guess = FramingGuess(bridge)
      guess.wordChannels = survey.words.map { word in
        word.name == nil ? guess.first(of: word.side) : match(word)
      }
      // A page's `bridge` alone could be anybody's: the bodies must fit as well.
      guard guess.fit(set, survey) >= 0.8 else { continue }
      guess.isNamed = true
      return guess
    }
    return nil
  }

  private init(_ bridge: (name: String, channels: [KnownBridges.KnownChannel])) {
    channels = bridge.channels.map { ($0.key, DraftJSON($0.source)) }
    self.bridge = bridge.name
  }

  private func first(of side: Side) -> Int? {
    channels.firstIndex { $0.source["from"] == .string(side.rawValue) }
  }

  /// The share of bodies that have the roles of the channel's framing.
  private func fit(_ set: ContractSet, _ survey: DraftSurvey) -> Double {
    let reader = BodyReader(set)
    var count = 0
    var good = 0
    for sample in survey.samples {
      guard let channel = wordChannels[sample.word] else { continue }
      let (all, fitting) = Self.fit(sample.body, set.channels[channel], reader)
      count += all
      good += fitting
    }
    return count == 0 ? 0 : Double(good) / Double(count)
  }

  private static func fit(
    _ body: JSONDocument, _ program: ChannelProgram, _ reader: BodyReader
  ) -> (all: Int, fitting: Int) {
    var count = 0
    var good = 0
    reader.reset()
    for reading in reader.bodies(of: body.tape.root, on: program) {
      count += 1
      let framing = program.channel.framing
      let roles = [framing.kind, framing.reply.id ?? framing.id].compactMap { $0 }
      let hasRole = roles.contains { $0.find(in: reading.body, reader.matcher).isSomething }
      if reading.failure == nil, roles.isEmpty || hasRole { good += 1 }
    }
    return (count, good)
  }

  /// Known bridges whose bodies look as the log's, whatever channels are called. The one that
  /// explains most roles comes first.
  private static func shaped(_ survey: DraftSurvey) -> [FramingGuess] {
    var found: [(guess: FramingGuess, score: Double)] = []
    for bridge in KnownBridges.all() {
      guard
        let set = DraftSet.set(bridge.channels.map { ($0.key, DraftJSON($0.source)) }, framing: nil)
      else { continue }
      if let match = shaped(bridge, set, survey) { found.append(match) }
    }
    return found.sorted { $0.score > $1.score }.prefix(2).map(\.guess)
  }

  private static func shaped(
    _ bridge: (name: String, channels: [KnownBridges.KnownChannel]), _ set: ContractSet,
    _ survey: DraftSurvey
  ) -> (guess: FramingGuess, score: Double)? {
    var guess = FramingGuess(bridge)
    var score = 0.0
    var isKnown = false
    let reader = BodyReader(set)
    for (index, word) in survey.words.enumerated() {
      var best: (channel: Int, score: Double)?
      for (number, program) in set.channels.enumerated() where program.channel.from == word.side {
        let value = roles(survey, index, program, reader)
        if value > best?.score ?? 0 { best = (number, value) }
      }
      guard let best else { return nil }
      score += best.score
      isKnown = isKnown || best.score >= 3
      guess.adopt(index, best.channel, bridge.channels[best.channel], survey)
      if word.subframes > 0, let channel = guess.wordChannels[index],
        guess.channels[channel].source["frames"] == nil
      {
        guess.channels[channel].source = guess.channels[channel].source
          .setting("frames", .string("any"))
          .setting("x-evidence", .string("\(word.subframes) from other frames"))
      }
    }
    guard isKnown else { return nil }
    return (guess, score)
  }

  /// How many roles of a channel's framing nearly all bodies of a word have; 0 where one does not fit.
  private static func roles(
    _ survey: DraftSurvey, _ word: Int, _ program: ChannelProgram, _ reader: BodyReader
  ) -> Double {
    let framing = program.channel.framing
    let places = [framing.kind, framing.id, framing.reply.id, framing.payload, framing.version]
      .compactMap { $0 }
    guard places.count >= 2 else { return 0 }
    var counts = places.map { _ in 0 }
    var all = 0
    var good = 0
    for sample in survey.words[word].samples.prefix(300) {
      let (count, fitting) = fit(survey.samples[sample].body, program, reader)
      all += count
      good += fitting
      reader.reset()
      for reading in reader.bodies(of: survey.samples[sample].body.tape.root, on: program) {
        for (index, place) in places.enumerated() {
          guard place.find(in: reading.body, reader.matcher).isSomething else { continue }
          // A place of several pointers says more.
          counts[index] += place.pointers.filter { $0.resolve(from: reading.body) != nil }.count
        }
      }
    }
    guard all > 0, good * 20 >= all * 19 else { return 0 }
    // A function's name, or another sign of this very bridge, must not be wrong.
    let path = survey.words[word].paths
    if program.channel.bodyIsCall || !path.isEmpty {
      guard path.allSatisfy({ reader.calls(program.channel, path: Array($0.utf8)) }) else {
        return 0
      }
    }
    return counts.reduce(0) { $0 + Double($1) / Double(all) }
  }

  /// Lets a word of the log be a channel of the bridge, under the log's own name.
  private mutating func adopt(
    _ word: Int, _ channel: Int, _ known: KnownBridges.KnownChannel, _ survey: DraftSurvey
  ) {
    if wordChannels.isEmpty { wordChannels = survey.words.map { _ in nil } }
    guard let name = survey.words[word].name, !known.isCalled(name) else {
      wordChannels[word] = channel
      return
    }
    var source = channels[channel].source
    let via = source["via"]
    if via == .string("messageHandler") || via == .string("messageHandlerWithReply") {
      source = source.setting("name", .string(name))
    }
    if survey.words[word].paths.isEmpty, source["call"] != nil,
      JSONString.unquoted(source["call"]?.json ?? "") != nil
    {
      source = source.setting("call", .string(name))
    }
    if via == .string("dispatchEvent") { source = source.setting("event", .string(name)) }
    let isTaken = wordChannels.contains(channel)
    if isTaken || via != nil && source == channels[channel].source {
      wordChannels[word] = isTaken ? channels.count : channel
      if isTaken { channels.append((name, source)) } else { channels[channel].key = name }
    } else {
      channels[channel].source = source
      wordChannels[word] = channel
    }
  }

  // MARK: A contract that is there

  /// The channels of a contract, by which more traffic is read; words that it does not know are
  /// guessed.
  init?(_ contract: JSONValue, _ survey: DraftSurvey) {
    guard case .members(let list)? = contract["channels"].map({ DraftJSON($0) }), !list.isEmpty
    else { return nil }
    let root = contract["framing"].map { DraftJSON($0) }
    channels = list.map { entry in
      (
        entry.key,
        entry.value["framing"] == nil ? entry.value.setting("framing", root) : entry.value
      )
    }
    isGiven = true
    guard let set = DraftSet.set(channels, framing: nil) else { return nil }
    let reader = BodyReader(set)
    let guesses = Self.guesses(survey, hasIDs: true)
    for (index, word) in survey.words.enumerated() {
      wordChannels.append(match(word, set, reader))
      guard wordChannels[index] == nil else { continue }
      var key = guesses[index].key
      while channels.contains(where: { $0.key == key }) { key += "'" }
      wordChannels[index] = channels.count
      channels.append((key, guesses[index].source(guesses[index].roles.json)))
    }
    completeRoles(guesses)
  }

  private func match(_ word: DraftSurvey.Word, _ set: ContractSet, _ reader: BodyReader) -> Int? {
    let known = set.channels.indices.filter { set.channels[$0].channel.from == word.side }
    guard let name = word.name else {
      return known.first { index in
        word.paths.contains { reader.calls(set.channels[index].channel, path: Array($0.utf8)) }
      } ?? known.first
    }
    return known.first { index in
      let channel = set.channels[index].channel
      let path = FunctionPath.normalised(Array(name.utf8))
      return [channel.key, channel.name, channel.event].contains { $0 == name }
        || reader.calls(channel, path: path)
    }
  }

  /// Roles that traffic had not shown before: where errors are, of which there were none.
  private mutating func completeRoles(_ guesses: [ChannelGuess]) {
    for (index, channel) in wordChannels.enumerated() {
      guard let channel, case .members(let news) = guesses[index].roles.json else { continue }
      var framing = channels[channel].source["framing"] ?? .object([])
      for role in news {
        if ["version", "id", "ids"].contains(role.key), framing[role.key] == nil {
          framing = framing.setting(role.key, role.value)
        } else if role.key == "payload", framing == .object([]) {
          framing = framing.setting(role.key, role.value)
        } else if role.key == "reply", case .members(let parts) = role.value {
          // What was the payload stays it: rules that are there speak of it.
          var reply = framing["reply"] ?? .object([])
          for part in parts
          where ["id", "error", "code"].contains(part.key) && reply[part.key] == nil {
            reply = reply.setting(part.key, part.value)
          }
          if reply != .object([]) { framing = framing.setting("reply", reply) }
        }
      }
      channels[channel].source = channels[channel].source.setting("framing", framing)
    }
  }
}

/// A contract of channels alone, to read bodies with.
enum DraftSet {
  static func set(_ channels: [(key: String, source: DraftJSON)], framing: DraftJSON?)
    -> ContractSet?
  {
    guard let first = channels.first else { return nil }
    var root: [(key: String, value: DraftJSON)] = [
      ("bridgeContract", .text("1")), ("name", .string("draft")), ("version", .string("0.1.0")),
    ]
    if let framing { root.append(("framing", framing)) }
    root.append(("channels", .object(channels.map { ($0.key, $0.source) })))
    let message = DraftJSON.object([("on", .string(first.key)), ("payload", .text("true"))])
    root.append(("messages", .object([("draft", message)])))
    guard
      case .loaded(let contract) = Contract.load(
        Array(DraftJSON.object(root).json.utf8), file: "draft"),
      case .joined(let set) = ContractSet.join([contract])
    else { return nil }
    return set
  }
}
