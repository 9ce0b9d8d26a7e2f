import BridgeLocators
import Foundation
import TestSupport

/// The tables of the script itself: the model has no others.
struct LocatorRuleTable {
  private let sets: [String: Set<String>]

  init() throws {
    var sets: [String: Set<String>] = [:]
    // var NAME = set('a b ' + 'c');
    let lines = LocatorScript().source.split(separator: "\n", omittingEmptySubsequences: false)
    var name: String?
    for line in lines {
      if let at = line.range(of: " = set("), let start = line.range(of: "var ") {
        name = String(line[start.upperBound..<at.lowerBound])
      }
      guard let current = name else { continue }
      let pieces = line.split(separator: "'", omittingEmptySubsequences: false)
      for piece in stride(from: 1, to: pieces.count, by: 2) {
        sets[current, default: []].formUnion(pieces[piece].split(separator: " ").map(String.init))
      }
      if line.hasSuffix(");") { name = nil }
    }
    self.sets = sets
    for name in [
      "BLOCKS", "WITHOUT_TEXT", "SVG_WITHOUT_TEXT", "INPUT_BUTTONS", "INPUTS_WITHOUT_TEXT",
      "INTERACTIVE_ROLES", "FIELD_ROLES", "ROLES",
    ] where sets[name] == nil { throw SupportError("the script has no table \(name)") }
  }

  func has(_ word: String, _ table: String) -> Bool { sets[table]?.contains(word) ?? false }
}
