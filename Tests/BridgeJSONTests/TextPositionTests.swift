import Testing

@testable import BridgeJSON

@Suite("Positions in a long text")
struct TextPositionTests {
  @Test("from the nearest landmark comes out what counting from the start gives")
  func landmarks() throws {
    // Lines of many lengths, one longer than the distance of two landmarks; letters of 1 to 4 bytes.
    var lines = (0..<400).map { "\"é\(String(repeating: "x😀", count: $0 % 37))\"," }
    lines.insert("\"\(String(repeating: "é", count: 9_000))\",", at: 200)
    for mark in ["", "\u{FEFF}"] {
      let text = Array((mark + "[" + lines.joined(separator: "\n") + "0]").utf8)
      let document = try JSONDocument(text, limits: .contract)
      var line = 1
      var column = 1
      for (offset, byte) in text.enumerated() where offset >= mark.utf8.count {
        if byte & 0xC0 != 0x80 {
          #expect(
            document.position(ofOffset: offset) == TextPosition(line: line, column: column))
        }
        if byte == 0x0A {
          (line, column) = (line + 1, 1)
        } else if byte & 0xC0 != 0x80 {
          column += 1
        }
      }
      #expect(document.position(ofOffset: text.count) == TextPosition(line: 401, column: column))
      #expect(
        document.position(ofOffset: text.count + 9) == TextPosition(line: 401, column: column))
    }
  }
}
