/// A buffered stream over a descriptor.
///
/// A reader that went away (`bridge-contract validate big.jsonl | head`) is no error: the rest is
/// dropped quietly and `isClosed` lets long work stop early. Any other failure is kept in
/// `failure`, for the command line to report once. One thread only.
final class Output {
  let isTerminal: Bool
  private(set) var isClosed = false
  private(set) var failure: SystemError?

  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private let capacity: Int

  init(descriptor: Int32, capacity: Int = 1 << 16) {
    self.descriptor = descriptor
    self.capacity = capacity
    isTerminal = Descriptor.isTerminal(descriptor)
  }

  func write(_ text: String) {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= capacity { flush() }
  }

  func write(_ bytes: some Sequence<UInt8>) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= capacity { flush() }
  }

  func writeLine(_ text: String) {
    write(text)
    write("\n")
  }

  func flush() {
    defer { buffer.removeAll(keepingCapacity: true) }
    guard !isClosed, failure == nil, !buffer.isEmpty else { return }
    do throws(SystemError) {
      // `withUnsafeBytes` rethrows without a type: carry the outcome out by value.
      let outcome: Result<Void, SystemError> = buffer.withUnsafeBytes { bytes in
        do throws(SystemError) {
          return .success(try Descriptor.write(bytes, to: descriptor))
        } catch {
          return .failure(error)
        }
      }
      try outcome.get()
    } catch {
      if error.isClosedPipe { isClosed = true } else { failure = error }
    }
  }
}
