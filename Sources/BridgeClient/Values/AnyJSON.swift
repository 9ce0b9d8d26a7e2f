internal import BridgeJSON

/// Any JSON value, kept as its text: what a contract says too little of for a type of its own.
///
/// Flat whatever its nesting, so that neither copying nor freeing it recurses; numbers stay as they
/// are written.
public struct AnyJSON: Sendable, Hashable {
  /// The JSON text.
  public let text: String

  /// A value from JSON text; nil if it is none.
  public init?(json text: String) {
    guard (try? JSONDocument(Array(text.utf8), limits: .traffic, skipsBOM: false)) != nil else {
      return nil
    }
    self.text = text
  }

  init(checked text: String) { self.text = text }

  /// `null`.
  public static let null = AnyJSON(checked: "null")

  /// Any `Encodable` as JSON.
  /// - Throws: what `JSONPayload.encode` throws.
  public init(encoding value: some Encodable) throws {
    text = try JSONPayload.encode(value)
  }

  /// The value as a type of its own.
  /// - Throws: `DecodingError`.
  public func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try JSONPayload.decode(type, from: text)
  }
}

extension AnyJSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
  /// A string.
  public init(stringLiteral value: String) { text = JSONString.quoted(value) }
  /// A number.
  public init(integerLiteral value: Int) { text = String(value) }
  /// A boolean.
  public init(booleanLiteral value: Bool) { text = value ? "true" : "false" }
  /// `null`.
  public init(nilLiteral: ()) { text = "null" }
}

extension AnyJSON: Codable {
  /// The deepest nesting that travels through `Codable`, which recurses by its nature.
  static let depthLimit = 100

  /// Takes whatever is there.
  public init(from decoder: any Decoder) throws {
    if let own = decoder as? PayloadDecoder {
      self.init(checked: own.value.text)
      return
    }
    var out = ""
    try AnyJSON.read(decoder, into: &out, depth: 0)
    self.init(checked: out)
  }

  /// Writes the value itself.
  public func encode(to encoder: any Encoder) throws {
    let document: JSONDocument
    do throws(JSONError) {
      document = try JSONDocument(Array(text.utf8), limits: .traffic, skipsBOM: false)
    } catch {
      throw EncodingError.invalidValue(
        self, .init(codingPath: encoder.codingPath, debugDescription: error.sentence))
    }
    try AnyJSON.write(document.root, to: encoder, depth: 0)
  }

  private static func write(_ value: JSONValue, to encoder: any Encoder, depth: Int) throws {
    guard depth < depthLimit else {
      throw EncodingError.invalidValue(
        depthLimit,
        .init(codingPath: encoder.codingPath, debugDescription: "nested too deeply"))
    }
    switch value.kind {
    case .object:
      var fields = encoder.container(keyedBy: FieldKey.self)
      for member in value.members {
        try write(
          member.value, to: fields.superEncoder(forKey: FieldKey(member.key)), depth: depth + 1)
      }
    case .array:
      var items = encoder.unkeyedContainer()
      for item in value.items { try write(item, to: items.superEncoder(), depth: depth + 1) }
    case .string:
      var single = encoder.singleValueContainer()
      try single.encode(value.string ?? "")
    case .bool:
      var single = encoder.singleValueContainer()
      try single.encode(value.bool ?? false)
    case .null:
      var single = encoder.singleValueContainer()
      try single.encodeNil()
    case .number:
      var single = encoder.singleValueContainer()
      if let integer = value.smallInteger {
        try single.encode(integer)
      } else {
        try single.encode(Double(value.text) ?? 0)
      }
    }
  }

  /// Reads from a decoder of somebody else.
  private static func read(_ decoder: any Decoder, into out: inout String, depth: Int) throws {
    guard depth < depthLimit else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "nested too deeply"))
    }
    if let fields = try? decoder.container(keyedBy: FieldKey.self) {
      out += "{"
      for (index, key) in fields.allKeys.enumerated() {
        if index > 0 { out += "," }
        out += JSONString.quoted(key.stringValue) + ":"
        try read(fields.superDecoder(forKey: key), into: &out, depth: depth + 1)
      }
      out += "}"
    } else if var items = try? decoder.unkeyedContainer() {
      out += "["
      var isFirst = true
      while !items.isAtEnd {
        if !isFirst { out += "," }
        isFirst = false
        try read(items.superDecoder(), into: &out, depth: depth + 1)
      }
      out += "]"
    } else {
      let single = try decoder.singleValueContainer()
      if single.decodeNil() {
        out += "null"
      } else if let value = try? single.decode(Bool.self) {
        out += value ? "true" : "false"
      } else if let value = try? single.decode(Int64.self) {
        out += String(value)
      } else if let value = try? single.decode(Double.self) {
        out += try JSONPayload.encode(value)
      } else {
        out += JSONString.quoted(try single.decode(String.self))
      }
    }
  }
}
