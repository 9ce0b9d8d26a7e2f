public import BridgeContract

/// Writes what a page and native say to each other as log lines, for `bridge-contract validate`.
///
/// One recorder writes one file; each web view is a session of its own. Callers hand over a value
/// and go on: lines are formed, redacted and written by a thread of the recorder's own, so a slow
/// disk or a full pipe never holds up the main thread. What does not fit into the bounded buffer is
/// dropped as whole lines and counted in the log.
///
/// ```swift
/// let recorder = BridgeRecorder(to: descriptor, contracts: contracts)
/// let session = recorder.session()
/// session.event(.handlerRegistered)
/// session.received(.json(#"{"kind":"ready","version":1}"#), on: "bridge")
/// session.called("bridgeReceive", with: [.json(#"{"kind":"sync","value":"ok"}"#)])
/// recorder.finish()
/// ```
///
/// A value over one lock-protected object: copies write to the same file, from any thread. When the
/// last copy (sessions included) goes, what is left is still written, but nobody waits for it:
/// `finish()` does.
public struct BridgeRecorder: Sendable {
  let handle: RecorderHandle

  /// A recorder that writes to an open file descriptor, which stays the caller's to close, after
  /// `finish()`.
  ///
  /// - Parameters:
  ///   - descriptor: a file, a pipe or a socket, blocking or not.
  ///   - contracts: what the traffic is redacted by. Without them redacted lines keep types and
  ///     sizes only, by which nothing can be judged.
  ///   - options: what values are kept, and the bounds.
  public init(
    to descriptor: Int32, contracts: ContractSet?, options: RecorderOptions = RecorderOptions()
  ) {
    let redactor: Redactor? =
      options.values == .redacted ? Redactor(contracts, key: .random()) : nil
    let form = LineForm(origin: options.origin, redactor: redactor)
    handle = RecorderHandle(RecorderCore(options), form, descriptor)
  }

  /// A new session: one web view from its making to its end.
  ///
  /// - Parameter name: a name of your own; without one it is 16 random digits. A redacted log holds
  ///   a hash of it, since sessions are often named by their user.
  public func session(_ name: String? = nil) -> RecordedSession {
    let (number, name) = handle.core.beginSession(name)
    return RecordedSession(handle: handle, number: number, name: name)
  }

  /// Waits until all that was recorded before this call is written.
  ///
  /// - Parameter timeout: milliseconds to wait at most.
  /// - Returns: false if the time was over or the descriptor is broken.
  @discardableResult
  public func flush(timeout: Int = 2000) -> Bool {
    handle.core.wait(milliseconds: timeout, forEnd: false)
  }

  /// Writes what is left and ends the recorder's thread; what is recorded later is only counted.
  ///
  /// - Parameter timeout: milliseconds to wait at most. What is not written by then never is.
  /// - Returns: what was written and what was not.
  @discardableResult
  public func finish(timeout: Int = 2000) -> RecorderSummary {
    handle.core.close()
    _ = handle.core.wait(milliseconds: timeout, forEnd: true)
    handle.core.giveUp()
    return handle.core.summary
  }

  /// What was written and dropped so far.
  public var summary: RecorderSummary { handle.core.summary }
}
