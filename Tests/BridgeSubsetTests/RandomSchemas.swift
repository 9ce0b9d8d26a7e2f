import TestSupport

/// Random schemas of all keywords over a small vocabulary, and values that have to do with them.
///
/// A schema keeps to one type in most places, so that most schemas accept something.
struct RandomSchemas {
  var random: SplitMix64
  /// Whether there are integers that JavaScript does not hold, and schemas that allow them.
  var isContract = false

  static let names = ["a", "b", "c", "kind"]
  private static let strings = ["", "a", "b", "ab", "abc", "x1", "é", "😀", "A", "10"]
  private static let numbers = ["0", "1", "2", "3", "-1", "0.5", "1.5", "10", "100", "2.0", "1e1"]
  private static let largeNumbers = [
    "9007199254740991", "9007199254740992", "9007199254740993", "-9007199254740993", "1e20",
    "9007199254740992.5",
  ]
  private static let patterns = [
    "^a", "b$", "^[ab]*$", "^a+$", "[0-9]", "^[0-9]{1,2}$", "^(a|b)c?$", "^.$", "^[^a]", "x",
    "^a.*b$", "^\\\\w+$", "\\\\bab\\\\b",
  ]
  private static let types = [
    "null", "boolean", "number", "integer", "string", "string", "array", "object", "object",
  ]

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  private mutating func chance(_ percent: Int) -> Bool { random.below(100) < percent }

  // MARK: Values

  mutating func value(_ depth: Int = 2, _ type: String = "any") -> Tree {
    let kind = type == "any" ? random.below(depth > 0 ? 9 : 5) : -1
    switch (type, kind) {
    case ("null", _), (_, 0): return .plain("null")
    case ("boolean", _), (_, 1): return random.once(in: 2) ? .yes : .no
    case ("number", _), ("integer", _), (_, 2), (_, 3): return .plain(number())
    case ("string", _), (_, 4), (_, 5): return .plain("\"\(random.pick(Self.strings))\"")
    case ("array", _), (_, 6): return .list((0..<random.below(4)).map { _ in value(depth - 1) })
    default:
      return .object(
        someNames(random.below(4)).map { Tree.Member(key: $0, value: value(depth - 1)) })
    }
  }

  private mutating func number() -> String {
    if isContract, random.once(in: 5) { return random.pick(Self.largeNumbers) }
    return random.pick(Self.numbers)
  }

  /// A value that differs a little.
  mutating func changed(_ value: Tree) -> Tree {
    switch value {
    case .plain: return self.value(1)
    case .list(var items):
      if items.isEmpty || random.once(in: 3) {
        items.append(self.value(1))
      } else if random.once(in: 3) {
        items.remove(at: random.below(items.count))
      } else {
        let at = random.below(items.count)
        items[at] = changed(items[at])
      }
      return .list(items)
    case .object(var members):
      let name = random.pick(Self.names + ["zz"])
      if let at = members.firstIndex(where: { $0.key == name }) {
        if random.once(in: 2) {
          members.remove(at: at)
        } else {
          members[at].value = changed(members[at].value)
        }
      } else {
        members.append(Tree.Member(key: name, value: self.value(1)))
      }
      return .object(members)
    }
  }

  private mutating func someNames(_ count: Int) -> [String] {
    var left = Self.names
    return (0..<count).map { _ in left.remove(at: random.below(left.count)) }
  }

  // MARK: Schemas

  mutating func schema(_ depth: Int, _ given: String? = nil) -> Tree {
    if chance(5) { return random.once(in: 3) ? .no : .yes }
    let type = given ?? (chance(20) ? "any" : random.pick(Self.types))
    var out: [Tree.Member] = []
    func set(_ key: String, _ value: Tree) {
      if !out.contains(where: { $0.key == key }) { out.append(Tree.Member(key: key, value: value)) }
    }
    if type != "any" {
      if given == nil || chance(30) { set("type", .plain("\"\(type)\"")) }
    } else if chance(30) {
      set("type", .list([.plain("\"null\""), .plain("\"\(random.pick(["string", "object"]))\"")]))
    }
    if type == "number" || type == "integer" || type == "any" {
      if chance(35) {
        set(random.pick(["minimum", "exclusiveMinimum"]), .plain(number()))
      }
      if chance(35) {
        set(random.pick(["maximum", "exclusiveMaximum"]), .plain(number()))
      }
      if isContract, chance(25) { set("unsafeInteger", .plain("\"allow\"")) }
      if chance(25) { set("multipleOf", .plain(random.pick(["1", "2", "3", "0.5", "0.1", "6"]))) }
    }
    if type == "string" || type == "any" {
      if chance(30) { set("minLength", count(4)) }
      if chance(30) { set("maxLength", count(5)) }
      if chance(35) { set("pattern", .plain("\"\(random.pick(Self.patterns))\"")) }
    }
    if depth > 0, type == "array" || type == "any" { addArray(depth, set) }
    if depth > 0, type == "object" || type == "any" { addObject(depth, set) }
    if chance(12) { set("enum", .list((0..<1 + random.below(4)).map { _ in value(2, type) })) }
    if chance(4) { set("const", value(2, type)) }
    if depth > 0 { addBranches(depth, type, set) }
    return .object(out)
  }

  private mutating func count(_ below: Int) -> Tree { .plain("\(random.below(below))") }

  private mutating func addArray(_ depth: Int, _ set: (String, Tree) -> Void) {
    if chance(30) { set("minItems", count(4)) }
    if chance(30) { set("maxItems", count(4)) }
    if chance(20) { set("uniqueItems", .yes) }
    if chance(30) {
      set("prefixItems", .list((0..<1 + random.below(2)).map { _ in schema(depth - 1) }))
    }
    if chance(40) { set("items", schema(depth - 1)) }
    if chance(25) {
      set("contains", schema(depth - 1))
      if chance(40) { set("minContains", count(3)) }
      if chance(40) { set("maxContains", count(4)) }
    }
    if chance(12) { set("unevaluatedItems", random.once(in: 2) ? .no : schema(depth - 1)) }
  }

  private mutating func addObject(_ depth: Int, _ set: (String, Tree) -> Void) {
    if chance(70) { set("properties", schemas(depth, someNames(1 + random.below(3)))) }
    if chance(40) { set("required", nameList(1 + random.below(2))) }
    if chance(30) {
      set("additionalProperties", random.pick([.no, .no, .yes, schema(depth - 1)]))
    }
    if chance(15) {
      set("patternProperties", schemas(depth, [random.pick(["^a", "^k", "b", "^x-", "^[ab]$"])]))
    }
    if chance(10) {
      let names = [#"{"maxLength":1}"#, #"{"pattern":"^[a-c]"}"#, #"{"enum":["a","b"]}"#]
      set("propertyNames", .plain(random.pick(names)))
    }
    if chance(15) { set("minProperties", count(4)) }
    if chance(15) { set("maxProperties", count(4)) }
    if chance(10) {
      set("dependentRequired", .object((random.pick(Self.names), nameList(1))))
    }
    if chance(6) {
      set("dependentSchemas", .object((random.pick(Self.names), schema(depth - 1, "object"))))
    }
    if chance(14) { set("unevaluatedProperties", random.once(in: 2) ? .no : schema(depth - 1)) }
  }

  private mutating func addBranches(_ depth: Int, _ type: String, _ set: (String, Tree) -> Void) {
    if chance(14) { set("allOf", branches(depth, type, 2)) }
    if chance(18) { set("anyOf", branches(depth, type, 1 + random.below(3))) }
    if chance(16) { set("oneOf", branches(depth, type, 1 + random.below(3))) }
    if chance(7) { set("not", schema(depth - 1, type)) }
    if chance(7) {
      set("if", schema(depth - 1, type))
      if chance(70) { set("then", schema(depth - 1, type)) }
      if chance(50) { set("else", schema(depth - 1, type)) }
    }
  }

  private mutating func branches(_ depth: Int, _ type: String, _ count: Int) -> Tree {
    .list((0..<count).map { _ in schema(depth - 1, type) })
  }

  private mutating func schemas(_ depth: Int, _ names: [String]) -> Tree {
    .object(names.map { Tree.Member(key: $0, value: schema(depth - 1)) })
  }

  private mutating func nameList(_ count: Int) -> Tree {
    .list(someNames(count).map { .plain("\"\($0)\"") })
  }

  /// A schema with one or two keywords changed somewhere.
  mutating func mutated(_ schema: Tree, _ depth: Int) -> Tree {
    guard case .object(var members) = schema, !members.isEmpty else { return self.schema(depth) }
    let at = random.below(members.count)
    let key = members[at].key
    let inside = [
      "properties", "items", "anyOf", "oneOf", "allOf", "additionalProperties", "contains", "not",
      "then", "patternProperties",
    ]
    if depth > 0, inside.contains(key), random.below(4) > 0 {
      members[at].value = mutatedInside(
        members[at].value, depth - 1, isMap: key.hasSuffix("roperties") && !key.hasPrefix("add"))
      return .object(members)
    }
    if random.once(in: 2) {
      members.remove(at: at)
      return .object(members)
    }
    if case .object(let other) = self.schema(min(depth, 1)), !other.isEmpty {
      let new = random.pick(other)
      members.removeAll { $0.key == new.key }
      members.append(new)
    }
    return .object(members)
  }

  private mutating func mutatedInside(_ value: Tree, _ depth: Int, isMap: Bool) -> Tree {
    switch value {
    case .list(var items):
      if items.isEmpty { return value }
      let at = random.below(items.count)
      items[at] = mutated(items[at], depth)
      return .list(items)
    case .object(var members):
      guard isMap else { return mutated(value, depth) }
      if members.isEmpty { return value }
      let at = random.below(members.count)
      members[at].value = mutated(members[at].value, depth)
      return .object(members)
    case .plain: return schema(depth)
    }
  }
}
