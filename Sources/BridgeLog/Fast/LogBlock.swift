internal import ByteScan
internal import LineJudge

/// A piece of a log in memory: whole lines, perhaps with the end of a long line before them.
final class LogBlock: @unchecked Sendable {
  // Unchecked: one thread at a time has a block; it is handed on by whoever owns it.

  private var memory: UnsafeMutablePointer<UInt8>
  private let capacity: Int
  /// Bytes at the beginning that belong to a line which began in an earlier block.
  var rawCount = 0
  /// Bytes of `rawCount` and the whole lines behind it.
  var count = 0
  /// Bytes behind them: the beginning of a line.
  var restCount = 0

  var bytes: UnsafePointer<UInt8> { UnsafePointer(memory) }

  /// What came of its lines, if another thread has scanned them, and where it stopped.
  var records: UnsafeMutableBufferPointer<lj_record>?
  var recordCount = 0
  var scanned = 0

  /// Lines of a block that are scanned ahead; those beyond it when their turn comes.
  static let recordLimit = 8192

  /// A block with room for so many bytes.
  init(capacity: Int) {
    self.capacity = capacity
    // The rest is first written to, so that a short log touches no more memory than it needs.
    memory = .allocate(capacity: capacity + Int(LJ_PADDING))
    (memory + capacity).initialize(repeating: 0, count: Int(LJ_PADDING))
  }

  deinit {
    memory.deallocate()
    records?.deallocate()
  }

  /// Takes over the beginning of a line from the block before, then reads on.
  ///
  /// - Parameters:
  ///   - isInLine: the block begins in the middle of a line; afterwards, whether the next one does.
  ///   - read: fills memory from its beginning and gives how many bytes; 0 at the end.
  /// - Returns: false at the end of the input: then all that there is stands in `rawCount`.
  func fill<Failure: Error>(
    after before: LogBlock?, isInLine: inout Bool,
    read: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
  ) throws(Failure) -> Bool {
    var filled = 0
    if let before, before.restCount > 0 {
      memory.update(from: before.memory + before.count, count: before.restCount)
      filled = before.restCount
      before.restCount = 0
    }
    rawCount = 0
    count = 0
    restCount = 0
    recordCount = 0
    scanned = 0
    var searched = isInLine ? 0 : filled
    while true {
      let space = UnsafeMutableRawBufferPointer(
        start: memory + filled, count: capacity - filled)
      let got = try read(space)
      filled += got
      if got == 0 {
        // The last line has no end.
        rawCount = filled
        count = filled
        return false
      }
      if let last = lastLineEnd(from: searched, to: filled) {
        count = last + 1
        restCount = filled - count
        if isInLine {
          rawCount = bs_find_newline(memory, memory + count) - UnsafePointer(memory) + 1
          isInLine = false
        }
        return true
      }
      searched = filled
      if filled == capacity {
        // A line longer than a block.
        rawCount = filled
        count = filled
        isInLine = true
        return true
      }
    }
  }

  private func lastLineEnd(from start: Int, to end: Int) -> Int? {
    var at = end
    while at > start {
      at -= 1
      if memory[at] == 0x0A { return at }
    }
    return nil
  }
}

extension LineScanner {
  /// Judges the lines of a block ahead of its turn.
  func scan(_ block: LogBlock) {
    block.scanned = block.rawCount
    guard block.count > block.rawCount else { return }
    let records =
      block.records
      ?? UnsafeMutableBufferPointer<lj_record>.allocate(capacity: LogBlock.recordLimit)
    block.records = records
    let start = block.bytes + block.rawCount
    let (count, next) = scan(start, block.bytes + block.count, into: records)
    block.recordCount = count
    block.scanned = next - block.bytes
  }
}

/// Reads a file by blocks of whole lines, one after the other.
public final class LogBlocks {
  private var block: LogBlock
  private var before: LogBlock
  private var isInLine = false

  /// Memory for two blocks of so many bytes.
  public init(capacity: Int = 1 << 20) {
    block = LogBlock(capacity: capacity)
    before = LogBlock(capacity: capacity)
  }

  /// Reads one block and judges its lines. Gives the bytes that were read, 0 at the end.
  ///
  /// - Parameter read: fills memory from its beginning and gives how many bytes; 0 at the end.
  public func feed<Failure: Error>(
    _ validator: LogValidator,
    read: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
  ) throws(Failure) -> Int {
    swap(&block, &before)
    let carried = before.restCount
    let goesOn = try block.fill(after: before, isInLine: &isInLine, read: read)
    validator.feed(block)
    let got = block.count + block.restCount - carried
    return goesOn ? max(got, 1) : 0
  }
}
