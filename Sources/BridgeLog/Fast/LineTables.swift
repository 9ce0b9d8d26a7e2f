internal import LineJudge

/// A contract's tables for the pass over lines: immutable, hence free to share between threads.
final class LineTables: @unchecked Sendable {
  // Unchecked: everything is written in `init` and only read afterwards.

  let tables: lj_tables
  /// By message of the set: the schema of its good replies; nil where the reference must judge.
  let replySchemas: [UInt32?]
  /// By message: the number of the kind that its replies have, -1 for any.
  let replyNumbers: [Int]
  private let memory: [UnsafeRawPointer]

  init(_ builder: TableBuilder, replySchemas: [UInt32?], replyNumbers: [Int]) {
    var memory: [UnsafeRawPointer] = []
    func keep<Element: BitwiseCopyable>(_ elements: [Element]) -> UnsafePointer<Element> {
      // Texts are compared eight bytes at a time.
      let kept = UnsafeMutablePointer<Element>.allocate(capacity: elements.count + 8)
      elements.withUnsafeBufferPointer { source in
        if let base = source.baseAddress { kept.initialize(from: base, count: source.count) }
      }
      memory.append(UnsafeRawPointer(kept))
      return UnsafePointer(kept)
    }
    var tables = builder.head
    tables.text = keep(builder.text)
    tables.bytes = keep(builder.bytes)
    tables.schemas = keep(builder.schemas)
    tables.strings = keep(builder.strings)
    tables.numbers = keep(builder.numbers)
    tables.arrays = keep(builder.arrays)
    tables.objects = keep(builder.objects)
    tables.properties = keep(builder.properties)
    tables.texts = keep(builder.texts)
    tables.integers = keep(builder.integers)
    tables.lists = keep(builder.lists)
    tables.slots = keep(builder.slots)
    tables.transitions = keep(builder.transitions)
    tables.ranges = keep(builder.ranges)
    tables.patterns = keep(builder.patterns)
    tables.causes = keep(builder.causes)
    tables.candidates = keep(builder.candidates)
    tables.kinds = keep(builder.kinds)
    tables.channels = keep(builder.channels)
    tables.words = keep(builder.words)
    self.tables = tables
    self.replySchemas = replySchemas
    self.replyNumbers = replyNumbers
    self.memory = memory
  }

  deinit {
    for pointer in memory { pointer.deallocate() }
  }
}
