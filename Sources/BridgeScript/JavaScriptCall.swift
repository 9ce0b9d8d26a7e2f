/// A call of a page function as script text that no payload can break.
///
/// ```swift
/// let call = try JavaScriptCall("bridgeReceive", json: #"{"kind":"sync","value":"it's"}"#)
/// webView.evaluateJavaScript(call.source)
/// // bridgeReceive(JSON.parse('{"kind":"sync","value":"it\'s"}'));void 0
/// ```
public struct JavaScriptCall: Sendable, Equatable {
  /// The call as a statement without a result: a function that returns a promise or a node would
  /// otherwise fail the evaluation, since such a result cannot be brought back.
  public let source: String

  /// The call alone; its value is what the function returns.
  public var expression: String { String(source.dropLast(JavaScriptCall.noResult.utf8.count)) }

  static let noResult = ";void 0"

  init(source: String) { self.source = source }

  /// A call with any number of arguments.
  public init(_ receiver: JavaScriptReceiver, _ arguments: [JavaScriptValue]) {
    source =
      receiver.path + "(" + arguments.map(\.expression).joined(separator: ",") + ")"
      + JavaScriptCall.noResult
  }

  /// A call with one argument, given as JSON text.
  /// - Throws: `ScriptError`: a path that is no receiver, or the place in the text.
  public init(
    _ receiver: String, json: String, options: ScriptOptions = .strict
  ) throws(ScriptError) {
    try self.init(.call(try JavaScriptReceiver(receiver)), json: json, options: options)
  }

  /// A call with one argument, any `Encodable`.
  ///
  /// A `String` is a JavaScript string here; JSON text goes to `json:`.
  /// - Throws: `ScriptError`: a path that is no receiver, or a value that cannot arrive unchanged.
  public init<T: Encodable>(
    _ receiver: String, encoding value: T, options: ScriptOptions = .strict
  ) throws(ScriptError) {
    try self.init(
      .call(try JavaScriptReceiver(receiver)), encoding: value, options: options)
  }

  /// A call with any number of arguments, each given as JSON text.
  /// - Throws: `ScriptError`: a path that is no receiver, or the argument and the place in its text.
  public init(
    _ receiver: String, jsonArguments: [String], options: ScriptOptions = .strict
  ) throws(ScriptError) {
    let receiver = try JavaScriptReceiver(receiver)
    self.init(receiver, try JavaScriptCall.values(jsonArguments, options))
  }

  static func values(
    _ texts: [String], _ options: ScriptOptions
  ) throws(ScriptError) -> [JavaScriptValue] {
    var values: [JavaScriptValue] = []
    for (index, text) in texts.enumerated() {
      do throws(ScriptError) {
        values.append(try JavaScriptValue(json: text, options: options))
      } catch {
        throw ScriptError(error.reason, argument: index, place: error.place)
      }
    }
    return values
  }
}
