import BridgeJSON
import Foundation
import TestSupport
import Testing

/// The same arithmetic done the slow way: digits in arrays, everything spelled out.
struct PlainDecimal {
  var isNegative = false
  /// Without zeros at either end; empty for zero.
  var digits: [Int] = []
  /// The power of ten of the last digit.
  var exponent = 0

  /// The value of a number's text; exponents must fit in `Int`.
  init(_ text: String) {
    var rest = Substring(text)
    if rest.first == "-" {
      isNegative = true
      rest = rest.dropFirst()
    }
    let parts = rest.lowercased().split(separator: "e", omittingEmptySubsequences: false)
    if parts.count == 2 { exponent = Int(parts[1].replacing("+", with: "")) ?? 0 }
    let halves = parts[0].split(separator: ".")
    digits = halves.joined().compactMap(\.wholeNumberValue)
    if halves.count == 2 { exponent -= halves[1].count }
    while digits.last == 0 {
      digits.removeLast()
      exponent += 1
    }
    digits = Array(digits.drop { $0 == 0 })
    if digits.isEmpty { (isNegative, exponent) = (false, 0) }
  }

  static func compare(_ a: PlainDecimal, _ b: PlainDecimal) -> Int {
    if a.isNegative != b.isNegative { return a.isNegative ? -1 : 1 }
    let sign = a.isNegative ? -1 : 1
    if a.digits.isEmpty || b.digits.isEmpty {
      return sign * (a.digits.isEmpty ? 0 : 1) - sign * (b.digits.isEmpty ? 0 : 1)
    }
    // Both as integers of the smaller exponent.
    let low = min(a.exponent, b.exponent)
    let x = a.digits + Array(repeating: 0, count: a.exponent - low)
    let y = b.digits + Array(repeating: 0, count: b.exponent - low)
    if x.count != y.count { return x.count < y.count ? -sign : sign }
    for (p, q) in zip(x, y) where p != q { return p < q ? -sign : sign }
    return 0
  }

  var isInteger: Bool { digits.isEmpty || exponent >= 0 }
}

@Suite("Decimals")
struct JSONDecimalTests {
  static func with<R>(_ text: String, _ body: (JSONDecimal) -> R) -> R {
    let bytes = ExactText(text.utf8)
    return withExtendedLifetime(bytes) { body(JSONDecimal(bytes.bytes)) }
  }

  static func compare(_ a: String, _ b: String) -> Int {
    with(a) { x in with(b) { y in JSONDecimal.compare(x, y) } }
  }

  @Test(arguments: [
    ["1", "1.0", "10e-1", "1e0", "0.1e1", "100e-2", "1.000000000000000000000000000000000", "1E+0"],
    ["0", "-0", "0.0", "-0.000", "0e5", "0e-400000000", "-0E400000000"],
    ["-12.5", "-1.25e1", "-125e-1", "-12.50", "-0.0125E3"],
    ["9007199254740993", "9007199254740993.0", "9.007199254740993e15"],
    ["1234567890123456789012345678901234567890", "123456789012345678901234567890123456789e1"],
    ["1e400000000", "10e399999999", "0.1e400000001"],
    ["1e-400000000", "0.1e-399999999", "10e-400000001"],
  ])
  func equal(_ spellings: [String]) {
    for a in spellings {
      for b in spellings { #expect(Self.compare(a, b) == 0, "\(a) \(b)") }
    }
  }

  /// Each is greater than the one before.
  @Test func ordered() {
    let numbers = [
      "-1e400000000", "-1e399999999", "-123456789012345678901234567890123456789", "-1.5", "-1",
      "-0.999999999999999999999999999999999999999999", "-1e-400000000", "0", "1e-400000000",
      "2e-400000000", "0.1", "0.10000000000000000000000000000001", "0.3", "1",
      "1.000000000000000005", "9007199254740992", "9007199254740993", "9223372036854775807",
      "9223372036854775808", "18446744073709551615", "18446744073709551616",
      "1234567890123456789012345678901234567890", "1234567890123456789012345678901234567891",
      "1e400", "1e400000000", "1.1e400000000", "11e399999999999",
    ]
    for (i, a) in numbers.enumerated() {
      for (j, b) in numbers.enumerated() {
        #expect(Self.compare(a, b) == (i < j ? -1 : i > j ? 1 : 0), "\(a) \(b)")
      }
    }
  }

  @Test(arguments: [
    ("1", true), ("1.0", true), ("10e-1", true), ("1.5", false), ("1.5e1", true), ("0.0", true),
    ("-0", true), ("0e-9", true), ("1e-1", false), ("123456789012345678901234567890.0", true),
    ("123456789012345678901234567890.1", false), ("1e400000000", true), ("1e-400000000", false),
    ("120e-1", true), ("125e-1", false), ("100e-3", false), ("100e-2", true),
    ("1e99999999999999999999999999", true), ("1e-99999999999999999999999999", false),
  ])
  func integers(_ text: String, _ isInteger: Bool) throws {
    #expect(Self.with(text) { $0.isInteger } == isInteger)
    try withRoot(text) { #expect($0.isInteger == isInteger) }
  }

  @Test(
    arguments: [
      ("0", 0), ("-0", 0), ("7", 7), ("-7", -7), ("1.0", 1), ("10e-1", 1),
      ("1e17", 100_000_000_000_000_000),
      ("999999999999999999", 999_999_999_999_999_999),
      ("-999999999999999999", -999_999_999_999_999_999),
      ("99999999999999999.9e1", 999_999_999_999_999_999),
      ("1000000000000000000", nil), ("1e18", nil), ("0.5", nil), ("1e-1", nil),
      ("1e400000000", nil),
      ("9223372036854775807", nil), ("0e400000000", 0), ("123.4500e2", 12345),
    ] as [(String, Int64?)])
  func smallIntegers(_ text: String, _ value: Int64?) throws {
    #expect(Self.with(text) { $0.smallInteger } == value)
    try withRoot(text) { #expect($0.smallInteger == value) }
  }

  @Test(arguments: [
    ("9007199254740991", true), ("-9007199254740991", true), ("9007199254740992", false),
    ("9007199254740993", false), ("9.007199254740991e15", true), ("0.5", false), ("1e300", false),
  ])
  func safeIntegersOfJavaScript(_ text: String, _ isSafe: Bool) {
    #expect(Self.with(text) { $0.isSafeInteger } == isSafe)
  }

  /// Digits, magnitude and exponent as `multipleOf` uses them.
  @Test(arguments: [
    ("123", "123", 2, 0), ("1230", "123", 3, 1), ("0.00123", "123", -3, -5), ("1.23", "123", 0, -2),
    ("-100.001", "100001", 2, -3), ("5e10", "5", 10, 10), ("0.50e-3", "5", -4, -4),
    ("1e400000000", "1", 400_000_000, 400_000_000),
    ("12e999999999999999", "12", 1_000_000_000_000_000, 999_999_999_999_999),
  ])
  func digits(_ text: String, _ digits: String, _ magnitude: Int64, _ exponent: Int64) {
    Self.with(text) { decimal in
      var found = ""
      decimal.forEachDigit { found += "\($0)" }
      #expect(found == digits)
      #expect(decimal.digitCount == digits.count)
      #expect(decimal.magnitude == magnitude)
      #expect(decimal.exponent == exponent)
    }
  }

  /// An exponent beyond 18 digits counts as 10^18: it costs nothing and overflows nothing.
  @Test func hugeExponents() {
    let nines = String(repeating: "9", count: 10_000)
    #expect(Self.compare("1e\(nines)", "1e1000000000000000000") == 0)
    #expect(Self.compare("-1e\(nines)", "-1e999999999999999") == -1)
    #expect(Self.compare("1e-\(nines)", "0") == 1)
    #expect(Self.compare("1e\(String(repeating: "0", count: 10_000))1", "10") == 0)
  }

  @Test func againstPlainArithmetic() {
    var source = RandomJSON(seed: 3)
    var texts: [String] = []
    for _ in 0..<400 {
      let text = source.number()
      texts.append(text)
      // Neighbours and other spellings of the same number.
      if !text.lowercased().contains("e") {
        texts.append(text + "e0")
        texts.append(text + (text.contains(".") ? "0" : ".0"))
        texts.append(text + (text.contains(".") ? "1" : ".1"))
      }
    }
    for _ in 0..<20_000 {
      let (a, b) = (source.random.pick(texts), source.random.pick(texts))
      let expected = PlainDecimal.compare(PlainDecimal(a), PlainDecimal(b))
      if Self.compare(a, b) != expected { Issue.record("\(a) \(b) \(expected)") }
    }
    for text in texts where Self.with(text, { $0.isInteger }) != PlainDecimal(text).isInteger {
      Issue.record("\(text)")
    }
  }

  /// Foundation's decimals hold 38 digits: within that, both say the same.
  @Test func againstFoundation() throws {
    var random = SplitMix64(seed: 4)
    for _ in 0..<5_000 {
      let texts = (0..<2).map { _ in
        let digits = String((0..<(1 + random.below(17))).map { _ in random.pick(Array("0011259")) })
        let sign = random.once(in: 2) ? "-" : ""
        return "\(sign)1\(digits).\(random.below(3))e\(random.below(9) - 4)"
      }
      let (a, b) = (
        try #require(Decimal(string: texts[0])), try #require(Decimal(string: texts[1]))
      )
      #expect(Self.compare(texts[0], texts[1]) == (a < b ? -1 : a > b ? 1 : 0), "\(texts)")
    }
  }
}
