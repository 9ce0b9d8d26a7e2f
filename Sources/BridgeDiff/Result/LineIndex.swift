internal import BridgeFindings
internal import BridgeJSON

/// Lines and columns of many places of one file, each found without reading the file again, however
/// long its lines are.
struct LineIndex {
  private let document: JSONDocument
  private let starts: [Int]
  /// How many code points begin before each block of bytes.
  private let counts: [Int]
  let file: String

  private static let block = 1_024

  init(_ document: JSONDocument, file: String) {
    self.document = document
    self.file = file
    var starts = [0]
    var counts: [Int] = []
    var count = 0
    for (offset, byte) in document.bytes.enumerated() {
      if offset % Self.block == 0 { counts.append(count) }
      if byte & 0xC0 != 0x80 { count += 1 }
      if byte == 0x0A { starts.append(offset + 1) }
    }
    self.starts = starts
    self.counts = counts
  }

  func place(_ value: JSONValue) -> Change.Place {
    let offset = document.offset(of: value.cursor)
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    let hasMark = low == 0 && document.bytes.starts(with: [0xEF, 0xBB, 0xBF])
    let start = min(starts[low] + (hasMark ? 3 : 0), offset)
    return Change.Place(
      pointer: value.pointer,
      place: .init(
        file: file, line: low + 1,
        column: codePoints(before: offset) - codePoints(before: start) + 1))
  }

  private func codePoints(before offset: Int) -> Int {
    let block = min(offset / Self.block, counts.count - 1)
    guard block >= 0 else { return 0 }
    let rest = document.bytes[block * Self.block..<offset]
    return counts[block] + rest.reduce(0) { $0 + ($1 & 0xC0 != 0x80 ? 1 : 0) }
  }
}
