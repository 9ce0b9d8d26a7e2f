import BridgeJSON
import BridgeScript

/// `encode --lines`: a request a line, an answer a line, in the same order.
final class EncodeLines {
  private let encoder: ScriptEncoder
  private let target: EncodeTarget?
  private let console: Console
  private let tape = JSONTape()
  private var outcome = Outcome.success
  private var number = 0

  /// The longest request: a text of the greatest length, every byte of it escaped.
  private static let limits = JSONLimits(depth: 64, bytes: 128 << 20)

  init(encoder: ScriptEncoder, target: EncodeTarget?, console: Console) {
    self.encoder = encoder
    self.target = target
    self.console = console
  }

  func run() -> Outcome {
    do throws(SystemError) {
      try InputLines.forEach(Descriptor.standardInput) { line in
        self.answer(line)
        return !self.console.out.isClosed
      } beforeWaiting: {
        self.console.out.flush()
      }
    } catch {
      console.fail("standard input: \(error.words)")
      outcome.formUnion(.broken)
    }
    return outcome
  }

  /// Why a line cannot be answered with a script.
  private struct Refusal: Error {
    var words: String
    /// The line is no request at all.
    var isNoRequest = false
  }

  private func answer(_ line: UnsafeBufferPointer<UInt8>) {
    number += 1
    var line = line
    if number == 1, line.starts(with: [0xEF, 0xBB, 0xBF]) {
      line = UnsafeBufferPointer(rebasing: line.dropFirst(3))
    }
    if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { return }
    var id = Array("null".utf8)
    do throws(Refusal) {
      let request = try read(line)
      if let value = request.member("id") { id = Array(value.text) }
      let form = try form(of: request)
      let json = try json(of: request)
      let script: [UInt8]
      do throws(ScriptError) {
        script = try encoder.bytes(form, json)
      } catch {
        throw Refusal(words: error.description)
      }
      write(id, "js", script)
    } catch {
      outcome.formUnion(error.isNoRequest ? .broken : .findings)
      write(id, "error", Array("line \(number): \(error.words)".utf8))
    }
  }

  private func read(_ line: UnsafeBufferPointer<UInt8>) throws(Refusal) -> JSONCursor {
    do throws(JSONError) {
      try tape.read(line, limits: Self.limits)
    } catch {
      throw Refusal(
        words: "the request is no JSON: column \(error.offset + 1): \(error.sentence)",
        isNoRequest: true)
    }
    guard tape.root.kind == .object else {
      throw Refusal(words: "the request is no object", isNoRequest: true)
    }
    if let key = tape.firstDuplicateKey {
      let pointer = JSONPointer.text(to: key, from: tape.root)
      throw Refusal(words: "the request holds \(pointer) twice", isNoRequest: true)
    }
    return tape.root
  }

  private func form(of request: JSONCursor) throws(Refusal) -> ScriptForm {
    let (call, handler) = (request.member("call"), request.member("handler"))
    if call != nil, handler != nil {
      throw Refusal(words: "the request has both call and handler", isNoRequest: true)
    }
    guard let name = call ?? handler else {
      if let target { return target.form }
      throw Refusal(words: "the request has neither call nor handler", isNoRequest: true)
    }
    let word = call != nil ? "call" : "handler"
    guard name.kind == .string else {
      throw Refusal(words: "\(word) is no string", isNoRequest: true)
    }
    if name.hasLoneSurrogate {
      throw Refusal(words: "\(word) holds half of a surrogate pair")
    }
    let text = String(decoding: name.stringBytes, as: UTF8.self)
    do throws(ScriptError) {
      return call != nil ? try .call(JavaScriptReceiver(text)) : .post(to: try .init(text))
    } catch {
      throw Refusal(words: error.description)
    }
  }

  private func json(of request: JSONCursor) throws(Refusal) -> [UInt8] {
    let (text, base64) = (request.member("json"), request.member("json_b64"))
    if text != nil, base64 != nil {
      throw Refusal(words: "the request has both json and json_b64", isNoRequest: true)
    }
    guard let value = text ?? base64 else {
      throw Refusal(words: "the request has neither json nor json_b64", isNoRequest: true)
    }
    guard value.kind == .string else {
      throw Refusal(
        words: text != nil ? "json is no string: it holds JSON text" : "json_b64 is no string",
        isNoRequest: true)
    }
    if text != nil {
      return value.hasLoneSurrogate
        ? LoneSurrogates.escaped(value.stringBytes) : value.stringBytes
    }
    guard let bytes = Base64.decode(value.stringBytes) else {
      throw Refusal(words: "json_b64 is no base64", isNoRequest: true)
    }
    return bytes
  }

  /// `text` is ASCII for scripts and UTF-8 for words.
  private func write(_ id: [UInt8], _ key: String, _ text: [UInt8]) {
    var line: [UInt8] = []
    line.reserveCapacity(text.count + text.count / 8 + 64)
    line += #"{"id":"#.utf8
    line += id
    line += ",\"\(key)\":".utf8
    JSONString.appendQuoted(text, to: &line)
    line += "}\n".utf8
    console.out.write(line)
  }
}

/// Halves of surrogate pairs that stand in a JSON text itself.
enum LoneSurrogates {
  /// The text with each half (three bytes, as in WTF-8) written as the escape that means the same.
  ///
  /// One behind an odd number of backslashes stays as it is, and the reader refuses it: `\` and a
  /// half is no escape, `\\` and `ud800` would be another text.
  static func escaped(_ text: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(text.count + 16)
    var i = 0
    var backslashes = 0
    while i < text.count {
      let byte = text[i]
      if byte == 0xED, i + 2 < text.count, text[i + 1] >= 0xA0, backslashes % 2 == 0 {
        let unit = 0xD000 | UInt32(text[i + 1] & 0x3F) << 6 | UInt32(text[i + 2] & 0x3F)
        out += "\\u\(String(unit, radix: 16))".utf8
        i += 3
        backslashes = 0
        continue
      }
      backslashes = byte == UInt8(ascii: "\\") ? backslashes + 1 : 0
      out.append(byte)
      i += 1
    }
    return out
  }
}
