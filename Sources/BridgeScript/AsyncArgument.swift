internal import BridgeJSON

/// An argument of `callAsyncJavaScript` in a type that an engine takes as it is.
public indirect enum AsyncArgument: Sendable, Equatable {
  /// A number; no engine changes a double.
  case number(Double)
  /// A text.
  case text(String)
  /// A truth value; Apple's engine only.
  case bool(Bool)
  /// Null; Apple's engine only.
  case null
  /// Items; Apple's engine only.
  case list([AsyncArgument])
  /// Members; the order of keys is not kept by any engine.
  case members([String: AsyncArgument])

  /// Which engine a call is for: they take different types (what another type does is an error of the
  /// call, on Linux before the page runs).
  public enum Engine: Sendable {
    /// WKWebView: `NSNumber`, `NSString`, `NSNull`, `NSArray`, `NSDictionary`.
    case apple
    /// WebKitGTK: numbers, strings and dictionaries with strings as keys; code 600 for others.
    case gtk
  }

  /// Deeper values travel as JSON text: engines convert by recursion.
  static let deepest = 16

  /// The value as Swift types that Apple's runtime bridges by itself (null as an empty optional), for
  /// the arguments of `callAsyncJavaScript`. Recursive, at most 16 levels.
  public var value: Any {
    switch self {
    case .number(let number): number
    case .text(let text): text
    case .bool(let bool): bool
    case .null: Any?.none as Any
    case .list(let items): items.map(\.value)
    case .members(let members): members.mapValues(\.value)
    }
  }

  /// The argument for a JSON value, or nil where the engine does not take its type or would change
  /// it: halves of surrogate pairs, NUL, keys named `__proto__`, great depth.
  init?(_ value: JSONCursor, for engine: Engine, level: Int = 0) {
    guard level <= AsyncArgument.deepest else { return nil }
    switch value.kind {
    case .number:
      guard let number = Double(String(decoding: value.text, as: UTF8.self)) else { return nil }
      self = .number(number)
    case .string:
      guard let text = AsyncArgument.text(of: value) else { return nil }
      self = .text(text)
    case .object:
      var members: [String: AsyncArgument] = [:]
      var isWhole = true
      value.forEachMember { key, member in
        guard let name = AsyncArgument.text(of: key), !same(name, "__proto__"),
          let argument = AsyncArgument(member, for: engine, level: level + 1)
        else {
          isWhole = false
          return
        }
        // Two keys that are one to Swift's strings would become one.
        if members.updateValue(argument, forKey: name) != nil { isWhole = false }
      }
      guard isWhole else { return nil }
      self = .members(members)
    case .array where engine == .apple:
      var items: [AsyncArgument] = []
      var isWhole = true
      value.forEachItem { item in
        guard let argument = AsyncArgument(item, for: engine, level: level + 1) else {
          isWhole = false
          return
        }
        items.append(argument)
      }
      guard isWhole else { return nil }
      self = .list(items)
    case .array: return nil
    default:
      guard engine == .apple else { return nil }
      self = value.bool.map { .bool($0) } ?? .null
    }
  }

  private static func text(of value: JSONCursor) -> String? {
    if value.hasLoneSurrogate { return nil }
    guard let text = value.string, !text.utf8.contains(0) else { return nil }
    return text
  }
}

/// A call in the form of `callAsyncJavaScript` whose arguments have the types of one engine, so that a
/// page function without `JSON.parse` can be called by a body of your own.
///
/// What the engine does not take, or would change, travels as JSON text and is parsed by the body.
///
/// ```swift
/// let call = try TypedAsyncJavaScriptCall(
///   "App.pay", jsonArguments: ["5", "true"], for: .gtk)
/// // return App.pay(a0,JSON.parse(a1))   a0: number 5, a1: text "true"
/// ```
public struct TypedAsyncJavaScriptCall: Sendable, Equatable {
  /// The function's body.
  public let functionBody: String
  /// The arguments by the names of parameters.
  public let arguments: [String: AsyncArgument]

  /// A call with any number of arguments, each given as JSON text. Linear in the texts.
  /// - Throws: `ScriptError`: a path that is no receiver, or the argument and the place in its text.
  public init(
    _ receiver: String, jsonArguments: [String], for engine: AsyncArgument.Engine,
    options: ScriptOptions = .strict
  ) throws(ScriptError) {
    let receiver = try JavaScriptReceiver(receiver)
    _ = try JavaScriptCall.values(jsonArguments, options)
    let stem = AsyncJavaScriptCall.stem("a", besides: receiver)
    var arguments: [String: AsyncArgument] = [:]
    var words: [String] = []
    for (index, text) in jsonArguments.enumerated() {
      let document: JSONDocument
      do throws(JSONError) {
        document = try JSONDocument(Array(text.utf8), limits: options.limits, skipsBOM: false)
      } catch {
        throw ScriptError(.json(error.reason), argument: index)
      }
      let name = "\(stem)\(index)"
      // A dictionary cannot hold a key twice, so a text that does stays a text.
      let hasTwice = document.tape.firstDuplicateKey != nil
      if !hasTwice, let argument = AsyncArgument(document.tape.root, for: engine) {
        arguments[name] = argument
        words.append(name)
      } else {
        arguments[name] = .text(text)
        words.append("JSON.parse(\(name))")
      }
      withExtendedLifetime(document) {}
    }
    functionBody = "return \(receiver.path)(" + words.joined(separator: ",") + ")"
    self.arguments = arguments
  }
}
