import BridgeJSON
import BridgeSubset
import Foundation
import TestSupport
import Testing

@Suite("Laws, on random schemas")
struct PropertyTests {
  /// Ten times as many where `LONG_TESTS` is set.
  private static let rounds = ProcessInfo.processInfo.environment["LONG_TESTS"] == nil ? 60 : 600

  @Test("no answer is wrong, and few are missing", arguments: [1, 2, 3] as [UInt64])
  func answers(seed: UInt64) throws {
    var make = RandomSchemas(seed: seed)
    let judge = Judge()
    var pool = try (0..<300).map { _ in try document(make.value(3)) }
    var (questions, undecided, checked) = (0, 0, 0)
    for _ in 0..<Self.rounds {
      let depth = 1 + make.random.below(3)
      let old = make.schema(depth)
      let new = make.random.below(4) > 0 ? make.mutated(old, depth) : make.schema(depth)
      let (a, b) = (try compile(old.text), try compile(new.text))
      let comparison = SchemaComparison()
      for (x, y) in [(a, b), (b, a)] {
        questions += 1
        switch comparison.isSubset(x, of: y) {
        case .yes:
          for value in pool where judge.accepts(value, x) {
            checked += 1
            #expect(judge.accepts(value, y), "\(old.text) \(new.text) \(text(value))")
          }
        case .no(let witness):
          #expect(try judge.accepts(witness, x), "\(old.text) \(new.text) \(witness)")
          #expect(try !judge.accepts(witness, y), "\(old.text) \(new.text) \(witness)")
          // What tells these apart is near the border of others too.
          if pool.count < 600 {
            pool.append(try JSONDocument(Array(witness.utf8), limits: .traffic))
          }
        case .undecided: undecided += 1
        }
      }
    }
    #expect(checked > 20 * Self.rounds)
    #expect(undecided * 100 <= questions, "\(undecided) of \(questions)")
  }

  @Test("within a finite domain the answer is that of counting", arguments: [4, 5] as [UInt64])
  func finiteDomain(seed: UInt64) throws {
    var make = RandomSchemas(seed: seed)
    let judge = Judge()
    for _ in 0..<Self.rounds / 4 {
      let domain = (0..<25).map { _ in make.value(2) }
      let depth = 1 + make.random.below(3)
      let old = make.schema(depth)
      let new = make.mutated(old, depth)
      let list = Tree.list(domain)
      func within(_ schema: Tree) throws -> SchemaSide {
        try compile(Tree.object(("enum", list), ("allOf", .list([schema]))).text)
      }
      let (a, b) = (try compile(old.text), try compile(new.text))
      let isSubset = try domain.allSatisfy {
        let value = try document($0)
        return !judge.accepts(value, a) || judge.accepts(value, b)
      }
      let answer = SchemaComparison.isSubset(try within(old), of: try within(new))
      #expect(answer.isYes == isSubset, "\(answer) \(list.text) \(old.text) \(new.text)")
      #expect(isSubset || answer.witness != nil)
    }
  }

  @Test("reflexive, and independent of key order, names of definitions and inlining")
  func spelling() throws {
    var make = RandomSchemas(seed: 6)
    for _ in 0..<Self.rounds / 2 {
      let schema = make.schema(3)
      var spellings = [schema.shuffled(&make.random)]
      for name in ["one", "two"] {
        spellings.append(
          .object(
            ("$defs", .object((name, schema))), ("$ref", .plain("\"#/$defs/\(name)\""))))
      }
      spellings.append(.object(("allOf", .list([.yes, schema]))))
      let comparison = SchemaComparison()
      let a = try compile(schema.text)
      #expect(comparison.isSubset(a, of: a) == .yes)
      for spelling in spellings {
        let b = try compile(spelling.text)
        #expect(comparison.isSubset(a, of: b) == .yes, "\(schema.text) \(spelling.text)")
        #expect(comparison.isSubset(b, of: a) == .yes, "\(schema.text) \(spelling.text)")
      }
    }
  }

  @Test("transitive, and equal schemas answer alike")
  func transitive() throws {
    var make = RandomSchemas(seed: 7)
    var chains = 0
    for _ in 0..<Self.rounds {
      let b = make.schema(2)
      let sides = try [make.mutated(b, 2), b, make.mutated(b, 2)].map { try compile($0.text) }
      let comparison = SchemaComparison()
      let first = comparison.isSubset(sides[0], of: sides[1])
      let second = comparison.isSubset(sides[1], of: sides[2])
      let whole = comparison.isSubset(sides[0], of: sides[2])
      if first.isYes, second.isYes {
        chains += 1
        #expect(whole == .yes)
      }
      // If the first two are equal they stand in the same relation to the third.
      if first.isYes, comparison.isSubset(sides[1], of: sides[0]).isYes {
        #expect(whole.isYes == second.isYes)
      }
    }
    #expect(chains > Self.rounds / 8)
  }

  @Test("closed objects and integers of contracts are what the validator takes them for")
  func closed() throws {
    var make = RandomSchemas(seed: 8)
    make.isContract = true
    let judge = Judge()
    var pool = try (0..<300).map { _ in try document(make.value(3)) }
    var checked = 0
    for _ in 0..<Self.rounds / 2 {
      let old = make.schema(3, make.random.once(in: 3) ? nil : "object")
      let new = make.mutated(old, 3)
      let a = try compile(
        types: "{\"T\": \(old.text)}", isClosed: make.random.below(3) > 0)
      let b = try compile(types: "{\"T\": \(new.text)}", isClosed: make.random.once(in: 2))
      let comparison = SchemaComparison()
      for (x, y) in [(a, b), (b, a)] {
        switch comparison.isSubset(x, of: y) {
        case .yes:
          for value in pool where judge.accepts(value, x) {
            checked += 1
            #expect(judge.accepts(value, y), "\(old.text) \(new.text) \(text(value))")
          }
        case .no(let witness):
          #expect(try judge.accepts(witness, x), "\(old.text) \(new.text) \(witness)")
          #expect(try !judge.accepts(witness, y), "\(old.text) \(new.text) \(witness)")
          pool.append(try JSONDocument(Array(witness.utf8), limits: .traffic))
        case .undecided(let reason): Issue.record("\(reason): \(old.text) \(new.text)")
        }
      }
    }
    #expect(checked > 2 * Self.rounds)
  }

  private func document(_ value: Tree) throws -> JSONDocument {
    try JSONDocument(Array(value.text.utf8), limits: .traffic)
  }

  private func text(_ value: JSONDocument) -> String {
    String(decoding: value.root.cursor.text, as: UTF8.self)
  }
}
