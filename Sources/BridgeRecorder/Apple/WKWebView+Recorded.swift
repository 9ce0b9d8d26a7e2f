#if canImport(WebKit) || BRIDGE_RECORDER_STUBS
  internal import BridgeContract
  internal import BridgeFindings
  public import BridgeScript
  internal import Foundation

  #if BRIDGE_RECORDER_STUBS
    public import BridgeRecorder
  #else
    public import WebKit
  #endif

  extension WKWebView {
    /// Calls a page function with one argument and records the call, and how it failed if it did.
    ///
    /// The line is written before the script is handed over: what the page posts inside comes before
    /// the completion.
    ///
    /// ```swift
    /// try webView.call("bridgeReceive", json: text, recordedBy: session)
    /// ```
    /// - Throws: `ScriptError` where the path is no receiver or the text no JSON; nothing is recorded
    ///   then.
    public func call(
      _ function: String, json: String, recordedBy session: RecordedSession,
      completion: (@MainActor @Sendable ((any Error)?) -> Void)? = nil
    ) throws(ScriptError) {
      let script = try JavaScriptCall(function, json: json)
      session.called(function, with: [.json(json)])
      evaluateJavaScript(script.source) { _, error in
        if let error {
          let failure = error as NSError
          session.failed(
            ScriptFailure.cause(failure, of: function), from: .native, on: function)
        }
        completion?(error)
      }
    }
  }

  /// What an error of `evaluateJavaScript` says about the delivery of a call.
  enum ScriptFailure {
    static func cause(_ error: NSError, of function: String) -> Cause {
      guard error.domain == "WKErrorDomain" else { return .scriptError }
      switch error.code {
      // JavaScriptExceptionOccurred; the text is the engine's.
      case 4:
        let text = error.userInfo["WKJavaScriptExceptionMessage"] as? String ?? ""
        return isMissing(function, text) ? .functionMissing : .webRejected
      // JavaScriptResultTypeIsUnsupported.
      case 5: return .resultUnserialisable
      // WebContentProcessTerminated, WebViewInvalidated.
      case 2, 3: return .processTerminated
      default: return .scriptError
      }
    }

    /// Whether it was this function that was not there, and not one that it called.
    private static func isMissing(_ function: String, _ text: String) -> Bool {
      let path = function.hasPrefix("window.") ? String(function.dropFirst(7)) : function
      let first = path.prefix { $0 != "." }
      return text == "ReferenceError: Can't find variable: \(first)"
        || text.hasPrefix("TypeError: \(path) is not a function")
        || text.hasPrefix("TypeError: undefined is not an object (evaluating '\(path)")
    }
  }
#endif
