/// A generated table: rows of numbers, each number four digits of six bits, digit 0 being `0`.
struct EncodedTable {
  let digits: UnsafePointer<UInt8>
  let count: Int
  /// Numbers per row.
  let width: Int

  init(_ text: StaticString, count: Int) {
    digits = text.utf8Start
    self.count = count
    width = text.utf8CodeUnitCount / count / 4
  }

  @inline(__always)
  func number(row: Int, column: Int) -> UInt32 {
    let at = (row * width + column) * 4
    return UInt32(digits[at] &- 48) << 18 | UInt32(digits[at + 1] &- 48) << 12
      | UInt32(digits[at + 2] &- 48) << 6 | UInt32(digits[at + 3] &- 48)
  }

  /// How many rows start with a number not above `key`; rows are in order.
  func rows(upTo key: UInt32) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if number(row: middle, column: 0) <= key { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The row that starts with `key`, or nil.
  func row(of key: UInt32) -> Int? {
    let row = rows(upTo: key) - 1
    return row >= 0 && number(row: row, column: 0) == key ? row : nil
  }

  /// The row that starts with two keys, or nil.
  func row(of first: UInt32, _ second: UInt32) -> Int? {
    let key = UInt64(first) << 32 | UInt64(second)
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      let here =
        UInt64(number(row: middle, column: 0)) << 32 | UInt64(number(row: middle, column: 1))
      if here == key { return middle }
      if here < key { low = middle + 1 } else { high = middle }
    }
    return nil
  }
}

extension IDNATables {
  static var propertyTable: EncodedTable { EncodedTable(properties, count: propertiesCount) }
  static var decompositionTable: EncodedTable {
    EncodedTable(decompositions, count: decompositionsCount)
  }
  static var compositionTable: EncodedTable { EncodedTable(compositions, count: compositionsCount) }
  static var mappingTable: EncodedTable { EncodedTable(mappings, count: mappingsCount) }
}
