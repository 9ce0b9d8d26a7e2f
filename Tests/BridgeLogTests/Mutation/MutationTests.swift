import Foundation
import TestSupport
import Testing

/// Random single mutations of valid logs whose findings are fixed by construction: every one is
/// found exactly, nothing else is.
///
/// `MUTATIONS=5000` sets how many a contract gets; the default keeps a run short.
@Suite("Mutations of the shipped logs")
struct MutationTests {
  static let perContract = ProcessInfo.processInfo.environment["MUTATIONS"].flatMap(Int.init) ?? 60

  @Test("every mutation is found exactly", arguments: ShippedLogTests.withLogs)
  func mutations(_ pair: ShippedLogTests.Pair) throws {
    let corpus = try Corpus(pair)
    #expect(corpus.judge(corpus.texts).isEmpty)
    var random = SplitMix64(seed: 0x6d75_7461_7465)
    let lines = corpus.lines.indices.filter { corpus.lines[$0].body != nil }
    try #require(!lines.isEmpty)
    var applied: [String: Int] = [:]
    var harmless = 0
    var tries = 0
    while applied.values.reduce(0, +) < Self.perContract, tries < Self.perContract * 60 {
      tries += 1
      let mutator = random.pick(Mutator.allCases)
      let index = random.pick(lines)
      guard let mutation = mutator.apply(corpus, index, &random) else { continue }
      applied[mutator.rawValue, default: 0] += 1
      if mutation.expected.isEmpty { harmless += 1 }
      let found = corpus.judge(mutation.texts)
      #expect(
        found.sorted() == mutation.expected.sorted(),
        "\(mutator.rawValue) of line \(index + 1): \(mutation.texts[index].prefix(300))")
    }
    let total = applied.values.reduce(0, +)
    #expect(total > 0, "no mutation applies: \(applied)")
    // Harmless by the contract: an unknown field where the message says `unknownFields: allow`.
    #expect(harmless * 20 <= total)
    print(
      "MUTATIONS \(pair.name): \(total) found exactly, \(harmless) harmless, \(applied.sorted { $0.key < $1.key })"
    )
  }
}
