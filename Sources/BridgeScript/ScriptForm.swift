/// How a value is handed to the page: the script text around it.
///
/// ```swift
/// let form = ScriptForm.customEvent("native-message")
/// let call = try JavaScriptCall(form, JavaScriptValue(json: #"{"kind":"sync"}"#))
/// // window.dispatchEvent(new CustomEvent('native-message',{detail:JSON.parse('…')}))
/// ```
public struct ScriptForm: Sendable {
  let prefix: String
  let suffix: String

  /// What an event is dispatched on.
  public enum Target: String, Sendable {
    /// The window.
    case window
    /// The document.
    case document
  }

  /// A call of a page function with one argument.
  public static func call(_ receiver: JavaScriptReceiver) -> ScriptForm {
    ScriptForm(prefix: receiver.path + "(", suffix: ")")
  }

  /// The page's side: a post to a script message handler. Its value is the promise that
  /// `postMessage` returns.
  public static func post(to handler: MessageHandlerName) -> ScriptForm {
    ScriptForm(prefix: handler.path + "(", suffix: ")")
  }

  /// A `CustomEvent` of this type, any text, with the value as its `detail`.
  public static func customEvent(_ type: String, on target: Target = .window) -> ScriptForm {
    ScriptForm(
      prefix: target.rawValue + ".dispatchEvent(new CustomEvent(" + StringLiteral.text(type)
        + ",{detail:", suffix: "}))")
  }

  /// A `MessageEvent` named `message` with the value as its `data`: listeners run before the script
  /// goes on.
  public static func messageEvent(on target: Target = .window) -> ScriptForm {
    ScriptForm(
      prefix: target.rawValue + ".dispatchEvent(new MessageEvent('message',{data:", suffix: "}))")
  }

  /// `window.postMessage`: listeners run in a later task.
  ///
  /// The window is the script's own, so `*` gives the value to nobody else; another origin makes
  /// the browser drop the message unless the page has it.
  public static func postMessage(origin: String = "*") -> ScriptForm {
    ScriptForm(prefix: "window.postMessage(", suffix: "," + StringLiteral.text(origin) + ")")
  }
}

extension JavaScriptCall {
  /// A value in a form.
  public init(_ form: ScriptForm, _ value: JavaScriptValue) {
    source = form.prefix + value.expression + form.suffix + JavaScriptCall.noResult
  }

  /// One JSON text in a form. Linear in the text.
  /// - Throws: `ScriptError` with the place in the text.
  public init(
    _ form: ScriptForm, json: UnsafeBufferPointer<UInt8>, options: ScriptOptions = .strict
  ) throws(ScriptError) {
    source = try ScriptEncoder.text(
      form.prefix, json, form.suffix + JavaScriptCall.noResult, options)
  }

  /// One JSON text in a form. Linear in the text.
  /// - Throws: `ScriptError` with the place in the text.
  public init(
    _ form: ScriptForm, json: String, options: ScriptOptions = .strict
  ) throws(ScriptError) {
    var json = json
    // A typed throw does not pass through `withUTF8`, a result does.
    self = try json.withUTF8 { text in
      Result { () throws(ScriptError) in
        try JavaScriptCall(form, json: text, options: options)
      }
    }.get()
  }

  /// Any `Encodable` in a form.
  /// - Throws: `ScriptError`: a value that cannot arrive unchanged.
  public init<T: Encodable>(
    _ form: ScriptForm, encoding value: T, options: ScriptOptions = .strict
  ) throws(ScriptError) {
    let json = ScriptBuffer()
    defer { withExtendedLifetime(json) {} }
    if try JSONValueText.append(value, options: options, to: json) {
      self.init(
        source: ScriptEncoder.text(
          form.prefix, trusted: json.bytes, form.suffix + JavaScriptCall.noResult))
    } else {
      try self.init(form, json: json.bytes, options: options)
    }
  }
}
