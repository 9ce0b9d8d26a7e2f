internal import BridgeContract
public import BridgeFindings
internal import BridgeJSON

/// What was counted in a part of a log, in a form that can be added up: `validate --summary` writes
/// it, `merge` reads it.
///
/// Parts must hold whole sessions. Then the sum of the parts is the tally of the whole, byte for byte
/// (with as many sessions remembered as there are).
public struct LogTally: Sendable, Equatable {
  /// Everything in numbers, before the claims that need the whole log are drawn.
  var counted = Summary()
  /// Rules and time limits that could not be observed, by name.
  var unobserved: Set<String> = []
  /// Channels bound to frames or origins that had lines; whether one of these named its frame.
  var frames: [String: Bool] = [:]
  /// The contracts: name, version and digest of each.
  var contracts: [String] = []
  /// Sessions that were given up to keep memory bounded.
  public internal(set) var evictedSessions = 0

  init() {}

  /// Why tallies do not go together.
  public struct Refusal: Error, Sendable, Equatable {
    /// One sentence.
    public var message: String
  }

  /// Adds another part of the same log.
  public mutating func add(_ other: LogTally) throws(Refusal) {
    guard contracts == other.contracts else {
      throw Refusal(message: "the summaries were made by different contracts")
    }
    counted.lines += other.counted.lines
    counted.messages += other.counted.messages
    counted.events += other.counted.events
    counted.skipped += other.counted.skipped
    counted.invalidLines += other.counted.invalidLines
    counted.errors += other.counted.errors
    counted.warnings += other.counted.warnings
    counted.infos += other.counted.infos
    counted.causes.merge(other.counted.causes) { $0 + $1 }
    counted.unexplained.merge(other.counted.unexplained) { $0 + $1 }
    unobserved.formUnion(other.unobserved)
    frames.merge(other.frames) { $0 || $1 }
    evictedSessions += other.evictedSessions
  }

  /// Everything in numbers.
  public var summary: Summary {
    var out = counted
    out.dropOrderClaimsOfOthers()
    out.notObservable = unobserved.count
    let unseen = frames.values.reduce(0) { $0 + ($1 ? 0 : 1) }
    if unseen > 0 {
      let cause = Cause.notObservable.id
      out.warnings += unseen
      out.causes[cause, default: 0] += unseen
      out.unexplained[cause, default: 0] += unseen
    }
    return out
  }

  // MARK: Text

  /// One line of JSON, the same for the same tally.
  public var text: String {
    var out = #"{"summary":"# + Self.text(summary)
    out += #","merge":{"format":1,"contracts":["#
    out += contracts.map(JSONString.quoted).joined(separator: ",")
    out += #"],"counted":"# + Self.text(counted)
    out += #","unobserved":["#
    out += unobserved.sorted(by: Self.precedes).map(JSONString.quoted).joined(separator: ",")
    out += #"],"frames":{"#
    out += frames.sorted { Self.precedes($0.key, $1.key) }
      .map { "\(JSONString.quoted($0.key)):\($0.value)" }.joined(separator: ",")
    return out + #"},"evictedSessions":\#(evictedSessions)}}"#
  }

  private static let members: [(name: String, path: any WritableKeyPath<Summary, Int> & Sendable)] =
    [
      ("lines", \.lines), ("messages", \.messages), ("events", \.events), ("skipped", \.skipped),
      ("invalidLines", \.invalidLines), ("errors", \.errors), ("warnings", \.warnings),
      ("infos", \.infos), ("notObservable", \.notObservable), ("explained", \.explained),
    ]

  private static func text(_ summary: Summary) -> String {
    let numbers = members.map { "\"\($0.name)\":\(summary[keyPath: $0.path])" }
    return "{" + numbers.joined(separator: ",") + #","causes":"# + text(summary.causes)
      + #","unexplained":"# + text(summary.unexplained) + "}"
  }

  private static func text(_ counts: [String: Int]) -> String {
    let sorted = counts.filter { $0.value != 0 }.sorted { precedes($0.key, $1.key) }
    return "{" + sorted.map { "\(JSONString.quoted($0.key)):\($0.value)" }.joined(separator: ",")
      + "}"
  }

  private static func precedes(_ a: String, _ b: String) -> Bool {
    a.utf8.lexicographicallyPrecedes(b.utf8)
  }

  /// Reads the text of a tally.
  public init(text bytes: [UInt8]) throws(Refusal) {
    let document: JSONDocument
    do throws(JSONError) {
      document = try JSONDocument(bytes, limits: .contract)
    } catch {
      throw Refusal(message: "not JSON: \(error.sentence)")
    }
    guard let merge = document.root["merge"], merge["format"]?.smallInteger == 1,
      let counted = merge["counted"], counted.kind == .object
    else { throw Refusal(message: "this is no summary of validate --summary") }
    for (name, path) in Self.members {
      guard let count = counted[name]?.smallInteger, count >= 0, count < 1 << 53 else {
        throw Refusal(message: "the summary has no number \"\(name)\"")
      }
      self.counted[keyPath: path] = Int(count)
    }
    self.counted.causes = try Self.counts(counted["causes"], "causes")
    self.counted.unexplained = try Self.counts(counted["unexplained"], "unexplained")
    contracts = merge["contracts"]?.items.compactMap(\.string) ?? []
    unobserved = Set(merge["unobserved"]?.items.compactMap(\.string) ?? [])
    for member in merge["frames"]?.members ?? [] { frames[member.key] = member.value.bool ?? false }
    evictedSessions = Int(merge["evictedSessions"]?.smallInteger ?? 0)
  }

  private static func counts(_ value: JSONValue?, _ name: String) throws(Refusal) -> [String: Int] {
    var out: [String: Int] = [:]
    for member in value?.members ?? [] {
      guard let count = member.value.smallInteger, count >= 0, count < 1 << 53 else {
        throw Refusal(message: "a count of \"\(name)\" is no number")
      }
      out[member.key] = Int(count)
    }
    return out
  }
}

extension Summary {
  /// The log is another contract's: every line with a body was on a channel of nobody. What did not
  /// come, or came too early, cannot be told from its lifecycle alone.
  mutating func dropOrderClaimsOfOthers() {
    guard messages == 0, skipped > 0 else { return }
    for cause in Cause.all where cause.group == .order {
      errors -= causes.removeValue(forKey: cause.id) ?? 0
    }
  }
}

extension LogValidator {
  /// Ends everything and gives what was counted. With `maxFindings` 0 nothing is explained, which is
  /// what tallies are for.
  public func finishTally() -> LogTally {
    monitor.finish(reportsFrames: false)
    var tally = LogTally()
    tally.counted = collector.counted
    tally.counted.messages = monitor.messageCount
    tally.unobserved = monitor.unobservedNames
    tally.frames = monitor.framesSeen
    tally.evictedSessions = monitor.evictedSessions
    tally.contracts = set.contracts.map { contract in
      let digest = SHA256.hex(of: Array(contract.document.bytes)).prefix(12)
      return "\(contract.name) \(contract.version) \(digest)"
    }
    return tally
  }
}
