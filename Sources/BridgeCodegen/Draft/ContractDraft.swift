import BridgeContract
import BridgeJSON

/// A contract drafted from traffic: nobody writes sixty messages by hand.
///
/// Every rule bears what it rests on as `x-evidence`; no value of the traffic is kept but the wire
/// words of messages and small sets of program words.
public struct ContractDraft {
  /// The contract's text, in canonical form.
  public let text: [UInt8]
  /// The known bridge whose framing was recognised; nil where it was guessed.
  public let bridge: String?
  /// How many messages it has.
  public let messageCount: Int
  /// Bodies that could not be read by the framing.
  public let unread: Int

  /// Drafts a contract; nil where the log has no message.
  public init?(_ log: DraftLog, name: String) {
    let guess = FramingGuess(log)
    guard !log.lines.isEmpty, let traffic = DraftTraffic(log, guess), !traffic.messages.isEmpty
    else { return nil }
    var writer = DraftWriter(traffic, guess, name: name)
    text = writer.text()
    bridge = guess.bridge
    messageCount = traffic.messages.count
    unread = traffic.unread
  }
}
