/// The name of a script message handler. Any text is one in WebKit, so it is only ever written as a
/// quoted string in brackets.
///
/// Names of `Object.prototype` are refused: WebKit looks there first, so that such a handler cannot
/// be reached (seen on WebKitGTK 2.50 for `toString` and `constructor`).
public struct MessageHandlerName: Sendable {
  /// The name.
  public let name: String

  private static let shadowed: Set<String> = [
    "__proto__", "constructor", "toString", "toLocaleString", "valueOf", "hasOwnProperty",
    "isPrototypeOf", "propertyIsEnumerable", "__defineGetter__", "__defineSetter__",
    "__lookupGetter__", "__lookupSetter__",
  ]

  /// Checks a name.
  /// - Throws: `ScriptError` with the reason `.handler`.
  public init(_ name: String) throws(ScriptError) {
    if MessageHandlerName.shadowed.contains(name) { throw ScriptError(.handler(name)) }
    self.name = name
  }

  /// The handler's `postMessage` in the page's words.
  var path: String { "window.webkit.messageHandlers[\(StringLiteral.text(name))].postMessage" }
}
