/// Reads a file by blocks whose lines are scanned by several threads and judged in order by one.
///
/// The threads are the caller's: `start` hands a block out to be scanned, `wait` comes back when it
/// is. What is found, and in which order, is the same whatever the number of threads.
package struct ParallelLog {
  /// A block on its way, for the thread that scans it.
  package struct Work: @unchecked Sendable {
    // Unchecked: between `start` and `wait` only the thread that scans touches the block.
    fileprivate let block: LogBlock

    /// Scans the block's lines.
    package func run(_ scanner: Scanner) { scanner.scanner.scan(block) }
  }

  /// What one thread needs to scan.
  package final class Scanner: @unchecked Sendable {
    // Unchecked: one thread has it.
    fileprivate let scanner: LineScanner

    /// Nil where the validator judges every line by the reference: then nothing is to be scanned.
    package init?(_ validator: LogValidator) {
      guard let own = validator.scanner else { return nil }
      scanner = LineScanner(own.tables)
    }
  }

  private let blocks: [LogBlock]
  private var isInLine = false
  private var last: LogBlock?

  /// - Parameter ahead: how many blocks may be on their way.
  package init(ahead: Int, capacity: Int = 1 << 20) {
    blocks = (0..<ahead).map { _ in LogBlock(capacity: capacity) }
  }

  /// Reads a whole file and judges it.
  ///
  /// - Parameters:
  ///   - read: fills memory from its beginning and gives how many bytes; 0 at the end.
  ///   - start: hands out a block, by its place among those on their way.
  ///   - wait: comes back when the block at this place is scanned.
  package mutating func judge<Failure: Error>(
    _ validator: LogValidator,
    read: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int,
    start: (Int, Work) -> Void, wait: (Int) -> Void
  ) throws(Failure) {
    var (head, tail) = (0, 0)
    var isOpen = true
    var failure: Failure?
    last = nil
    isInLine = false
    while true {
      // One is left alone: the next block begins with what stands behind its lines.
      while isOpen, tail - head < blocks.count - 1 {
        let block = blocks[tail % blocks.count]
        do throws(Failure) {
          isOpen = try block.fill(after: last, isInLine: &isInLine, read: read)
        } catch {
          // What was read before is judged first.
          failure = error
          isOpen = false
          break
        }
        last = block
        start(tail % blocks.count, Work(block: block))
        tail += 1
      }
      guard head < tail else { break }
      wait(head % blocks.count)
      validator.feed(blocks[head % blocks.count])
      head += 1
    }
    if let failure { throw failure }
  }
}
