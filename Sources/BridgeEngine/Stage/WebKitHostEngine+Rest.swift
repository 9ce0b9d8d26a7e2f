#if os(Linux)
  // Whether the page of a stage has anything left to do: it counts its timers, and answers a question
  // once none is left.

  extension WebKitHostEngine {
    /// The question to the page. Two answers with nothing in between mean that it is at rest: what was
    /// on its way to or from it at the first one has happened at the second.
    struct Probe {
      /// What the names of its calls begin with.
      static let name = "bridge-contract probe "
      /// Answers in a task of its own, as soon as the page has no timer left.
      static let script =
        "return new Promise(done => window.bridgeStage ? bridgeStage.rest(done) : setTimeout(done, 0))"
      /// The call by which any page is asked whether it answers.
      static let question = "bridge-contract question"
      /// The number of the question that is out; questions before it count no more.
      var number = 0
      var isOut = false
      /// Whether native did something since it was asked.
      var isStale = false
      /// Answers without anything in between.
      var clean = 0
      /// When it may be asked, after a question that failed.
      var earliest = 0.0
      var hasAnswered = false

      /// Something happened.
      mutating func forget() { clean = 0 }

      /// Native does something: what is out does not tell of what comes of it.
      mutating func overtake() {
        clean = 0
        isStale = isOut
      }

      /// The document that was asked is gone, and does not answer.
      mutating func drop() {
        clean = 0
        isOut = false
      }
    }

    /// How long the ends of calls may take to arrive where the page is gone.
    private static let afterlife = 100.0

    /// Whether the stage's page is known to be at rest; asks where it is not known.
    func isStageAtRest(_ now: Double) -> Bool {
      guard onQuestion != nil, !isLoading, now >= leavingUntil else { return false }
      if isDestroyed || isTerminated { return now - lastEvent >= Self.afterlife * speed }
      if probe.clean >= 2 { return true }
      if !probe.isOut, now >= probe.earliest {
        probe.isOut = true
        probe.isStale = false
        probe.number += 1
        let id = "\(Probe.name)\(probe.number)"
        let line =
          "{\"do\":\"callAsync\",\"id\":\"\(id)\",\"body\":\"\(Probe.script)\"}"
        host.say("{\"do\":\"turn\",\"actions\":[\(line)]}")
      }
      return false
    }

    /// When the answer to `isStageAtRest` changes although nothing is heard; nil for never.
    func nextQuestion(_ now: Double) -> Double? {
      guard onQuestion != nil, !isLoading else { return nil }
      if now < leavingUntil { return leavingUntil }
      if isDestroyed || isTerminated { return lastEvent + Self.afterlife * speed }
      return probe.isOut ? nil : max(now, probe.earliest)
    }

    /// Takes the answer to a question; false where the event is none.
    func takeAnswer(_ call: String, isFailed: Bool) -> Bool {
      guard call.utf8.starts(with: Probe.name.utf8) else { return false }
      guard probe.isOut, call.utf8.elementsEqual("\(Probe.name)\(probe.number)".utf8) else {
        return true
      }
      probe.isOut = false
      if isFailed {
        probe.clean = 0
        probe.earliest = clock + 20 * speed
      } else if !probe.isStale {
        probe.clean += 1
      }
      return true
    }
  }
#endif
