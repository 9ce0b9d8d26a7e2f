#if canImport(WebKit) || BRIDGE_RECORDER_STUBS
  internal import BridgeContract
  public import Foundation

  #if BRIDGE_RECORDER_STUBS
    public import BridgeRecorder
  #else
    public import WebKit
  #endif

  /// Stands in front of the app's navigation delegate, records what becomes of pages, and hands
  /// everything on, methods it does not know too.
  ///
  /// A web view holds its delegate weakly: keep this one, as you would keep your own.
  ///
  /// ```swift
  /// delegate = RecordingNavigationDelegate(session, handingOnTo: self)
  /// webView.navigationDelegate = delegate
  /// ```
  @MainActor
  public final class RecordingNavigationDelegate: NSObject, WKNavigationDelegate {
    private weak var next: (any WKNavigationDelegate)?
    private let session: RecordedSession

    /// A delegate that records, and hands on to another, which it does not keep alive.
    public init(_ session: RecordedSession, handingOnTo next: (any WKNavigationDelegate)? = nil) {
      self.session = session
      self.next = next
      super.init()
    }

    /// `@loadStarted`.
    public func webView(
      _ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!
    ) {
      session.event(.loadStarted)
      #if canImport(ObjectiveC)
        next?.webView?(webView, didStartProvisionalNavigation: navigation)
      #else
        next?.webView(webView, didStartProvisionalNavigation: navigation)
      #endif
    }

    /// `@loadCommitted`.
    public func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!) {
      session.event(.loadCommitted)
      #if canImport(ObjectiveC)
        next?.webView?(webView, didCommit: navigation)
      #else
        next?.webView(webView, didCommit: navigation)
      #endif
    }

    /// `@loadFinished`.
    public func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
      session.event(.loadFinished)
      #if canImport(ObjectiveC)
        next?.webView?(webView, didFinish: navigation)
      #else
        next?.webView(webView, didFinish: navigation)
      #endif
    }

    /// `@loadFailed`, after the page was committed.
    public func webView(
      _ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error
    ) {
      session.event(.loadFailed)
      #if canImport(ObjectiveC)
        next?.webView?(webView, didFail: navigation, withError: error)
      #else
        next?.webView(webView, didFail: navigation, withError: error)
      #endif
    }

    /// `@loadFailed`, before.
    public func webView(
      _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!,
      withError error: any Error
    ) {
      session.event(.loadFailed)
      #if canImport(ObjectiveC)
        next?.webView?(webView, didFailProvisionalNavigation: navigation, withError: error)
      #else
        next?.webView(webView, didFailProvisionalNavigation: navigation, withError: error)
      #endif
    }

    /// `@processTerminated`.
    public func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {
      session.event(.processTerminated)
      #if canImport(ObjectiveC)
        next?.webViewWebContentProcessDidTerminate?(webView)
      #else
        next?.webViewWebContentProcessDidTerminate(webView)
      #endif
    }

    #if canImport(ObjectiveC)
      // Decisions about policy, challenges, downloads: whoever asks finds the next delegate's methods.

      /// Whether this delegate or the next answers a message.
      public override func responds(to selector: Selector!) -> Bool {
        super.responds(to: selector) || next?.responds(to: selector) ?? false
      }

      /// The next delegate, for what this one does not implement.
      public override func forwardingTarget(for selector: Selector!) -> Any? {
        next?.responds(to: selector) ?? false ? next : super.forwardingTarget(for: selector)
      }
    #endif
  }
#endif
