public import BridgeJSON

/// A value as JavaScript source: `JSON.parse('…')`, checked and escaped once, used wherever a value
/// may stand.
///
/// The text is ASCII without a line end, `<` or `>`: safe in a script and in an HTML script element.
/// JavaScript gets exactly the value of the JSON text: `-0`, halves of surrogate pairs, keys named
/// `__proto__` and any depth arrive unchanged.
public struct JavaScriptValue: Sendable, Equatable {
  /// The expression.
  public let expression: String

  /// A value from one JSON text. Linear in the text.
  /// - Throws: `ScriptError` with the place in the text.
  public init(
    json: UnsafeBufferPointer<UInt8>, options: ScriptOptions = .strict
  ) throws(ScriptError) {
    expression = try ScriptEncoder.text("", json, "", options)
  }

  /// A value from one JSON text in UTF-8.
  /// - Throws: `ScriptError` with the place in the text.
  public init(json: [UInt8], options: ScriptOptions = .strict) throws(ScriptError) {
    // A typed throw does not pass through `withUnsafeBufferPointer`, a result does.
    self = try json.withUnsafeBufferPointer { text in
      Result { () throws(ScriptError) in try JavaScriptValue(json: text, options: options) }
    }.get()
  }

  /// A value from one JSON text.
  /// - Throws: `ScriptError` with the place in the text.
  public init(json: String, options: ScriptOptions = .strict) throws(ScriptError) {
    var json = json
    self = try json.withUTF8 { text in
      Result { () throws(ScriptError) in try JavaScriptValue(json: text, options: options) }
    }.get()
  }

  /// A value from any `Encodable` (`JSONValueText` says how).
  /// - Throws: `ScriptError` with the coding path, or with the place in the JSON text that was made.
  public init<T: Encodable>(
    encoding value: T, options: ScriptOptions = .strict
  ) throws(ScriptError) {
    let json = ScriptBuffer()
    defer { withExtendedLifetime(json) {} }
    if try JSONValueText.append(value, options: options, to: json) {
      expression = ScriptEncoder.text("", trusted: json.bytes, "")
    } else {
      expression = try ScriptEncoder.text("", json.bytes, "", options)
    }
  }

  /// A value from a text that was read before.
  /// - Throws: `ScriptError` where the options refuse what the document holds.
  public init(_ document: JSONDocument, options: ScriptOptions = .strict) throws(ScriptError) {
    defer { withExtendedLifetime(document) {} }
    try self.init(json: document.tape.root.text, options: options)
  }
}
