import BridgeJSON

/// How many members shapes may have, all together: logs whose keys are data end somewhere.
final class ShapeBudget {
  private var left: Int
  init(_ count: Int) { left = count }

  /// Takes one; false where nothing is left.
  func take() -> Bool {
    left -= 1
    return left >= 0
  }
}

/// What values at one place have in common: enough for a schema, and no value.
struct ValueShape {
  private(set) var count = 0
  private var nulls = 0
  private var booleans = 0
  private var integers = 0
  private var fractions = 0
  private var hasNegative = false
  private var hasUnsafe = false
  private var texts = TextShape()
  private var arrays = 0
  private var fewest = Int.max
  private var most = 0
  private var areDistinct = true
  /// Positions of arrays that all have the same length; nil where they have not.
  private var positions: [ValueShape]? = []
  /// All items together.
  private var items: [ValueShape] = []
  private var objects = 0
  /// In the order in which they came.
  private var members: [Member] = []
  /// Members of objects whose keys are data, together.
  private var values: [ValueShape] = []
  private var isMap = false

  /// Deeper values are anything.
  private static let depthLimit = 24
  /// Deeper arrays are lists.
  private static let positionDepth = 4
  private static let keyLimit = 40

  private struct Member {
    let name: [UInt8]
    var value = ValueShape()

    var key: String { String(decoding: name, as: UTF8.self) }
  }

  // MARK: Looking

  /// Looks at a value; members that `hidden` paths lead to are not its own.
  mutating func add(
    _ value: JSONCursor, _ budget: ShapeBudget,
    hiding hidden: [ArraySlice<JSONPointer.Segment>] = [], depth: Int = 0
  ) {
    count += 1
    switch value.kind {
    case .null: nulls += 1
    case .bool: booleans += 1
    case .number:
      if value.isInteger { integers += 1 } else { fractions += 1 }
      if value.text.first == UInt8(ascii: "-") { hasNegative = true }
      if value.isInteger, value.smallInteger.map({ $0.magnitude > 1 << 53 - 1 }) ?? true {
        hasUnsafe = true
      }
    case .string: texts.add(value.stringBytes)
    case .array: addArray(value, budget, depth)
    case .object: addObject(value, budget, hidden, depth)
    }
  }

  private mutating func addArray(_ value: JSONCursor, _ budget: ShapeBudget, _ depth: Int) {
    arrays += 1
    fewest = min(fewest, value.count)
    most = max(most, value.count)
    guard depth < Self.depthLimit else { return }
    let isFirst = arrays == 1
    // Items are looked at twice, by position and together: not within one another without end.
    if isFirst, value.count <= 8, depth < Self.positionDepth {
      positions = (0..<value.count).map { _ in ValueShape() }
    }
    if positions?.count != value.count || depth >= Self.positionDepth { positions = nil }
    if items.isEmpty { items = [ValueShape()] }
    var seen = TextSet()
    var index = 0
    value.forEachItem { item in
      items[0].add(item, budget, depth: depth + 1)
      if positions != nil { positions?[index].add(item, budget, depth: depth + 1) }
      // Long lists are not looked through for equal items.
      if index >= 1000 { areDistinct = false }
      if areDistinct, !seen.insert(item.text) { areDistinct = false }
      index += 1
    }
  }

  private mutating func addObject(
    _ value: JSONCursor, _ budget: ShapeBudget, _ hidden: [ArraySlice<JSONPointer.Segment>],
    _ depth: Int
  ) {
    objects += 1
    guard depth < Self.depthLimit else { return }
    var next = 0
    value.forEachMember { key, item in
      var inner: [ArraySlice<JSONPointer.Segment>] = []
      if !hidden.isEmpty {
        inner = hidden.filter { path in
          path.first?.key.withUnsafeBufferPointer { key.stringEquals($0) } ?? false
        }
        if inner.contains(where: { $0.count == 1 }) { return }
      }
      if isMap {
        values[0].add(item, budget, depth: depth + 1)
        return
      }
      guard let place = member(key, from: next) ?? newMember(key, budget) else {
        return becomeMap()
      }
      members[place].value.add(
        item, budget, hiding: inner.isEmpty ? [] : inner.map { $0.dropFirst() }, depth: depth + 1)
      next = place + 1
      if members.count > Self.keyLimit { becomeMap() }
    }
  }

  /// The place of a member. Objects of one kind have their members in one order: it is looked for
  /// from `start` on.
  private func member(_ key: JSONCursor, from start: Int) -> Int? {
    for offset in 0..<members.count {
      let place = start + offset < members.count ? start + offset : start + offset - members.count
      if members[place].name.withUnsafeBufferPointer({ key.stringEquals($0) }) { return place }
    }
    return nil
  }

  private mutating func newMember(_ key: JSONCursor, _ budget: ShapeBudget) -> Int? {
    let name = key.stringBytes
    guard budget.take(), Self.isFieldName(name) else { return nil }
    members.append(Member(name: name))
    return members.count - 1
  }

  /// Whether a key can be the name of a field. Addresses, numbers and texts are data.
  private static func isFieldName(_ key: [UInt8]) -> Bool {
    let bare = key.first == UInt8(ascii: "@") ? Array(key.dropFirst()) : key
    guard PlaceTable.isWireWord(bare) || bare.starts(with: [UInt8(ascii: "_")]) else {
      return false
    }
    return key.count <= 64 && !TextShape.Form.uuid.fits(bare)
      && !(bare.count >= 16 && TextShape.Form.hex.fits(bare))
  }

  /// So many keys are data.
  private mutating func becomeMap() {
    isMap = true
    values = [ValueShape()]
    members = []
    // What was seen so far is not looked at again: the values stay anything.
    values[0].nulls = 1
    values[0].count = 1
    values[0].isAnything = true
  }

  private var isAnything = false

  /// Whether members of these names only lead to framing.
  var isEmptyObject: Bool { objects > 0 && objects == count && members.isEmpty && !isMap }

  // MARK: Telling

  /// The schema, with what it rests on.
  func schema() -> DraftJSON {
    guard count > 0, !isAnything else { return .text("true") }
    var out: [(key: String, value: DraftJSON)] = []
    var types: [String] = []
    if objects > 0 { types.append("object") }
    if arrays > 0 { types.append("array") }
    if texts.count > 0 { types.append("string") }
    if fractions > 0 { types.append("number") } else if integers > 0 { types.append("integer") }
    if booleans > 0 { types.append("boolean") }
    if nulls > 0 { types.append("null") }
    let words = texts.count + nulls == count ? texts.vocabulary : nil
    if let words {
      let list = words.map { DraftJSON.string($0) } + (nulls > 0 ? [.text("null")] : [])
      out.append(("enum", .array(list)))
    } else {
      out.append(("type", types.count == 1 ? .string(types[0]) : .strings(types)))
    }
    addNumbers(&out)
    if words == nil { addTexts(&out) }
    addArrays(&out)
    addObjects(&out)
    out.append(("x-evidence", .string(evidence(words?.count))))
    return .object(out)
  }

  private func evidence(_ words: Int?) -> String {
    var parts = ["\(grouped(count)) seen"]
    if let words {
      parts.append("\(words) values")
    } else if texts.count > 0, texts.distinct <= 12 {
      parts.append("\(texts.distinct) values")
    }
    if nulls > 0, nulls < count { parts.append("\(grouped(nulls)) null") }
    return parts.joined(separator: ", ")
  }

  private func grouped(_ number: Int) -> String {
    var digits = Array(String(number))
    var index = digits.count - 3
    while index > 0 {
      digits.insert(",", at: index)
      index -= 3
    }
    return String(digits)
  }

  private func addNumbers(_ out: inout [(key: String, value: DraftJSON)]) {
    let numbers = integers + fractions
    if numbers >= 2 || fractions == 0 && numbers > 0, !hasNegative {
      out.append(("minimum", .text("0")))
    }
    if hasUnsafe, fractions == 0 { out.append(("unsafeInteger", .string("allow"))) }
  }

  private func addTexts(_ out: inout [(key: String, value: DraftJSON)]) {
    guard texts.count > 0 else { return }
    if texts.count >= 2, texts.shortest > 0 { out.append(("minLength", .text("1"))) }
    // One text of a special form says enough; others must come again.
    if let form = texts.form, texts.count >= 2 || form.isSpecial {
      if let format = form.format { out.append(("format", .string(format))) }
      if let pattern = form.pattern, !form.isWide || texts.distinct >= 3 {
        out.append(("pattern", .string(pattern)))
      }
    }
    if texts.count >= 3, texts.longest <= 4096 {
      let bounds = [64, 256, 1024, 4096, 16384]
      if let bound = bounds.first(where: { $0 >= 4 * texts.longest }) {
        out.append(("maxLength", .text(String(bound))))
      }
    }
  }

  private func addArrays(_ out: inout [(key: String, value: DraftJSON)]) {
    guard arrays > 0 else { return }
    if let positions, !positions.isEmpty, arrays >= 2 || isMixed(positions) {
      out.append(("prefixItems", .array(positions.map { $0.schema() })))
      out.append(("minItems", .text(String(positions.count))))
      out.append(("maxItems", .text(String(positions.count))))
      return
    }
    if most == 0 {
      if arrays >= 2 { out.append(("maxItems", .text("0"))) }
      return
    }
    if fewest > 0, arrays >= 2 { out.append(("minItems", .text("1"))) }
    if let items = items.first { out.append(("items", items.schema())) }
    if areDistinct, arrays >= 3, most >= 2 { out.append(("uniqueItems", .text("true"))) }
  }

  /// Whether the positions are of different types, as arguments are.
  private func isMixed(_ positions: [ValueShape]) -> Bool {
    Set(positions.map(\.typeWord)).count > 1
  }

  private var typeWord: String {
    objects > 0
      ? "o" : arrays > 0 ? "a" : texts.count > 0 ? "s" : booleans > 0 ? "b" : nulls > 0 ? "z" : "n"
  }

  private func addObjects(_ out: inout [(key: String, value: DraftJSON)]) {
    guard objects > 0 else { return }
    if isMap {
      out.append(("additionalProperties", values[0].schema()))
      return
    }
    guard !members.isEmpty else {
      if objects >= 2 { out.append(("properties", .object([]))) }
      return
    }
    let required = members.filter { $0.value.count == objects }.map(\.key)
    if !required.isEmpty { out.append(("required", .strings(required))) }
    out.append(("properties", .object(members.map { ($0.key, $0.value.schema()) })))
  }
}
