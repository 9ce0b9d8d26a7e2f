#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What a command may ask of the process around it.
enum Host {
  /// A variable of the environment; nil where it is not set.
  static func variable(_ name: String) -> String? {
    guard let value = getenv(name) else { return nil }
    return String(cString: value)
  }

  /// The working folder, absolute; `.` where the system cannot say.
  static func workingFolder() -> String {
    guard let pointer = getcwd(nil, 0) else { return "." }
    defer { free(pointer) }
    return String(cString: pointer)
  }

  /// Milliseconds of a clock that never runs back; its beginning means nothing.
  static func milliseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
  }

  /// Makes a write to a closed pipe an error of that write instead of the end of the process.
  static func ignoreClosedPipes() { signal(SIGPIPE, SIG_IGN) }

  /// Puts something into the standard descriptors that the caller closed: no file opened later may
  /// become one of them and get the messages meant for it. What is put there is open the wrong way
  /// round, so that using it fails as before.
  static func holdStandardDescriptors() {
    for descriptor in Descriptor.standardInput...Descriptor.standardError
    where fcntl(descriptor, F_GETFD) == -1 {
      // The lowest free number is taken, which is this one.
      _ = open("/dev/null", descriptor == Descriptor.standardInput ? O_WRONLY : O_RDONLY)
    }
  }

  /// The columns of the terminal behind a descriptor; nil where there is none.
  static func columns(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}
