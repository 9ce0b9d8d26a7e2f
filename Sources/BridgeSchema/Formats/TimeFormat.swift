/// `time`: `full-time` of RFC 3339, section 5.6; the offset is required.
///
/// Second 60 is a leap second and stands only where the clock in UTC reads 23:59.
enum TimeFormat {
  static func accepts(_ bytes: FormatBytes) -> Bool {
    clock(in: bytes) != nil
  }

  /// What a reader of a whole date-time needs to know of its time.
  struct Clock {
    var isLeapSecond: Bool
    /// Days from the local date to the date in UTC: -1, 0 or 1.
    var daysToUTC: Int
  }

  /// The time that the bytes spell from `start` to their end, or nil where they spell none.
  static func clock(in bytes: FormatBytes, from start: Int = 0) -> Clock? {
    guard let hour = bytes.twoDigits(at: start), hour < 24, bytes.has(":", at: start + 2),
      let minute = bytes.twoDigits(at: start + 3), minute < 60, bytes.has(":", at: start + 5),
      let second = bytes.twoDigits(at: start + 6), second <= 60
    else { return nil }
    var index = start + 8
    if bytes.has(".", at: index) {
      let end = bytes.end(of: .digit, from: index + 1)
      guard end > index + 1 else { return nil }
      index = end
    }
    guard let offset = offset(in: bytes, from: index) else { return nil }
    let utc = hour * 60 + minute - offset
    let day = 24 * 60
    let daysToUTC = utc < 0 ? -1 : utc >= day ? 1 : 0
    let isLeapSecond = second == 60
    if isLeapSecond, utc - daysToUTC * day != day - 1 { return nil }
    return Clock(isLeapSecond: isLeapSecond, daysToUTC: daysToUTC)
  }

  /// Minutes east of UTC, of an offset that takes all bytes from `start`.
  private static func offset(in bytes: FormatBytes, from start: Int) -> Int? {
    guard let sign = bytes.byte(at: start) else { return nil }
    switch sign {
    case UInt8(ascii: "Z"), UInt8(ascii: "z"):
      return start + 1 == bytes.count ? 0 : nil
    case UInt8(ascii: "+"), UInt8(ascii: "-"):
      guard start + 6 == bytes.count, let hours = bytes.twoDigits(at: start + 1), hours < 24,
        bytes.has(":", at: start + 3), let minutes = bytes.twoDigits(at: start + 4), minutes < 60
      else { return nil }
      return (hours * 60 + minutes) * (sign == UInt8(ascii: "-") ? -1 : 1)
    default:
      return nil
    }
  }
}
