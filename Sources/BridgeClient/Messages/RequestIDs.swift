internal import BridgeContract
internal import BridgeJSON

/// Makes ids for requests of native.
struct RequestIDs {
  private var last = 0

  /// The next id of a channel as JSON text: a number, or text made like that of the example.
  mutating func next(_ rules: IDRules, like example: String?, _ matcher: PatternMatcher) -> String {
    last += 1
    guard rules.type != .integer else { return String(last) }
    let number = String(last)
    var words: [String] = []
    if let example {
      words += [RequestIDs.counted(example, number), RequestIDs.turned(example, by: last)]
    }
    words += [
      number, "n" + number, String(repeating: "0", count: max(0, 32 - number.count)) + number,
    ]
    let word = words.first { word in
      guard let pattern = rules.pattern else { return true }
      var word = word
      return word.withUTF8 { matcher.matches(pattern, $0) }
    }
    return JSONString.quoted(word ?? words[0])
  }

  /// The text turned on like the wheels of a counter, digits and letters each in their kind.
  private static func turned(_ text: String, by number: Int) -> String {
    var bytes = Array(text.utf8)
    var left = number
    for index in bytes.indices.reversed() where left > 0 {
      let first: UInt8
      let count: Int
      switch bytes[index] {
      case 0x30...0x39: (first, count) = (0x30, 10)
      case 0x41...0x5A: (first, count) = (0x41, 26)
      case 0x61...0x7A: (first, count) = (0x61, 26)
      default: continue
      }
      let value = Int(bytes[index] - first) + left
      bytes[index] = first + UInt8(value % count)
      left = value / count
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The text with its last run of digits replaced, which keeps its form.
  private static func counted(_ text: String, _ number: String) -> String {
    let bytes = Array(text.utf8)
    func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
    guard let end = bytes.lastIndex(where: isDigit) else { return text + number }
    var start = end
    while start > 0, isDigit(bytes[start - 1]) { start -= 1 }
    let width = end - start + 1
    let padded =
      bytes[start] == 0x30 && width > number.utf8.count
      ? String(repeating: "0", count: width - number.utf8.count) + number : number
    return String(
      decoding: bytes[..<start] + Array(padded.utf8) + bytes[(end + 1)...], as: UTF8.self)
  }
}
