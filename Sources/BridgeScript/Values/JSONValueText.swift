internal import BridgeJSON

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

  /// Appends the JSON text of a value. True where it is known to be what the options accept; a text
  /// in doubt must be checked as one that came from outside.
  @discardableResult
  static func append<T: Encodable>(
    _ value: T, options: ScriptOptions, to buffer: ScriptBuffer
  ) throws(ScriptError) -> Bool {
    let start = buffer.count
    let sink = ValueSink(options: options, out: buffer)
    // Whatever is thrown inside is thrown again below.
    try? ValueEncoder.encode(value, into: sink.root, of: sink)
    if sink.finish() {
      return !sink.isDoubtful && buffer.count - start <= options.limits.bytes
    }
    buffer.count = start
    let arena = ValueArena(options: options)
    let nodes = ValueSink(options: options, out: buffer, arena: arena)
    // Whatever is thrown inside is kept as well.
    try? ValueEncoder.encode(value, into: nodes.root, of: nodes)
    try arena.check()
    if arena.nodes[0].kind == .unset { throw ScriptError(.value(.nothing(path: ""))) }
    buffer.reserve(arena.text.count + 3 * arena.count)
    arena.write(to: buffer)
    return false
  }
}
