/// A promise of a page. Reactions run as microtasks of the document that made it.
public final class PagePromise {
  /// What became of it.
  public enum State: Equatable {
    case pending
    case fulfilled(BridgeValue)
    case rejected(PageError)
  }

  /// What became of it.
  public private(set) var state = State.pending
  private let document: PageDocument
  private var reactions: [(State) -> Void] = []
  package private(set) var isHandled = false

  package init(_ document: PageDocument) { self.document = document }

  /// Adds reactions; the promise that comes back settles after them, with nothing or what they
  /// threw.
  @discardableResult
  public func then(
    _ onFulfilled: @escaping (BridgeValue) throws -> Void,
    catch onRejected: ((PageError) throws -> Void)? = nil
  ) -> PagePromise {
    let next = PagePromise(document)
    react { state in
      do {
        switch state {
        case .fulfilled(let value): try onFulfilled(value)
        case .rejected(let error):
          guard let onRejected else {
            next.reject(error)
            return
          }
          try onRejected(error)
        case .pending: return
        }
        next.resolve(.undefined)
      } catch {
        next.reject(error as? PageError ?? PageError("\(error)"))
      }
    }
    return next
  }

  /// Resolves it; a settled one stays as it is.
  public func resolve(_ value: BridgeValue) { settle(.fulfilled(value)) }

  /// Rejects it; a settled one stays as it is.
  public func reject(_ error: PageError) { settle(.rejected(error)) }

  /// Calls `body` with the final state, in a microtask.
  package func react(_ body: @escaping (State) -> Void) {
    isHandled = true
    if state == .pending {
      reactions.append(body)
    } else {
      let state = self.state
      document.queueMicrotask { body(state) }
    }
  }

  package func settle(_ new: State) {
    guard state == .pending else { return }
    state = new
    let waiting = reactions
    reactions.removeAll()
    for reaction in waiting { document.queueMicrotask { reaction(new) } }
    if case .rejected(let error) = new, !isHandled {
      document.noteRejection { self.isHandled ? nil : error }
    }
  }

  /// Forgets its reactions: the engine is gone.
  package func forget() { reactions.removeAll() }
}
