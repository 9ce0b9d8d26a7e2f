/// Makes the order of a failing run as near to the standard one as it goes.
struct Shrinker {
  let explorer: Explorer
  let scenario: (HeadlessEngine) -> Observation

  /// The standard order if it fails too, else one with a single choice that differs, the one with
  /// the fewest events; else the given choices without those that are not needed.
  func shrink(_ choices: [Int], _ failure: String) -> (choices: [Int], events: Int) {
    let engine = HeadlessEngine(
      profile: explorer.profile, schedule: explorer.schedule(.replay([])))
    let standard = scenario(engine)
    if standard.failure == failure { return ([], standard.events) }
    var best: (choices: [Int], events: Int)?
    for (place, choice) in engine.chooser.choices.enumerated() {
      for option in 1..<choice.options.count {
        let candidate = Array(repeating: 0, count: place) + [option]
        let seen = explorer.observe(candidate, scenario)
        // One that has no end takes as long as thousands: whatever is known by now is small enough.
        if seen.isEndless { return best ?? (choices, explorer.observe(choices, scenario).events) }
        if seen.failure == failure, seen.events < best?.events ?? .max {
          best = (candidate, seen.events)
        }
      }
    }
    return best ?? reduce(choices, failure)
  }

  /// Takes back one choice after the other, the last first, as long as the failure stays.
  private func reduce(_ given: [Int], _ failure: String) -> (choices: [Int], events: Int) {
    var choices = given
    var events = explorer.observe(choices, scenario).events
    var isSmaller = true
    while isSmaller {
      isSmaller = false
      for place in choices.indices.reversed() where place < choices.count && choices[place] != 0 {
        for smaller in 0..<choices[place] {
          var candidate = choices
          candidate[place] = smaller
          while candidate.last == 0 { candidate.removeLast() }
          let seen = explorer.observe(candidate, scenario)
          if seen.isEndless { return (choices, events) }
          guard seen.failure == failure else { continue }
          choices = candidate
          events = seen.events
          isSmaller = true
          break
        }
      }
    }
    return (choices, events)
  }
}
