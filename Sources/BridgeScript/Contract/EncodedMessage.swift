public import BridgeFindings

/// A message of a contract, built, judged and ready to go.
public struct EncodedMessage: Sendable {
  /// The body as it travels, as JSON text.
  public let body: String
  /// The script that delivers it: to the page for what native says; the page's own side for what the
  /// page says. Nil where no script does: the result of a call, a navigation, an answer to polling.
  public let call: JavaScriptCall?
  /// The same for `callAsyncJavaScript`; nil where no function is called.
  public let asyncCall: AsyncJavaScriptCall?
  /// What the body gets in a log without being wrong.
  public let warnings: [Finding]
}
