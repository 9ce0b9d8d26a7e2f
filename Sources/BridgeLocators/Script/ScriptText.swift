/// Text put into scripts.
enum ScriptText {
  /// A JSON string that is ASCII and without `<`, `>` and line ends: a literal of JavaScript as well.
  static func quoted(_ text: String) -> String {
    var out = "\""
    for unit in text.utf16 {
      switch unit {
      case 0x22: out += "\\\""
      case 0x5C: out += "\\\\"
      case 0x20...0x7E where unit != 0x3C && unit != 0x3E:
        out.unicodeScalars.append(Unicode.Scalar(UInt8(truncatingIfNeeded: unit)))
      default:
        let hex = String(unit, radix: 16)
        out += "\\u" + String(repeating: "0", count: 4 - hex.utf8.count) + hex
      }
    }
    return out + "\""
  }

  /// A script with its configuration between the two marks.
  static func configured(_ script: String, with json: String) -> String {
    let mark = Array("/*config*/".utf8)
    let bytes = Array(script.utf8)
    var places: [Int] = []
    var at = 0
    while at + mark.count <= bytes.count, places.count < 2 {
      if bytes[at] == mark[0], bytes[at...].starts(with: mark) { places.append(at) }
      at += 1
    }
    guard places.count == 2 else { return script }
    return String(decoding: bytes[..<places[0]], as: UTF8.self) + json
      + String(decoding: bytes[(places[1] + mark.count)...], as: UTF8.self)
  }
}
