/// Why a value of a Swift type has no JSON form.
public enum ValueFault: Sendable, Equatable {
  /// Infinity or NaN, at this coding path.
  case nonFinite(path: String)
  /// The type's `encode(to:)` wrote no value, at this coding path.
  case nothing(path: String)
  /// The type's `encode(to:)` asked for two kinds of container, or wrote a second single value.
  case mixed(path: String)
  /// Nested deeper than the limit, which is given.
  case tooDeep(limit: Int)
  /// The type's own `encode(to:)` threw: its words.
  case thrown(String)

  /// One sentence.
  public var sentence: String {
    switch self {
    case .nonFinite(let path): "\(ValueFault.at(path)) is Infinity or NaN, which JSON does not have"
    case .nothing(let path): "\(ValueFault.at(path)) encoded no value"
    case .mixed(let path): "\(ValueFault.at(path)) was encoded as two kinds of value"
    case .tooDeep(let limit): "the value is nested deeper than \(limit) levels"
    case .thrown(let words): words
    }
  }

  private static func at(_ path: String) -> String { path.isEmpty ? "the value" : path }
}
