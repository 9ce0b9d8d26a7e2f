import BridgeBus
import BridgeContract
import BridgeFindings
import Testing

@Suite("Faults injected into a conversation")
struct ExpectationInjectionTests {
  @Test("Without a fault nothing fails, at every moment, with noise, on both engines")
  func clean() throws {
    let contract = try Contract.load(ExpectationInjection.contract)
    for moment in ExpectationInjection.Moment.allCases {
      for noise in [0, 1, 3] {
        for profile in [EngineProfile.apple, .gtk] {
          let failed = try ExpectationInjection(name: "none", cause: .missingStep)
            .play(contract, moment, noise: noise, profile)
          #expect(failed == nil, "\(moment) \(noise): \(failed?.description ?? "")")
        }
      }
    }
  }

  @Test("A call that native cancels, which GTK permits, is a script that failed")
  func cancelled() throws {
    let contract = try Contract.load(ExpectationInjection.contract)
    var injection = ExpectationInjection(name: "cancelled", cause: .scriptError)
    injection.native.push = { bus in
      try bus.send("push")
      guard let engine = bus.engine as? HeadlessEngine, let call = engine.pendingCalls.last else {
        return
      }
      engine.cancel(call)
    }
    for moment in ExpectationInjection.Moment.allCases {
      for noise in 0...3 {
        let failed = try injection.play(contract, moment, noise: noise, .gtk)
        #expect(failed?.cause == .scriptError, "\(moment) \(noise)")
      }
    }
  }

  @Test("The cause of the first failing expectation is the one that was injected")
  func causes() throws {
    let contract = try Contract.load(ExpectationInjection.contract)
    var cases = 0
    var wrong: [String: Int] = [:]
    for injection in ExpectationInjection.all {
      for moment in ExpectationInjection.Moment.allCases {
        for noise in [0, 3] {
          for profile in [EngineProfile.apple, .gtk] {
            cases += 1
            let failed = try injection.play(contract, moment, noise: noise, profile)
            let cause = failed?.cause.id ?? "nothing"
            if cause != injection.cause.id {
              wrong["\(injection.name) (\(injection.cause)) reported as \(cause)", default: 0] += 1
            }
            // A limit is never the answer.
            #expect(failed?.headline.contains("time") != true)
          }
        }
      }
    }
    let count = wrong.values.reduce(0, +)
    print("\(cases) faults injected, \(cases - count) causes right")
    for (what, count) in wrong.sorted(by: { $0.key < $1.key }) { print("  \(count)  \(what)") }
    #expect(cases >= 600)
    #expect(count == 0)
  }
}
