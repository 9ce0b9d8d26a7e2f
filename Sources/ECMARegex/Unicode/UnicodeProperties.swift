/// Sets of code points by the names that `\p{…}` may use: ECMA-262 (2025), tables 66 to 68.
///
/// Names are compared exactly, as the standard wants: no case folding, no loose matching.
enum UnicodeProperties {
  /// The set of `\p{name=value}`, or nil if the standard knows no such name or value.
  static func set(name: String, value: String) -> ScalarSet? {
    switch name {
    case "General_Category", "gc": generalCategory(value)
    case "Script", "sc": script(value)
    case "Script_Extensions", "scx": scriptExtensions(value)
    default: nil
    }
  }

  /// The set of `\p{name}`: a general category or a binary property.
  static func set(loneName name: String) -> ScalarSet? {
    switch name {
    case "Any": .all
    case "ASCII": ScalarSet(boundaries: [0, 0x80])
    case "Assigned": generalCategory("Cn")?.complement
    default: generalCategory(name) ?? set(name, in: UnicodeTables.binary)
    }
  }

  static func generalCategory(_ value: String) -> ScalarSet? {
    set(value, in: UnicodeTables.generalCategory)
  }

  private static func script(_ value: String) -> ScalarSet? {
    set(value, in: UnicodeTables.script)
  }

  private static func scriptExtensions(_ value: String) -> ScalarSet? {
    guard let script = script(value) else { return nil }
    // Differences are listed by short name, which the script's own table has first.
    guard let short = shortName(ofScript: value),
      let difference = set(short, in: UnicodeTables.scriptExtensions)
    else { return script }
    return script.symmetricDifference(difference)
  }

  private static func shortName(ofScript value: String) -> String? {
    UnicodeTables.firstName(ofEntry: value, in: UnicodeTables.script)
  }

  private static func set(_ name: String, in table: StaticString) -> ScalarSet? {
    switch UnicodeTables.entry(name, in: table) {
    case .none: return nil
    case .numbers(let distances):
      var boundary: UInt32 = 0
      return ScalarSet(
        boundaries: distances.map {
          boundary += $0
          return boundary
        })
    case .union(let names):
      return ScalarSet(ranges: names.flatMap { set($0, in: table)?.ranges ?? [] })
    }
  }
}
