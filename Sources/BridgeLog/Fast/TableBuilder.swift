internal import ECMARegex
internal import LineJudge

/// Tables of the pass while they are made.
struct TableBuilder {
  static let none = UInt32.max

  /// What stands in the tables' head besides pointers.
  var head = TableBuilder.emptyHead
  var text: [UInt8] = []
  var bytes: [UInt8] = []
  var schemas: [lj_schema] = []
  var strings: [lj_string_rule] = []
  var numbers: [lj_number_rule] = []
  var arrays: [lj_array_rule] = []
  var objects: [lj_object_rule] = []
  /// Behind each list one that is never met; the first is that of the empty list.
  var properties = [TableBuilder.neverMet]
  var texts: [lj_text] = []
  var integers: [Int64] = []
  var lists: [UInt32] = []
  var slots: [UInt32] = []
  var transitions: [UInt16] = []
  var ranges: [UInt32] = []
  var patterns: [lj_pattern] = []
  /// What each of them was made of.
  private var patternTables: [PatternTable] = []
  var causes: [UInt8] = []
  var candidates: [lj_candidate] = []
  var kinds: [lj_kind] = []
  var channels: [lj_channel] = []
  var words: [lj_word] = []

  private static var emptyHead: lj_tables {
    var head = lj_tables()
    head.only_channel = (none, none)
    return head
  }

  // MARK: Texts and names

  /// Keeps a text of the contract.
  mutating func add(text bytes: some Collection<UInt8>) -> lj_text {
    let at = UInt32(text.count)
    text.append(contentsOf: bytes)
    var head: UInt64 = 0
    for (index, byte) in bytes.prefix(8).enumerated() { head |= UInt64(byte) << UInt64(8 * index) }
    return lj_text(at: at, length: UInt32(bytes.count), head: head)
  }

  /// Keeps texts that are looked for together; gives where they begin.
  mutating func add(texts list: [[UInt8]]) -> UInt32 {
    let kept = list.map { add(text: $0) }
    texts += kept
    return UInt32(texts.count - kept.count)
  }

  /// A member's entry, with the bytes by which it is recognised at first sight.
  mutating func property(_ name: [UInt8], schema: UInt32, role: UInt32 = 0) -> lj_property {
    var property = lj_property()
    property.name = add(text: name)
    property.schema = schema
    property.role = role
    let key = [UInt8(ascii: "\"")] + name + [UInt8(ascii: "\""), UInt8(ascii: ":")]
    property.length = UInt32(key.count)
    property.mask = .max
    // A name that is written with an escape is never met as it is.
    if key.count <= 32, !name.contains(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C }) {
      property.mask = UInt32(truncatingIfNeeded: (UInt64(1) << UInt64(key.count)) - 1)
      withUnsafeMutableBytes(of: &property.key) { $0.copyBytes(from: key) }
    }
    return property
  }

  /// What stands behind the last member of a list: zeros, which no text holds.
  private static var neverMet: lj_property {
    var property = lj_property()
    property.mask = .max
    return property
  }

  /// Adds members that belong together; gives where they begin.
  mutating func add(properties list: [lj_property]) -> UInt32 {
    let first = UInt32(properties.count)
    properties += list
    properties.append(Self.neverMet)
    return first
  }

  /// A table by which names are found: positions from 1 in slots, half of them free.
  mutating func slotTable(_ names: [[UInt8]]) -> (first: UInt32, mask: UInt32) {
    var size = 2
    while size < names.count * 2 + 1 { size *= 2 }
    let first = slots.count
    slots += [UInt32](repeating: 0, count: size)
    for (index, name) in names.enumerated() {
      // A byte behind, as an empty array has no address.
      let hash = (name + [0]).withUnsafeBufferPointer { buffer in
        buffer.baseAddress.map { lj_hash($0, name.count) } ?? 0
      }
      var slot = Int(hash) & (size - 1)
      while slots[first + slot] != 0 { slot = (slot + 1) & (size - 1) }
      slots[first + slot] = UInt32(index + 1)
    }
    return (UInt32(first), UInt32(size - 1))
  }

  // MARK: Patterns

  /// The table of a pattern, or nil if it has none of a reasonable size.
  mutating func add(pattern regex: Regex) -> UInt32? {
    guard let table = PatternTable(regex) else { return nil }
    if let known = patternTables.firstIndex(of: table) { return UInt32(known) }
    patternTables.append(table)
    var pattern = lj_pattern()
    pattern.states = UInt32(transitions.count)
    pattern.width = UInt32(table.width)
    // The pass wants places of rows in place of their numbers, and two rows that are never left.
    pattern.start = UInt32(table.start * table.width)
    pattern.ascii = UInt32(bytes.count)
    pattern.ranges = UInt32(ranges.count)
    pattern.range_count = UInt32(table.intervals.count)
    transitions += [UInt16](repeating: 0, count: table.width)
    transitions += [UInt16](repeating: UInt16(table.width), count: table.width)
    transitions += table.transitions[(2 * table.width)...].map { $0 * UInt16(table.width) }
    bytes += table.ascii
    ranges += table.intervals.map(\.first) + table.intervals.map(\.class)
    patterns.append(pattern)
    return UInt32(patterns.count - 1)
  }
}
