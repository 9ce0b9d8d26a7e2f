#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Whole reads and writes on a file descriptor: interrupted calls are repeated, short ones resumed.
enum Descriptor {
  static let standardInput: Int32 = 0
  static let standardOutput: Int32 = 1
  static let standardError: Int32 = 2

  /// Writes every byte, or throws what stopped it.
  static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(SystemError) {
    guard let base = bytes.baseAddress else { return }
    var done = 0
    while done < bytes.count {
      #if canImport(Glibc)
        let count = Glibc.write(descriptor, base + done, bytes.count - done)
      #elseif canImport(Musl)
        let count = Musl.write(descriptor, base + done, bytes.count - done)
      #else
        let count = Darwin.write(descriptor, base + done, bytes.count - done)
      #endif
      if count >= 0 {
        done += count
        continue
      }
      let code = errno
      switch code {
      case EINTR: continue
      // A terminal or pipe that somebody else has made non-blocking: wait until it takes more.
      case EAGAIN: wait(for: descriptor, events: Int16(POLLOUT))
      default: throw SystemError(code: code)
      }
    }
  }

  /// Reads at most `buffer.count` bytes; 0 is the end.
  static func read(
    into buffer: UnsafeMutableRawBufferPointer, from descriptor: Int32
  ) throws(SystemError) -> Int {
    while true {
      #if canImport(Glibc)
        let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      #elseif canImport(Musl)
        let count = Musl.read(descriptor, buffer.baseAddress, buffer.count)
      #else
        let count = Darwin.read(descriptor, buffer.baseAddress, buffer.count)
      #endif
      if count >= 0 { return count }
      let code = errno
      switch code {
      case EINTR: continue
      case EAGAIN: wait(for: descriptor, events: Int16(POLLIN))
      default: throw SystemError(code: code)
      }
    }
  }

  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  private static func wait(for descriptor: Int32, events: Int16) {
    var entry = pollfd(fd: descriptor, events: events, revents: 0)
    _ = poll(&entry, 1, -1)
  }
}
