#if canImport(WebKit) || BRIDGE_LOCATORS_STUBS
  #if BRIDGE_LOCATORS_STUBS
    public import BridgeLocators
  #elseif canImport(UIKit)
    public import UIKit
  #elseif canImport(AppKit)
    public import AppKit
  #endif

  #if canImport(UIKit) || BRIDGE_LOCATORS_STUBS
    extension UIView: IdentifiableElement {}
    extension UIBarItem: IdentifiableElement {}
  #endif

  #if canImport(AppKit) && !canImport(UIKit)
    extension NSView: IdentifiableElement {
      /// The identifier; AppKit has two methods in place of a property.
      @nonobjc public var accessibilityIdentifier: String? {
        get {
          let identifier: String = accessibilityIdentifier()
          return identifier.isEmpty ? nil : identifier
        }
        set { setAccessibilityIdentifier(newValue) }
      }
    }
  #endif
#endif
