internal import BridgeContract
internal import BridgeJSON

/// A recorded body taken apart as the framing says, so that each part can be redacted in its decoded
/// form and put together again in the form it had.
struct BodyParts {
  struct Item {
    /// Decoded, as far as it decodes.
    var body: JSONCursor
    /// Decodings that replaced text, in their order.
    var decoded: [Decoding] = []
    /// Where text does not decode.
    var failure: JSONPointer?
  }

  private(set) var items: [Item] = []
  private var isBatch = false
  private var own: [Decoding] = []

  /// Takes a body apart. The cursors live as long as the decoder is not reset.
  ///
  /// - Parameter isAnswer: an answer over `return` is no batch and no call.
  init(
    _ recorded: JSONCursor, _ program: ChannelProgram, _ decoder: BodyDecoder,
    _ reader: BodyReader, isAnswer: Bool
  ) {
    let framing = program.channel.framing
    var body =
      isAnswer ? recorded : Self.called(recorded, program.channel, decoder, reader)
    for decoding in framing.decode where decoding.at.segments.isEmpty {
      let wasText = body.kind == .string
      switch decoder.decode(body, [decoding]) {
      case .wrongEncoding(let at):
        items = [Item(body: body, failure: at)]
        return
      case .body(let decoded):
        if wasText { own.append(decoding) }
        body = decoded
      }
    }
    let inner = framing.decode.filter { !$0.at.segments.isEmpty }
    guard framing.batch, !isAnswer, body.kind == .array else {
      items = [Self.item(body, inner, decoder)]
      return
    }
    isBatch = true
    body.forEachItem { items.append(Self.item($0, inner, decoder)) }
  }

  private static func item(
    _ body: JSONCursor, _ steps: [Decoding], _ decoder: BodyDecoder
  ) -> Item {
    var item = Item(body: body)
    for decoding in steps {
      let wasText = decoding.at.resolve(from: item.body)?.kind == .string
      switch decoder.decode(item.body, [decoding]) {
      case .wrongEncoding(let at): return Item(body: body, failure: at)
      case .body(let decoded):
        if wasText { item.decoded.append(decoding) }
        item.body = decoded
      }
    }
    return item
  }

  /// The first argument, or the whole call with its path as contracts write it.
  private static func called(
    _ recorded: JSONCursor, _ channel: Channel, _ decoder: BodyDecoder, _ reader: BodyReader
  ) -> JSONCursor {
    guard channel.via.calls, recorded.kind == .object, let fn = recorded.member("fn"),
      fn.kind == .string
    else { return recorded }
    let path = FunctionPath.normalised(fn.stringBytes)
    if channel.bodyIsCall {
      var text: [UInt8] = []
      JSONString.appendQuoted(path, to: &text)
      return decoder.splice(text, over: fn, in: recorded) ?? recorded
    }
    guard reader.calls(channel, path: path), let arguments = recorded.member("args"),
      arguments.kind == .array
    else { return recorded }
    return arguments.item(0) ?? JSONConstants.null
  }

  /// The body with these texts in place of its items.
  func assembled(_ texts: [[UInt8]], _ decoder: BodyDecoder) -> [UInt8] {
    let whole = zip(items, texts).map { item, text in
      Self.encoded(text, item.decoded, decoder)
    }
    let body =
      isBatch ? Array("[".utf8) + whole.joined(separator: ",".utf8) + Array("]".utf8) : whole[0]
    return Self.encoded(body, own, decoder)
  }

  /// A decoded text in the form it was decoded from.
  private static func encoded(
    _ text: [UInt8], _ decodings: [Decoding], _ decoder: BodyDecoder
  ) -> [UInt8] {
    var text = text
    for decoding in decodings.reversed() {
      let tape = JSONTape(capacity: 64)
      let next: [UInt8]? = text.withUnsafeBufferPointer { buffer in
        do throws(JSONError) {
          try tape.read(buffer, limits: .traffic)
        } catch {
          return nil
        }
        guard let value = decoding.at.resolve(from: tape.root) else { return nil }
        let form = Self.form(of: value, decoding.steps)
        return Array(buffer[..<value.offset]) + form
          + Array(buffer[(value.offset + value.text.count)...])
      }
      text = next ?? text
    }
    return text
  }

  /// The JSON string that decodes to a value.
  private static func form(of value: JSONCursor, _ steps: [Decoding.Step]) -> [UInt8] {
    var steps = steps.filter { $0 != .text }
    // What is no text came out of a `json`, and no later step touched it.
    if value.kind != .string { while let last = steps.last, last != .json { steps.removeLast() } }
    guard let last = steps.popLast() else { return Array(value.text) }
    var text = last == .json ? Array(value.text) : encode(value.stringBytes, last)
    while let step = steps.popLast() { text = encode(text, step) }
    return quoted(text)
  }

  private static func encode(_ text: [UInt8], _ step: Decoding.Step) -> [UInt8] {
    switch step {
    case .text: text
    case .json: quoted(text)
    case .percent: TextForm.percent(text)
    case .base64: TextForm.base64(text)
    }
  }

  private static func quoted(_ text: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    JSONString.appendQuoted(text, to: &out)
    return out
  }
}

/// Percent-encoding and base64, the way back.
private enum TextForm {
  /// What `encodeURIComponent` makes of the text.
  static func percent(_ text: [UInt8]) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    let plain = Array("-_.!~*'()".utf8)
    var out: [UInt8] = []
    for byte in text {
      let isLetter = (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A
      if isLetter || byte >= 0x30 && byte <= 0x39 || plain.contains(byte) {
        out.append(byte)
      } else {
        out += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return out
  }

  /// RFC 4648, section 4, with padding.
  static func base64(_ text: [UInt8]) -> [UInt8] {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var out: [UInt8] = []
    var at = 0
    while at < text.count {
      let group = text[at..<min(at + 3, text.count)]
      var bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      bits <<= UInt32(8 * (3 - group.count))
      for place in 0..<4 {
        out.append(
          place <= group.count
            ? letters[Int(bits >> UInt32(18 - 6 * place) & 63)] : UInt8(ascii: "="))
      }
      at += 3
    }
    return out
  }
}
