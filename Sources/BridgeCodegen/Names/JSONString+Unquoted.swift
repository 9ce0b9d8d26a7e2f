import BridgeJSON

extension JSONString {
  /// The value of a JSON string; nil for another JSON text.
  static func unquoted(_ json: String) -> String? {
    (try? JSONDocument(Array(json.utf8), limits: .traffic))?.root.string
  }
}
