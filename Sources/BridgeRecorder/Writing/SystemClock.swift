#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The clocks of the operating system.
enum SystemClock {
  /// Milliseconds since 1970.
  @Sendable static func milliseconds() -> Int64 {
    let now = time(CLOCK_REALTIME)
    return Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000
  }

  /// Milliseconds since some start; never runs back.
  static func monotonic() -> Int64 {
    let now = time(CLOCK_MONOTONIC)
    return Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000
  }

  /// The time of the wall clock so many milliseconds from now.
  static func wall(after milliseconds: Int) -> timespec {
    var then = time(CLOCK_REALTIME)
    then.tv_sec += milliseconds / 1000
    then.tv_nsec += milliseconds % 1000 * 1_000_000
    if then.tv_nsec >= 1_000_000_000 {
      then.tv_sec += 1
      then.tv_nsec -= 1_000_000_000
    }
    return then
  }

  private static func time(_ clock: clockid_t) -> timespec {
    var now = timespec()
    clock_gettime(clock, &now)
    return now
  }
}
