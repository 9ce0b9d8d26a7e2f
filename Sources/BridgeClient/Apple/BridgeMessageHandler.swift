#if canImport(WebKit) || BRIDGE_CLIENT_STUBS
  public import BridgeFindings
  public import Foundation

  #if BRIDGE_CLIENT_STUBS
    public import BridgeClient
  #else
    public import WebKit
  #endif

  /// Hands what a page posts to a bridge, for handlers with reply and without.
  ///
  /// ```swift
  /// let handler = BridgeMessageHandler(client.bridge) { findings in log(findings) }
  /// controller.add(handler, name: "bridge")
  /// ```
  @MainActor
  public final class BridgeMessageHandler: NSObject, WKScriptMessageHandler,
    WKScriptMessageHandlerWithReply
  {
    private let bridge: NativeBridge
    private let onFindings: @MainActor ([Finding]) -> Void

    /// A handler; `onFindings` gets what the contract has against a message.
    public init(
      _ bridge: NativeBridge, onFindings: @escaping @MainActor ([Finding]) -> Void = { _ in }
    ) {
      self.bridge = bridge
      self.onFindings = onFindings
      super.init()
    }

    /// Takes a message.
    public func userContentController(
      _ controller: WKUserContentController, didReceive message: WKScriptMessage
    ) {
      let findings = bridge.receive(Self.json(message.body), on: message.name)
      if !findings.isEmpty { onFindings(findings) }
    }

    /// Takes a message whose answer settles the page's promise. One that is refused is rejected.
    public func userContentController(
      _ controller: WKUserContentController, didReceive message: WKScriptMessage,
      replyHandler: @escaping @MainActor @Sendable (Any?, String?) -> Void
    ) {
      // Most answers are given while the message is taken; others come from any thread.
      let early = EarlyAnswer()
      let findings = bridge.receive(Self.json(message.body), on: message.name) { text in
        if early.keep(text) { return }
        DispatchQueue.main.async { replyHandler(Self.value(text), nil) }
      }
      if let text = early.end() { replyHandler(Self.value(text), nil) }
      guard !findings.isEmpty else { return }
      onFindings(findings)
      if let error = findings.first(where: { $0.severity == .error }) {
        replyHandler(nil, error.cause?.id ?? error.message)
      }
    }

    /// A body as JSON text; what JSON does not have, such as a date, is `null`.
    static func json(_ body: Any) -> String {
      guard JSONSerialization.isValidJSONObject([body]),
        let data = try? JSONSerialization.data(withJSONObject: [body])
      else { return "null" }
      return String(decoding: data.dropFirst().dropLast(), as: UTF8.self)
    }

    /// The value of JSON text as WebKit takes it.
    nonisolated static func value(_ json: String) -> Any? {
      try? JSONSerialization.jsonObject(with: Data(json.utf8), options: .fragmentsAllowed)
    }
  }

  /// Keeps an answer that is given before the message was taken to its end.
  private final class EarlyAnswer: @unchecked Sendable {
    // Unchecked: the lock is held.
    private let lock = NSLock()
    private var text: String?
    private var isOver = false

    func keep(_ text: String) -> Bool {
      lock.lock()
      defer { lock.unlock() }
      if !isOver { self.text = text }
      return !isOver
    }

    func end() -> String? {
      lock.lock()
      defer { lock.unlock() }
      isOver = true
      return text
    }
  }
#endif
