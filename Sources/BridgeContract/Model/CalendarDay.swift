/// Days as contracts write them: `2027-06-30`, year first, so that their texts stand in their order.
package enum CalendarDay {
  /// Whether the text is a day that the Gregorian calendar has.
  package static func isDay(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count == 10 else { return false }
    for (index, byte) in bytes.enumerated() {
      guard index == 4 || index == 7 ? byte == 0x2D : byte >= 0x30 && byte <= 0x39 else {
        return false
      }
    }
    func number(_ range: Range<Int>) -> Int {
      bytes[range].reduce(0) { $0 * 10 + Int($1) - 0x30 }
    }
    let (year, month, day) = (number(0..<4), number(5..<7), number(8..<10))
    guard (1...12).contains(month), day >= 1 else { return false }
    let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let length =
      switch month {
      case 2: isLeapYear ? 29 : 28
      case 4, 6, 9, 11: 30
      default: 31
      }
    return day <= length
  }
}
