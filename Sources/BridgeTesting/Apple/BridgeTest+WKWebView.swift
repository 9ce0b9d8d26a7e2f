#if canImport(WebKit) || BRIDGE_ENGINE_STUBS
  public import BridgeBus

  #if BRIDGE_ENGINE_STUBS
    public import BridgeTesting
  #else
    internal import BridgeEngine
    public import WebKit
  #endif

  extension BridgeTest {
    /// A test of a contract file on a web view of the app's: the same expectations on Apple's engine.
    ///
    /// The view's delegates are the test's until `finish`, which removes every handler and user script
    /// that the test put into the view (J38).
    ///
    /// ```swift
    /// @Test @MainActor func handshake() async {
    ///   let bridge = BridgeTest("sync.bridge.json", in: WKWebView())
    ///   bridge.start(Page([], html: html))
    ///   await bridge.expect(.webToNative("ready"), within: 5000)
    ///   await bridge.finish()
    /// }
    /// ```
    @MainActor
    public convenience init(
      _ path: String, in webView: WKWebView, exhaustivity: Exhaustivity = .on,
      fileID: String = #fileID, filePath: StaticString = #filePath, line: Int = #line,
      column: Int = #column
    ) {
      let engine = WKWebViewEngine(webView)
      self.init(
        path, on: engine, exhaustivity: exhaustivity, fileID: fileID, filePath: filePath,
        line: line, column: column)
      atEnd = { MainActor.assumeIsolated { engine.close() } }
    }
  }
#endif
