/// The identifiers that injections gave, by element, without keeping elements alive.
@MainActor
struct OwnIdentifiers {
  static var shared = OwnIdentifiers()

  private struct Entry {
    weak var element: (any IdentifiableElement)?
    var identifier: String
  }

  private var entries: [ObjectIdentifier: Entry] = [:]
  private var nextSweep = 64

  /// The identifier that an element was given, if it is the one it still has.
  func isOwn(_ identifier: String, of element: any IdentifiableElement) -> Bool {
    // An address is used again once its object is gone.
    guard let entry = entries[ObjectIdentifier(element)], entry.element === element else {
      return false
    }
    return entry.identifier.utf8.elementsEqual(identifier.utf8)
  }

  mutating func set(_ identifier: String, of element: any IdentifiableElement) {
    if entries.count >= nextSweep {
      entries = entries.filter { $0.value.element != nil }
      nextSweep = max(64, entries.count * 2)
    }
    entries[ObjectIdentifier(element)] = Entry(element: element, identifier: identifier)
  }
}
