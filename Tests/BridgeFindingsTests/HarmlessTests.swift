import BridgeFindings
import Testing

@Suite("Harmless text") struct HarmlessTests {
  @Test(
    "What would act on a terminal becomes visible",
    arguments: [
      ("plain / text #1", "plain / text #1"), ("日本語 é 🙂", "日本語 é 🙂"),
      ("\u{1B}[31m", "\\u{1B}[31m"), ("a\tb\nc\r", "a\\u{9}b\\u{A}c\\u{D}"),
      ("\u{0}", "\\u{0}"), ("\u{7F}\u{9B}", "\\u{7F}\\u{9B}"),
      ("\u{202E}\u{2066}\u{200E}", "\\u{202E}\\u{2066}\\u{200E}"),
      ("\u{2028}\u{2029}\u{FEFF}\u{AD}", "\\u{2028}\\u{2029}\\u{FEFF}\\u{AD}"),
      ("\u{E0041}\u{FFFF}", "\\u{E0041}\\u{FFFF}"),
      ("##[add-mask]x", "##\\u{5B}add-mask]x"), ("#[a] # #", "#[a] # #"),
    ])
  func escapes(_ text: String, _ safe: String) {
    #expect(Array(Harmless.text(text).utf8) == Array(safe.utf8))
  }

  @Test func longTextIsCut() {
    #expect(Harmless.text("abcdef", limit: 3) == "abc…")
    #expect(Harmless.text("日本語", limit: 3) == "日本語")
    #expect(Harmless.text(String(repeating: "a", count: 500)).unicodeScalars.count == 401)
  }
}
