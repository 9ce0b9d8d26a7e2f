package import BridgeJSON

/// One rule of order.
package struct OrderRule: Sendable {
  package enum Rule: Sendable {
    case precedes(first: [Word], then: [Word])
    case exactlyOnce([Word])
    case atMostOnce([Word])
    case atLeastOnce([Word])
    case serial([Word])
    case never(of: [Word], after: [Word])
    case states(StateMachine)
  }

  package var id: String
  package var rule: Rule
  package var perSession: Bool
  /// Milliseconds.
  package var within: Double?
  package var source: JSONValue
}

/// What a rule speaks of.
package enum Word: Sendable, Equatable {
  /// Messages, as a set of indices.
  case messages([Int])
  /// Any reply that settles.
  case anyReply
  /// Replies that settle one of these messages.
  case replies([Int])
  case event(Event)
}

/// `states`: in which state which word may come, and where it leads.
package struct StateMachine: Sendable {
  package struct Transition: Sendable {
    package var word: Word
    package var to: Int
  }

  package var names: [String]
  package var start: Int
  /// By state.
  package var transitions: [[Transition]]

  /// Whether a state that can be reached from this one, itself included, is as asked. Linear in the
  /// machine.
  package func canReach(from state: Int, _ isWanted: (Int) -> Bool) -> Bool {
    var seen = [Bool](repeating: false, count: transitions.count)
    seen[state] = true
    var open = [state]
    while let state = open.popLast() {
      if isWanted(state) { return true }
      for transition in transitions[state] where !seen[transition.to] {
        seen[transition.to] = true
        open.append(transition.to)
      }
    }
    return false
  }
}

/// A lifecycle event.
public enum Event: String, Sendable, CaseIterable {
  case handlerRegistered = "@handlerRegistered"
  case handlerRemoved = "@handlerRemoved"
  case loadStarted = "@loadStarted"
  case loadCommitted = "@loadCommitted"
  case loadFinished = "@loadFinished"
  case loadFailed = "@loadFailed"
  case processTerminated = "@processTerminated"
  case teardown = "@teardown"
}
