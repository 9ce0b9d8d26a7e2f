public import BridgeScript

/// Something that native says, ready to be brought to the page.
public struct Outgoing: Sendable {
  /// The message's name in the contract; of a reply that of its request.
  public let name: String
  /// The key of its channel.
  public let channel: String
  /// Whether it answers a request of the page.
  public let isReply: Bool
  /// The encoded message, with its forms for `evaluateJavaScript` and `callAsyncJavaScript`.
  public let message: EncodedMessage
  /// Where the result of the call goes as JSON text, for messages that are answered by it; nil where
  /// nobody waits for one. A call that fails is answered with nil.
  public let result: (@Sendable (String?) -> Void)?

  /// The body as it travels, as JSON text.
  public var body: String { message.body }

  /// The script that delivers it, as a statement without a result; nil where no script does.
  public var script: String? { message.call?.source }

  static func text(_ payload: some Encodable) throws(BridgeRefusal) -> String {
    do throws(ScriptError) {
      return try JSONValueText.encode(payload)
    } catch {
      throw .encoding(.script(error))
    }
  }
}
