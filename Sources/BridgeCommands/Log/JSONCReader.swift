import BridgeLog
import CJSONC

/// json-c as the second reader of log lines. Strict, with its check of UTF-8; what it is known to do
/// otherwise even then is found beforehand by the own reader.
final class JSONCReader: SecondReader {
  private let tokener: UnsafeMutablePointer<json_tokener>

  /// Nil where there is no memory.
  init?() {
    guard let tokener = json_tokener_new_ex(10_100) else { return nil }
    self.tokener = tokener
    json_tokener_set_flags(tokener, JSON_TOKENER_STRICT | JSON_TOKENER_VALIDATE_UTF8)
  }

  deinit { json_tokener_free(tokener) }

  func rewritten(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    json_tokener_reset(tokener)
    guard let base = text.baseAddress, text.count < Int32.max else { return nil }
    var object = base.withMemoryRebound(to: CChar.self, capacity: text.count) {
      json_tokener_parse_ex(tokener, $0, Int32(text.count))
    }
    var used = json_tokener_get_parse_end(tokener)
    if json_tokener_get_error(tokener) == json_tokener_continue {
      // A number or literal might go on; a NUL ends it.
      object = json_tokener_parse_ex(tokener, [0], 1)
      used = text.count
    }
    defer { json_object_put(object) }
    guard json_tokener_get_error(tokener) == json_tokener_success,
      text[used...].allSatisfy({ $0 <= 0x20 })
    else { return nil }
    var length = 0
    let flags = JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE
    guard let out = json_object_to_json_string_length(object, flags, &length) else { return nil }
    return UnsafeRawBufferPointer(start: out, count: length).map { $0 }
  }
}
