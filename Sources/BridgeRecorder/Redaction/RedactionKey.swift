internal import BridgeFindings

/// The secret by which one recorder replaces ids and names: equal ones stay equal within its log,
/// and nobody can try out which they were.
struct RedactionKey: Sendable {
  private var bytes: [UInt8]

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// A new key for each recorder.
  static func random() -> RedactionKey {
    var generator = SystemRandomNumberGenerator()
    return RedactionKey(bytes: (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) })
  }

  /// Hexadecimal digits in place of some text: 16 of them, or as many as asked for.
  func digits(for text: some Sequence<UInt8>, count: Int = 16) -> [UInt8] {
    // Key, text and key again: nobody sees a whole digest or chooses where the text ends.
    var out = Array(SHA256.hex(of: bytes + text + bytes).utf8.prefix(max(1, min(count, 64))))
    while out.count < count { out.append(UInt8(ascii: "0")) }
    return out
  }
}
