import BridgeFindings
import Testing

@Suite("Fingerprint, hash, spelling") struct FingerprintTests {
  @Test func aFingerprintNeverChanges() {
    // Held for ever: users keep these in baselines. By hand: printf 'stale-id\0sync\0pay\0/a/*/b\0const' | sha256sum.
    #expect(
      Fingerprint.of(
        cause: "stale-id", contract: "sync", message: "pay", pointer: "/a/0/b", keyword: "const")
        == "e7819907c52b")
    #expect(
      Fingerprint.of(cause: "", contract: "", message: "", pointer: "", keyword: "")
        == "df3f619804a9")
  }

  @Test(
    "Array indices in the pointer do not count",
    arguments: [
      ("/a/0", "/a/17", true), ("/a/0/b", "/a/1/b", true), ("/a/01", "/a/1", false),
      ("/a/x", "/a/y", false), ("", "/", false), ("/0", "/10", true), ("/a/-1", "/a/1", false),
    ])
  func indices(_ a: String, _ b: String, _ same: Bool) {
    func of(_ pointer: String) -> String {
      Fingerprint.of(
        cause: "c", contract: "n", message: "m", pointer: pointer, keyword: "k")
    }
    #expect((of(a) == of(b)) == same)
  }

  @Test(
    "SHA-256 by the examples of FIPS 180-4 and around the block size",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      (
        String(repeating: "a", count: 1000),
        "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"
      ),
    ])
  func sha256(_ text: String, _ digest: String) {
    #expect(SHA256.hex(of: Array(text.utf8)) == digest)
  }

  @Test(
    "The nearest spelling",
    arguments: [
      ("mesages", "messages"), ("verison", "version"), ("x", nil), ("", nil),
      ("chanel", "channels"),
      ("zzzzzz", nil), ("typse", "types"),
    ])
  func spelling(_ word: String, _ nearest: String?) {
    #expect(
      Spelling.nearest(to: word, among: ["version", "channels", "types", "messages"]) == nearest)
  }
}
