internal import BridgeFindings
internal import BridgeJSON

/// Lines and columns of many places of one file, each found without reading the file again.
struct LineIndex {
  private let document: JSONDocument
  private let starts: [Int]
  let file: String

  init(_ document: JSONDocument, file: String) {
    self.document = document
    self.file = file
    var starts = [0]
    for (offset, byte) in document.bytes.enumerated() where byte == 0x0A {
      starts.append(offset + 1)
    }
    self.starts = starts
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
    let start = starts[low] + (hasMark ? 3 : 0)
    let column = document.bytes[min(start, offset)..<offset].count { $0 & 0xC0 != 0x80 } + 1
    return Change.Place(
      pointer: value.pointer, place: .init(file: file, line: low + 1, column: column))
  }
}
