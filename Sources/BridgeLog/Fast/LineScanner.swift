internal import ByteScan
internal import LineJudge

/// Runs the pass over lines: one for each thread.
final class LineScanner {
  let tables: LineTables
  private let scratch: UnsafeMutablePointer<lj_scratch>
  private let level: Int32

  /// - Parameter level: the instructions in use; nil for the best of this machine.
  init(_ tables: LineTables, level: Int32? = nil) {
    self.tables = tables
    self.level = level ?? lj_level()
    // Zeros are what the pass begins with.
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: MemoryLayout<lj_scratch>.size, alignment: MemoryLayout<lj_scratch>.alignment)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: MemoryLayout<lj_scratch>.size)
    scratch = memory.assumingMemoryBound(to: lj_scratch.self)
  }

  deinit { UnsafeMutableRawPointer(scratch).deallocate() }

  /// Judges lines until the records are full; gives how many, and where to go on.
  ///
  /// The text ends with a line end, and `LJ_PADDING` bytes behind it can be read.
  func scan(
    _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>,
    into records: UnsafeMutableBufferPointer<lj_record>
  ) -> (count: Int, next: UnsafePointer<UInt8>) {
    guard let base = records.baseAddress else { return (0, start) }
    var next = start
    let count = withUnsafePointer(to: tables.tables) {
      lj_scan(level, $0, scratch, start, end, base, records.count, &next)
    }
    return (count, next)
  }

  /// How many lines the pass decides, of how many.
  func decided(
    _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
  ) -> (decided: Int, of: Int) {
    var counts = (decided: 0, of: 0)
    var at = start
    withUnsafeTemporaryAllocation(of: lj_record.self, capacity: 64) { records in
      while at < end {
        let (count, next) = scan(at, end, into: records)
        counts.of += count
        for i in 0..<count where Int(records[i].outcome) != LJ_UNDECIDED { counts.decided += 1 }
        at = next
      }
    }
    return counts
  }

  /// Judges a value of a line by a schema; findings go to the record. False where the reference
  /// must look.
  func judge(
    _ value: UnsafePointer<UInt8>, length: UInt32, by schema: UInt32,
    _ record: UnsafeMutablePointer<lj_record>
  ) -> Bool {
    withUnsafePointer(to: tables.tables) {
      lj_value(level, $0, scratch, value, length, schema, record) != 0
    }
  }
}
