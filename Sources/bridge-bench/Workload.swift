#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// One thing that is measured, by its name on the command line.
struct Workload: Sendable {
  /// The name that is typed.
  var name: String
  /// What follows the name.
  var arguments: String
  /// What is measured, in one line.
  var summary: String
  /// Measures once; called several times, and the fastest counts.
  var run: @Sendable (_ arguments: [String]) throws -> Measure
}

/// What one run did.
struct Measure {
  /// Bytes of input that were worked on.
  var bytes: Int
  /// Seconds of processor time, this process, user and system.
  var seconds: Double
  /// Further figures, such as the number of values.
  var counts: [(name: String, value: Int)] = []

  /// Runs `body` and keeps the processor time it took.
  init(bytes: Int, counts: [(name: String, value: Int)] = [], _ body: () throws -> Void) rethrows {
    let start = Self.processorSeconds()
    try body()
    seconds = Self.processorSeconds() - start
    self.bytes = bytes
    self.counts = counts
  }

  private static func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// A failure of a benchmark, in words.
struct BenchError: Error {
  /// What went wrong.
  var message: String

  /// These words.
  init(_ message: String) { self.message = message }
}

/// The bytes of a file, all at once.
func readFile(_ path: String) throws -> [UInt8] {
  let descriptor = open(path, O_RDONLY)
  guard descriptor >= 0 else { throw BenchError("cannot open \(path)") }
  defer { close(descriptor) }
  var status = stat()
  guard fstat(descriptor, &status) == 0 else { throw BenchError("cannot read \(path)") }
  let size = Int(status.st_size)
  return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
    while count < size {
      let n = read(descriptor, buffer.baseAddress.map { $0 + count }, size - count)
      guard n > 0 else { break }
      count += n
    }
  }
}
