import Testing

@testable import BridgeSchema

@Suite("date, time, date-time, duration")
struct TimeFormatsTests {
  @Test("Days are those of the Gregorian calendar")
  func dates() {
    expect(
      .date, accepts: ["0000-02-29", "2000-02-29", "2024-02-29", "9999-12-31", "2023-02-28"],
      refuses: [
        "1900-02-29", "2023-02-29", "2023-04-31", "2023-00-10", "2023-1-10", "20230110",
        "২023-01-01",
      ])
  }

  @Test("Every day of four years, and no day beside them")
  func everyDay() {
    for year in [1900, 2000, 2023, 2024] {
      let isLeap = year != 1900 && year % 4 == 0
      let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      for month in 0...13 {
        for day in 0...33 {
          let text = "\(year)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
          let exists = 1...12 ~= month && day >= 1 && day <= lengths[month - 1]
          #expect(Format.date.accepts(text) == exists, "\(text)")
        }
      }
    }
  }

  @Test("A time has an offset, and a fraction of any length")
  func times() {
    expect(
      .time,
      accepts: [
        "00:00:00Z", "23:59:59.000000000000000000001z", "12:00:00-00:00", "12:00:00+23:59",
      ],
      refuses: [
        "12:00:00", "12:00Z", "12:00:00.Z", "12:00:00,5Z", "12:00:00+01", "12:00:00+0100",
        "T12:00:00Z",
      ])
  }

  @Test("Second 60 stands only where UTC reads 23:59")
  func leapSeconds() {
    for hour in 0..<24 {
      for minute in 0..<60 where minute % 15 == 14 {
        for offset in stride(from: -23 * 60 - 45, through: 23 * 60 + 45, by: 15) {
          let clock = "\(two(hour)):\(two(minute)):60"
          let sign = offset < 0 ? "-" : "+"
          let text = "\(clock)\(sign)\(two(abs(offset) / 60)):\(two(abs(offset) % 60))"
          let utc = (hour * 60 + minute - offset + 2 * 1440) % 1440
          #expect(Format.time.accepts(text) == (utc == 1439), "\(text)")
        }
      }
    }
  }

  @Test("In a date-time it also needs the last day of a month in UTC")
  func leapSecondsInDates() {
    expect(
      .dateTime,
      accepts: [
        "1998-12-31T23:59:60Z", "2017-01-01T00:59:60+01:00", "2016-12-31T15:59:60.5-08:00",
        "2024-02-29T23:59:60Z", "2024-02-29T20:29:60-03:30",
      ],
      refuses: [
        "1998-12-30T23:59:60Z", "2017-01-02T00:59:60+01:00", "2016-12-31T23:59:60+01:00",
        "2024-02-28T23:59:60Z", "2016-12-30T15:59:60-08:00", "2017-01-01T00:59:60Z",
      ])
    // West of Greenwich the local date may still be the one before; east, already the next.
    expect(
      .dateTime, accepts: ["2015-06-30T19:59:60-04:00", "2015-07-01T09:29:60+09:30"],
      refuses: ["2015-06-29T19:59:60-04:00", "2015-07-02T09:29:60+09:30"])
    // The UTC date is one ahead here: 23:59:60 of the last day is 00:29:60 with this offset.
    expect(
      .dateTime, accepts: ["2016-12-31T00:29:60-23:30"], refuses: ["2016-12-30T00:29:60-23:30"])
  }

  @Test("Date and time are parted by a T of either case")
  func separators() {
    expect(
      .dateTime, accepts: ["2020-01-01T00:00:00Z", "2020-01-01t00:00:00z"],
      refuses: [
        "2020-01-01 00:00:00Z", "2020-01-0100:00:00Z", "2020-01-01T", "2020-01-01",
        "2020-01-01\u{14}00:00:00Z",
      ])
  }

  @Test("Durations follow the grammar of RFC 3339, appendix A")
  func durations() {
    expect(
      .duration,
      accepts: ["P1Y", "P1Y2M3DT4H5M6S", "P1YT1S", "P1MT1M", "P1DT1H", "PT1M1S", "P007W", "P0Y"],
      refuses: [
        "P", "PT", "P1", "1Y", "P1Y1D", "PT1H1S", "P1D1M", "P1YT", "P1W1D", "P1D1W", "P1H", "PT1Y",
        "P1.5D", "P1DT", "p1d", "P1d", "P1DT1D", "P1Y2Y", "P+1D", "P1YT1H1H", "PP1D", "P1DT1HT1M",
      ])
  }

  private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
