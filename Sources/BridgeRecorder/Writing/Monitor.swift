#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A mutex with a condition: `Synchronization.Mutex` needs macOS 15 and cannot wait.
final class Monitor: @unchecked Sendable {
  // Unchecked: both live at fixed addresses and are made for use by several threads.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Runs `body` while no other thread does.
  func locked<T>(_ body: () -> T) -> T {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }

  /// Inside `locked`: lets others in until one of them calls `wake`.
  func wait() { pthread_cond_wait(condition, mutex) }

  /// The same, until a time of the wall clock at most. False if the time is over.
  func wait(until time: timespec) -> Bool {
    var time = time
    return pthread_cond_timedwait(condition, mutex, &time) == 0
  }

  /// Wakes all who wait.
  func wake() { pthread_cond_broadcast(condition) }
}
