#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// What copies of a recorder hold: when the last one goes, the writing thread writes the rest and
/// ends.
final class RecorderHandle: Sendable {
  let core: RecorderCore

  init(_ core: RecorderCore, _ form: sending LineForm, _ descriptor: Int32) {
    self.core = core
    let writer = LineWriter(core: core, form: form, output: OutputDescriptor(descriptor))
    if !writer.start() { core.failed(EAGAIN, lines: 0) }
  }

  deinit { core.close() }
}

/// The writing thread.
final class LineWriter: @unchecked Sendable {
  // Unchecked: handed to its thread once, and used by nobody else afterwards.
  private let core: RecorderCore
  private let form: LineForm
  private let output: OutputDescriptor

  init(core: RecorderCore, form: sending LineForm, output: OutputDescriptor) {
    self.core = core
    self.form = form
    self.output = output
  }

  /// Starts the thread. False if there is none to be had.
  func start() -> Bool {
    let this = Unmanaged.passRetained(self)
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let failure = pthread_create(&thread, nil, { LineWriter.main($0) }, this.toOpaque())
    guard failure == 0 else {
      this.release()
      core.end()
      return false
    }
    #if canImport(Darwin)
      if let thread { pthread_detach(thread) }
    #else
      pthread_detach(thread)
    #endif
    return true
  }

  private static func main(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument else { return nil }
    let writer = Unmanaged<LineWriter>.fromOpaque(argument).takeRetainedValue()
    // A reader that went away is an error of `write` here, not the end of the app.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    writer.run()
    return nil
  }

  /// Lines are handed to the descriptor in pieces of about this size.
  private static let pieceSize = 64 << 10

  private func run() {
    var piece: [UInt8] = []
    while let batch = core.nextBatch() {
      var lines = 0
      var cost = 0
      for (index, line) in batch.enumerated() {
        form.append(line, to: &piece)
        lines += 1
        cost += line.cost
        guard piece.count >= Self.pieceSize || index == batch.count - 1 else { continue }
        let outcome = piece.withUnsafeBytes { bytes in
          output.write(bytes) { core.shouldStop }
        }
        piece.removeAll(keepingCapacity: piece.count < 4 * Self.pieceSize)
        guard outcome == .done else {
          var failure: Int32?
          if case .failed(let number) = outcome { failure = number }
          core.failed(failure, lines: lines + batch.count - index - 1)
          break
        }
        core.wrote(lines, cost: cost)
        lines = 0
        cost = 0
      }
    }
    core.end()
  }
}
