/// Whoever walks through the orders of an engine, one run after the other.
package protocol ScheduleGuide: AnyObject {
  /// Which step comes next, asked also where there is only one; nil gives the run up: what could
  /// come is covered by other runs.
  func next(of steps: [ScheduleStep]) -> Int?
  /// Which way a step goes on that goes on in more than one way.
  func pick(of ways: [ScheduleStep]) -> Int
  /// The step that was chosen last is done.
  func did(_ step: ScheduleStep, _ footprint: Footprint)
}

/// What a step did that decides whether another step sees it.
package struct Footprint: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// It is a step of the page's process; else of native.
  package static let page = Footprint(rawValue: 1)
  /// It gave the page a command.
  package static let commands = Footprint(rawValue: 2)
  /// Its way depended on whether another command waits behind the one it took.
  package static let looksBehind = Footprint(rawValue: 4)
  /// It moved the clock, ended a process, answered a dialog: everybody sees that.
  package static let everything = Footprint(rawValue: 8)

  /// Whether two steps that could both come next lead to the same state in either order.
  ///
  /// Native takes from the head of the queue that the page appends to, and the other way round, so
  /// a step of native and one of the page do not see each other. Two steps of one side may always
  /// see each other: what code keeps between its steps is not known.
  package func isIndependent(of other: Footprint) -> Bool {
    if contains(.everything) || other.contains(.everything) { return false }
    guard contains(.page) != other.contains(.page) else { return false }
    let (page, native) = contains(.page) ? (self, other) : (other, self)
    if page.contains(.commands) { return false }
    return !(native.contains(.commands) && page.contains(.looksBehind))
  }
}
