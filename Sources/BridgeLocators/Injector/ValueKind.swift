/// What to do with a value, by its type alone: asked once for each type, since casts are slow.
enum ValueKind {
  /// An element, or an optional one.
  case element
  /// An object that injects into its own properties, and is no element.
  case injector
  /// Nothing in it: numbers, texts, closures, objects of other kinds.
  case leaf
  /// Looked into by reflection.
  case container
  /// A value of SwiftUI.
  case swiftUI
}

/// An optional, whatever it wraps.
protocol AnyOptional {
  static var wrapped: Any.Type { get }
}

extension Optional: AnyOptional {
  static var wrapped: Any.Type { Wrapped.self }
}

extension ValueKind {
  init(_ type: Any.Type) {
    let inner = Self.unwrapped(type)
    if inner is any IdentifiableElement.Type || inner == (any IdentifiableElement).self {
      self = .element
    } else if inner is AnyClass {
      self = inner is any AccessibilityIdentifierInjector.Type ? .injector : .leaf
    } else if Self.leaves.contains(ObjectIdentifier(inner)) {
      self = .leaf
    } else if Self.module(of: inner) == "SwiftUI" {
      self = .swiftUI
    } else {
      self = .container
    }
  }

  /// The type without optionals around it.
  static func unwrapped(_ type: Any.Type) -> Any.Type {
    var inner = type
    while let optional = inner as? any AnyOptional.Type { inner = optional.wrapped }
    return inner
  }

  private static let leaves: Set<ObjectIdentifier> = Set(
    ([
      Int.self, Int8.self, Int16.self, Int32.self, Int64.self, UInt.self, UInt8.self, UInt16.self,
      UInt32.self, UInt64.self, Double.self, Float.self, Bool.self, String.self, Character.self,
      [Int].self, [String].self, [Double].self, [UInt8].self,
    ] as [Any.Type]).map { ObjectIdentifier($0) })

  /// The module that declares a type; nil for classes of Objective-C.
  static func module(of type: Any.Type) -> String? {
    let name = String(reflecting: type)
    guard let dot = name.firstIndex(of: ".") else { return nil }
    let module = String(name[..<dot])
    return module == "__C" ? nil : module
  }

  /// Whether a class is a framework's: its own properties are none of ours.
  static func isFrameworkClass(_ type: Any.Type) -> Bool {
    switch module(of: type) {
    case nil, "UIKit", "UIKitCore", "AppKit", "SwiftUI", "WebKit", "Foundation", "ObjectiveC": true
    default: false
    }
  }
}
