internal import BridgeContract

/// Takes values out of lines so that what is left is judged as before.
final class Redactor {
  init(_ contracts: ContractSet?, key: RedactionKey) {}

  func redact(_ fields: inout Fields) {}
}

/// The secret by which one recorder replaces ids, so that equal ones stay equal and nobody can look
/// up which they were.
struct RedactionKey: Sendable {
  var bytes: [UInt8]

  /// A new key for each recorder.
  static func random() -> RedactionKey {
    var generator = SystemRandomNumberGenerator()
    return RedactionKey(bytes: (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) })
  }
}
