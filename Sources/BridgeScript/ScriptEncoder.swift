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

  let buffer = ScriptBuffer()
  private let tape = JSONTape()

  /// An encoder with these options.
  public init(options: ScriptOptions = .strict) { self.options = options }

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

  // MARK: Values

  /// Appends `JSON.parse('…')` for one JSON text.
  func appendValue(_ json: UnsafeBufferPointer<UInt8>) throws(ScriptError) {
    buffer.append("JSON.parse('")
    let value = withoutSpaceAround(json)
    if !appendInOnePass(value) {
      try check(json)
      buffer.appendEscaped(value)
    }
    buffer.append("')")
  }

  /// What stands before and behind a value means nothing; most often it is a line end.
  @inline(__always)
  private func withoutSpaceAround(
    _ json: UnsafeBufferPointer<UInt8>
  ) -> UnsafeBufferPointer<UInt8> {
    var (start, end) = (0, json.count)
    while end > start, isSpace(json[end - 1]) { end -= 1 }
    while start < end, isSpace(json[start]) { start += 1 }
    return UnsafeBufferPointer(rebasing: json[start..<end])
  }

  @inline(__always)
  private func isSpace(_ byte: UInt8) -> Bool {
    byte <= 0x20 && (byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09)
  }

  /// The quick way: false where the text is wrong, or right in a way that way does not know.
  private func appendInOnePass(_ json: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let text = json.baseAddress, json.count <= options.limits.bytes else { return false }
    var flags: UInt32 = 0
    if options.duplicateKeys == .lastWins { flags |= UInt32(BS_ANY_KEYS) }
    switch options.numbers {
    case .round: flags |= UInt32(BS_ANY_NUMBERS)
    case .refuseRounded: flags |= UInt32(BS_ALL_DIGITS)
    case .refuseChanged: break
    }
    // Text that is not ASCII grows threefold; what grows more takes the other way.
    buffer.reserve(json.count * 3 + 2 * Int(BS_JS_SLACK))
    let written = bs_js_plain(
      text, json.count, buffer.base + buffer.count, buffer.capacity - buffer.count, flags,
      max(options.limits.depth, 0))
    buffer.count += written
    return written > 0
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
