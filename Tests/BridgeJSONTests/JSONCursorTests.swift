import BridgeJSON
import TestSupport
import Testing

@Suite("Values on the tape")
struct JSONCursorTests {
  @Test func everyKind() throws {
    try withRoot(#"[null,true,false,-1.5,"s",[1],{"k":2}]"#) { root in
      var kinds: [JSONKind] = []
      var texts: [String] = []
      root.forEachItem {
        kinds.append($0.kind)
        texts.append(String(decoding: $0.text, as: UTF8.self))
      }
      #expect(kinds == [.null, .bool, .bool, .number, .string, .array, .object])
      #expect(texts == ["null", "true", "false", "-1.5", "\"s\"", "[1]", "{\"k\":2}"])
      #expect(root.count == 7)
      #expect(root.item(0)?.isNull == true)
      #expect([1, 2, 3].map { root.item($0)?.bool } == [true, false, nil])
      #expect(root.item(1)?.isTrue == true && root.item(2)?.isTrue == false)
      #expect(root.item(7) == nil && root.item(-1) == nil)
      #expect(root.item(6)?.member("k")?.smallInteger == 2)
      #expect(root.item(6)?.member("x") == nil && root.member("k") == nil)
      #expect(root.item(4)?.isString("s") == true && root.item(3)?.isString("s") == false)
      #expect(root.item(3)?.string == nil && root.item(4)?.smallInteger == nil)
    }
  }

  /// The reader writes a kind as its raw value, and the cursor reads it as a case.
  @Test func rawValuesAreTheOrderOfCases() {
    let kinds: [JSONKind] = [.null, .bool, .number, .string, .array, .object]
    for (i, kind) in kinds.enumerated() {
      #expect(kind.rawValue == UInt8(i))
      #expect(JSONNode(start: 0, length: 0, next: 0, info: 0xFF0 | UInt32(i)).kind == kind)
    }
    #expect(kinds.map(\.typeName) == ["null", "boolean", "number", "string", "array", "object"])
  }

  @Test func positionsAreThoseInTheText() throws {
    let marked = MarkedText(
      "«root»{\n  «k1»\"é\": «v1»[\n    «i0»1,\n\t«i1»\"日本\", «i2»{}\n  ],\n  «k2»\"b\":«v2»null\n}\n"
    )
    let document = try document(marked.text)
    let names = ["root", "k1", "v1", "i0", "i1", "i2", "k2", "v2"]
    #expect(document.tape.count == names.count)
    for (index, name) in names.enumerated() {
      let value = JSONValue(document: document, index: index)
      let place = marked[name]
      #expect(value.cursor.offset == place.offset)
      #expect(value.position == TextPosition(line: place.line, column: place.column))
    }
    #expect(document.root["é"]?[1]?.pointer == "/é/1")
  }

  @Test func positionsBehindAByteOrderMark() throws {
    let document = try JSONDocument(
      [0xEF, 0xBB, 0xBF] + Array("[1,\n2]".utf8), limits: .contract)
    #expect(document.root.position == TextPosition(line: 1, column: 1))
    #expect(document.offset(of: document.root.cursor) == 3)
    #expect(document.root[0]?.position == TextPosition(line: 1, column: 2))
    #expect(document.root[1]?.position == TextPosition(line: 2, column: 1))
  }

  @Test func carriageReturnsBelongToTheLineTheyEnd() throws {
    let document = try document("[1,\r\n 2,\r 3]")
    #expect(document.root[1]?.position == TextPosition(line: 2, column: 2))
    #expect(document.root[2]?.position == TextPosition(line: 2, column: 6))
  }

  @Test func aPositionBehindTheEndIsTheEnd() throws {
    let document = try document("[]\n")
    #expect(document.position(ofOffset: 99) == TextPosition(line: 2, column: 1))
  }

  @Test func membersKeepTheirOrderAndPlace() throws {
    let document = try document(#"{"b":1, "a":{"c":[]}, "b":3}"#)
    let members = document.root.members
    #expect(members.map(\.key) == ["b", "a", "b"])
    #expect(members.map(\.keyNode.position.column) == [2, 9, 23])
    #expect(members.map(\.value.text) == ["1", #"{"c":[]}"#, "3"])
    #expect(document.root["b"]?.smallInteger == 1)
  }

  /// Each value's `next` lies behind all that is in it; members and items are found by it alone.
  @Test func walkingFindsEveryNodeOnce() throws {
    for seed in 0..<150 as Range<UInt64> {
      var source = RandomJSON(seed: seed)
      let text = source.text(values: 50)
      let document = try JSONDocument(text, limits: .traffic)
      #expect(try checkedTape(document.tape) == document.tape.count)
    }
  }

  /// A node counts to 2^24 - 1; at that number the elements are counted again.
  @Test(arguments: [("[1,[2,3],4]", 3), (#"{"a":{"x":1},"b":2}"#, 2)])
  func moreElementsThanANodeCounts(_ text: String, _ count: Int) throws {
    let document = try document(text)
    document.tape.nodes[0].info |= 0xFFFF_FF00
    #expect(document.root.count == count)
  }
}

/// Walks the tape from the root without recursion and checks each node against its text; gives the
/// number of nodes met.
func checkedTape(_ tape: JSONTape) throws -> Int {
  var open = [tape.root]
  var met = 0
  while let value = open.popLast() {
    met += 1
    let text = value.text
    switch value.kind {
    case .null: #expect(text.elementsEqual("null".utf8))
    case .bool: #expect(text.elementsEqual((value.isTrue ? "true" : "false").utf8))
    case .number: #expect(text[0] == 0x2D || (0x30...0x39).contains(text[0]))
    case .string: #expect(text.first == 0x22 && text.last == 0x22)
    case .array: #expect(text.first == 0x5B && text.last == 0x5D)
    case .object: #expect(text.first == 0x7B && text.last == 0x7D)
    }
    var (count, end) = (0, value.offset + 1)
    func inside(_ child: JSONCursor) {
      #expect(child.offset >= end && child.offset + child.text.count < value.offset + text.count)
      end = child.offset + child.text.count
    }
    value.forEachItem {
      inside($0)
      open.append($0)
      count += 1
    }
    value.forEachMember { key, member in
      inside(key)
      inside(member)
      #expect(key.node.flags & JSONNode.key != 0)
      #expect(key.node.next == JSONKeyHash.of(key.stringBytes))
      open.append(member)
      count += 1
      met += 1
    }
    #expect(value.count == count)
  }
  return met
}
