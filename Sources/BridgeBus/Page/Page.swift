/// A page: what its document holds, in source order.
///
/// On the headless engine scripts are Swift closures; `html` is what a real engine loads instead.
public struct Page {
  /// A piece of a document.
  public enum Part {
    /// An inline script.
    case script((PageWindow) throws -> Void)
    /// A module or deferred script: runs when the document is parsed (R3).
    case deferred((PageWindow) throws -> Void)
    /// A blocking script from the network: nothing behind it is parsed before it is released.
    case held(String, (PageWindow) throws -> Void)
    /// An image or the like from the network: the load is not finished before it is released (R4).
    case resource(String)
    /// A frame with a page of its own.
    case frame(Frame)
  }

  /// A frame in a page.
  public struct Frame {
    /// A name of the frame that stays the same.
    public var id: String
    /// The origin of its document.
    public var origin: String
    /// Its page.
    public var page: Page

    /// A frame.
    public init(id: String, origin: String, page: Page) {
      self.id = id
      self.origin = origin
      self.page = page
    }
  }

  /// The pieces in source order.
  public var parts: [Part]
  /// The markup for a real engine.
  public var html: String?

  /// A page of these pieces.
  public init(_ parts: [Part], html: String? = nil) {
    self.parts = parts
    self.html = html
  }

  /// A page with one inline script.
  public init(html: String? = nil, _ script: @escaping (PageWindow) throws -> Void) {
    self.init([.script(script)], html: html)
  }

  /// A page without scripts.
  public static var blank: Page { Page([]) }
}

/// What a function of a page, or a script, comes to.
public enum PageResult {
  /// A value.
  case value(BridgeValue)
  /// A promise: `callAsync` waits for it, `evaluate` fails with it (R20).
  case promise(PagePromise)

  /// `undefined`.
  public static var undefined: PageResult { .value(.undefined) }
}

/// What a page listens for.
public enum PageEvent: String, Sendable, Hashable, CaseIterable {
  case domContentLoaded, load, pageShow, beforeUnload, pageHide, visibilityChange, unload
  /// An uncaught error; the detail is its text.
  case error
  /// A rejected promise that nobody handled; the detail is the reason's text.
  case unhandledRejection
}

/// Something thrown in a page.
public struct PageError: Error, Sendable, Equatable {
  /// What was thrown.
  public enum Thrown: Sendable, Equatable {
    /// An Error with its name.
    case error(name: String, message: String)
    /// Any other value.
    case value(BridgeValue)
  }

  /// What was thrown.
  public var thrown: Thrown
  /// The called function is not there: what `function-missing` is about.
  package var isMissingFunction = false

  /// A thrown Error.
  public init(_ message: String, name: String = "Error") {
    thrown = .error(name: name, message: message)
  }

  /// A thrown value of any other kind.
  public init(value: BridgeValue) { thrown = .value(value) }

  /// The string conversion, as completions show it (R23).
  public var text: String {
    switch thrown {
    case .error(let name, let message): return message.isEmpty ? name : "\(name): \(message)"
    case .value(let value):
      switch value.kind {
      case .undefined, .null: return value.kind.rawValue
      case .boolean: return value.bool == true ? "true" : "false"
      case .number: return value.number.map(Self.text(of:)) ?? ""
      case .string: return value.string ?? ""
      case .symbol: return ""
      case .bigInt:
        if case .bigInt(let digits) = value.node { return digits }
        return ""
      case .array:
        return (0..<value.count).map { index in
          guard let item = value[index] else { return "" }
          return item.kind == .null || item.kind == .undefined || item.kind == .hole
            ? "" : PageError(value: item).text
        }.joined(separator: ",")
      default: return "[object Object]"
      }
    }
  }

  private static func text(of number: Double) -> String {
    if number.isNaN { return "NaN" }
    if number.isInfinite { return number > 0 ? "Infinity" : "-Infinity" }
    return number == 0 ? "0" : BridgeValue.text(of: number)
  }

  /// The error of a call of something that is no function.
  package static func missingFunction(_ path: String) -> PageError {
    var error = PageError(
      "window.\(path) is not a function. (In 'window.\(path)()', 'window.\(path)' is undefined)",
      name: "TypeError")
    error.isMissingFunction = true
    return error
  }

  /// The error of a lookup in `window.webkit` where it does not exist (R28).
  package static let noHandlers = PageError(
    "undefined is not an object (evaluating 'window.webkit.messageHandlers')", name: "TypeError")
}
