/// First in, first out.
struct Fifo<Element> {
  private var items: [Element?] = []
  private var head = 0

  var isEmpty: Bool { head == items.count }
  var first: Element? { isEmpty ? nil : items[head] }

  var last: Element? { isEmpty ? nil : items[items.count - 1] }
  /// Everything in it, in order.
  var all: [Element] { items[head...].compactMap { $0 } }

  mutating func append(_ element: Element) { items.append(element) }

  mutating func popFirst() -> Element? {
    guard !isEmpty else { return nil }
    let element = items[head]
    items[head] = nil
    head += 1
    if head > 64, head * 2 > items.count {
      items.removeFirst(head)
      head = 0
    }
    return element
  }

  /// Whether something in it is meant.
  func contains(where isMeant: (Element) -> Bool) -> Bool {
    items[head...].contains { $0.map(isMeant) ?? false }
  }

  /// Takes the first that is meant, whatever stands before it.
  mutating func takeFirst(where isMeant: (Element) -> Bool) -> Element? {
    guard
      let index = items.indices[head...].first(where: { items[$0].map(isMeant) ?? false })
    else { return nil }
    return items.remove(at: index)
  }

  /// Everything, and nothing is left.
  mutating func removeAll() -> [Element] {
    let rest = items[head...].compactMap { $0 }
    items.removeAll()
    head = 0
    return rest
  }
}
