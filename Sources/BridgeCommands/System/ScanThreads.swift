import BridgeLog

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Threads that scan blocks of a log while the one that reads it judges those that are scanned.
final class ScanThreads: @unchecked Sendable {
  // Unchecked: everything that several threads touch is guarded by the mutex.

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var waiting: [(place: Int, work: ParallelLog.Work)] = []
  private var isDone: [Bool]
  private var isClosed = false
  private var threads: [pthread_t] = []
  private let scanners: [ParallelLog.Scanner]

  /// Starts so many threads; nil where there is nothing to scan, or where none starts.
  init?(count: Int, places: Int, _ validator: LogValidator) {
    let scanners = (0..<count).compactMap { _ in ParallelLog.Scanner(validator) }
    guard scanners.count == count else { return nil }
    self.scanners = scanners
    isDone = Array(repeating: false, count: places)
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(changed, nil)
    for scanner in scanners {
      let start = Unmanaged.passRetained(Start(threads: self, scanner: scanner))
      guard let thread = Self.spawn(start) else {
        start.release()
        break
      }
      threads.append(thread)
    }
    if threads.isEmpty { return nil }
  }

  /// What a new thread begins with.
  private final class Start {
    let threads: ScanThreads
    let scanner: ParallelLog.Scanner

    init(threads: ScanThreads, scanner: ParallelLog.Scanner) {
      self.threads = threads
      self.scanner = scanner
    }
  }

  #if canImport(Darwin)
    private static func spawn(_ start: Unmanaged<Start>) -> pthread_t? {
      var thread: pthread_t?
      let failed = pthread_create(
        &thread, nil,
        { argument in
          let start = Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
          start.threads.run(start.scanner)
          return nil
        }, start.toOpaque())
      return failed == 0 ? thread : nil
    }
  #else
    private static func spawn(_ start: Unmanaged<Start>) -> pthread_t? {
      var thread = pthread_t()
      let failed = pthread_create(
        &thread, nil,
        { argument in
          guard let argument else { return nil }
          let start = Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
          start.threads.run(start.scanner)
          return nil
        }, start.toOpaque())
      return failed == 0 ? thread : nil
    }
  #endif

  /// Hands out a block.
  func start(_ place: Int, _ work: ParallelLog.Work) {
    pthread_mutex_lock(mutex)
    isDone[place] = false
    waiting.append((place, work))
    pthread_cond_broadcast(changed)
    pthread_mutex_unlock(mutex)
  }

  /// Comes back when the block at a place is scanned.
  func wait(_ place: Int) {
    pthread_mutex_lock(mutex)
    while !isDone[place] { pthread_cond_wait(changed, mutex) }
    pthread_mutex_unlock(mutex)
  }

  /// Ends the threads.
  func close() {
    pthread_mutex_lock(mutex)
    isClosed = true
    pthread_cond_broadcast(changed)
    pthread_mutex_unlock(mutex)
    for thread in threads { pthread_join(thread, nil) }
    threads = []
    pthread_mutex_destroy(mutex)
    pthread_cond_destroy(changed)
    mutex.deallocate()
    changed.deallocate()
  }

  private func run(_ scanner: ParallelLog.Scanner) {
    pthread_mutex_lock(mutex)
    while true {
      if waiting.isEmpty {
        if isClosed { break }
        pthread_cond_wait(changed, mutex)
        continue
      }
      // The oldest first: it is the one that is waited for.
      let (place, work) = waiting.removeFirst()
      pthread_mutex_unlock(mutex)
      work.run(scanner)
      pthread_mutex_lock(mutex)
      isDone[place] = true
      pthread_cond_broadcast(changed)
    }
    pthread_mutex_unlock(mutex)
  }
}
