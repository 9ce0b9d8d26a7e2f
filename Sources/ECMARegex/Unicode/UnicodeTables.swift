/// The generated tables and the reading of their form, which `generate-tables.py` describes.
enum UnicodeTables {
  /// The version of the Unicode character database that all tables of this room were made from.
  static let version = "17.0.0"

  /// What an entry holds.
  enum Entry {
    /// The distances of its numbers.
    case numbers([UInt32])
    /// Two-letter names of other entries of the same table.
    case union([String])
  }

  /// The entry of a table that one of its names opens; names are compared exactly.
  ///
  /// - Complexity: O(n) in the length of the table, about ten microseconds per ten kilobytes.
  static func entry(_ name: String, in table: StaticString) -> Entry? {
    table.withUTF8Buffer { bytes in
      find(name, in: bytes).map { line in
        read(UnsafeBufferPointer(rebasing: bytes[min(line.upperBound + 1, bytes.count)...]))
      }
    }
  }

  /// The first of the names that open the entry which this name opens too.
  static func firstName(ofEntry name: String, in table: StaticString) -> String? {
    table.withUTF8Buffer { bytes in
      find(name, in: bytes).map { line in
        String(decoding: bytes[line].prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self)
      }
    }
  }

  /// Where the names of the entry stand that this name opens.
  private static func find(_ name: String, in bytes: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
    let name = Array(name.utf8)
    var at = 0
    while at < bytes.count {
      var end = at
      while end < bytes.count, bytes[end] != newline { end += 1 }
      if bytes[at] == opening {
        let names = bytes[at + 1..<end].split(separator: UInt8(ascii: " "))
        if names.contains(where: { $0.elementsEqual(name) }) { return at + 1..<end }
      }
      at = end + 1
    }
    return nil
  }

  private static let newline = UInt8(ascii: "\n")
  private static let opening = UInt8(ascii: "!")

  private static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> Entry {
    if bytes.first == UInt8(ascii: "&") {
      var names: [String] = []
      var letters = bytes.dropFirst().prefix { $0 != newline && $0 != opening }
      while letters.count >= 2 {
        names.append(String(decoding: letters.prefix(2), as: UTF8.self))
        letters = letters.dropFirst(2)
      }
      return .union(names)
    }
    var numbers: [UInt32] = []
    var value: UInt32 = 0
    var shift: UInt32 = 0
    for byte in bytes where byte != newline {
      if byte == opening { break }
      let bits = UInt32(byte) - 0x30
      value |= (bits & 31) << shift
      if bits & 32 != 0 {
        shift += 5
      } else {
        numbers.append(value)
        value = 0
        shift = 0
      }
    }
    return .numbers(numbers)
  }
}
