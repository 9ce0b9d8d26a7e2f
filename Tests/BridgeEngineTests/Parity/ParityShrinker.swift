import Foundation

/// Makes a scenario smaller that shows a difference: leaves out reactions, then single actions.
struct ParityShrinker {
  private var scenario: [String: [[String: Any]]]
  private let text: String
  /// How often the engines may be asked.
  var effort = 20

  init(_ text: String) {
    self.text = text
    scenario =
      (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [String: [[String: Any]]]
      ?? [:]
  }

  /// The smallest that was found.
  func shrink(_ differs: (String) throws -> Bool) throws -> String {
    var best = scenario
    var left = effort
    func isStill(_ candidate: [String: [[String: Any]]]) throws -> Bool {
      guard left > 0 else { return false }
      left -= 1
      return try differs(Self.text(candidate))
    }
    for side in ["native", "page"] {
      for index in (0..<(best[side] ?? []).count).reversed() {
        var smaller = best
        smaller[side]?.remove(at: index)
        if try isStill(smaller) { best = smaller }
      }
      for index in (0..<(best[side] ?? []).count).reversed() {
        let actions = best[side]?[index]["do"] as? [[String: Any]] ?? []
        for action in actions.indices.reversed() where (best[side]?[index]["do"] as? [Any]) != nil {
          var smaller = best
          var list = smaller[side]?[index]["do"] as? [[String: Any]] ?? []
          guard list.indices.contains(action), list.count > 1 else { continue }
          list.remove(at: action)
          smaller[side]?[index]["do"] = list
          if try isStill(smaller) { best = smaller }
        }
      }
    }
    return Self.text(best)
  }

  private static func text(_ scenario: [String: [[String: Any]]]) -> String {
    let data = try? JSONSerialization.data(withJSONObject: scenario, options: [.sortedKeys])
    return String(decoding: data ?? Data(), as: UTF8.self)
  }
}
