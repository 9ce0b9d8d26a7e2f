/// What is known of types that were met: names and casts are slow, and types do not change.
@MainActor
enum KnownTypes {
  struct Known {
    let kind: ValueKind
    let name: String
    let isFrameworks: Bool
    let isReflectable: Bool
    let isInjector: Bool
  }

  private static var known: [ObjectIdentifier: Known] = [:]

  static func of(_ type: Any.Type) -> Known {
    if let found = known[ObjectIdentifier(type)] { return found }
    let found = Known(
      kind: ValueKind(type), name: String(describing: type),
      isFrameworks: ValueKind.isFrameworkClass(type),
      isReflectable: type is any CustomReflectable.Type,
      isInjector: type is any AccessibilityIdentifierInjector.Type)
    known[ObjectIdentifier(type)] = found
    return found
  }
}
