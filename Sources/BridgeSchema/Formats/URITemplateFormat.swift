/// `uri-template`: RFC 6570, section 2, all levels, with the reserved operators of section 2.2.
enum URITemplateFormat {
  static func accepts(_ bytes: FormatBytes) -> Bool {
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if ASCIISet.templateLiteral.contains(byte) {
        index += 1
      } else if byte == UInt8(ascii: "{") {
        guard let end = endOfExpression(in: bytes, from: index + 1) else { return false }
        index = end
      } else if byte == UInt8(ascii: "%") {
        guard bytes.hasPercentEncoding(at: index) else { return false }
        index += 3
      } else if byte >= 0x80 {
        var reader = ScalarReader(bytes, from: index)
        let scalar = reader.next()
        guard scalar.isUCSCharacter || scalar.isPrivateUse else { return false }
        index = reader.index
      } else {
        return false
      }
    }
    return true
  }

  /// The index after the closing brace of an expression whose brace stood before `start`.
  private static func endOfExpression(in bytes: FormatBytes, from start: Int) -> Int? {
    var index = start
    if let first = bytes.byte(at: index), ASCIISet.templateOperator.contains(first) { index += 1 }
    while true {
      guard let name = endOfName(in: bytes, from: index) else { return nil }
      index = name
      if bytes.has("*", at: index) {
        index += 1
      } else if bytes.has(":", at: index) {
        let end = bytes.end(of: .digit, from: index + 1)
        guard 1...4 ~= end - index - 1, bytes[index + 1] != UInt8(ascii: "0") else { return nil }
        index = end
      }
      if bytes.has("}", at: index) { return index + 1 }
      guard bytes.has(",", at: index) else { return nil }
      index += 1
    }
  }

  /// The index after a variable's name: characters, with single dots between them.
  private static func endOfName(in bytes: FormatBytes, from start: Int) -> Int? {
    var index = start
    var afterCharacter = false
    while let byte = bytes.byte(at: index) {
      if ASCIISet.variableName.contains(byte) {
        index += 1
        afterCharacter = true
      } else if bytes.hasPercentEncoding(at: index) {
        index += 3
        afterCharacter = true
      } else if byte == UInt8(ascii: "."), afterCharacter {
        index += 1
        afterCharacter = false
      } else {
        break
      }
    }
    return afterCharacter ? index : nil
  }
}
