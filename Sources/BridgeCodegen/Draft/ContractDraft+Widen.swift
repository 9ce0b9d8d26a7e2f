import BridgeContract
import BridgeJSON

extension ContractDraft {
  /// A contract that was drafted before, widened by another draft: what bears `x-evidence` is made to
  /// accept what either accepts, everything else stays. Nil where the text is no contract.
  public static func widened(_ old: [UInt8], by draft: ContractDraft) -> [UInt8]? {
    guard case .loaded = Contract.load(old, file: "old"),
      let a = try? JSONDocument(old, limits: .contract),
      let b = try? JSONDocument(draft.text, limits: .contract)
    else { return nil }
    let result = DraftWidening.contract(DraftJSON(a.root), DraftJSON(b.root))
    return try? ContractFormatter.format(Array(result.json.utf8))
  }
}

/// Widens drafted parts of a contract.
enum DraftWidening {
  static func contract(_ a: DraftJSON, _ b: DraftJSON) -> DraftJSON {
    var out = a
    if let framing = b["framing"] {
      out = out.setting("framing", completed(a["framing"] ?? .object([]), by: framing))
    }
    let root = a["framing"] ?? .object([])
    for section in ["channels", "errors", "messages"] {
      guard case .members(let news)? = b[section] else { continue }
      var list = out[section] ?? .object([])
      for entry in news {
        let (key, value) = (entry.key, entry.value)
        let name = section == "messages" ? self.name(of: key, value, in: list) : key
        guard let known = list[name] else {
          list = list.setting(name, value)
          continue
        }
        switch section {
        case "errors": list = list.setting(name, member("payload", known, value))
        case "messages": list = list.setting(name, message(known, value))
        case "channels":
          guard let framing = value["framing"] else { break }
          let own = known["framing"] ?? root
          let full = completed(own, by: framing)
          // A channel that had the file's framing keeps it where nothing was added.
          if full != own { list = list.setting(name, known.setting("framing", full)) }
        default: break
        }
      }
      out = out.setting(section, list)
    }
    return out
  }

  /// A framing with the roles that only the other has: such as where errors are, of which there were
  /// none before.
  private static func completed(_ a: DraftJSON, by b: DraftJSON) -> DraftJSON {
    guard case .members(let news) = b else { return a }
    var out = a
    for role in news {
      if let known = out[role.key] {
        if role.key == "reply" { out = out.setting(role.key, completed(known, by: role.value)) }
      } else {
        out = out.setting(role.key, role.value)
      }
    }
    return out
  }

  /// The name under which a message with this channel, kind and version is there; else a free one.
  private static func name(of key: String, _ message: DraftJSON, in list: DraftJSON) -> String {
    guard case .members(let all) = list else { return key }
    let same = all.first { entry in
      ["on", "kind", "version"].allSatisfy { isSame(entry.value[$0], message[$0]) }
    }
    if let same { return same.key }
    var name = key
    var number = 2
    while list[name] != nil {
      name = "\(key) \(number)"
      number += 1
    }
    return name
  }

  /// Whether both are absent or equal values: version 2 is 2.0.
  private static func isSame(_ a: DraftJSON?, _ b: DraftJSON?) -> Bool {
    guard let a, let b else { return a == nil && b == nil }
    guard let x = JSONConstants.document(Array(a.json.utf8)),
      let y = JSONConstants.document(Array(b.json.utf8))
    else { return a == b }
    return JSONEquality.equal(x.root.cursor, y.root.cursor)
  }

  private static func message(_ a: DraftJSON, _ b: DraftJSON) -> DraftJSON {
    guard a["x-evidence"] != nil else { return a }
    var out = member("payload", a, b)
    if let reply = b["reply"] {
      if let known = a["reply"] {
        var merged = member("payload", known, reply)
        if case .array(let news)? = reply["errors"] {
          var list: [DraftJSON] = []
          if case .array(let old)? = known["errors"] { list = old }
          for error in news where !list.contains(error) { list.append(error) }
          merged = merged.setting("errors", .array(list))
        }
        if reply["count"] != nil, known["count"] == nil {
          merged = merged.setting("count", reply["count"])
        }
        out = out.setting("reply", merged)
      } else {
        out = out.setting("reply", reply)
      }
    }
    // An id that was always there, and is not any more.
    if a["id"] != b["id"], a["id"] == .string("required") || a["id"] == nil {
      if b["id"] == .string("optional") { out = out.setting("id", b["id"]) }
    }
    return out.setting("x-evidence", b["x-evidence"])
  }

  private static func member(_ key: String, _ a: DraftJSON, _ b: DraftJSON) -> DraftJSON {
    guard let old = a[key], let new = b[key] else { return a }
    return a.setting(key, schema(old, new))
  }

  // MARK: Schemas

  /// A schema that accepts what either accepts. What a person has reviewed stays.
  static func schema(_ a: DraftJSON, _ b: DraftJSON) -> DraftJSON {
    guard a["x-evidence"] != nil else { return a }
    guard b["x-evidence"] != nil else { return .text("true") }
    let typesA = types(a)
    let typesB = types(b)
    var out = DraftJSON.object([])
    if let words = words(a, b) {
      out = out.setting("enum", words)
    } else {
      var list = typesA
      for type in typesB where !list.contains(type) { list.append(type) }
      if list.contains("number") { list.removeAll { $0 == "integer" } }
      out = out.setting("type", list.count == 1 ? .string(list[0]) : .strings(list))
    }
    // A rule for one type stands where both have it, or where the other has no such value.
    func keep(_ keys: [String], _ type: [String], _ join: (DraftJSON, DraftJSON) -> DraftJSON?) {
      let hasA = typesA.contains { type.contains($0) }
      let hasB = typesB.contains { type.contains($0) }
      for key in keys {
        switch (a[key], b[key]) {
        case (let x?, let y?): out = out.setting(key, join(x, y))
        case (let x?, nil) where !hasB && hasA: out = out.setting(key, x)
        case (nil, let y?) where !hasA && hasB: out = out.setting(key, y)
        default: break
        }
      }
    }
    let same: (DraftJSON, DraftJSON) -> DraftJSON? = { $0 == $1 ? $0 : nil }
    keep(["minimum"], ["integer", "number"], least)
    keep(["unsafeInteger"], ["integer", "number"], same)
    if a["unsafeInteger"] != nil || b["unsafeInteger"] != nil {
      out = out.setting("unsafeInteger", .string("allow"))
    }
    keep(["minLength"], ["string"], least)
    keep(["maxLength"], ["string"], most)
    keep(["format", "pattern"], ["string"], same)
    keep(["minItems"], ["array"], least)
    keep(["maxItems"], ["array"], most)
    keep(["uniqueItems"], ["array"], same)
    keep(["prefixItems"], ["array"], prefix)
    keep(["items"], ["array"]) { schema($0, $1) }
    keep(["required"], ["object"], both)
    keep(["properties"], ["object"], properties)
    keep(["additionalProperties"], ["object"]) { schema($0, $1) }
    return ordered(out.setting("x-evidence", evidence(a, b)))
  }

  /// The order in which shapes write them.
  private static let order = [
    "enum", "type", "minimum", "unsafeInteger", "minLength", "format", "pattern", "maxLength",
    "prefixItems", "minItems", "maxItems", "items", "uniqueItems", "required", "properties",
    "additionalProperties", "x-evidence",
  ]

  /// The keywords in one order, whichever side they came from.
  private static func ordered(_ schema: DraftJSON) -> DraftJSON {
    guard case .members(let members) = schema else { return schema }
    return .members(
      members.enumerated().sorted { a, b in
        let x = order.firstIndex(of: a.element.key) ?? order.count
        let y = order.firstIndex(of: b.element.key) ?? order.count
        return (x, a.offset) < (y, b.offset)
      }.map(\.element))
  }

  private static func types(_ schema: DraftJSON) -> [String] {
    if case .array(let values)? = schema["enum"] {
      return values.contains(.text("null")) ? ["string", "null"] : ["string"]
    }
    switch schema["type"] {
    case .text(let text)?: return JSONString.unquoted(text).map { [$0] } ?? []
    case .array(let items)?: return items.compactMap { JSONString.unquoted($0.json) }
    default: return []
    }
  }

  private static func words(_ a: DraftJSON, _ b: DraftJSON) -> DraftJSON? {
    guard case .array(let x)? = a["enum"], case .array(let y)? = b["enum"] else { return nil }
    var list = x
    for word in y where !list.contains(word) { list.append(word) }
    return list.count <= 12 ? .array(list) : nil
  }

  private static func number(_ value: DraftJSON) -> Double { Double(value.json) ?? 0 }
  private static func least(_ a: DraftJSON, _ b: DraftJSON) -> DraftJSON? {
    number(a) <= number(b) ? a : b
  }
  private static func most(_ a: DraftJSON, _ b: DraftJSON) -> DraftJSON? {
    number(a) >= number(b) ? a : b
  }

  private static func both(_ a: DraftJSON, _ b: DraftJSON) -> DraftJSON? {
    guard case .array(let x) = a, case .array(let y) = b else { return nil }
    let list = x.filter { y.contains($0) }
    return list.isEmpty ? nil : .array(list)
  }

  private static func prefix(_ a: DraftJSON, _ b: DraftJSON) -> DraftJSON? {
    guard case .array(let x) = a, case .array(let y) = b else { return nil }
    let count = max(x.count, y.count)
    return .array(
      (0..<count).map { index in
        index < x.count && index < y.count
          ? schema(x[index], y[index]) : index < x.count ? x[index] : y[index]
      })
  }

  private static func properties(_ a: DraftJSON, _ b: DraftJSON) -> DraftJSON? {
    guard case .members(let news) = b else { return a }
    var out = a
    for entry in news {
      let (key, value) = (entry.key, entry.value)
      out = out.setting(key, out[key].map { schema($0, value) } ?? value)
    }
    return out
  }

  private static func evidence(_ a: DraftJSON, _ b: DraftJSON) -> DraftJSON {
    let x = a["x-evidence"].flatMap { JSONString.unquoted($0.json) } ?? ""
    let y = b["x-evidence"].flatMap { JSONString.unquoted($0.json) } ?? ""
    // Grown once, not with every run; and not by the same traffic once more.
    if x == y { return .string(x) }
    let first = x.split(separator: ";").first.map(String.init) ?? x
    return .string("\(first); then \(y)")
  }
}
