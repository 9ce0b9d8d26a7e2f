import BridgeJSON

/// A JSON string as text.
enum JSONStringLiteral {
  /// The text of a JSON string; nil for another JSON text.
  static func text(_ json: String) -> String? {
    json.utf8.first == UInt8(ascii: "\"") ? JSONString.unquoted(json) : nil
  }
}
