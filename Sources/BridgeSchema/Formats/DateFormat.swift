/// `date`: `full-date` of RFC 3339, section 5.6, a day that the Gregorian calendar has.
enum DateFormat {
  static func accepts(_ bytes: FormatBytes) -> Bool {
    bytes.count == length && day(in: bytes) != nil
  }

  /// How many bytes a date takes.
  static var length: Int { 10 }

  /// A day of a month; years run from 0000 to 9999.
  struct Day {
    var year: Int
    var month: Int
    var day: Int

    var isLastOfMonth: Bool { day == Self.length(ofMonth: month, in: year) }
    var isFirstOfMonth: Bool { day == 1 }

    static func length(ofMonth month: Int, in year: Int) -> Int {
      switch month {
      case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
      case 4, 6, 9, 11: 30
      default: 31
      }
    }
  }

  /// The day that the first ten bytes spell, or nil where they spell none.
  static func day(in bytes: FormatBytes) -> Day? {
    guard let century = bytes.twoDigits(at: 0), let rest = bytes.twoDigits(at: 2),
      bytes.has("-", at: 4), let month = bytes.twoDigits(at: 5), bytes.has("-", at: 7),
      let day = bytes.twoDigits(at: 8)
    else { return nil }
    let year = century * 100 + rest
    guard 1...12 ~= month, day >= 1, day <= Day.length(ofMonth: month, in: year) else { return nil }
    return Day(year: year, month: month, day: day)
  }
}
