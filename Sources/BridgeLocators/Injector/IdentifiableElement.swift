/// Something a UI test can find by an identifier. Views and bar items of Apple's are, where their
/// frameworks are; other classes may be.
@MainActor
public protocol IdentifiableElement: AnyObject {
  /// What UI tests look for.
  var accessibilityIdentifier: String? { get set }
}
