import BridgeJSON
import BridgeScript
import TestSupport
import Testing

@Suite("What is refused, and where")
struct ScriptErrorTests {
  static func error(_ json: [UInt8], _ options: ScriptOptions = .strict) -> ScriptError? {
    do {
      _ = try JavaScriptValue(json: json, options: options)
      return nil
    } catch {
      return error
    }
  }

  /// The error of a text with its place marked by `«x»`.
  static func expect(
    _ marked: String, _ reason: ScriptError.Reason, pointer: String? = nil,
    options: ScriptOptions = .strict, location: SourceLocation = #_sourceLocation
  ) {
    let text = MarkedText(marked)
    let place = text["x"]
    #expect(
      error(Array(text.text.utf8), options)
        == ScriptError(
          reason, argument: 0,
          place: .init(
            offset: place.offset, position: TextPosition(line: place.line, column: place.column),
            pointer: pointer)), sourceLocation: location)
  }

  @Test("text that is no JSON")
  func badJSON() {
    Self.expect("«x»", .json(.empty))
    Self.expect("  «x»", .json(.empty))
    Self.expect("{\"a\": «x»x}", .json(.expectedValue))
    Self.expect("{\n \"é\": [1,«x»]}", .json(.trailingComma))
    Self.expect("[1,2«x»", .json(.unexpectedEnd))
    Self.expect("1 «x»2", .json(.trailingContent))
    Self.expect("\"a«x»\nb\"", .json(.controlCharacter))
    Self.expect("\"\\«x»x\"", .json(.badEscape))
    Self.expect("[«x»NaN]", .json(.expectedValue))
    Self.expect("[-«x»Infinity]", .json(.badNumber))
    Self.expect("«x»undefined", .json(.expectedValue))
    Self.expect("«x»'a'", .json(.expectedValue))
    Self.expect("«x»\u{FEFF}1", .json(.expectedValue))
    #expect(Self.error([0x22, 0xED, 0xA0, 0x80, 0x22])?.reason == .json(.badUTF8))
    #expect(Self.error([0x22, 0xC0, 0x80, 0x22])?.place?.offset == 1)
    #expect(
      Self.error([0x22, 0x80, 0x22])?.description == "line 1, column 2: bytes that are not UTF-8")
  }

  @Test("too deep, too large, and the options for it")
  func limits() throws {
    let deep = String(repeating: "[", count: 10_001) + String(repeating: "]", count: 10_001)
    #expect(Self.error(Array(deep.utf8))?.reason == .json(.tooDeep(limit: 10_000)))
    #expect(Self.error(Array(deep.utf8))?.place?.offset == 10_000)
    let deeper = ScriptOptions(limits: JSONLimits(depth: 20_000, bytes: 1 << 20))
    #expect(Self.error(Array(deep.utf8), deeper) == nil)
    let small = ScriptOptions(limits: JSONLimits(depth: 2, bytes: 8))
    #expect(Self.error(Array("[[1]]".utf8), small) == nil)
    Self.expect("[[«x»[1]]]", .json(.tooDeep(limit: 2)), options: small)
    #expect(Self.error(Array("[1,2,3,4]".utf8), small)?.reason == .json(.tooLarge(limit: 8)))
    let flat = ScriptOptions(limits: JSONLimits(depth: 0, bytes: 8))
    #expect(Self.error(Array("1".utf8), flat) == nil)
    Self.expect("«x»[]", .json(.tooDeep(limit: 0)), options: flat)
  }

  @Test("keys that stand twice, by value and not by spelling")
  func duplicateKeys() throws {
    Self.expect(#"{"a":1,«x»"a":2}"#, .duplicateKey, pointer: "/a")
    Self.expect(#"[0,{"b":{"a/":1,«x»"\u0061/":2}}]"#, .duplicateKey, pointer: "/1/b/a~1")
    Self.expect(#"{"__proto__":1,«x»"__proto__":2}"#, .duplicateKey, pointer: "/__proto__")
    #expect(Self.error(Array("{\"é\":1,\"e\u{301}\":2}".utf8)) == nil)
    #expect(Self.error(Array(#"[{"a":1},{"a":1},{"b":{"a":1},"a":1}]"#.utf8)) == nil)
    let lenient = ScriptOptions(duplicateKeys: .lastWins)
    #expect(Self.error(Array(#"{"a":1,"a":2}"#.utf8), lenient) == nil)
    #expect(
      Self.error(Array(#"{"a":1,"a":2}"#.utf8))?.description
        == "line 1, column 8 (/a): this key stands twice in its object")
  }

  @Test(
    "numbers that JavaScript changes",
    arguments: [
      ("9007199254740993", NumberLoss.integer), ("-9007199254740993", .integer),
      ("18446744073709551616", .integer), ("9223372036854775807", .integer),
      ("9007199254740993.0", .integer), ("90071992547409930e-1", .integer),
      ("123456789012345678e3", .integer), ("123456789012345678901234567890", .integer),
      ("1e400", .overflow), ("-1e400", .overflow),
      ("1.8e308", .overflow), ("1e400000000", .overflow), ("1e-400", .underflow),
      ("-1e-400", .underflow), ("2e-324", .underflow), ("1e-99999999999999999999", .underflow),
    ])
  func changedNumbers(_ number: String, _ loss: NumberLoss) {
    Self.expect("{\"a\":[0,«x»\(number)]}", .number(loss), pointer: "/a/1")
    #expect(Self.error(Array(number.utf8), ScriptOptions(numbers: .round)) == nil)
  }

  @Test(
    "numbers that JavaScript has",
    arguments: [
      "9007199254740991", "9007199254740992", "-9007199254740992", "1e22", "1e23", "1e308",
      "5e-324",
      "1.7976931348623157e308", "18446744073709552000", "9007199254740994", "0.1", "-0", "-0.0",
      "0e999",
      "0.0000e-999999", "1.00000000000000000000000", "100000000000000000000",
      "3.141592653589793238462643383279",
    ])
  func heldNumbers(_ number: String) {
    #expect(Self.error(Array(number.utf8)) == nil)
  }

  @Test("fractions that lose digits are refused on demand")
  func roundedFractions() {
    let exact = ScriptOptions(numbers: .refuseRounded)
    Self.expect(
      "[«x»3.141592653589793238462643383279]", .number(.digits), pointer: "/0", options: exact)
    Self.expect("«x»1234567890123456.78", .number(.digits), pointer: "", options: exact)
    for held in ["0.1", "0.30000000000000004", "5e-324", "3.141592653589793", "1e23"] {
      #expect(Self.error(Array(held.utf8), exact) == nil)
    }
  }

  @Test("the argument is named")
  func arguments() throws {
    let error = #expect(throws: ScriptError.self) {
      try JavaScriptCall("a", jsonArguments: ["1", "[1e400]"])
    }
    #expect(
      error?.description
        == "argument 2: line 1, column 2 (/0): JavaScript would make Infinity of this number")
  }

  @Test("errors show keys and names, never values")
  func redacted() {
    let error = Self.error(Array(#"{"pin":"4711","n":9007199254740993}"#.utf8))
    #expect(error?.description.contains("4711") == false)
    #expect(error?.description.contains("9007199254740993") == false)
  }
}
