/// Why there is no real engine, or no longer one. A command that meets it ends with status 4.
public enum HostFailure: Error, Sendable, Equatable {
  /// No executable of the engine host was found.
  case notFound
  /// It was found and did not come up; its own words.
  case notReady(String)
  /// It ended while it was in use: a signal's number, or a status.
  case ended(signal: Int32?, status: Int32?, text: String)
  /// It said nothing for so many milliseconds where it had to answer.
  case silent(Double)
  /// It lost its display.
  case displayLost
  /// It said something that is no event.
  case unreadable(String)

  /// Whether the host is there and says nothing.
  package var isSilence: Bool {
    if case .silent = self { return true }
    return false
  }

  /// Whether the host died of a signal.
  package var isCrash: Bool {
    if case .ended(signal: .some, _, _) = self { return true }
    return false
  }

  private static var namedHost: String? {
    #if os(Linux)
      HostProcess.named
    #else
      nil
    #endif
  }

  /// A sentence for people, with what to do.
  public var sentence: String {
    switch self {
    case .notFound:
      "the engine host is missing: `make engine-host` builds it (Linux, WebKitGTK); "
        + (Self.namedHost.map { "BRIDGE_ENGINE_HOST names \($0), which cannot be run" }
          ?? "BRIDGE_ENGINE_HOST names one elsewhere")
    case .notReady(let text): text.isEmpty ? "the engine host did not start" : text
    case .ended(let signal?, _, let text):
      "the engine host died of signal \(signal)" + (text.isEmpty ? "" : ": \(text)")
    case .ended(nil, let status, let text):
      "the engine host ended with status \(status ?? -1)" + (text.isEmpty ? "" : ": \(text)")
    case .silent(let time): "the engine host did not answer for \(Int(time)) ms"
    case .displayLost: "the engine host lost its display"
    case .unreadable(let line): "the engine host said what is no event: \(line.prefix(200))"
    }
  }
}
