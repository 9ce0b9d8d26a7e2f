/// A property's name out of the label that reflection gives.
enum PropertyName {
  static let lazyPrefix = "$__lazy_storage_$_"

  /// The name, or nil for what the compiler added: `$defaultActor`, `_$observationRegistrar`.
  static func name(of label: String, isStorage: Bool) -> String? {
    // Most names need no second look.
    let first = label.utf8.first
    if first != UInt8(ascii: "$"), first != UInt8(ascii: "_") { return label }
    if label.utf8.starts(with: lazyPrefix.utf8) {
      return String(label.utf8.dropFirst(lazyPrefix.utf8.count))
    }
    if label.utf8.first == UInt8(ascii: "$") || label.utf8.starts(with: "_$".utf8) { return nil }
    if isStorage, label.utf8.first == UInt8(ascii: "_"), label.utf8.count > 1 {
      return String(label.utf8.dropFirst())
    }
    return label
  }

  static func isLazy(_ label: String) -> Bool { label.utf8.starts(with: lazyPrefix.utf8) }
}
