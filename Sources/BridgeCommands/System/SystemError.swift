#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What the system answered instead of doing what was asked.
struct SystemError: Error, Equatable {
  var code: Int32

  static let isDirectory = SystemError(code: EISDIR)
  static let notFound = SystemError(code: ENOENT)
  static let tooLarge = SystemError(code: EFBIG)

  /// The other end of a pipe is gone.
  var isClosedPipe: Bool { code == EPIPE }

  /// Few words for people; the common ones are our own, so that they are the same on every system.
  var words: String {
    switch code {
    case ENOENT: "no such file"
    case EISDIR: "is a directory"
    case ENOTDIR: "part of the path is no directory"
    case EACCES, EPERM: "permission denied"
    case ENOSPC: "no space left on the device"
    case EROFS: "the file system is read-only"
    case EBADF: "it is closed"
    case EFBIG: "too large"
    case ELOOP: "too many symbolic links"
    case ENAMETOOLONG: "the name is too long"
    default: "system error \(code): " + String(cString: strerror(code))
    }
  }
}
