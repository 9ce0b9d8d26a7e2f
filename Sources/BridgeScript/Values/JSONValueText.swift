/// JSON text from any `Encodable`, without Foundation and exact: integers of 64 and 128 bits digit by
/// digit, doubles by the shortest text that reads as the same double, keys in the order they are
/// encoded.
///
/// Types of Foundation write what their own `encode(to:)` says: a `Date` is its seconds since 2001,
/// a `Data` an array of numbers. A `Dictionary` with keys that are `String` or `Int` is an object,
/// any other an array of keys and values, as with every encoder.
///
/// ```swift
/// try JSONValueText.encode(["total": 5])  // {"total":5}
/// ```
public enum JSONValueText {
  /// The JSON text of a value.
  /// - Throws: `ScriptError` with the reason `.value`.
  public static func encode<T: Encodable>(
    _ value: T, options: ScriptOptions = .strict
  ) throws(ScriptError) -> String {
    let buffer = ScriptBuffer()
    try append(value, options: options, to: buffer)
    return String(decoding: buffer.bytes, as: UTF8.self)
  }

  static func append<T: Encodable>(
    _ value: T, options: ScriptOptions, to buffer: ScriptBuffer
  ) throws(ScriptError) {
    let arena = ValueArena(options: options)
    // Whatever is thrown inside is kept as well.
    try? ValueEncoder.encode(value, into: 0, of: arena)
    try arena.check()
    if arena.nodes[0].kind == .unset { throw ScriptError(.value(.nothing(path: ""))) }
    buffer.reserve(arena.text.count + 3 * arena.count)
    arena.write(to: buffer)
  }
}
