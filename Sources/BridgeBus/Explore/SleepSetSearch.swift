/// Walks through every order of an engine, depth first, but of orders that differ only in steps that
/// do not see each other it takes one: sleep sets (Godefroid, 1996).
///
/// Every run begins anew and follows the path so far. Of a place with several steps each is taken in
/// its turn; a step that was taken there sleeps in the runs behind the others until a step comes that
/// it could see. A run whose every next step sleeps is given up: another has shown what it would.
final class SleepSetSearch: ScheduleGuide {
  private struct Sleeper {
    var step: ScheduleStep
    var footprint: Footprint
  }

  private struct Place {
    var options: [ScheduleStep]
    /// Whether steps compete here; else a step goes on in one of several ways.
    var isSteps: Bool
    var chosen: Int
    /// What sleeps here before any option was taken.
    var sleeping: [Sleeper]
    /// What the options that were taken did, over all runs behind them.
    var footprints: [Footprint]

    func sleeps(_ index: Int) -> Bool {
      sleeping.contains { $0.step == options[index] }
    }
  }

  private let reduces: Bool
  private var path: [Place] = []
  private var depth = 0
  private var sleeping: [Sleeper] = []
  /// The place whose step is running.
  private var running: Int?
  private(set) var isGivenUp = false

  init(reduces: Bool) { self.reduces = reduces }

  /// Begins the next run.
  func begin() {
    depth = 0
    sleeping.removeAll(keepingCapacity: true)
    running = nil
    isGivenUp = false
  }

  /// Moves on to the next order; false if there is none.
  func advance() -> Bool {
    while let last = path.indices.last {
      var next = path[last].chosen + 1
      if path[last].isSteps, reduces {
        while next < path[last].options.count, path[last].sleeps(next) { next += 1 }
      }
      if next < path[last].options.count {
        path[last].chosen = next
        return true
      }
      path.removeLast()
    }
    return false
  }

  func next(of steps: [ScheduleStep]) -> Int? {
    running = nil
    if steps.count == 1 {
      if reduces, sleeping.contains(where: { $0.step == steps[0] }) { return giveUp() }
      return 0
    }
    if depth == path.count {
      var place = Place(
        options: steps, isSteps: true, chosen: 0, sleeping: sleeping,
        footprints: Array(repeating: [], count: steps.count))
      if reduces {
        while place.chosen < steps.count, place.sleeps(place.chosen) { place.chosen += 1 }
        if place.chosen == steps.count { return giveUp() }
      }
      path.append(place)
    } else if reduces {
      sleeping = path[depth].sleeping
      for index in 0..<path[depth].chosen where !path[depth].sleeps(index) {
        sleeping.append(
          Sleeper(step: path[depth].options[index], footprint: path[depth].footprints[index]))
      }
    }
    running = depth
    depth += 1
    return path[depth - 1].chosen
  }

  func pick(of ways: [ScheduleStep]) -> Int {
    if depth == path.count {
      path.append(
        Place(options: ways, isSteps: false, chosen: 0, sleeping: [], footprints: []))
    }
    depth += 1
    return path[depth - 1].chosen
  }

  func did(_ step: ScheduleStep, _ footprint: Footprint) {
    guard reduces else { return }
    if let running { path[running].footprints[path[running].chosen].formUnion(footprint) }
    sleeping.removeAll { !$0.footprint.isIndependent(of: footprint) }
  }

  private func giveUp() -> Int? {
    isGivenUp = true
    return nil
  }
}
