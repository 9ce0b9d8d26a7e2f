/// A JSON number as the decimal it says: sign, digits and exponent, with no rounding anywhere.
///
/// A view of the number's text: nothing is allocated, and `1e400000000` costs as much as `1`. An
/// exponent beyond 18 digits counts as ±10^18.
@frozen
public struct JSONDecimal {
  /// The number's text.
  public let text: UnsafeBufferPointer<UInt8>
  /// Whether a minus sign is written; also for `-0`.
  public let isNegative: Bool
  /// Index of the first digit that is not 0, or `text.count` for zero.
  @usableFromInline let first: Int
  /// Index behind the last digit that is not 0.
  @usableFromInline let last: Int
  /// Power of ten of the first digit: 2 for `123`, -1 for `0.5`. 0 for zero.
  public let magnitude: Int64
  /// Digits from the first to the last that is not 0.
  public let digitCount: Int

  /// The decimal that `text`, a valid JSON number, says.
  public init(_ text: UnsafeBufferPointer<UInt8>) {
    self.text = text
    let n = text.count
    var i = 0
    var negative = false
    if n > 0, text[0] == UInt8(ascii: "-") {
      negative = true
      i = 1
    }
    isNegative = negative
    var first = -1
    var last = -1
    var point = -1
    var seen = 0  // digits since the first that counts
    var upToLast = 0
    var integerDigits = 0  // digits before the point, from the first that counts
    var zerosAfterPoint = 0  // zeros between the point and the first digit that counts
    while i < n {
      let c = text[i]
      if c == UInt8(ascii: ".") {
        point = i
      } else if c | 0x20 == UInt8(ascii: "e") {
        break
      } else {
        if c != UInt8(ascii: "0") {
          if first < 0 { first = i }
          last = i
        }
        if first >= 0 {
          seen += 1
          if c != UInt8(ascii: "0") { upToLast = seen }
          if point < 0 { integerDigits += 1 }
        } else if point >= 0 {
          zerosAfterPoint += 1
        }
      }
      i += 1
    }
    guard first >= 0 else {
      self.first = n
      self.last = n
      magnitude = 0
      digitCount = 0
      return
    }
    var exponent: Int64 = 0
    if i < n {
      i += 1
      var minus = false
      if i < n, text[i] == UInt8(ascii: "-") || text[i] == UInt8(ascii: "+") {
        minus = text[i] == UInt8(ascii: "-")
        i += 1
      }
      while i < n {
        if exponent < 100_000_000_000_000_000 {
          exponent = exponent * 10 + Int64(text[i] - 0x30)
        } else {
          exponent = 1_000_000_000_000_000_000
        }
        i += 1
      }
      if minus { exponent = -exponent }
    }
    self.first = first
    self.last = last + 1
    digitCount = upToLast
    let leading =
      integerDigits > 0 ? Int64(integerDigits) - 1 : -Int64(zerosAfterPoint) - 1
    magnitude = exponent + leading
  }

  /// Whether the value is zero, `-0` included.
  @inlinable public var isZero: Bool { digitCount == 0 }

  /// Whether no fraction is left: `1.0`, `1e2` and `10e-1` are integers (JSON Schema 2020-12, 4.2.3).
  @inlinable public var isInteger: Bool { isZero || Int64(digitCount) - 1 <= magnitude }

  /// The power of ten of the last digit that is not 0.
  @inlinable public var exponent: Int64 { magnitude - Int64(digitCount) + 1 }

  /// Calls `body` with each digit from the first to the last that is not 0.
  @inlinable
  public func forEachDigit(_ body: (UInt8) -> Void) {
    var i = first
    while i < last {
      let c = text[i]
      if c != UInt8(ascii: ".") { body(c &- 0x30) }
      i += 1
    }
  }

  /// The value if it is an integer of at most 18 digits, else nil.
  public var smallInteger: Int64? {
    if isZero { return 0 }
    guard magnitude < 18, isInteger else { return nil }
    var v: Int64 = 0
    forEachDigit { v = v * 10 + Int64($0) }
    for _ in 0..<exponent { v *= 10 }
    return isNegative ? -v : v
  }

  /// -1, 0 or 1 as `a` is less than, equal to or greater than `b`, by value. Linear in the digits.
  public static func compare(_ a: JSONDecimal, _ b: JSONDecimal) -> Int {
    if a.isZero || b.isZero {
      if a.isZero && b.isZero { return 0 }
      if a.isZero { return b.isNegative ? 1 : -1 }
      return a.isNegative ? -1 : 1
    }
    if a.isNegative != b.isNegative { return a.isNegative ? -1 : 1 }
    let order = compareMagnitudes(a, b)
    return a.isNegative ? -order : order
  }

  private static func compareMagnitudes(_ a: JSONDecimal, _ b: JSONDecimal) -> Int {
    if a.magnitude != b.magnitude { return a.magnitude < b.magnitude ? -1 : 1 }
    var i = a.first
    var j = b.first
    while i < a.last && j < b.last {
      if a.text[i] == UInt8(ascii: ".") { i += 1 }
      if b.text[j] == UInt8(ascii: ".") { j += 1 }
      let (x, y) = (a.text[i], b.text[j])
      if x != y { return x < y ? -1 : 1 }
      i += 1
      j += 1
    }
    // One is a beginning of the other, and neither ends in 0: the longer one is greater.
    return (i < a.last ? 1 : 0) - (j < b.last ? 1 : 0)
  }

  /// Whether both are the same number: 1 = 1.0 = 10e-1.
  @inlinable
  public static func equal(_ a: JSONDecimal, _ b: JSONDecimal) -> Bool { compare(a, b) == 0 }

  /// Whether a JavaScript number holds this integer exactly with its neighbours: |value| <= 2^53 - 1.
  package var isSafeInteger: Bool {
    guard let v = smallInteger else { return false }
    return v >= -9_007_199_254_740_991 && v <= 9_007_199_254_740_991
  }
}
