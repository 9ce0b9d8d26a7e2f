/// Makes the choices of one run and notes them.
package struct Chooser {
  package let schedule: Schedule
  package private(set) var choices: [Choice] = []
  /// The numbers of the choices, in order; the standard schedule notes none.
  package private(set) var taken: [Int] = []
  package let guide: (any ScheduleGuide)?
  private var random = SplitMix64(seed: 0)
  private var faultsLeft = 1
  /// The first choice that a token asks for where there is no such possibility.
  private var unmet: String?

  package init(_ schedule: Schedule, guide: (any ScheduleGuide)? = nil) {
    self.schedule = schedule
    self.guide = guide
    if case .random(let seed) = schedule.mode { random = SplitMix64(seed: seed) }
  }

  /// Whether nothing but the standard order can come out.
  package var isStandard: Bool { guide == nil && schedule.isStandard }

  /// Chooses the next step; 0 is the standard one. Nil where a guide gives the run up.
  package mutating func next(of steps: [ScheduleStep]) -> Int? {
    if let guide {
      guard let chosen = guide.next(of: steps) else { return nil }
      if steps.count > 1 { taken.append(chosen) }
      return chosen
    }
    return steps.count > 1 ? take(steps, likely: nil) : 0
  }

  /// Chooses how a step goes on; 0 is the standard way. `likely`: how many of so many random runs
  /// go the standard way.
  package mutating func pick(_ ways: [ScheduleStep], likely: UInt64? = nil) -> Int {
    if isStandard { return 0 }
    if let guide {
      let chosen = guide.pick(of: ways)
      taken.append(chosen)
      return chosen
    }
    return take(ways, likely: likely)
  }

  /// Whether a fault happens here: at most one in a run.
  package mutating func happens(_ fault: Fault) -> Bool {
    guard faultsLeft > 0, schedule.faults.contains(fault) else { return false }
    guard pick([.noFault, .fault(fault)], likely: 3) == 1 else { return false }
    faultsLeft -= 1
    return true
  }

  private mutating func take(_ options: [ScheduleStep], likely: UInt64?) -> Int {
    var chosen = 0
    switch schedule.mode {
    case .standard: break
    case .random:
      let number = random.next()
      if let likely {
        let isUsual = number % (likely + 1) < likely
        chosen = isUsual ? 0 : 1 + random.below(options.count - 1)
      } else {
        chosen = Int(number % UInt64(options.count))
      }
    case .replay(let list):
      if taken.count < list.count { chosen = list[taken.count] }
      if chosen >= options.count {
        if unmet == nil {
          let words = options.enumerated().map { "\($0.offset) \($0.element)" }
          unmet =
            "place \(taken.count) has the possibilities \(words.joined(separator: ", ")), and no \(chosen)"
        }
        chosen = options.count - 1
      }
    }
    taken.append(chosen)
    choices.append(Choice(options: options, chosen: chosen))
    return chosen
  }

  /// Why a token does not name the order that was taken: a choice that is none, or one at a place that
  /// the run does not have, as far as it went.
  package var misfit: String? {
    if let unmet { return unmet }
    guard case .replay(let list) = schedule.mode, list.count > taken.count else { return nil }
    let places = taken.count == 1 ? "1 place" : "\(taken.count) places"
    return "there is no place \(list.count - 1): the run has \(places) where there is a choice"
  }

  /// The token of the choices so far: place and number of all that were not standard.
  package var token: String { schedule.token(of: taken) }
}
