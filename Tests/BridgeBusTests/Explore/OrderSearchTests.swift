import BridgeBus
import Testing

@Suite("Order search: a run that says what another engine said")
struct OrderSearchTests {
  private let loaded = ["started", "committed", "finished"]

  /// Looks for a run whose whole trace is the wanted one: whether there is one, and how many it took.
  private func find(
    _ wanted: [String], limit: Int, _ scenario: (Lab) -> Void
  ) -> (isFound: Bool, runs: Int) {
    let search = OrderSearch()
    let isFound = search.find(.gtk, slack: 1000, limit: limit) { engine in
      let lab = Lab(engine)
      search.agrees = { [unowned lab] in wanted.starts(with: lab.trace) }
      scenario(lab)
      search.agrees = { true }
      if lab.trace == wanted { return nil }
      let right = zip(wanted, lab.trace).prefix { $0 == $1 }.count
      return wanted.count - right
    }
    return (isFound, search.runs)
  }

  @Test("The usual order is the first that is tried")
  func usual() {
    let found = find(loaded + ["m:a", "k=undefined"], limit: 10) { $0.say("a") }
    #expect(found == (true, 1))
  }

  @Test("A load that overtakes the first one is found, though runs without it come further")
  func overtaken() {
    let calls = (1...12).map { "k\($0)=0" }
    let wanted = ["started", "failed@started", "finished"] + calls
    let found = find(wanted, limit: 20) { lab in
      lab.engine.site["app://page/"] = .blank
      lab.on("finished") { lab in
        for n in 1...12 { lab.engine.evaluate("k\(n)", .value { _ in 0 }) }
        // Orders that differ in nothing that is told.
        for n in 1...8 { lab.engine.later(Double(n)) {} }
      }
      // In most orders the page has started by then, and a second start comes behind its end.
      lab.engine.later(20) { lab.engine.load("app://none/") }
      lab.run("app://page/")
    }
    #expect(found.isFound)
  }

  @Test("What no order brings is not found, and the search comes to its end")
  func none() {
    let found = find(loaded + ["m:b"], limit: 5000) { $0.say("a") }
    #expect(!found.isFound)
    #expect(found.runs < 5000)
  }
}

extension Lab {
  fileprivate func say(_ word: JSText) {
    on("finished") { $0.engine.evaluate("k", .run { try $0.say(.string(word)) }) }
    run(.blank)
  }
}
