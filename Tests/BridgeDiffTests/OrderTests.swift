import BridgeContract
import BridgeDiff
import BridgeFindings
import TestSupport
import Testing

/// Rules of order are compared as automata. Here they are played word by word, as the format page
/// tells them, over all runs up to a length: what is found must be a run that shows it, and there must
/// be no shorter one.
@Suite("Rules of order, against all short runs")
struct OrderTests {
  /// What can happen: messages of the page and native, the reply to one of them, an event, and the
  /// next page.
  private enum Letter: String, CaseIterable {
    case a, b, c
    case reply = "reply:b"
    case event = "@loadFinished"
    case page = "(next page)"
  }

  /// A rule, in the words of the format.
  private enum Rule {
    case precedes([Letter], [Letter])
    case count([Letter], Int, Int)
    case serial
    case never([Letter], [Letter])
    /// Where each word leads from each state.
    case states([[Letter: Int]])

    static func random(_ random: inout SplitMix64) -> Rule {
      func some(_ words: [Letter], _ random: inout SplitMix64) -> [Letter] {
        let list = words.filter { _ in random.below(3) == 0 }
        return list.isEmpty ? [words[random.below(words.count)]] : list
      }
      let words: [Letter] = [.a, .b, .c, .reply, .event]
      switch random.below(7) {
      case 0: return .precedes(some(words, &random), some([.a, .b, .c], &random))
      case 1:
        let (low, high) = [(1, 1), (0, 1), (1, 99)][random.below(3)]
        return .count(some([.a, .b, .c], &random), low, high)
      case 2: return .serial
      case 3: return .never(some([.a, .b, .c], &random), some(words, &random))
      default:
        let count = 2 + random.below(3)
        return .states(
          (0..<count).map { _ in
            var row: [Letter: Int] = [:]
            for word in words where random.below(2) == 0 { row[word] = random.below(count) }
            return row
          })
      }
    }

    /// What it speaks of.
    var letters: Set<Letter> {
      switch self {
      case .precedes(let a, let b), .never(let a, let b): Set(a + b)
      case .count(let of, _, _): Set(of)
      case .serial: [.b, .reply]
      case .states(let table): Set(table.flatMap(\.keys))
      }
    }

    func text(_ id: String, isPerSession: Bool) -> String {
      func list(_ words: [Letter]) -> String {
        "[" + words.map { "\"\($0.rawValue)\"" }.joined(separator: ", ") + "]"
      }
      let per = isPerSession ? #", "per": "session""# : ""
      let head = "{\"id\": \"\(id)\"\(per), \"rule\": "
      switch self {
      case .precedes(let first, let then):
        return head + "\"precedes\", \"first\": \(list(first)), \"then\": \(list(then))}"
      case .count(let of, let low, let high):
        let name = low == 0 ? "atMostOnce" : high == 1 ? "exactlyOnce" : "atLeastOnce"
        return head + "\"\(name)\", \"of\": \(list(of))}"
      case .serial: return head + "\"serial\", \"of\": \"b\"}"
      case .never(let of, let after):
        return head + "\"never\", \"of\": \(list(of)), \"after\": \(list(after))}"
      case .states(let table):
        let states = table.enumerated().map { index, row in
          "\"s\(index)\": {"
            + row.sorted { $0.key.rawValue < $1.key.rawValue }
            .map { "\"\($0.key.rawValue)\": \"s\($0.value)\"" }.joined(separator: ", ") + "}"
        }
        return head
          + "\"states\", \"start\": \"s0\", \"states\": {\(states.joined(separator: ", "))}}"
      }
    }

    /// Whether a run keeps the rule. `isOver`: nothing comes behind it.
    func holds(for run: [Letter], isPerSession: Bool, isOver: Bool) -> Bool {
      if isPerSession { return holds(for: run.filter { $0 != .page }, isOver: isOver) }
      let pages = run.split(separator: .page, omittingEmptySubsequences: false)
      return pages.enumerated().allSatisfy { index, page in
        holds(for: Array(page), isOver: isOver || index < pages.count - 1)
      }
    }

    private func holds(for run: [Letter], isOver: Bool) -> Bool {
      switch self {
      case .precedes(let first, let then):
        return run.indices.allSatisfy { index in
          !then.contains(run[index]) || run[..<index].contains { first.contains($0) }
        }
      case .count(let of, let low, let high):
        let count = run.count { of.contains($0) }
        return count <= high && (!isOver || count >= low)
      case .serial:
        var isOpen = false
        for letter in run {
          if letter == .b {
            if isOpen { return false }
            isOpen = true
          } else if letter == .reply {
            isOpen = false
          }
        }
        return true
      case .never(let of, let after):
        return run.indices.allSatisfy { index in
          !of.contains(run[index]) || !run[..<index].contains { after.contains($0) }
        }
      case .states(let table):
        let named = Set(table.flatMap(\.keys))
        var state = 0
        for letter in run {
          if let next = table[state][letter] {
            state = next
          } else if letter != .event, named.contains(letter) {
            return false
          }
        }
        return true
      }
    }
  }

  private struct RuleSet {
    var rules: [(id: String, isPerSession: Bool, rule: Rule)]

    var text: String {
      rules.map { $0.rule.text($0.id, isPerSession: $0.isPerSession) }.joined(separator: ",\n")
    }

    func contract() throws -> Contract {
      return try load(
        """
        {"bridgeContract": 1, "name": "order", "version": "1.0.0",
         "framing": {"kind": "/kind", "id": "/id"},
         "channels": {"bridge": {"from": "web", "via": "messageHandler"},
          "receive": {"from": "native", "via": "evaluate", "call": "receive"}},
         "messages": {"a": {"on": "bridge", "payload": {}}, "c": {"on": "receive", "payload": {}},
          "b": {"on": "bridge", "payload": {}, "reply": {"on": "receive", "payload": {}}}},
         "order": [\(text)]}
        """)
    }

    /// The rules that have to do with one, directly or by others: what else must come some time is no
    /// part of a run that shows something.
    func related(to rule: Rule) -> RuleSet {
      var letters = rule.letters
      while true {
        let reached = rules.filter { !$0.rule.letters.isDisjoint(with: letters) }
        var next = reached.reduce(into: letters) { $0.formUnion($1.rule.letters) }
        if next.contains(.reply) { next.insert(.b) }
        if next == letters { return RuleSet(rules: reached) }
        letters = next
      }
    }

    /// Whether somebody who keeps all of these rules may say it: a reply comes to an open request of
    /// its page.
    func allows(_ run: [Letter], isOver: Bool) -> Bool {
      var open = 0
      for letter in run {
        if letter == .b { open += 1 }
        if letter == .page { open = 0 }
        if letter == .reply {
          if open == 0 { return false }
          open -= 1
        }
      }
      return rules.allSatisfy {
        $0.rule.holds(for: run, isPerSession: $0.isPerSession, isOver: isOver)
      }
    }

    /// The length of the shortest run that these allow and a rule does not; nil where none of up to
    /// `limit` letters shows it.
    func shortestBreak(of id: String, in other: RuleSet, limit: Int) -> Int? {
      guard let own = other.rules.first(where: { $0.id == id }) else { return nil }
      let related = related(to: own.rule)
      func holds(_ run: [Letter], _ isOver: Bool) -> Bool {
        own.rule.holds(for: run, isPerSession: own.isPerSession, isOver: isOver)
      }
      var runs: [[Letter]] = [[]]
      for length in 0...limit {
        for run in runs where !holds(run, false) { return run.count }
        for run in runs where related.allows(run, isOver: true) && !holds(run, true) {
          return run.count
        }
        if length == limit { return nil }
        runs = runs.flatMap { run in
          Letter.allCases.map { run + [$0] }.filter {
            related.allows($0, isOver: false)
          }
        }
      }
      return nil
    }
  }

  private func set(_ random: inout SplitMix64, ids: [String]) -> RuleSet {
    RuleSet(
      rules: ids.map { ($0, random.below(3) == 0, Rule.random(&random)) })
  }

  @Test("each run shows what is said of it, and none is shorter", arguments: 0..<100)
  func shortest(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(7000 + seed))
    let old = set(&random, ids: random.below(2) == 0 ? ["one"] : ["one", "two"])
    var new = set(&random, ids: random.below(2) == 0 ? ["one"] : ["one", "two"])
    // Often only a little changes.
    if random.below(3) == 0 { new.rules[0] = old.rules[0] }
    let report = ContractDiff.compare(try old.contract(), try new.contract())
    let limit = 4
    for id in ["one", "two"] {
      let change = report.findings.first {
        $0.cause?.id.hasPrefix("order-") == true && $0.message.contains("\"\(id)\"")
      }
      let tightened = old.shortestBreak(of: id, in: new, limit: limit)
      let loosened = new.shortestBreak(of: id, in: old, limit: limit)
      let words = "\(seed) \(id): \(old.text) \(new.text)"
      let found = change?.cause?.id
      // What short runs show must be found.
      if tightened != nil {
        #expect(found == "order-tightened" || found == "order-replaced", "\(words)")
      }
      if loosened != nil {
        #expect(found == "order-loosened" || found == "order-replaced", "\(words)")
      }
      guard let change, let trace = change.change?.trace, let found else { continue }
      // What is found must be so.
      let isMissing = trace.last?.hasPrefix("(no ") == true
      let run = try (isMissing ? trace.dropLast() : trace[...]).map { word in
        try #require(Letter(rawValue: word), "\(word)")
      }
      let (sender, receiver) = found == "order-loosened" ? (new, old) : (old, new)
      let rule = try #require(receiver.rules.first { $0.id == id })
      #expect(sender.related(to: rule.rule).allows(run, isOver: isMissing), "\(words): \(trace)")
      #expect(
        !rule.rule.holds(for: run, isPerSession: rule.isPerSession, isOver: isMissing),
        "\(words): \(trace)")
      let shortest = found == "order-loosened" ? loosened : tightened
      if run.count <= limit { #expect(shortest == run.count, "\(words): \(trace)") }
    }
  }
}
