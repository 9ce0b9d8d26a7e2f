import BridgeContract
import BridgeJSON

/// What stands at the places of a channel's bodies: enough to guess which of them have roles.
struct PlaceTable {
  /// A place.
  struct Place {
    let pointer: JSONPointer
    var count = 0
    var strings = 0
    var integers = 0
    var booleans = 0
    var containers = 0
    var nulls = 0
    /// Strings that look like words of a protocol.
    var words = 0
    /// Strings that begin as JSON text does, or as such text in percent or base64 encoding.
    var looksLike: (json: Int, percent: Int, base64: Int) = (0, 0, 0)
    /// What was there, by the numbers of bodies: short strings and integers.
    var values: [(body: Int, value: IDKey)] = []

    init(_ pointer: JSONPointer) { self.pointer = pointer }

    var name: String { pointer.segments.last.map { String(decoding: $0.key, as: UTF8.self) } ?? "" }
    var depth: Int { pointer.segments.count }
    /// Different values.
    var distinct: Int { Set(values.map(\.value)).count }
    /// Whether there is nothing but short strings or integers.
    var isScalar: Bool { count > 0 && values.count == count - nulls && values.count > 0 }
  }

  private(set) var places: [Place] = []
  /// The sample of each body.
  private(set) var samples: [Int] = []
  /// Numbers that differ where bodies have other members.
  private(set) var signatures: [Int] = []
  private var index: [JSONPointer: Int] = [:]

  private static let placeLimit = 400
  private static let depthLimit = 3

  /// How many bodies there are.
  var count: Int { samples.count }

  func place(_ pointer: String) -> Place? {
    JSONPointer(pointer).flatMap { index[$0] }.map { places[$0] }
  }

  mutating func add(_ body: JSONCursor, sample: Int) {
    let number = samples.count
    samples.append(sample)
    var signature = 0
    walk(body, [], number, &signature)
    signatures.append(signature)
  }

  private mutating func walk(
    _ value: JSONCursor, _ path: [JSONPointer.Segment], _ body: Int, _ signature: inout Int
  ) {
    note(value, JSONPointer(segments: path), body)
    guard path.count < Self.depthLimit else { return }
    switch value.kind {
    case .object:
      var count = 0
      value.forEachMember { key, item in
        count += 1
        guard count <= 40 else { return }
        let segment = JSONPointer.Segment(key.stringBytes)
        // A sum: members come in any order.
        let mixed = (UInt64(segment.hash) &+ UInt64(path.count) << 32) &* 0x9E37_79B9_7F4A_7C15
        signature &+= Int(truncatingIfNeeded: mixed ^ (mixed >> 29))
        walk(item, path + [segment], body, &signature)
      }
    case .array:
      // Positions mean something where an array is the body or a function's arguments.
      let isFixed = path.isEmpty || path.last?.key.elementsEqual("args".utf8) == true
      guard isFixed else { return }
      var count = 0
      value.forEachItem { item in
        count += 1
        guard count <= 8 else { return }
        walk(item, path + [.init(Array(String(count - 1).utf8))], body, &signature)
      }
    default: break
    }
  }

  private mutating func note(_ value: JSONCursor, _ pointer: JSONPointer, _ body: Int) {
    let place: Int
    if let known = index[pointer] {
      place = known
    } else {
      guard places.count < Self.placeLimit else { return }
      place = places.count
      index[pointer] = place
      places.append(Place(pointer))
    }
    places[place].count += 1
    switch value.kind {
    case .null: places[place].nulls += 1
    case .bool: places[place].booleans += 1
    case .object, .array: places[place].containers += 1
    case .number:
      guard value.isInteger, value.text.count <= 20 else { return }
      places[place].integers += 1
      places[place].values.append((body, IDKey(value)))
    case .string:
      places[place].strings += 1
      let text = value.stringBytes
      if Self.isWireWord(text) { places[place].words += 1 }
      let first = text.first(where: { $0 > 0x20 })
      if first == 0x7B || first == 0x5B { places[place].looksLike.json += 1 }
      if text.starts(with: "%7B".utf8) || text.starts(with: "%5B".utf8) {
        places[place].looksLike.percent += 1
      }
      if text.count >= 8, text.starts(with: "ey".utf8) || text.starts(with: "W".utf8) {
        places[place].looksLike.base64 += 1
      }
      if text.count <= 64 { places[place].values.append((body, IDKey(value))) }
    }
  }

  /// Whether a text can be the name of a message: short, of letters of any script, digits and the
  /// signs that names have. Prose and secrets are none.
  static func isWireWord(_ text: [UInt8]) -> Bool {
    guard let first = text.first, text.count <= 64, first != 0x2D else { return false }
    var digits = 0
    for byte in text {
      switch byte {
      case 0x30...0x39: digits += 1
      case 0x41...0x5A, 0x61...0x7A, 0x80...0xFF: break
      // . _ - : / $ # ! | ~ + *
      case 0x2E, 0x5F, 0x2D, 0x3A, 0x2F, 0x24, 0x23, 0x21, 0x7C, 0x7E, 0x2B, 0x2A: break
      default: return false
      }
    }
    return digits * 2 <= text.count || text.count <= 3
  }
}
