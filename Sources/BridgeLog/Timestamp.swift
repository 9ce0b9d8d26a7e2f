internal import BridgeJSON

/// Times of log lines in milliseconds.
enum Timestamp {
  /// ISO 8601, or a number: from 10^11 milliseconds since 1970, from 10^9 seconds since 1970, below
  /// milliseconds since some start. Nil for anything else.
  static func milliseconds(_ value: JSONCursor) -> Double? {
    switch value.kind {
    case .number:
      let number: Double
      if let small = value.smallInteger {
        number = Double(small)
      } else if let double = Double(String(decoding: value.text, as: UTF8.self)), double.isFinite {
        number = double
      } else {
        return nil
      }
      return milliseconds(number)
    case .string: return value.withStringBytes { iso($0) }
    default: return nil
    }
  }

  /// Of a number.
  static func milliseconds(_ number: Double) -> Double {
    if number >= 1e11 { return number }
    return number >= 1e9 ? number * 1000 : number
  }

  /// `2026-03-02T09:15:00.203Z`, with an offset or without (then it counts as UTC).
  static func iso(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    var at = 0
    func digits(_ count: Int) -> Int? {
      guard at + count <= text.count else { return nil }
      var v = 0
      for _ in 0..<count {
        let c = text[at]
        guard c >= 0x30, c <= 0x39 else { return nil }
        v = v * 10 + Int(c - 0x30)
        at += 1
      }
      return v
    }
    func skip(_ characters: [UInt8]) -> Bool {
      guard at < text.count, characters.contains(text[at]) else { return false }
      at += 1
      return true
    }
    let dash = [UInt8(ascii: "-")]
    let colon = [UInt8(ascii: ":")]
    guard let year = digits(4), skip(dash), let month = digits(2), skip(dash),
      let day = digits(2), skip([UInt8(ascii: "T"), UInt8(ascii: "t"), UInt8(ascii: " ")]),
      let hour = digits(2), skip(colon), let minute = digits(2)
    else { return nil }
    guard (1...12).contains(month), (1...31).contains(day), hour <= 24, minute <= 59 else {
      return nil
    }
    var seconds = 0.0
    if skip(colon) {
      guard let whole = digits(2), whole <= 60 else { return nil }
      seconds = Double(whole)
      if skip([UInt8(ascii: "."), UInt8(ascii: ",")]) {
        var scale = 0.1
        var any = false
        while at < text.count, text[at] >= 0x30, text[at] <= 0x39 {
          seconds += Double(text[at] - 0x30) * scale
          scale /= 10
          at += 1
          any = true
        }
        guard any else { return nil }
      }
    }
    var offset = 0
    if skip([UInt8(ascii: "Z"), UInt8(ascii: "z")]) {
      // UTC.
    } else if at < text.count {
      let sign = text[at] == UInt8(ascii: "+") ? 1 : text[at] == UInt8(ascii: "-") ? -1 : 0
      guard sign != 0 else { return nil }
      at += 1
      guard let hours = digits(2) else { return nil }
      _ = skip(colon)
      let minutes = at < text.count ? digits(2) : 0
      guard let minutes else { return nil }
      offset = sign * (hours * 60 + minutes)
    }
    guard at == text.count else { return nil }
    let total = Double(days(year, month, day) * 86_400 + hour * 3600 + (minute - offset) * 60)
    // Rounded to microseconds, so that .001 is a thousandth and not a little less.
    return ((total + seconds) * 1_000_000).rounded() / 1000
  }

  /// Days since 1970-01-01 in the Gregorian calendar.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let y = month <= 2 ? year - 1 : year
    let era = (y >= 0 ? y : y - 399) / 400
    let yearOfEra = y - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }
}
