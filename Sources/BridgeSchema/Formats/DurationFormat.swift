/// `duration`: the grammar of ISO 8601 durations in RFC 3339, appendix A.
///
/// Units stand in order with none left out between two (`P1Y2D` is refused), weeks stand alone,
/// numbers are whole. The designators are capital letters, as ISO 8601 has them.
enum DurationFormat {
  static func accepts(_ bytes: FormatBytes) -> Bool {
    guard bytes.has("P", at: 0) else { return false }
    var index = 1
    if !bytes.has("T", at: index) {
      guard let first = component(in: bytes, from: &index) else { return false }
      if first == UInt8(ascii: "W") { return index == bytes.count }
      guard units("YMD", after: first, in: bytes, from: &index) else { return false }
      if index == bytes.count { return true }
    }
    guard bytes.has("T", at: index) else { return false }
    index += 1
    guard let first = component(in: bytes, from: &index) else { return false }
    return units("HMS", after: first, in: bytes, from: &index) && index == bytes.count
  }

  /// One number and its unit; the unit, or nil.
  private static func component(in bytes: FormatBytes, from index: inout Int) -> UInt8? {
    let end = bytes.end(of: .digit, from: index)
    guard end > index, end < bytes.count else { return nil }
    index = end + 1
    return bytes[end]
  }

  /// Reads on while digits follow; each unit must be the very next of `order`.
  private static func units(
    _ order: StaticString, after first: UInt8, in bytes: FormatBytes, from index: inout Int
  ) -> Bool {
    let order = FormatBytes(start: order.utf8Start, count: order.utf8CodeUnitCount)
    guard var place = order.firstIndex(of: first) else { return false }
    while let next = bytes.byte(at: index), ASCIISet.digit.contains(next) {
      place += 1
      guard place < order.count, component(in: bytes, from: &index) == order[place] else {
        return false
      }
    }
    return true
  }
}
