import BridgeContract
import BridgeJSON

/// What a log holds at first sight: its channels, and some of the bodies on each.
struct DraftSurvey {
  /// A channel as lines call it.
  struct Word {
    var side: Side
    /// Nil where lines do not say.
    var name: String?
    /// How many bodies came.
    var count = 0
    /// Paths of functions that bodies name, as contracts write them; no more than are looked at.
    var paths: [String] = []
    /// Whether something on it is answered as a call is.
    var isAnswered = false
    /// Bodies that came from other frames than the main one.
    var subframes = 0
    /// Its samples, by their places in the survey.
    var samples: [Int] = []
  }

  /// A body of the log.
  struct Sample {
    var body: JSONDocument
    var word: Int
    /// The session and the page in it.
    var session: IDKey
    var page: Int
  }

  private(set) var words: [Word] = []
  private(set) var samples: [Sample] = []
  private var index: [String: Int] = [:]
  private var calls: [IDKey: Int] = [:]
  private var pages: [IDKey: Int] = [:]
  private var bytes = 0

  /// Bodies that are kept: of all channels together, and of each in any case.
  private static let limit = 3000
  private static let least = 60
  private static let byteLimit = 24 << 20
  private static let bodyLimit = 64 << 10
  private static let wordLimit = 200
  static let pathLimit = 64

  init(_ log: DraftLog) {
    log.forEach(isFirst: true) { take($0) }
    calls = [:]
    mergeCalls()
  }

  /// What a line's channel is kept under: its word, else the function that is called.
  private static func key(_ line: DraftLine) -> String {
    if let name = line.channel { return line.side.rawValue + " " + name }
    guard line.side == .native, let fn = line.body?.member("fn"), fn.kind == .string else {
      return line.side.rawValue
    }
    let path = String(decoding: FunctionPath.normalised(fn.stringBytes), as: UTF8.self)
    return line.side.rawValue + "(" + ChannelGuess.skeleton(path)
  }

  /// The channel of a line.
  func word(of line: DraftLine) -> Int? { index[Self.key(line)] }

  /// Lets lines that are called by their function be those of the channel that calls it: a function
  /// whose name bears an id is another one each time.
  private mutating func mergeCalls() {
    var targets = Array(words.indices)
    var homes: [String: Int] = [:]
    func skeletons(_ word: Word) -> Set<String> { Set(word.paths.map(ChannelGuess.skeleton)) }
    // Words of their own first: they keep their name.
    let isPath = words.map { word in
      word.name.map { skeletons(word) == [ChannelGuess.skeleton($0)] } ?? true
    }
    for pass in [false, true] {
      for (place, word) in words.enumerated() where word.side == .native && isPath[place] == pass {
        let own = skeletons(word)
        guard !own.isEmpty else { continue }
        if pass, own.count == 1, let one = own.first, let home = homes[one],
          word.name == nil || one.contains("#")
        {
          targets[place] = home
        } else {
          for one in own where homes[one] == nil { homes[one] = place }
        }
      }
    }
    findHomes(&targets)
    guard targets != Array(words.indices) else { return }
    for place in words.indices where targets[place] != place {
      let home = targets[place]
      words[home].count += words[place].count
      words[home].subframes += words[place].subframes
      words[home].samples = (words[home].samples + words[place].samples).sorted()
      words[home].isAnswered = words[home].isAnswered || words[place].isAnswered
      for path in words[place].paths where !words[home].paths.contains(path) {
        words[home].paths.append(path)
      }
      if isPath[home], !words[home].paths.isEmpty { words[home].name = nil }
    }
    let kept = words.indices.filter { targets[$0] == $0 }
    let numbers = Dictionary(
      uniqueKeysWithValues: kept.enumerated().map { ($0.element, $0.offset) })
    words = kept.map { words[$0] }
    index = index.compactMapValues { numbers[targets[$0]] }
    for place in samples.indices {
      samples[place].word = numbers[targets[samples[place].word]] ?? 0
    }
  }

  /// Lines without a word for their channel are those of the one whose bodies look alike.
  private func findHomes(_ targets: inout [Int]) {
    func members(_ word: Word) -> Set<String> {
      var found: Set<String> = []
      for sample in word.samples.prefix(200) {
        let root = samples[sample].body.root
        found.formUnion(root.kind == .object ? root.members.map(\.key) : ["\(root.kind)"])
      }
      return found
    }
    for (place, word) in words.enumerated()
    where word.name == nil && word.paths.isEmpty && targets[place] == place {
      let others = words.indices.filter {
        words[$0].name != nil && words[$0].side == word.side && targets[$0] == $0
      }
      let own = members(word)
      let shared = others.map { ($0, members(words[$0]).intersection(own).count) }
      guard let best = shared.max(by: { $0.1 < $1.1 }), best.1 > 0 || others.count == 1 else {
        continue
      }
      targets[place] = best.0
    }
  }

  private mutating func take(_ line: DraftLine) {
    if line.event == .loadCommitted { pages[line.session, default: 0] += 1 }
    if let answers = line.answers {
      if let word = calls.removeValue(forKey: answers) { words[word].isAnswered = true }
      return
    }
    guard line.isSaid, let body = line.body else { return }
    let key = Self.key(line)
    let place: Int
    if let known = index[key] {
      place = known
    } else {
      guard words.count < Self.wordLimit else { return }
      place = words.count
      index[key] = place
      words.append(Word(side: line.side, name: line.channel))
    }
    words[place].count += 1
    if line.isFromSubframe { words[place].subframes += 1 }
    if let call = line.call {
      if calls.count > 100_000 { calls = [:] }
      calls[call] = place
    }
    if let fn = body.member("fn"), fn.kind == .string, words[place].paths.count < Self.pathLimit {
      let path = String(decoding: FunctionPath.normalised(fn.stringBytes), as: UTF8.self)
      if !words[place].paths.contains(where: { $0.utf8.elementsEqual(path.utf8) }) {
        words[place].paths.append(path)
      }
    }
    let text = body.text
    guard samples.count < Self.limit || words[place].samples.count < Self.least,
      text.count <= Self.bodyLimit, bytes + text.count <= Self.byteLimit,
      let copy = JSONConstants.document(Array(text))
    else { return }
    bytes += text.count
    words[place].samples.append(samples.count)
    samples.append(
      Sample(body: copy, word: place, session: line.session, page: pages[line.session] ?? 0))
  }
}
