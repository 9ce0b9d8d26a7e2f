#if canImport(WebKit) || BRIDGE_LOCATORS_STUBS
  #if BRIDGE_LOCATORS_STUBS
    public import BridgeLocators
  #else
    public import WebKit
  #endif

  extension LocatorScript {
    /// Adds the script to a controller, for every page that its web views load from now on: at
    /// document end, in all frames, in a world of its own. Installing again changes nothing.
    ///
    /// Does nothing in a release build, and where ``LocatorSwitch`` is off.
    /// - Parameter allowsDevice: also on a device, not only on a simulator or a Mac.
    /// - Returns: whether the script is installed.
    @MainActor
    @discardableResult
    public func install(
      into controller: WKUserContentController, allowsDevice: Bool = false
    ) -> Bool {
      install(into: controller, isOn: LocatorSwitch.isOn(allowsDevice: allowsDevice))
    }

    @MainActor
    func install(into controller: WKUserContentController, isOn: Bool) -> Bool {
      #if DEBUG
        guard isOn else { return false }
        let source = source
        if controller.userScripts.contains(where: { $0.source == source }) { return true }
        controller.addUserScript(
          WKUserScript(
            source: source, injectionTime: .atDocumentEnd, forMainFrameOnly: false,
            in: .world(name: LocatorScript.world)))
        return true
      #else
        return false
      #endif
    }

    /// Takes the script out of a controller; other user scripts stay, in their order. Pages that are
    /// loaded keep their labels until ``uninstall(from:)``.
    @MainActor
    public func remove(from controller: WKUserContentController) {
      #if DEBUG
        let source = source
        let others = controller.userScripts.filter { $0.source != source }
        guard others.count < controller.userScripts.count else { return }
        controller.removeAllUserScripts()
        for script in others { controller.addUserScript(script) }
      #endif
    }

    /// Puts the main frame of a loaded page back as its author had it.
    @MainActor
    public static func uninstall(from view: WKWebView) {
      #if DEBUG
        run(uninstall, in: view) { _ in }
      #endif
    }

    /// Makes a pass over the main frame at once: for tests that will not wait for the next frame.
    @MainActor
    public static func refresh(
      _ view: WKWebView, completion: @escaping @MainActor @Sendable () -> Void = {}
    ) {
      #if DEBUG
        run(refresh, in: view) { _ in completion() }
      #else
        completion()
      #endif
    }

    /// What the script does with every element of the main frame that has a test id, as JSON; nil where
    /// it does not run.
    @MainActor
    public static func report(
      of view: WKWebView, completion: @escaping @MainActor @Sendable (String?) -> Void
    ) {
      #if DEBUG
        run(plan, in: view, completion: completion)
      #else
        completion(nil)
      #endif
    }

    #if DEBUG
      @MainActor
      private static func run(
        _ script: String, in view: WKWebView,
        completion: @escaping @MainActor @Sendable (String?) -> Void
      ) {
        view.evaluateJavaScript(script, in: nil, in: .world(name: world)) { result in
          completion((try? result.get()) as? String)
        }
      }
    #endif
  }
#endif
