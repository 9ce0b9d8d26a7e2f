internal import BridgeJSON

extension Compilation {
  /// `enum` and `const`: `a` is the set of values.
  func compileEnum(_ member: SchemaObject.Member, in object: SchemaObject) -> KeywordEntry? {
    var values = [member.value]
    if member.keyword == .enum {
      guard member.value.kind == .array else {
        wrong(member, member.value, in: object, mustBe: "an array of values")
        return nil
      }
      values = []
      member.value.forEachItem { values.append($0) }
    }
    return KeywordEntry(
      keyword: member.keyword, key: UInt32(member.key.index), a: valueSet(values))
  }

  /// A set of values, sorted out by kind so that a lookup costs little however many there are.
  func valueSet(_ values: [JSONCursor]) -> UInt32 {
    var set = ValueSet()
    var strings: [PooledName] = []
    var integers: [Int64] = []
    var others: [HashedValue] = []
    for value in values {
      set.kinds |= UInt8(TypeMask.bit(value.kind))
      switch value.kind {
      case .null: break
      case .bool:
        if value.isTrue { set.hasTrue = true } else { set.hasFalse = true }
      case .string: strings.append(name(value.stringBytes))
      case .number:
        if let small = value.smallInteger {
          integers.append(small)
        } else {
          others.append(HashedValue(hash: ValueHash.of(value), value: value))
        }
      case .array, .object:
        others.append(HashedValue(hash: ValueHash.of(value), value: value))
      }
    }
    integers.sort()
    others.sort { $0.hash < $1.hash }
    set.firstString = UInt32(names.count)
    set.stringCount = UInt32(strings.count)
    names.append(contentsOf: strings)
    (set.slotFirst, set.slotMask) = slotTable(strings.map(\.hash))
    set.firstInteger = UInt32(setIntegers.count)
    set.integerCount = UInt32(integers.count)
    setIntegers.append(contentsOf: integers)
    set.firstValue = UInt32(setValues.count)
    set.valueCount = UInt32(others.count)
    setValues.append(contentsOf: others)
    sets.append(set)
    return UInt32(sets.count - 1)
  }
}

extension TableView {
  /// Whether a value is in the set.
  func contains(_ set: ValueSet, _ value: JSONCursor) -> Bool {
    switch value.kind {
    case .null: return set.kinds & 1 != 0
    case .bool: return value.isTrue ? set.hasTrue : set.hasFalse
    case .string: return containsString(set, value)
    case .number:
      if let small = QuickNumber.smallInteger(value) { return containsInteger(set, small) }
      return containsValue(set, value)
    case .array, .object: return containsValue(set, value)
    }
  }

  @inline(__always)
  func containsString(_ set: ValueSet, _ value: JSONCursor) -> Bool {
    if set.stringCount == 0 { return false }
    if value.hasEscapes {
      let decoded = value.stringBytes
      return decoded.withUnsafeBufferPointer { containsString(set, $0) }
    }
    return containsString(set, value.rawString)
  }

  @inline(__always)
  private func containsString(_ set: ValueSet, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    if set.stringCount <= 4 {
      for i in 0..<set.stringCount where names[set.firstString + i].count == bytes.count {
        if same(names[set.firstString + i], bytes) { return true }
      }
      return false
    }
    let hash = JSONKeyHash.of(bytes)
    var slot = hash & set.slotMask
    while true {
      let found = slots[set.slotFirst + slot]
      if found == 0 { return false }
      let name = names[set.firstString + found - 1]
      if name.hash == hash, name.count == bytes.count, same(name, bytes) { return true }
      slot = (slot + 1) & set.slotMask
    }
  }

  func containsInteger(_ set: ValueSet, _ value: Int64) -> Bool {
    var low = Int(set.firstInteger)
    var high = low + Int(set.integerCount)
    while low < high {
      let middle = (low + high) / 2
      let found = setIntegers[middle]
      if found == value { return true }
      if found < value { low = middle + 1 } else { high = middle }
    }
    return false
  }

  private func containsValue(_ set: ValueSet, _ value: JSONCursor) -> Bool {
    if set.valueCount == 0 { return false }
    let end = Int(set.firstValue + set.valueCount)
    if set.valueCount == 1 {
      return JSONEquality.equal(setValues[Int(set.firstValue)].value, value)
    }
    let hash = ValueHash.of(value)
    var low = Int(set.firstValue)
    var high = end
    while low < high {
      let middle = (low + high) / 2
      if setValues[middle].hash < hash { low = middle + 1 } else { high = middle }
    }
    while low < end, setValues[low].hash == hash {
      if JSONEquality.equal(setValues[low].value, value) { return true }
      low += 1
    }
    return false
  }

  /// Whether a pooled name is these bytes, which are as many.
  @inline(__always)
  func same(_ name: PooledName, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    JSONString.sameBytes(
      UnsafeBufferPointer(start: text.base + Int(name.offset), count: Int(name.count)), bytes)
  }
}
