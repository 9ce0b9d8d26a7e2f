#if RealEngine
  import CJSONC

  /// A JSON value of json-c; Swift counts for it. Null is a node without an object.
  final class Node {
    let raw: OpaquePointer?

    /// Takes over a count that the caller had.
    init(taking raw: OpaquePointer?) { self.raw = raw }

    /// Adds a count to a value that belongs to another.
    init(sharing raw: OpaquePointer?) { self.raw = json_object_get(raw) }

    deinit { json_object_put(raw) }

    convenience init(_ text: String) {
      var text = text
      self.init(
        taking: text.withUTF8 { bytes in
          bytes.withMemoryRebound(to: CChar.self) {
            json_object_new_string_len($0.baseAddress, Int32(clamping: $0.count))
          }
        })
    }

    /// A text by its UTF-8 bytes.
    convenience init(text bytes: UnsafeBufferPointer<CChar>) {
      self.init(
        taking: json_object_new_string_len(bytes.baseAddress, Int32(clamping: bytes.count)))
    }

    convenience init(_ text: UnsafePointer<CChar>?) {
      self.init(taking: text.flatMap { json_object_new_string($0) })
    }

    convenience init(_ number: Int) { self.init(taking: json_object_new_int64(Int64(number))) }

    convenience init(_ value: Bool) { self.init(taking: json_object_new_boolean(value ? 1 : 0)) }

    static func object() -> Node { Node(taking: json_object_new_object()) }

    static func array(_ items: [Node] = []) -> Node {
      let array = Node(taking: json_object_new_array())
      for item in items { json_object_array_add(array.raw, json_object_get(item.raw)) }
      return array
    }

    /// Reads a text, at most `depth` levels deep; nil where it is no JSON.
    static func parse(_ bytes: UnsafeBufferPointer<CChar>, depth: Int32 = 400) -> Node? {
      guard let tokener = json_tokener_new_ex(depth) else { return nil }
      defer { json_tokener_free(tokener) }
      var raw = json_tokener_parse_ex(tokener, bytes.baseAddress, Int32(clamping: bytes.count))
      if json_tokener_get_error(tokener) == json_tokener_continue {
        // A number or word at the end is only then complete.
        raw = json_tokener_parse_ex(tokener, "", 1)
      }
      guard json_tokener_get_error(tokener) == json_tokener_success else {
        json_object_put(raw)
        return nil
      }
      return Node(taking: raw)
    }

    // MARK: Reading

    /// A member that is there and not null.
    subscript(_ key: String) -> Node? {
      guard json_object_is_type(raw, json_type_object) != 0 else { return nil }
      var found: OpaquePointer?
      guard json_object_object_get_ex(raw, key, &found) != 0, let found else { return nil }
      return Node(sharing: found)
    }

    var isNull: Bool { raw == nil }

    var isInteger: Bool { json_object_is_type(raw, json_type_int) != 0 }

    var integer: Int { Int(json_object_get_int64(raw)) }

    /// Calls `body` with the text's bytes, NUL included where the value holds one.
    func withText<R>(_ body: (UnsafePointer<CChar>, Int) -> R) -> R {
      body(json_object_get_string(raw), Int(json_object_get_string_len(raw)))
    }

    /// The text of a string member, or nil where it is none.
    func text(_ key: String) -> String? {
      guard let value = self[key], json_object_is_type(value.raw, json_type_string) != 0 else {
        return nil
      }
      return value.withText { start, count in
        String(
          decoding: UnsafeRawBufferPointer(start: UnsafeRawPointer(start), count: count),
          as: UTF8.self)
      }
    }

    func number(_ key: String, _ otherwise: Int) -> Int {
      self[key].map { Int(json_object_get_int($0.raw)) } ?? otherwise
    }

    func flag(_ key: String) -> Bool {
      self[key].map { json_object_get_boolean($0.raw) != 0 } ?? false
    }

    var items: [Node] {
      guard json_object_is_type(raw, json_type_array) != 0 else { return [] }
      return (0..<json_object_array_length(raw)).map {
        Node(sharing: json_object_array_get_idx(raw, $0))
      }
    }

    var members: [(key: String, value: Node)] {
      guard json_object_is_type(raw, json_type_object) != 0 else { return [] }
      var out: [(String, Node)] = []
      var place = json_object_iter_begin(raw)
      var end = json_object_iter_end(raw)
      while json_object_iter_equal(&place, &end) == 0 {
        let key = String(cString: json_object_iter_peek_name(&place))
        out.append((key, Node(sharing: json_object_iter_peek_value(&place))))
        json_object_iter_next(&place)
      }
      return out
    }

    func equals(_ other: Node) -> Bool { json_object_equal(raw, other.raw) != 0 }

    // MARK: Writing

    @discardableResult
    func set(_ key: String, _ value: Node) -> Node {
      json_object_object_add(raw, key, json_object_get(value.raw))
      return self
    }

    @discardableResult
    func set(_ key: String, _ text: String) -> Node { set(key, Node(text)) }

    /// Calls `body` with the value on one line, without its end.
    func withLine<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R {
      var length = 0
      let text = json_object_to_json_string_length(
        raw, JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE, &length)
      return body(UnsafeRawBufferPointer(start: UnsafeRawPointer(text), count: length))
    }
  }
#endif
