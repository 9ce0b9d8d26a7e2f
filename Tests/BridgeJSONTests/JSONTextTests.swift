import BridgeJSON
import Testing

@Suite("Lines of a text")
struct JSONTextTests {
  @Test(arguments: [("", 0), ("\n", 0), ("ab", 2), ("ab\n", 2), ("ab\ncd\n", 2), ("\r\n", 1)])
  func lengthOfTheFirstLine(_ text: String, _ length: Int) {
    let bytes = ExactText(text.utf8)
    withExtendedLifetime(bytes) { #expect(JSONText.lineLength(bytes.bytes) == length) }
  }
}
