/// `date-time` of RFC 3339, section 5.6.
///
/// A leap second falls at the end of a month in UTC (section 5.7), so second 60 needs both
/// 23:59 and the last day of a month there. Which months had one is not looked up: the list grows.
enum DateTimeFormat {
  static func accepts(_ bytes: FormatBytes) -> Bool {
    guard let day = DateFormat.day(in: bytes),
      let separator = bytes.byte(at: DateFormat.length), separator | 0x20 == UInt8(ascii: "t"),
      let clock = TimeFormat.clock(in: bytes, from: DateFormat.length + 1)
    else { return false }
    guard clock.isLeapSecond else { return true }
    switch clock.daysToUTC {
    case 0: return day.isLastOfMonth
    case -1: return day.isFirstOfMonth
    default: return day.day + 1 == DateFormat.Day.length(ofMonth: day.month, in: day.year)
    }
  }
}
