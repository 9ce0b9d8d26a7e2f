/// What is known of a type that was met: names and casts are slow, and types do not change.
@MainActor
final class KnownType {
  var kind: ValueKind
  let name: String
  let isFrameworks: Bool
  let isReflectable: Bool
  let isInjector: Bool
  /// The type of the elements that values of it are, or hold as optionals.
  private let element: (any IdentifiableElement.Type)?
  private let injector: (any AccessibilityIdentifierInjector.Type)?
  let id: ObjectIdentifier

  private static var known: [ObjectIdentifier: KnownType] = [:]

  static func of(_ type: Any.Type) -> KnownType {
    if let found = known[ObjectIdentifier(type)] { return found }
    let found = KnownType(type)
    known[ObjectIdentifier(type)] = found
    return found
  }

  private init(_ type: Any.Type) {
    id = ObjectIdentifier(type)
    kind = ValueKind(type)
    name = String(describing: type)
    isFrameworks = ValueKind.isFrameworkClass(type)
    isReflectable = type is any CustomReflectable.Type
    isInjector = type is any AccessibilityIdentifierInjector.Type
    element = ValueKind.unwrapped(type) as? any IdentifiableElement.Type
    injector = ValueKind.unwrapped(type) as? any AccessibilityIdentifierInjector.Type
  }

  /// The element that a value of this type is or holds; nil where it holds none.
  func element(in value: Any) -> (any IdentifiableElement)? {
    // To a class that is known the cast is quick; to a protocol it looks conformances up.
    guard let element else { return value as? any IdentifiableElement }
    return Self.cast(value, to: element)
  }

  /// The injector that a value of this type is or holds.
  func injector(in value: Any) -> (any AccessibilityIdentifierInjector)? {
    guard let injector else { return value as? any AccessibilityIdentifierInjector }
    return Self.cast(value, to: injector)
  }

  private static func cast<Injector: AccessibilityIdentifierInjector>(
    _ value: Any, to: Injector.Type
  ) -> (any AccessibilityIdentifierInjector)? {
    value as? Injector
  }

  private static func cast<Element: IdentifiableElement>(
    _ value: Any, to: Element.Type
  ) -> (any IdentifiableElement)? {
    value as? Element
  }
}

/// What is known of the properties that one class declares: reflection tells the same labels for every
/// object of it.
@MainActor
final class KnownClass {
  /// A property by its place, with the last type that its value had.
  struct Property {
    let label: String
    /// Nil for what the compiler added.
    let name: String?
    /// Whether its value may be the storage of a property wrapper.
    let mayWrap: Bool
    var type: KnownType?
  }

  let type: KnownType
  var properties: [Property]
  /// Whether two properties of an object of this class may have one name.
  private var mayClash: Bool?

  private static var known: [ObjectIdentifier: KnownClass] = [:]

  /// The class of one level of an object.
  static func of(_ mirror: Mirror) -> KnownClass {
    let id = ObjectIdentifier(mirror.subjectType)
    if let found = known[id] { return found }
    let found = KnownClass(mirror)
    // Children of their author's choice may be others each time.
    if !found.type.isReflectable { known[id] = found }
    return found
  }

  private init(_ mirror: Mirror) {
    type = KnownType.of(mirror.subjectType)
    properties = []
    if type.isFrameworks { return }
    var labels: Set<String> = []
    for child in mirror.children { if let label = child.label { labels.insert(label) } }
    // The macro `@Observable` keeps each property in one that begins with "_".
    let isObservable = labels.contains("_$observationRegistrar")
    for child in mirror.children {
      let label = child.label ?? ""
      let isStorage =
        isObservable && label.utf8.first == UInt8(ascii: "_")
        && !labels.contains(String(label.utf8.dropFirst()) ?? "")
      properties.append(
        Property(
          label: label,
          name: child.label.flatMap { PropertyName.name(of: $0, isStorage: isStorage) },
          mayWrap: !isObservable && label.utf8.first == UInt8(ascii: "_")))
    }
  }

  /// Whether two properties of these classes, which are one object's, may have one name.
  static func mayClash(_ classes: [KnownClass]) -> Bool {
    guard let deepest = classes.first else { return false }
    if let known = deepest.mayClash { return known }
    var names: Set<String> = []
    var mayClash = false
    for known in classes {
      if known.type.isReflectable { mayClash = true }
      for property in known.properties {
        guard let name = property.name else { continue }
        if !names.insert(name).inserted { mayClash = true }
        guard property.mayWrap, let inner = PropertyName.name(of: property.label, isStorage: true)
        else { continue }
        if inner != name, !names.insert(inner).inserted { mayClash = true }
      }
    }
    deepest.mayClash = mayClash
    return mayClash
  }

  /// What is known of a property's value: asked again only where it is of another type than last time.
  func type(of value: Any, at place: Int) -> KnownType {
    let id = ObjectIdentifier(Swift.type(of: value))
    if let last = properties[place].type, last.id == id { return last }
    let known = KnownType.of(Swift.type(of: value))
    properties[place].type = known
    return known
  }
}
