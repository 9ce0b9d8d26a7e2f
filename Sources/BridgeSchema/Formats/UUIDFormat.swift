/// `uuid`: the textual form of RFC 4122, section 3, any version and variant, either case.
enum UUIDFormat {
  static func accepts(_ bytes: FormatBytes) -> Bool {
    guard bytes.count == 36 else { return false }
    for index in 0..<36 {
      switch index {
      case 8, 13, 18, 23: if bytes[index] != UInt8(ascii: "-") { return false }
      default: if !ASCIISet.hex.contains(bytes[index]) { return false }
      }
    }
    return true
  }
}
