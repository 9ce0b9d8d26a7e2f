/// A JavaScript string in single quotes: ASCII, safe in a script and in an HTML script element.
enum StringLiteral {
  /// The literal that stands for `text`.
  static func text(_ text: String) -> String {
    let buffer = ScriptBuffer(capacity: text.utf8.count + 512)
    append(text, to: buffer)
    return String(decoding: buffer.bytes, as: UTF8.self)
  }

  /// Appends the literal that stands for `text`.
  static func append(_ text: String, to buffer: ScriptBuffer) {
    var text = text
    buffer.append("'")
    text.withUTF8 { buffer.appendEscaped($0) }
    buffer.append("'")
  }
}
