internal import BridgeJSON
internal import BridgeScript

/// Values of Swift types from JSON text and back, without Foundation.
public enum JSONPayload {
  /// The value that JSON text holds.
  ///
  /// Exact where Foundation's decoder is not: `1.0` is an integer, an integer beyond ±(2^53 - 1)
  /// is refused for `Int` (JavaScript does not hold it), `true` is no number.
  /// - Throws: `DecodingError`, which holds paths and types but no values.
  public static func decode<T: Decodable>(_ type: T.Type, from json: String) throws -> T {
    let document: JSONDocument
    do throws(JSONError) {
      document = try JSONDocument(Array(json.utf8), limits: .traffic, skipsBOM: false)
    } catch {
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: error.sentence))
    }
    return try T(from: PayloadDecoder(value: document.root, codingPath: []))
  }

  /// The JSON text of a value.
  /// - Throws: `ScriptError`.
  public static func encode(_ value: some Encodable) throws -> String {
    try JSONValueText.encode(value)
  }

  /// Whether two JSON texts hold equal values, as JSON Schema calls them equal; false if one is no
  /// JSON.
  public static func areEqual(_ a: String, _ b: String) -> Bool {
    guard let a = try? JSONDocument(Array(a.utf8), limits: .traffic, skipsBOM: false),
      let b = try? JSONDocument(Array(b.utf8), limits: .traffic, skipsBOM: false)
    else { return false }
    return JSONEquality.equal(a.root.cursor, b.root.cursor)
  }
}
