package import BridgeJSON

// Between values and JSON text. What JSON cannot hold is written as `{"$": kind}`, so that no
// schema takes it for what it is not; a member that is undefined is left out.

extension BridgeValue {
  /// The value of a JSON text. Integers beyond ±(2^53-1) keep their text.
  /// - Throws: `JSONError` where the text is no JSON.
  package init(json text: [UInt8]) throws(JSONError) {
    let document = try JSONDocument(text, limits: JSONLimits.traffic, skipsBOM: false)
    self.init(document.root.cursor)
  }

  /// A copy of a value on a tape. Linear; without recursion, whatever the depth.
  package init(_ cursor: JSONCursor) {
    var nodes: [Node] = []
    struct Open {
      var node: Int
      var end: Int
      var isObject: Bool
      var items: [Int32] = []
      var members: [Member] = []
    }
    var open: [Open] = []
    func close() {
      guard let last = open.popLast() else { return }
      nodes[last.node] = last.isObject ? .object(last.members) : .array(last.items)
    }
    var i = cursor.index
    let end = cursor.indexBehind
    while i < end {
      while let last = open.last, i >= last.end { close() }
      var value = cursor.at(i)
      if let last = open.indices.last {
        if open[last].isObject {
          value = cursor.at(i + 1)
          let key = JSText(bytes: cursor.at(i).stringBytes)
          open[last].members.append(.init(key: key, value: Int32(nodes.count)))
        } else {
          open[last].items.append(Int32(nodes.count))
        }
      }
      switch value.kind {
      case .null: nodes.append(.null)
      case .bool: nodes.append(.boolean(value.isTrue))
      case .number: nodes.append(Self.number(value))
      case .string: nodes.append(.string(JSText(bytes: value.stringBytes)))
      case .array, .object:
        nodes.append(.undefined)
        open.append(
          Open(
            node: nodes.count - 1, end: value.indexBehind, isObject: value.kind == .object))
      }
      i = value.index + 1
    }
    while !open.isEmpty { close() }
    self.init(nodes: nodes, root: 0)
  }

  private static func number(_ value: JSONCursor) -> Node {
    let number = Double(String(decoding: value.text, as: UTF8.self)) ?? .nan
    let decimal = value.decimal
    if decimal.isInteger, !decimal.isSafeInteger { return .exact(Array(value.text)) }
    return .number(number)
  }

  /// The value as JSON text.
  package var json: [UInt8] {
    var out: [UInt8] = []
    write(to: &out)
    return out
  }

  /// A JSON text as a page holds it: numbers that JavaScript does not have become the nearest ones.
  /// Most texts have none and stay as they are.
  static func inPage(json text: [UInt8]) throws(JSONError) -> [UInt8] {
    guard mayHoldLongNumber(text) else { return text }
    let value = try BridgeValue(json: text)
    return value.nodes.contains { if case .exact = $0 { true } else { false } }
      ? value.inPage.json : text
  }

  /// Whether digits stand in a text that could be such a number: sixteen in a row, or an exponent.
  private static func mayHoldLongNumber(_ text: [UInt8]) -> Bool {
    var digits = 0
    for byte in text {
      if byte >= 0x30, byte <= 0x39 {
        digits += 1
        if digits == 16 { return true }
      } else {
        if digits > 0, byte | 0x20 == UInt8(ascii: "e") { return true }
        digits = 0
      }
    }
    return false
  }

  private enum Step {
    case value(Int32)
    case text(StaticString)
    case key(JSText, isFirst: Bool)
    case leave(Int32)
  }

  private func write(to out: inout [UInt8]) {
    if isTree { writeTree(to: &out) } else { writeGraph(to: &out) }
  }

  /// Whether every value in it stands behind what holds it: then nothing holds itself.
  private var isTree: Bool {
    for index in nodes.indices {
      switch nodes[index] {
      case .array(let items), .indexed(let items):
        for item in items where item <= index { return false }
      case .object(let members):
        for member in members where member.value <= index { return false }
      default: break
      }
    }
    return true
  }

  private func writeTree(to out: inout [UInt8]) {
    var open: [(node: Int, next: Int, isFirst: Bool)] = []
    var value: Int? = Int(root)
    out.reserveCapacity(out.count + 16 * nodes.count)
    while true {
      if let index = value {
        value = nil
        switch nodes[index] {
        case .array:
          out.append(UInt8(ascii: "["))
          open.append((index, 0, true))
        case .object, .indexed:
          out.append(UInt8(ascii: "{"))
          open.append((index, 0, true))
        case let leaf: write(leaf, to: &out)
        }
      }
      guard let top = open.indices.last else { return }
      let place = open[top].next
      switch nodes[open[top].node] {
      case .array(let items) where place < items.count:
        if place > 0 { out.append(UInt8(ascii: ",")) }
        value = Int(items[place])
      case .indexed(let items) where place < items.count:
        if place > 0 { out.append(UInt8(ascii: ",")) }
        JSONString.appendQuoted(String(place).utf8, to: &out)
        out.append(UInt8(ascii: ":"))
        value = Int(items[place])
      case .object(let members) where place < members.count:
        if case .undefined = nodes[Int(members[place].value)] { break }
        if !open[top].isFirst { out.append(UInt8(ascii: ",")) }
        open[top].isFirst = false
        JSONString.appendQuoted(members[place].key.bytes, to: &out)
        out.append(UInt8(ascii: ":"))
        value = Int(members[place].value)
      case .array:
        out.append(UInt8(ascii: "]"))
        open.removeLast()
        continue
      default:
        out.append(UInt8(ascii: "}"))
        open.removeLast()
        continue
      }
      open[top].next += 1
    }
  }

  private func writeGraph(to out: inout [UInt8]) {
    var steps = [Step.value(root)]
    var path: Set<Int32> = []
    while let step = steps.popLast() {
      switch step {
      case .text(let text):
        text.withUTF8Buffer { out.append(contentsOf: $0) }
      case .key(let key, let isFirst):
        if !isFirst { out.append(UInt8(ascii: ",")) }
        JSONString.appendQuoted(key.bytes, to: &out)
        out.append(UInt8(ascii: ":"))
      case .leave(let index): path.remove(index)
      case .value(let index):
        switch nodes[Int(index)] {
        case .array(let items):
          guard path.insert(index).inserted else {
            tag("cycle", to: &out)
            continue
          }
          out.append(UInt8(ascii: "["))
          steps.append(.leave(index))
          steps.append(.text("]"))
          for (position, item) in items.enumerated().reversed() {
            steps.append(.value(item))
            if position > 0 { steps.append(.text(",")) }
          }
        case .object, .indexed:
          guard path.insert(index).inserted else {
            tag("cycle", to: &out)
            continue
          }
          out.append(UInt8(ascii: "{"))
          steps.append(.leave(index))
          steps.append(.text("}"))
          let members = shownMembers(of: index)
          for (position, member) in members.enumerated().reversed() {
            steps.append(.value(member.value))
            steps.append(.key(member.key, isFirst: position == 0))
          }
        case let leaf: write(leaf, to: &out)
        }
      }
    }
  }

  private func shownMembers(of index: Int32) -> [Member] {
    switch nodes[Int(index)] {
    case .object(let members): members.filter { nodes[Int($0.value)] != .undefined }
    case .indexed(let items):
      items.enumerated().map { Member(key: JSText(String($0.offset)), value: $0.element) }
    default: []
    }
  }

  private func write(_ leaf: Node, to out: inout [UInt8]) {
    switch leaf {
    case .undefined, .null, .hole: out.append(contentsOf: "null".utf8)
    case .boolean(let value): out.append(contentsOf: (value ? "true" : "false").utf8)
    case .number(let value):
      if value.isFinite {
        out.append(contentsOf: Self.text(of: value).utf8)
      } else {
        tag("number", value.isNaN ? "NaN" : value > 0 ? "Infinity" : "-Infinity", to: &out)
      }
    case .exact(let text): out.append(contentsOf: text)
    case .bigInt(let digits): tag("bigint", digits, to: &out)
    case .string(let text): JSONString.appendQuoted(text.bytes, to: &out)
    case .symbol: tag("symbol", to: &out)
    case .date(let value):
      tag("date", value.isFinite ? Self.text(of: value) : "invalid", to: &out)
    case .host(let object): tag(object.rawValue, to: &out)
    case .array, .indexed, .object: break
    }
  }

  private func tag(_ kind: String, _ value: String? = nil, to out: inout [UInt8]) {
    out.append(contentsOf: #"{"$":"#.utf8)
    JSONString.appendQuoted(kind.utf8, to: &out)
    if let value {
      out.append(contentsOf: #","value":"#.utf8)
      JSONString.appendQuoted(value.utf8, to: &out)
    }
    out.append(UInt8(ascii: "}"))
  }

  /// A finite number as JSON text: integers without a fraction, negative zero with its sign.
  package static func text(of value: Double) -> String {
    if value == 0 { return value.sign == .minus ? "-0" : "0" }
    if value.rounded() == value, value.magnitude < 0x1p63 { return String(Int64(value)) }
    return value.description
  }
}

extension BridgeValue: CustomStringConvertible {
  /// JSON text, as far as JSON goes. For people; logs go through a contract's redaction.
  public var description: String { String(decoding: json, as: UTF8.self) }
}
