#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A file descriptor that is written to without ever waiting for long in one call, so that the
/// writing thread can be told to stop.
struct OutputDescriptor: Sendable {
  enum Outcome: Equatable {
    case done
    /// `errno`.
    case failed(Int32)
    case stopped
  }

  private let descriptor: Int32
  private let isFile: Bool

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    var info = stat()
    isFile = fstat(descriptor, &info) == 0 && info.st_mode & S_IFMT == S_IFREG
  }

  /// A ready pipe takes this much without blocking (PIPE_BUF); Darwin's is the smallest there is.
  private static let pipeChunk = 512

  /// Writes all of it, or stops where `shouldStop` says so, asked ten times a second.
  func write(
    _ bytes: UnsafeRawBufferPointer, unless shouldStop: () -> Bool
  ) -> Outcome {
    var rest = bytes[...]
    while !rest.isEmpty {
      if !isFile {
        var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        let count = poll(&ready, 1, 100)
        if count < 0, errno != EINTR { return .failed(errno) }
        if count <= 0 {
          if shouldStop() { return .stopped }
          continue
        }
      }
      let chunk = UnsafeRawBufferPointer(
        rebasing: isFile ? rest : rest.prefix(Self.pipeChunk))
      let count = put(chunk)
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN || errno == EWOULDBLOCK {
        if shouldStop() { return .stopped }
      } else if errno != EINTR {
        return .failed(errno)
      }
    }
    return .done
  }

  private func put(_ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Darwin)
      Darwin.write(descriptor, bytes.baseAddress, bytes.count)
    #elseif canImport(Glibc)
      Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    #elseif canImport(Musl)
      Musl.write(descriptor, bytes.baseAddress, bytes.count)
    #endif
  }
}
