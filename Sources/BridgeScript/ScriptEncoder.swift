internal import BridgeJSON
internal import ByteScan

/// Encodes calls one after the other into the same memory: for hot paths and whole logs.
///
/// `JavaScriptCall` is the same for one call. An encoder keeps its memory from call to call, so that
/// nothing is allocated after warm-up; it is not thread-safe.
///
/// ```swift
/// let encoder = ScriptEncoder()
/// let receiver = try JavaScriptReceiver("bridgeReceive")
/// try encoder.call(receiver, json: bytes) { script in send(script) }
/// ```
public final class ScriptEncoder {
  /// What is accepted.
  public let options: ScriptOptions

  let buffer: ScriptBuffer
  /// Only the exact way needs one.
  private lazy var tape = JSONTape()

  /// An encoder with these options.
  public convenience init(options: ScriptOptions = .strict) {
    self.init(options: options, capacity: 1 << 12)
  }

  init(options: ScriptOptions, capacity: Int) {
    self.options = options
    buffer = ScriptBuffer(capacity: capacity)
  }

  /// Encodes one call with one argument and lends the script's bytes, which are ASCII, to `body`.
  ///
  /// One pass over the text in the common case. Linear in the text.
  /// - Parameter json: one JSON text in UTF-8.
  /// - Throws: `ScriptError`.
  public func call<R>(
    _ receiver: JavaScriptReceiver, json: UnsafeBufferPointer<UInt8>,
    _ body: (UnsafeBufferPointer<UInt8>) -> R
  ) throws(ScriptError) -> R {
    buffer.count = 0
    buffer.append(receiver.path)
    buffer.append("(")
    try appendValue(json)
    buffer.append(");void 0")
    return body(buffer.bytes)
  }

  /// Encodes one value in a form, as a statement without a result.
  /// - Throws: `ScriptError`.
  public func encode<R>(
    _ form: ScriptForm, json: UnsafeBufferPointer<UInt8>,
    _ body: (UnsafeBufferPointer<UInt8>) -> R
  ) throws(ScriptError) -> R {
    buffer.count = 0
    buffer.append(form.prefix)
    try appendValue(json)
    buffer.append(form.suffix)
    buffer.append(";void 0")
    return body(buffer.bytes)
  }

  // MARK: One script

  /// `prefix`, the value as `JSON.parse('…')`, `suffix`. Written once, where it stays, in the common
  /// case.
  static func text(
    _ prefix: String, _ json: UnsafeBufferPointer<UInt8>, _ suffix: String, _ options: ScriptOptions
  ) throws(ScriptError) -> String {
    let value = withoutSpaceAround(json)
    let around = prefix.utf8.count + suffix.utf8.count + 32
    // Little room: a text that grows more takes the other way.
    let room = value.count + growth(value) + 2 * Int(BS_JS_SLACK) + around
    let script = String(unsafeUninitializedCapacity: room) { script in
      var written = write(prefix, to: script, at: 0)
      written = write("JSON.parse('", to: script, at: written)
      let free = UnsafeMutableBufferPointer(rebasing: script[written..<(script.count - around)])
      let count = onePass(value, options, free)
      if count == 0 { return 0 }
      written = write("')", to: script, at: written + count)
      return write(suffix, to: script, at: written)
    }
    if !script.isEmpty { return script }
    let encoder = ScriptEncoder(options: options, capacity: json.count * 3 + 512)
    encoder.buffer.append(prefix)
    try encoder.appendValue(json)
    encoder.buffer.append(suffix)
    return String(decoding: encoder.buffer.bytes, as: UTF8.self)
  }

  /// The same for a text that is known to be what the options accept: nothing is looked for but what
  /// has to be escaped.
  static func text(
    _ prefix: String, trusted json: UnsafeBufferPointer<UInt8>, _ suffix: String
  ) -> String {
    guard let start = json.baseAddress else { return prefix + suffix }
    let around = prefix.utf8.count + suffix.utf8.count + 32
    var room = json.count + growth(json) + 2 * Int(BS_JS_SLACK) + around
    while true {
      let script = String(unsafeUninitializedCapacity: room) { script in
        guard let out = script.baseAddress else { return 0 }
        var written = write(prefix, to: script, at: 0)
        written = write("JSON.parse('", to: script, at: written)
        let done = bs_js_escape(start, json.count, out + written, script.count - around - written)
        if done.read < json.count { return 0 }
        written = write("')", to: script, at: written + done.written)
        return write(suffix, to: script, at: written)
      }
      if !script.isEmpty { return script }
      // What a byte becomes at most: six for one, twelve for two, twelve for four.
      room = json.count * 6 + 2 * Int(BS_JS_SLACK) + around
    }
  }

  /// The room that text of other scripts needs beyond its bytes, with some for escapes; a glance at
  /// its beginning says whether there is any.
  private static func growth(_ json: UnsafeBufferPointer<UInt8>) -> Int {
    guard let start = json.baseAddress else { return 0 }
    let foreign = bs_count_foreign(start, min(json.count, 256))
    if foreign == 0 { return json.count / 8 }
    return json.count / 8 + 2 * bs_count_foreign(start, json.count) + 256
  }

  private static func write(
    _ text: String, to script: UnsafeMutableBufferPointer<UInt8>, at start: Int
  ) -> Int {
    var text = text
    return text.withUTF8 { text in
      guard let from = text.baseAddress, let to = script.baseAddress else { return start }
      (to + start).update(from: from, count: text.count)
      return start + text.count
    }
  }

  // MARK: Values

  /// Appends `JSON.parse('…')` for one JSON text.
  func appendValue(_ json: UnsafeBufferPointer<UInt8>) throws(ScriptError) {
    buffer.append("JSON.parse('")
    let value = Self.withoutSpaceAround(json)
    // Text that is not ASCII grows threefold; what grows more takes the other way.
    buffer.reserve(value.count * 3 + 2 * Int(BS_JS_SLACK))
    let written = Self.onePass(value, options, buffer.free)
    buffer.count += written
    if written == 0 {
      try check(json)
      buffer.appendEscaped(value)
    }
    buffer.append("')")
  }

  /// What stands before and behind a value means nothing; most often it is a line end.
  private static func withoutSpaceAround(
    _ json: UnsafeBufferPointer<UInt8>
  ) -> UnsafeBufferPointer<UInt8> {
    var (start, end) = (0, json.count)
    while end > start, isSpace(json[end - 1]) { end -= 1 }
    while start < end, isSpace(json[start]) { start += 1 }
    return UnsafeBufferPointer(rebasing: json[start..<end])
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte <= 0x20 && (byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09)
  }

  /// The quick way: the bytes written, or 0 where the text is wrong, or right in a way that this way
  /// does not know.
  private static func onePass(
    _ json: UnsafeBufferPointer<UInt8>, _ options: ScriptOptions,
    _ free: UnsafeMutableBufferPointer<UInt8>
  ) -> Int {
    guard let text = json.baseAddress, let out = free.baseAddress,
      json.count <= options.limits.bytes
    else { return 0 }
    var flags: UInt32 = 0
    if options.duplicateKeys == .lastWins { flags |= UInt32(BS_ANY_KEYS) }
    switch options.numbers {
    case .round: flags |= UInt32(BS_ANY_NUMBERS)
    case .refuseRounded: flags |= UInt32(BS_ALL_DIGITS)
    case .refuseChanged: break
    }
    return bs_js_plain(text, json.count, out, free.count, flags, max(options.limits.depth, 0))
  }

  /// The exact way: the first thing that the options do not accept, with its place.
  private func check(_ json: UnsafeBufferPointer<UInt8>) throws(ScriptError) {
    do throws(JSONError) {
      try tape.read(json, limits: options.limits)
    } catch {
      throw ScriptError(
        .json(error.reason), argument: 0, place: place(ofOffset: error.offset, in: json))
    }
    if options.duplicateKeys == .refuse, let key = tape.firstDuplicateKey {
      throw ScriptError(.duplicateKey, argument: 0, place: place(ofNode: key, in: json))
    }
    if options.numbers == .round { return }
    for index in 0..<tape.count where tape.nodes[index].kind == .number {
      if let loss = NumberLoss(tape.root.at(index).decimal, options.numbers) {
        throw ScriptError(.number(loss), argument: 0, place: place(ofNode: index, in: json))
      }
    }
  }

  private func place(
    ofOffset offset: Int, in json: UnsafeBufferPointer<UInt8>
  ) -> ScriptError.Place {
    .init(offset: offset, position: TextPosition(ofOffset: offset, in: json))
  }

  private func place(
    ofNode index: Int, in json: UnsafeBufferPointer<UInt8>
  ) -> ScriptError.Place {
    let offset = tape.root.at(index).offset
    return .init(
      offset: offset, position: TextPosition(ofOffset: offset, in: json),
      pointer: JSONPointer.text(to: index, from: tape.root))
  }
}
