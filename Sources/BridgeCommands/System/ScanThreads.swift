import BridgeLog

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Threads that scan blocks of a log while the one that reads it judges those that are scanned; what
/// time that one has left it scans too.
final class ScanThreads: @unchecked Sendable {
  // Unchecked: everything that several threads touch is guarded by the mutex.

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var waiting: [(place: Int, work: ParallelLog.Work)] = []
  private var isDone: [Bool]
  private var isClosed = false
  private var threads: [pthread_t] = []
  /// That of the thread that reads.
  private let own: ParallelLog.Scanner

  /// Starts one thread less than `count`, as the caller's is one of them; nil where there is nothing
  /// to scan, or where none starts.
  init?(count: Int, places: Int, _ validator: LogValidator) {
    guard let own = ParallelLog.Scanner(validator) else { return nil }
    let scanners = (1..<count).compactMap { _ in ParallelLog.Scanner(validator) }
    self.own = own
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

  /// Comes back when the block at a place is scanned; until then scans what nobody has begun.
  func wait(_ place: Int) {
    pthread_mutex_lock(mutex)
    while !isDone[place] {
      if waiting.isEmpty {
        pthread_cond_wait(changed, mutex)
      } else {
        scanNext(own)
      }
    }
    pthread_mutex_unlock(mutex)
  }

  /// Scans the block that waits for longest: it is the one that is needed first. The mutex is held
  /// before and afterwards.
  private func scanNext(_ scanner: ParallelLog.Scanner) {
    let (place, work) = waiting.removeFirst()
    pthread_mutex_unlock(mutex)
    work.run(scanner)
    pthread_mutex_lock(mutex)
    isDone[place] = true
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
      scanNext(scanner)
      pthread_cond_broadcast(changed)
    }
    pthread_mutex_unlock(mutex)
  }
}
