import TestSupport
import Testing

@testable import BridgeSubset

@Suite("Exact numbers")
struct NumberTests {
  @Test("integers of any size, against those of the machine")
  func integers() {
    var random = SplitMix64(seed: 21)
    for _ in 0..<2_000 {
      let bits = UInt64(1 + random.below(31))
      let a = Int(random.next() >> (64 - bits)) * (random.once(in: 2) ? 1 : -1)
      let b = Int(random.next() >> (64 - bits)) * (random.once(in: 2) ? 1 : -1)
      let (x, y) = (BigInteger(a), BigInteger(b))
      #expect((x + y).small == a + b)
      #expect((x - y).small == a - b)
      #expect((x * y).small == a * b)
      #expect((x < y) == (a < b))
      if b != 0 {
        let (q, r) = x.dividedDown(by: y)
        #expect(q * y + r == x)
        #expect(r.isZero || r.isNegative == y.isNegative)
        #expect(r.magnitude < y.magnitude)
      }
    }
  }

  @Test("long division")
  func division() {
    var random = SplitMix64(seed: 22)
    for _ in 0..<200 {
      let digits = { (n: Int) in (0..<n).map { _ in UInt8(random.below(10)) } }
      let x = BigInteger(digits: digits(60), isNegative: random.once(in: 2))
      let y = BigInteger(digits: digits(25) + [1], isNegative: false)
      let (q, r) = x.dividedDown(by: y)
      #expect(q * y + r == x)
      #expect(!r.isNegative && r < y)
    }
    #expect(BigInteger.lcm(BigInteger(6), BigInteger(4)).small == 12)
    #expect(BigInteger.power(ofTen: 30).digits == [1] + [UInt8](repeating: 0, count: 30))
  }

  @Test("decimals are written as JSON")
  func text() {
    #expect(Decimal(BigInteger(-150), exponent: -2).text == "-1.5")
    #expect(Decimal(BigInteger(5), exponent: -3).text == "0.005")
    #expect(Decimal(BigInteger(12), exponent: 2).text == "1200")
    #expect(Decimal(BigInteger(0), exponent: 7).text == "0")
    #expect(Decimal(BigInteger(1), exponent: 300).text == "1e300")
    #expect(Decimal(BigInteger(10), exponent: -1) == Decimal(1))
  }
}
