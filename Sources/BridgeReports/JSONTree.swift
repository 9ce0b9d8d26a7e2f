internal import BridgeFindings
internal import CJSONC

/// A JSON value under construction, owned by json-c until it is written.
///
/// The one place that calls json-c. A value is built for one finding, written and freed, so memory
/// does not grow with the report. Texts go over by their length (U+0000 is kept), and JSON text of
/// the traffic goes over unchanged: json-c never sees it as a number that it could round.
struct JSONTree: ~Copyable {
  /// Nil stands for `null` in json-c; here it is only that after `take()`.
  private var root: OpaquePointer?

  /// An empty object.
  init() { root = json_object_new_object() }

  deinit { if let root { json_object_put(root) } }

  /// Adds a text, if there is one. Ill-formed UTF-8 cannot occur in a Swift text.
  func add(_ name: StaticString, _ text: String?) {
    if let text { put(name, Self.string(text)) }
  }

  /// Adds a truth value.
  func add(_ name: StaticString, _ flag: Bool) {
    put(name, json_object_new_boolean(flag ? 1 : 0))
  }

  /// Adds a number, if there is one.
  func add(_ name: StaticString, _ number: Int?) {
    if let number { put(name, json_object_new_int64(Int64(number))) }
  }

  /// Adds a member with a name that is only known at run time.
  func add(named name: String, _ number: Int) {
    json_object_object_add(root, Self.key(name), json_object_new_int64(Int64(number)))
  }

  /// Adds JSON text as it is, without blanks between its tokens. Text that is no JSON is added as
  /// a string, so that one bad value cannot break the report.
  func add(json name: StaticString, _ text: String?) {
    if let text { put(name, Self.raw(text)) }
  }

  /// The same under a name that is only known at run time.
  func add(json text: String, named name: String) {
    json_object_object_add(root, Self.key(name), Self.raw(text))
  }

  /// Adds an object that is complete.
  func add(_ name: StaticString, _ object: consuming JSONTree) { put(name, object.take()) }

  /// Adds an array of objects, texts or anything else made by `item`.
  func add<T>(_ name: StaticString, _ items: some Sequence<T>, _ item: (T) -> JSONTree) {
    let array = json_object_new_array()
    for element in items {
      var value = item(element)
      json_object_array_add(array, value.take())
    }
    put(name, array)
  }

  /// Adds an array of texts.
  func add(_ name: StaticString, texts: some Sequence<String>) {
    let array = json_object_new_array()
    for text in texts { json_object_array_add(array, Self.string(text)) }
    put(name, array)
  }

  /// Hands the JSON text over, without blanks and without a line end.
  func write(to sink: (UnsafeRawBufferPointer) -> Void) {
    var length = 0
    // PLAIN: no blanks; NOSLASHESCAPE: `/` stays as it is.
    let flags = JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE
    guard let text = json_object_to_json_string_length(root, flags, &length) else { return }
    JSONText.writeHarmless(UnsafeRawBufferPointer(start: text, count: length), to: sink)
  }

  private mutating func take() -> OpaquePointer? {
    defer { root = nil }
    return root
  }

  private func put(_ name: StaticString, _ value: OpaquePointer?) {
    // The name lives as long as the program, and a report writes no name twice.
    let options = UInt32(JSON_C_OBJECT_ADD_KEY_IS_NEW | JSON_C_OBJECT_KEY_IS_CONSTANT)
    name.utf8Start.withMemoryRebound(to: CChar.self, capacity: name.utf8CodeUnitCount + 1) {
      _ = json_object_object_add_ex(root, $0, value, options)
    }
  }

  /// json-c takes names as C strings, which end at U+0000: U+FFFD stands for it.
  private static func key(_ name: String) -> String {
    guard name.utf8.contains(0) else { return name }
    let scalars = name.unicodeScalars.map { $0.value == 0 ? "\u{FFFD}" : $0 }
    return String(String.UnicodeScalarView(scalars))
  }

  private static func string(_ text: String) -> OpaquePointer? {
    var text = text
    return text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { chars in
        json_object_new_string_len(chars.baseAddress ?? emptyText, Int32(clamping: chars.count))
      }
    }
  }

  /// A valid address for a text of length 0.
  private static var emptyText: UnsafePointer<CChar> {
    let empty: StaticString = ""
    return UnsafeRawPointer(empty.utf8Start).assumingMemoryBound(to: CChar.self)
  }

  private static func raw(_ text: String) -> OpaquePointer? {
    guard let compact = JSONText.compact(text) else { return string(text) }
    // A "double" keeps the text it was read from and is written as that text, whatever it is.
    return json_object_new_double_s(0, compact)
  }
}
