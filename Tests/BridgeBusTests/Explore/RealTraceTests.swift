import BridgeBus
import BridgeContract
import Foundation
import TestSupport
import Testing

/// Traces of WebKitGTK that took long to be found among the orders that the rules permit.
@Suite("Real traces that are hard to find: an order in which the headless engine says the same")
struct RealTraceTests {
  struct Case: Decodable, CustomTestStringConvertible, Sendable {
    /// What is hard about it.
    var about: String
    /// The scenario, as JSON text.
    var scenario: String
    /// What the engine said, as it is kept.
    var kept: [String]
    var testDescription: String { about }
  }

  static let cases: [Case] = {
    let data = try? Data(contentsOf: Project.url("Fixtures/parity/traces.json"))
    return (try? JSONDecoder().decode([Case].self, from: data ?? Data())) ?? []
  }()

  private func runner(_ item: Case) throws -> ScenarioRunner {
    let text = try Fixtures.contract("parity/parity.bridge.json", scenario: item.scenario)
    guard case .loaded(let contract) = Contract.load(text, file: "t.bridge.json") else {
      throw SupportError("no contract")
    }
    return try #require(ScenarioRunner(contract, profile: .gtk))
  }

  /// What no real engine tells (R32, R40).
  private static let unobserved: Set<String> = ["native-not-received", "process-terminated"]

  @Test("They are there")
  func count() { #expect(Self.cases.count >= 8) }

  @Test("Found within a few hundred runs, and its token says it again", arguments: cases)
  func found(_ item: Case) throws {
    let runner = try runner(item)
    let real = try #require(ScenarioRunner.Outcome(kept: item.kept))
    let agreement = try #require(
      runner.agreement("s", with: real, unobserved: Self.unobserved, effort: .init(limit: 600)))
    let schedule = try #require(Schedule(token: agreement.token, slack: 1000))
    let again = try #require(runner.run("s", schedule: schedule))
    #expect(again.trace.count == real.trace.count)
  }

  @Test("Not with its last message of another kind, nor with that twice", arguments: cases)
  func spoilt(_ item: Case) throws {
    let runner = try runner(item)
    func agrees(_ kept: [String]) throws -> Bool {
      let real = try #require(ScenarioRunner.Outcome(kept: kept))
      return runner.agreement(
        "s", with: real, unobserved: Self.unobserved, effort: .init(limit: 20)) != nil
    }
    let message = try #require(item.kept.lastIndex { $0.contains(#""kind":""#) })
    var other = item.kept
    other[message] = other[message].replacingOccurrences(of: #""kind":""#, with: #""kind":"x"#)
    #expect(try !agrees(other))
    var twice = item.kept
    twice.insert(twice[message], at: message)
    #expect(try !agrees(twice))
  }
}
