import BridgeContract
import BridgeFindings
import BridgeJSON
import BridgeLog

/// A contract drafted from traffic: nobody writes sixty messages by hand.
///
/// Every rule bears what it rests on as `x-evidence`; no value of the traffic is kept but the wire
/// words of messages and small sets of program words.
///
/// The framing is chosen by trial: of several guesses the first with which the traffic agrees.
public struct ContractDraft {
  /// The contract's text, in canonical form.
  public let text: [UInt8]
  /// The known bridge whose framing was recognised; nil where it was guessed.
  public let bridge: String?
  /// How many messages it has.
  public let messageCount: Int
  /// Bodies that could not be read by the framing.
  public let unread: Int
  /// Errors that the draft finds in the very traffic it was made from: faults of the traffic, or of
  /// the guess.
  public let disagreements: Int
  /// Replies to requests from before the log: they are not in it, so `validate` does not know them.
  public let early: Int

  /// Drafts a contract; nil where the log has no message, or one of its files is no log
  /// (`DraftLog.files` tells which).
  ///
  /// - Parameters:
  ///   - log: the traffic.
  ///   - name: the contract's name.
  ///   - old: a contract by whose channels the traffic is read, in order to widen it.
  public init?(_ log: DraftLog, name: String, reading old: [UInt8]? = nil) {
    let survey = DraftSurvey(log)
    guard !survey.samples.isEmpty, !log.files.contains(where: \.isNoLog) else { return nil }
    let document = old.flatMap { try? JSONDocument($0, limits: .contract) }
    let given = document.flatMap { FramingGuess($0.root, survey) }
    let candidates = given.map { [$0] } ?? FramingGuess.candidates(survey)
    guard let guess = Self.best(candidates, log, survey, name),
      let traffic = DraftTraffic(log, guess, survey), !traffic.messages.isEmpty
    else { return nil }
    var writer = DraftWriter(traffic, guess, name: name)
    text = writer.text()
    bridge = guess.bridge
    messageCount = traffic.messages.count
    unread = traffic.unread
    early = traffic.early
    disagreements = Self.errors(text, log, lines: .max) ?? 0
  }

  // MARK: Trial

  /// Lines of each file that guesses are tried on.
  private static let trialLines = 4000

  /// The first guess that the traffic agrees with, but for one message in fifty; else the one it
  /// agrees with best.
  private static func best(
    _ candidates: [FramingGuess], _ log: DraftLog, _ survey: DraftSurvey, _ name: String
  ) -> FramingGuess? {
    guard candidates.count > 1 else { return candidates.first }
    var best: (guess: FramingGuess, share: Double)?
    for guess in candidates {
      guard let traffic = DraftTraffic(log, guess, survey, limit: trialLines),
        !traffic.messages.isEmpty
      else { continue }
      var writer = DraftWriter(traffic, guess, name: name)
      guard let errors = errors(writer.text(), log, lines: trialLines) else { continue }
      let said = traffic.messages.reduce(0) { $0 + $1.count } + traffic.unread
      let faults = max(errors - traffic.excused, 0) + traffic.unread
      let share = Double(faults) / Double(max(said, 1))
      // Where channels are called as a known bridge's, faults are likelier the traffic's.
      if share <= (guess.isNamed ? 0.2 : 0.02) { return guess }
      if share < best?.share ?? .infinity { best = (guess, share) }
    }
    return best?.guess
  }

  /// What a draft has against traffic; nil where it is no contract.
  private static func errors(_ text: [UInt8], _ log: DraftLog, lines: Int) -> Int? {
    guard case .loaded(let contract) = Contract.load(text, file: "draft"),
      case .joined(let set) = ContractSet.join([contract])
    else { return nil }
    var options = LogOptions()
    options.map = log.map
    options.maxFindings = 2000
    let validator = LogValidator(set, options: options)
    log.feed(validator, lines: lines)
    let groups: Set<Cause.Group> = [.shape, .correlation, .stream]
    return validator.finish().findings.reduce(0) { sum, finding in
      guard finding.severity == .error, let cause = finding.cause, groups.contains(cause.group)
      else { return sum }
      return sum + 1
    }
  }
}
