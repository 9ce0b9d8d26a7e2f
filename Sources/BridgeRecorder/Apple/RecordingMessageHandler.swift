#if canImport(WebKit) || BRIDGE_RECORDER_STUBS
  public import Foundation

  #if BRIDGE_RECORDER_STUBS
    public import BridgeRecorder
  #else
    public import WebKit
  #endif

  /// Stands between the content controller and the app's message handler, and records what comes.
  ///
  /// The controller keeps its handlers alive, and a handler that owns the web view keeps both alive
  /// for ever; so this one holds the app's handler weakly unless told otherwise.
  ///
  /// ```swift
  /// controller.add(RecordingMessageHandler(self, session), name: "bridge")
  /// session.event(.handlerRegistered)
  /// ```
  @MainActor
  public final class RecordingMessageHandler: NSObject, WKScriptMessageHandler {
    private weak var handler: (any WKScriptMessageHandler)?
    private var kept: (any WKScriptMessageHandler)?
    private let session: RecordedSession

    /// A handler that records and hands on.
    ///
    /// - Parameter keepsHandler: for handlers that nobody else keeps alive.
    public init(
      _ handler: any WKScriptMessageHandler, _ session: RecordedSession, keepsHandler: Bool = false
    ) {
      self.handler = handler
      kept = keepsHandler ? handler : nil
      self.session = session
      super.init()
    }

    /// Records the message and hands it on.
    public func userContentController(
      _ controller: WKUserContentController, didReceive message: WKScriptMessage
    ) {
      session.received(
        RecordedBody(message.body), on: message.name, frame: RecordedFrame(message.frameInfo))
      handler?.userContentController(controller, didReceive: message)
    }
  }

  /// The same for a handler with reply: what it replies is recorded as the answer.
  @MainActor
  public final class RecordingReplyHandler: NSObject, WKScriptMessageHandlerWithReply {
    private weak var handler: (any WKScriptMessageHandlerWithReply)?
    private var kept: (any WKScriptMessageHandlerWithReply)?
    private let session: RecordedSession

    /// A handler that records and hands on.
    ///
    /// - Parameter keepsHandler: for handlers that nobody else keeps alive.
    public init(
      _ handler: any WKScriptMessageHandlerWithReply, _ session: RecordedSession,
      keepsHandler: Bool = false
    ) {
      self.handler = handler
      kept = keepsHandler ? handler : nil
      self.session = session
      super.init()
    }

    /// Records the message, hands it on, and records the reply before the page gets it.
    public func userContentController(
      _ controller: WKUserContentController, didReceive message: WKScriptMessage,
      replyHandler: @escaping @MainActor @Sendable (Any?, String?) -> Void
    ) {
      let session = session
      let call = session.receivedCall(
        RecordedBody(message.body), on: message.name, frame: RecordedFrame(message.frameInfo))
      handler?.userContentController(controller, didReceive: message) { value, error in
        if let error {
          session.refused(call, with: error)
        } else {
          session.answered(call, with: RecordedBody(value))
        }
        replyHandler(value, error)
      }
    }
  }

  /// Takes the lines of the page's own recorder.
  ///
  /// ```swift
  /// controller.add(PageLineHandler(session), name: "bridgeRecorder")
  /// ```
  @MainActor
  public final class PageLineHandler: NSObject, WKScriptMessageHandler {
    private let session: RecordedSession
    private let includesEvents: Bool

    /// - Parameter includesEvents: whether the page's own events count: only where nobody records
    ///   the navigation.
    public init(_ session: RecordedSession, includesEvents: Bool = false) {
      self.session = session
      self.includesEvents = includesEvents
      super.init()
    }

    /// Records the line.
    public func userContentController(
      _ controller: WKUserContentController, didReceive message: WKScriptMessage
    ) {
      guard let line = message.body as? String else { return }
      session.pageLine(line, includingEvents: includesEvents)
    }
  }

  extension RecordedFrame {
    /// The frame of a message: whether it is the main one, and its origin as a page writes it.
    @MainActor
    public init(_ frame: WKFrameInfo) {
      let origin = frame.securityOrigin
      // An opaque origin has no host; pages call it `null`.
      let host = origin.host.contains(":") ? "[\(origin.host)]" : origin.host
      let port = origin.port == 0 ? "" : ":\(origin.port)"
      let text =
        origin.protocol.isEmpty || (host.isEmpty && origin.protocol != "file")
        ? "null" : "\(origin.protocol)://\(host)\(port)"
      self.init(isMain: frame.isMainFrame, origin: text)
    }
  }
#endif
