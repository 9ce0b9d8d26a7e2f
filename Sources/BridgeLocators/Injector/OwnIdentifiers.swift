/// The identifiers that injections gave, by element, without keeping elements alive.
@MainActor
struct OwnIdentifiers {
  static var shared = OwnIdentifiers()

  /// An object, so that the table can grow without moving weak references, which is slow.
  private final class Entry {
    weak var element: AnyObject?
    var identifier: String

    init(_ element: AnyObject, _ identifier: String) {
      self.element = element
      self.identifier = identifier
    }
  }

  private var entries: [ObjectIdentifier: Entry] = [:]
  private var nextSweep = 256

  /// The identifier that an element was given, if it is the one it still has.
  func isOwn(_ identifier: String, of element: AnyObject) -> Bool {
    // An address is used again once its object is gone.
    guard let entry = entries[ObjectIdentifier(element)],
      entry.identifier.utf8.elementsEqual(identifier.utf8)
    else { return false }
    return entry.element === element
  }

  mutating func set(_ identifier: String, of element: AnyObject) {
    if entries.count >= nextSweep {
      entries = entries.filter { $0.value.element != nil }
      nextSweep = max(256, entries.count * 4)
    }
    entries[ObjectIdentifier(element)] = Entry(element, identifier)
  }
}
