internal import BridgeJSON

/// A call of a page function in the form of `callAsyncJavaScript`: a function body and a dictionary
/// of arguments, which become the body's parameters. The result is awaited.
///
/// Every argument travels as JSON text. Text is the one type that all engines accept and none
/// changes: WebKitGTK refuses booleans, arrays and null (error 600), Apple's conversion knows
/// numbers, strings, dates, null, arrays and dictionaries and keeps neither the order of keys nor
/// the difference of 1 and true.
///
/// ```swift
/// let call = try AsyncJavaScriptCall("App.pay", jsonArguments: [#"{"total":5}"#])
/// webView.callAsyncJavaScript(call.functionBody, arguments: call.arguments, in: nil, in: .page)
/// // return App.pay(JSON.parse(json0))
/// ```
public struct AsyncJavaScriptCall: Sendable, Equatable {
  /// The function's body. It does not depend on the values.
  public let functionBody: String
  /// JSON texts by the names of parameters: valid UTF-8 without NUL, halves of surrogate pairs as
  /// escapes.
  public let arguments: [String: String]

  /// A call with any number of arguments, each given as JSON text.
  /// - Throws: `ScriptError`: a path that is no receiver, or the argument and the place in its text.
  public init(
    _ receiver: String, jsonArguments: [String], options: ScriptOptions = .strict
  ) throws(ScriptError) {
    try self.init(
      try JavaScriptReceiver(receiver), jsonArguments: jsonArguments, options: options)
  }

  /// A call with any number of arguments, each given as JSON text.
  /// - Throws: `ScriptError` with the argument and the place in its text.
  public init(
    _ receiver: JavaScriptReceiver, jsonArguments: [String], options: ScriptOptions = .strict
  ) throws(ScriptError) {
    // Checked as for a script; what is sent is the text itself.
    _ = try JavaScriptCall.values(jsonArguments, options)
    self.init(receiver, checked: jsonArguments)
  }

  /// A call with one argument, any `Encodable`.
  /// - Throws: `ScriptError`: a path that is no receiver, or a value that cannot arrive unchanged.
  public init<T: Encodable>(
    _ receiver: String, encoding value: T, options: ScriptOptions = .strict
  ) throws(ScriptError) {
    let json = try JSONValueText.encode(value, options: options)
    try self.init(receiver, jsonArguments: [json], options: options)
  }

  private init(_ receiver: JavaScriptReceiver, checked texts: [String]) {
    let stem = AsyncJavaScriptCall.stem("json", besides: receiver)
    let names = texts.indices.map { "\(stem)\($0)" }
    functionBody =
      "return \(receiver.path)(" + names.map { "JSON.parse(\($0))" }.joined(separator: ",") + ")"
    arguments = Dictionary(uniqueKeysWithValues: zip(names, texts))
  }

  /// The beginning of parameters' names: a parameter must not hide the receiver, nor `JSON`.
  static func stem(_ word: String, besides receiver: JavaScriptReceiver) -> String {
    let first = receiver.path.prefix { $0 != "." && $0 != "[" }
    var stem = word
    while first.utf8.starts(with: stem.utf8) { stem += "_" }
    return stem
  }
}
