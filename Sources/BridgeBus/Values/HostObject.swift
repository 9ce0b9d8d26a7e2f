/// An object of JavaScript that is neither a plain object nor an array: what it is decides what a
/// bridge makes of it.
public enum HostObject: String, Sendable, Hashable, CaseIterable {
  // Reach the other side as an empty object.
  case map, set, regExp, error, arrayBuffer, dataView, boxedBoolean, boxedNumber, boxedBigInt
  // Reach it as null.
  case blob, file, imageData
  // Reach it as undefined.
  case domRect, domMatrix
  // Make the whole value unsupported.
  case function, `class`, promise, proxy, weakMap, weakSet, generator, arguments
  case domNode, window, location, event, url, urlSearchParams, math, json, console
  /// An object with a getter that throws when it is read.
  case throwingGetter

  /// What a bridge makes of an object.
  public enum Fate: Sendable, Hashable {
    /// An empty object.
    case emptyObject
    /// Null.
    case null
    /// As if it were undefined.
    case undefined
    /// Nothing: the whole value cannot be sent.
    case unsupported
  }

  /// What a bridge makes of it, on either platform (`webkit-semantics`, section 8).
  public var fate: Fate {
    switch self {
    case .map, .set, .regExp, .error, .arrayBuffer, .dataView, .boxedBoolean, .boxedNumber,
      .boxedBigInt:
      .emptyObject
    case .blob, .file, .imageData: .null
    case .domRect, .domMatrix: .undefined
    default: .unsupported
    }
  }
}
