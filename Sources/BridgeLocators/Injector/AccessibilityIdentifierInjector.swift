/// A class whose properties give their names to the elements in them, by reflection.
///
/// ```swift
/// final class PaymentView: UIView, AccessibilityIdentifierInjector {
///   let payButton = UIButton()
///   override init(frame: CGRect) {
///     super.init(frame: frame)
///     injectAccessibilityIdentifiers()  // payButton.accessibilityIdentifier is "payButton"
///   }
/// }
/// ```
/// Identifiers that somebody else set stay. In a release build, and where ``LocatorSwitch`` is off,
/// nothing happens. Values of SwiftUI have no elements and are told as not supported.
@MainActor
public protocol AccessibilityIdentifierInjector: AnyObject {}

extension AccessibilityIdentifierInjector {
  /// Gives every element in a property of this object, and of its superclasses, the property's name.
  ///
  /// May be called again at any time: for properties that were nil, and for lazy ones that were not
  /// made yet. Linear in the number of values that are looked at.
  @discardableResult
  public func injectAccessibilityIdentifiers(
    options: InjectionOptions = InjectionOptions()
  ) -> InjectionReport {
    #if DEBUG
      guard options.isOn ?? LocatorSwitch.isOn() else { return InjectionReport() }
      return IdentifierInjection(options).inject(into: self)
    #else
      return InjectionReport()
    #endif
  }

  /// The same for later, after `viewDidLoad` or once a lazy property was made: the report tells only
  /// the identifiers that are new.
  @discardableResult
  public func injectPending(options: InjectionOptions = InjectionOptions()) -> InjectionReport {
    var report = injectAccessibilityIdentifiers(options: options)
    report.injected.removeAll { !$0.isNew }
    return report
  }
}
