internal import BridgeContract
internal import BridgeJSON
internal import ECMARegex

/// Finds the channel that a recorded body was said on.
struct ChannelFinder {
  let set: ContractSet
  let reader: BodyReader
  private let known = KnownWords()

  /// Which channels are named by words that were met: some few, in line after line.
  private final class KnownWords {
    var channels: [String: [Int]] = [:]
    static let limit = 64
  }

  init(set: ContractSet, reader: BodyReader) {
    self.set = set
    self.reader = reader
  }

  enum Outcome {
    case channel(Int)
    /// On a channel of the other side: who spoke, and the channel.
    case wrongDirection(Side, Int)
    /// On a channel of no contract.
    case skipped
    /// Nothing tells the direction.
    case unknown
  }

  /// Finds the channel by its word, the direction, the called function, the kind.
  func find(word: String?, side: Side?, body: JSONCursor) -> Outcome {
    if let word { return find(word, side, body) }
    guard let side else { return infer(body, among: Array(set.channels.indices)) }
    let own = set.channels.indices.filter { set.channels[$0].channel.from == side }
    if let fitting = own.first(where: { callFits($0, body) }) { return .channel(fitting) }
    let others = set.channels.indices.filter { set.channels[$0].channel.from != side }
    if body.member("fn")?.kind == .string, let other = others.first(where: { callFits($0, body) }) {
      return .wrongDirection(side, other)
    }
    if let knowing = firstKnowing(body, among: own) { return .channel(knowing) }
    if let other = firstKnowing(body, among: others, strictly: true) {
      return .wrongDirection(side, other)
    }
    return own.first.map { .channel($0) } ?? .skipped
  }

  // MARK: By word

  /// Whether a word names a channel of the set.
  func knows(_ word: String) -> Bool {
    set.channels.indices.contains { isNamed($0, word) || takes($0, word) }
  }

  private func find(_ word: String, _ side: Side?, _ body: JSONCursor) -> Outcome {
    let named = named(word)
    guard !named.isEmpty else { return .skipped }
    guard let side else {
      let sides = Set(named.map { set.channels[$0].channel.from })
      return sides.count == 1 ? .channel(pick(named, body)) : infer(body, among: named)
    }
    let own = named.filter { set.channels[$0].channel.from == side }
    return own.isEmpty ? .wrongDirection(side, named[0]) : .channel(pick(own, body))
  }

  private func named(_ word: String) -> [Int] {
    if let known = known.channels[word] { return known }
    var named = set.channels.indices.filter { isNamed($0, word) }
    // A word that a pattern takes may be a name that is written out elsewhere.
    if named.isEmpty { named = set.channels.indices.filter { takes($0, word) } }
    if known.channels.count < KnownWords.limit, word.utf8.count < 256 {
      known.channels[word] = named
    }
    return named
  }

  /// Of several channels of one name the one that knows the body.
  private func pick(_ named: [Int], _ body: JSONCursor) -> Int {
    guard named.count > 1 else { return named[0] }
    return named.first { callFits($0, body) } ?? firstKnowing(body, among: named) ?? named[0]
  }

  /// Whether a word is a channel's key, `name`, written-out `call` or `event`.
  func isNamed(_ index: Int, _ word: String) -> Bool {
    let channel = set.channels[index].channel
    if same(channel.key, word) { return true }
    if let name = channel.name, same(name, word) { return true }
    if let event = channel.event, same(event, word) { return true }
    if case .path? = channel.call { return takes(index, word) }
    return false
  }

  /// Whether a word is a path that the channel calls.
  func takes(_ index: Int, _ word: String) -> Bool {
    reader.calls(set.channels[index].channel, path: FunctionPath.normalised(Array(word.utf8)))
  }

  /// The function that a failed call was for: what the body names, else that of the channel, which
  /// may be known by its word alone; else the word, which is a function's where it is no channel's.
  func function(_ word: String?, _ body: JSONCursor?, _ channel: Int?) -> CalledFunction? {
    let named = word.map { self.named($0) } ?? []
    let definition = channel ?? named.first { set.channels[$0].channel.from == .native }
    if let called = CalledFunction(body, on: definition.map { set.channels[$0].channel }) {
      return called
    }
    guard let word, named.allSatisfy({ takes($0, word) }) else { return nil }
    return CalledFunction(word)
  }

  private func same(_ a: String, _ b: String) -> Bool { a.utf8.elementsEqual(b.utf8) }

  // MARK: By body

  /// Whether the body is a call of the channel's function, a prompt it takes, or a URL of its kind.
  private func callFits(_ index: Int, _ body: JSONCursor) -> Bool {
    let channel = set.channels[index].channel
    if channel.via == .navigation, let url = channel.url, body.kind == .string {
      return body.withStringBytes { $0.starts(with: url.utf8) }
    }
    guard body.kind == .object, let fn = body.member("fn"), fn.kind == .string else { return false }
    if channel.via == .prompt {
      guard fn.isString("prompt"), let pattern = channel.match,
        let message = body.member("args")?.item(0), message.kind == .string
      else { return false }
      return message.withStringBytes { reader.matcher.matches(pattern, $0) }
    }
    return reader.calls(channel, path: FunctionPath.normalised(fn.stringBytes))
  }

  /// By the kind, or by being a reply, if only one direction knows it.
  private func infer(_ body: JSONCursor, among channels: [Int]) -> Outcome {
    if let fitting = channels.first(where: { callFits($0, body) }) { return .channel(fitting) }
    let byside = Side.allCases.map { side in
      firstKnowing(body, among: channels.filter { set.channels[$0].channel.from == side })
    }
    switch (byside[0], byside[1]) {
    case (let web?, nil): return .channel(web)
    case (nil, let native?): return .channel(native)
    default: return .unknown
    }
  }

  private enum Knowledge: Comparable { case none, unnamed, known }

  /// The first channel on which the body is a reply or has a known kind.
  ///
  /// - Parameter strictly: a channel that takes bodies without kind does not count.
  private func firstKnowing(
    _ body: JSONCursor, among channels: [Int], strictly: Bool = false
  ) -> Int? {
    var unnamed: Int?
    for index in channels {
      switch knowledge(of: body, on: set.channels[index]) {
      case .known: return index
      case .unnamed: unnamed = unnamed ?? index
      case .none: break
      }
    }
    return strictly ? nil : unnamed
  }

  private func knowledge(of body: JSONCursor, on channel: ChannelProgram) -> Knowledge {
    reader.reset()
    guard var reading = reader.bodies(of: body, on: channel).first, reading.failure == nil else {
      return .none
    }
    let kind = reader.kind(of: reading.body, on: channel)
    if reader.isReply(reading.body, kind: kind, on: channel) { return .known }
    if !kind.isAbsent {
      return reader.messages(ofKind: kind, on: channel).isEmpty ? .none : .known
    }
    guard channel.takesBodiesWithoutKind else { return .none }
    reader.read(&reading, on: channel)
    return reading.message == nil ? .none : .unnamed
  }
}
