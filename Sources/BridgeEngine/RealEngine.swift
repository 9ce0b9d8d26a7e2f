package import BridgeBus
internal import BridgeJSON

/// A real engine as commands use it, whichever it is.
package protocol RealEngine: ScenarioStage {
  /// Why it is gone, if it is.
  var failure: HostFailure? { get }
  /// Resources of other machines that the page asked for, and did not get.
  var remoteRequests: [String] { get }
  /// What else it asked for and did not get, in words: windows, downloads and the like.
  var refusals: [String] { get }
  /// Told of errors that no script of the page caught, in the engine's words.
  var onPageError: ((String) -> Void)? { get set }
  /// Whether a script of the page keeps it from answering.
  var isUnresponsive: Bool { get }
  /// Whether the session bus went away; the engine goes on without it.
  var isBusLost: Bool { get }
  /// How long nothing must happen before `run` calls it idle, in milliseconds.
  var quiet: Double { get set }
  /// Finds out whether it is still there; `failure` tells.
  func check()
  /// Ends its session.
  func close()
}

/// The real engines of this machine.
package enum RealEngines {
  #if os(Linux)
    /// An engine with a host of its own, serving a folder at `app://page/`, for a page of somebody's:
    /// it is asked every second whether it still answers.
    /// - Throws: `HostFailure` where there is none.
    package static func open(folder: String? = nil) throws(HostFailure) -> any RealEngine {
      try WebKitHostEngine(site: .init(folder: folder, watch: 1000))
    }

    /// Versions and abilities, as the host tells them: one JSON object.
    /// - Throws: `HostFailure` where there is none.
    package static func abilities() throws(HostFailure) -> String {
      guard let path = HostProcess.find() else { throw .notFound }
      let host = try HostProcess(path: path)
      defer { host.stop() }
      return host.abilities?.root.text ?? "{}"
    }
  #else
    package static func open(folder: String? = nil) throws(HostFailure) -> any RealEngine {
      throw .notFound
    }

    package static func abilities() throws(HostFailure) -> String { throw .notFound }
  #endif
}

#if os(Linux)
  extension WebKitHostEngine: RealEngine {}
#endif
