import BridgeClient
import Foundation
import Testing

@Suite("Values from JSON text and back")
struct PayloadTests {
  private struct Sample: Codable, Equatable {
    var count: Int
    var note: Nullable<String>?
    var rest: AnyJSON

    init(count: Int, note: Nullable<String>? = nil, rest: AnyJSON) {
      self.count = count
      self.note = note
      self.rest = rest
    }

    init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: FieldKey.self)
      count = try fields.required("count")
      note = try fields.optional("note")
      rest = try fields.required("rest")
    }

    func encode(to encoder: any Encoder) throws {
      var fields = encoder.container(keyedBy: FieldKey.self)
      try fields.set("count", count)
      try fields.set(optional: "note", note)
      try fields.set("rest", rest)
    }
  }

  private func decode(_ json: String) throws -> Sample {
    try JSONPayload.decode(Sample.self, from: json)
  }

  @Test("absent, null and a value are three things")
  func presence() throws {
    let absent = try decode(#"{"count":1,"rest":0}"#)
    #expect(absent.note == nil)
    #expect(try JSONPayload.encode(absent) == #"{"count":1,"rest":0}"#)
    let null = try decode(#"{"count":1,"note":null,"rest":0}"#)
    #expect(null.note == .some(.null))
    #expect(try JSONPayload.encode(null) == #"{"count":1,"note":null,"rest":0}"#)
    let value = try decode(#"{"count":1,"note":"x","rest":0}"#)
    #expect(value.note == .value("x"))
  }

  @Test(
    "integers: 1.0 and 1e2 are, fractions, booleans and what JavaScript does not hold are not",
    arguments: [
      ("1.0", 1), ("1e2", 100), ("9007199254740991", 9_007_199_254_740_991), ("1.5", nil),
      ("true", nil), ("\"1\"", nil), ("9007199254740992", nil), ("-9007199254740993", nil),
      ("1e40", nil),
    ] as [(String, Int?)])
  func integers(_ text: String, _ wanted: Int?) {
    #expect((try? decode(#"{"count":\#(text),"rest":0}"#))?.count == wanted)
  }

  @Test("the same types refuse unsafe integers with Foundation's decoder and encoder")
  func foundation() throws {
    let text = Data(#"{"count":9007199254740993,"rest":0}"#.utf8)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Sample.self, from: text) }
    let sample = Sample(count: 1 << 53, rest: .null)
    #expect(throws: (any Error).self) { try JSONEncoder().encode(sample) }
    #expect(throws: (any Error).self) { try JSONPayload.encode(sample) }
    let good = try JSONDecoder().decode(
      Sample.self, from: Data(#"{"count":1,"note":null,"rest":{"a":[1,2.5,"x",null,true]}}"#.utf8))
    #expect(JSONPayload.areEqual(good.rest.text, #"{"a":[1,2.5,"x",null,true]}"#))
    #expect(good.note == .some(.null))
  }

  @Test("anything keeps its text, however deep; a type that holds itself is refused beyond bounds")
  func depth() throws {
    let deep = String(repeating: "[", count: 5000) + String(repeating: "]", count: 5000)
    #expect(try decode(#"{"count":1,"rest":\#(deep)}"#).rest.text == deep)
    #expect(throws: DecodingError.self) {
      try JSONPayload.decode(Nest.self, from: deep)
    }
    #expect(AnyJSON(json: "{") == nil)
  }

  private final class Nest: Decodable {
    let inner: [Nest]
    init(from decoder: any Decoder) throws {
      inner = try decoder.singleValueContainer().decode([Nest].self)
    }
  }

  @Test("halves of surrogate pairs are no text of Swift")
  func surrogates() {
    #expect(throws: DecodingError.self) {
      try JSONPayload.decode([String].self, from: #"["\ud800"]"#)
    }
  }
}
