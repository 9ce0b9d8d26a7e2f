import CJSONC

/// A text as json-c reads it with its strictest flags.
enum JSONC {
  /// A value of json-c, taken out of its tree.
  indirect enum Value {
    case null
    case bool(Bool)
    case integer(Int64)
    case double(Double)
    case string([UInt8])
    case array([Value])
    case object([(key: [UInt8], value: Value)])
  }

  /// The value, or nil where json-c refuses the text or needs more of it.
  ///
  /// Strict, with its check of UTF-8; one NUL byte is fed behind the text where it answers that
  /// there might be more, and all of the text must have been used.
  static func read(_ text: [UInt8]) -> Value? {
    guard let tokener = json_tokener_new_ex(100_000) else { return nil }
    defer { json_tokener_free(tokener) }
    json_tokener_set_flags(tokener, JSON_TOKENER_STRICT | JSON_TOKENER_VALIDATE_UTF8)
    let terminated = text.map { CChar(bitPattern: $0) } + [0]
    let count = Int32(text.count)
    var object = json_tokener_parse_ex(tokener, terminated, count)
    var used = json_tokener_get_parse_end(tokener)
    if json_tokener_get_error(tokener) == json_tokener_continue {
      object = json_tokener_parse_ex(tokener, [0], 1)
      used = text.count
    }
    defer { json_object_put(object) }
    guard json_tokener_get_error(tokener) == json_tokener_success, used == text.count else {
      return nil
    }
    return value(object)
  }

  private static func value(_ object: OpaquePointer?) -> Value {
    switch json_object_get_type(object) {
    case json_type_boolean: return .bool(json_object_get_boolean(object) != 0)
    case json_type_int: return .integer(json_object_get_int64(object))
    case json_type_double: return .double(json_object_get_double(object))
    case json_type_string:
      let count = Int(json_object_get_string_len(object))
      return .string(
        UnsafeRawBufferPointer(start: json_object_get_string(object), count: count).map { $0 })
    case json_type_array:
      return .array(
        (0..<json_object_array_length(object)).map { value(json_object_array_get_idx(object, $0)) })
    case json_type_object:
      var members: [(key: [UInt8], value: Value)] = []
      var entry = json_object_get_object(object)?.pointee.head
      while let at = entry {
        // Keys of json-c end with their first NUL.
        let key = at.pointee.k.map {
          Array(String(cString: $0.assumingMemoryBound(to: CChar.self)).utf8)
        }
        members.append((key ?? [], value(at.pointee.v.map { OpaquePointer($0) })))
        entry = at.pointee.next
      }
      return .object(members)
    default: return .null
    }
  }
}
