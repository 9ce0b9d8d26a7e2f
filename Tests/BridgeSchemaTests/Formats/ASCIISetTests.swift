import Testing

@testable import BridgeSchema

@Suite("Sets of ASCII characters")
struct ASCIISetTests {
  static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
  static let digits = "0123456789"
  static let unreserved = letters + digits + "-._~"
  static let subDelimiters = "!$&'()*+,;="

  @Test("The bits are those of the characters")
  func bits() {
    let sets: [(ASCIISet, String)] = [
      (.alpha, Self.letters),
      (.digit, Self.digits),
      (.hex, Self.digits + "abcdefABCDEF"),
      (.alphanumeric, Self.letters + Self.digits),
      (.letterDigitHyphen, Self.letters + Self.digits + "-"),
      (.scheme, Self.letters + Self.digits + "+-."),
      (.path, Self.unreserved + Self.subDelimiters + ":@/"),
      (.segmentWithoutColon, Self.unreserved + Self.subDelimiters + "@"),
      (.query, Self.unreserved + Self.subDelimiters + ":@/?"),
      (.userInfo, Self.unreserved + Self.subDelimiters + ":"),
      (.registeredName, Self.unreserved + Self.subDelimiters),
      (.atomText, Self.letters + Self.digits + "!#$%&'*+-/=?^_`{|}~"),
      (
        .quotedText,
        String(String.UnicodeScalarView((32...126).compactMap(Unicode.Scalar.init)))
          .filter { $0 != "\"" && $0 != "\\" }
      ),
      (.templateLiteral, Self.letters + Self.digits + "!#$&'()*+,-./:;=?@[]_~"),
      (.templateOperator, "+#./;?&=,!@|"),
      (.variableName, Self.letters + Self.digits + "_"),
    ]
    for (set, characters) in sets {
      let expected = Set(characters.utf8)
      for byte in UInt8.min...UInt8.max {
        #expect(set.contains(byte) == expected.contains(byte), "\(characters) \(byte)")
      }
    }
  }
}
