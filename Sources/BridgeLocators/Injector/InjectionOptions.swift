/// How identifiers are made and how far is looked for elements.
public struct InjectionOptions {
  /// What an identifier is made of.
  public enum Format {
    /// The property's name; where two classes of one object have the same, the superclass's becomes
    /// `Type.name`.
    case name
    /// `Type.name` with the class that declares the property.
    case typeAndName
    /// Anything of your own, from the declaring class's name and the property's.
    case custom((_ type: String, _ name: String) -> String)
  }

  /// What an identifier is made of.
  public var format: Format
  /// Also overwrites identifiers that somebody else set.
  public var overwrites: Bool
  /// How deep is looked into values and into objects that are injectors themselves.
  public var depth: Int
  /// How many values are looked at.
  public var count: Int
  /// Whether to inject at all; nil asks ``LocatorSwitch``.
  public var isOn: Bool?

  /// Options; what is not said is the usual.
  public init(
    format: Format = .name, overwrites: Bool = false, depth: Int = 8, count: Int = 10_000,
    isOn: Bool? = nil
  ) {
    self.format = format
    self.overwrites = overwrites
    self.depth = depth
    self.count = count
    self.isOn = isOn
  }
}
