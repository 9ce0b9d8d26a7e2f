/// Looks for an order in which an engine shows what another engine showed.
///
/// A run is given up as soon as what it said so far can no longer become what is looked for. From
/// each run those follow that differ from it in one choice more; what it chose behind that place is
/// chosen again where the same alternatives come. Next is the one whose origin got far with few choices
/// that are not the preferred ones. Such a search stays where it got far, if that leads nowhere: every
/// fourth run is therefore of another kind. These take one choice that is not preferred, at each place
/// there is, then two, and so on, however far they get.
package final class OrderSearch: ScheduleGuide {
  /// Whether what the run said so far may become what is looked for.
  package var agrees: () -> Bool = { true }
  /// Which step leads towards what is looked for, as far as anybody can tell: it is taken where no
  /// candidate says otherwise. What is late comes behind all that leads there too.
  package var prefers: ([ScheduleStep], _ late: Set<ScheduleStep>) -> Int = { _, _ in 0 }
  /// The same for the ways in which a step may go on.
  package var prefersWay: ([ScheduleStep]) -> Int = { _ in 0 }
  /// Runs that were made.
  package private(set) var runs = 0

  /// A choice that was not the preferred one: what would have come, and what came.
  private struct Deviation {
    var place: Int
    var instead: ScheduleStep
    var chosen: ScheduleStep
  }

  /// A run that is still to be made.
  private struct Candidate {
    var parent: [Int]
    var deviations: [Deviation]
    var place: Int
    var option: Int
  }

  /// The choices with which a run begins.
  private var prefix: [Int] = []
  /// Deviations that follow, as soon as their alternatives come.
  private var later: ArraySlice<Deviation> = []
  /// How many options each choice of the run had, and which was taken.
  private var options: [Int] = []
  private var taken: [Int] = []
  private var deviations: [Deviation] = []
  private var known: Set<[Int]> = []
  /// Steps of the page that another one was taken instead of: they wait until nothing else is there, or
  /// a candidate asks for them. A page that is late is late for long.
  private var late: Set<ScheduleStep> = []
  /// What is still to be tried, by its cost.
  private var open: [ArraySlice<Candidate>] = []
  /// What is still to be tried in turn: the fewer choices that are not the preferred ones, the sooner.
  private var inTurn: [Candidate] = []
  private var nextInTurn = 0
  /// Behind which place the run may be varied by those in turn; nil where it is none of them.
  private var varied: Int? = -1
  private var random = SplitMix64(seed: 1)

  /// How many choices more a run is worth that came one line further.
  private static let price = 3

  /// Whether the choice that was wrong is looked for among the first ones too, such as where a load of
  /// native overtook something.
  private let takesBothEnds: Bool

  package init(takesBothEnds: Bool = false) { self.takesBothEnds = takesBothEnds }

  /// Runs a scenario in one order after the other until it comes out as wanted. Returns whether it did.
  ///
  /// `run` plays it on the engine that it is given, sets `agrees` before, and returns how much of what
  /// is wanted is missing, at least; nil where it is the wanted run.
  package func find(
    _ profile: EngineProfile, slack: Double, limit: Int, isOver: () -> Bool = { false },
    _ run: (HeadlessEngine) -> Int?
  ) -> Bool {
    while runs < limit, !isOver() {
      runs += 1
      options.removeAll(keepingCapacity: true)
      taken.removeAll(keepingCapacity: true)
      deviations.removeAll(keepingCapacity: true)
      late.removeAll(keepingCapacity: true)
      let engine = HeadlessEngine(
        profile: profile, schedule: .replay([], slack: slack), guide: self)
      guard let missing = run(engine) else { return true }
      if runs == 1 {
        // In the standard order; from here on in the preferred one.
        prefix = []
        later = []
        continue
      }
      if known.insert(taken).inserted { addOthers(missing) }
      addInTurn()
      guard let candidate = nextCandidate() else { return false }
      prefix = Array(candidate.parent[..<candidate.place]) + [candidate.option]
      later = candidate.deviations.filter { $0.place > candidate.place }[...]
    }
    return false
  }

  private func nextCandidate() -> Candidate? {
    varied = nil
    if runs % 4 == 0, nextInTurn < inTurn.count {
      defer { nextInTurn += 1 }
      varied = inTurn[nextInTurn].place
      return inTurn[nextInTurn]
    }
    guard let next = open.indices.first(where: { !open[$0].isEmpty }) else { return nil }
    switch runs % 4 {
    case 2:
      // Somewhere in the middle, which both ends come to last.
      let last = open[next].index(before: open[next].endIndex)
      open[next].swapAt(open[next].startIndex + random.below(open[next].count), last)
      return open[next].popLast()
    case 1 where takesBothEnds: return open[next].popFirst()
    default: return open[next].popLast()
    }
  }

  /// Each choice that is not the preferred one, behind the last such choice of a run in turn.
  private func addInTurn() {
    guard let varied else { return }
    for place in options.indices where place > varied {
      for option in 0..<options[place] where option != taken[place] {
        inTurn.append(Candidate(parent: taken, deviations: [], place: place, option: option))
      }
    }
  }

  private func addOthers(_ missing: Int) {
    let cost = deviations.count + missing * Self.price
    while open.count <= cost { open.append([]) }
    // The last choices come first: it was one of them, most of the time.
    for place in options.indices {
      for option in (0..<options[place]).reversed() where option != taken[place] {
        open[cost].append(
          Candidate(parent: taken, deviations: deviations, place: place, option: option))
      }
    }
  }

  package func next(of steps: [ScheduleStep]) -> Int? {
    guard agrees() else { return nil }
    if steps.count == 1 { return 0 }
    if runs == 1 { return take(steps, 0) }
    let preferred = prefers(steps, late)
    let chosen = take(steps, preferred)
    if chosen != preferred, Self.canBeLate(steps[preferred]) { late.insert(steps[preferred]) }
    late.remove(steps[chosen])
    return chosen
  }

  /// Whether a step is of the page, which may be late.
  private static func canBeLate(_ step: ScheduleStep) -> Bool {
    switch step {
    case .native, .nativeTimer, .request: false
    default: true
    }
  }

  package func pick(of ways: [ScheduleStep]) -> Int {
    take(ways, runs == 1 ? 0 : prefersWay(ways))
  }

  private func take(_ steps: [ScheduleStep], _ preferred: Int) -> Int {
    let place = options.count
    var chosen = preferred
    if place < prefix.count {
      chosen = min(prefix[place], steps.count - 1)
    } else if let next = later.first, next.instead == steps[preferred],
      let same = steps.firstIndex(of: next.chosen)
    {
      chosen = same
      later.removeFirst()
    }
    if chosen != preferred {
      deviations.append(Deviation(place: place, instead: steps[preferred], chosen: steps[chosen]))
    }
    options.append(steps.count)
    taken.append(chosen)
    return chosen
  }

  package func did(_ step: ScheduleStep, _ footprint: Footprint) {}
}
