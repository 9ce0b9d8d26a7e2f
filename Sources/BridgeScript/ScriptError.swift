public import BridgeJSON

/// Why a call could not be encoded. Nothing is encoded halfway.
public struct ScriptError: Error, Sendable, Equatable {
  /// The reasons, each a fact without words.
  public enum Reason: Sendable, Equatable {
    /// The argument is no acceptable JSON text.
    case json(JSONError.Reason)
    /// A key stands twice in one object.
    case duplicateKey
    /// A number would reach the page as another one.
    case number(NumberLoss)
    /// The receiver's path cannot be used.
    case receiver(ReceiverFault)
    /// The handler's name cannot be reached in WebKit.
    case handler(String)
    /// A value of a Swift type has no JSON form.
    case value(ValueFault)
  }

  /// Where in the argument's text a fault stands.
  public struct Place: Sendable, Equatable {
    /// The byte offset, from 0.
    public var offset: Int
    /// Line and column, both from 1.
    public var position: TextPosition
    /// The JSON Pointer to the value, where it is known; a text that is no JSON has none.
    public var pointer: String?

    /// Makes a place.
    public init(offset: Int, position: TextPosition, pointer: String? = nil) {
      self.offset = offset
      self.position = position
      self.pointer = pointer
    }
  }

  /// The reason.
  public var reason: Reason
  /// Which argument is meant, from 0; nil where the fault is in a name.
  public var argument: Int?
  /// Where in the argument's text; nil where there is no text.
  public var place: Place?

  /// Makes an error.
  public init(_ reason: Reason, argument: Int? = nil, place: Place? = nil) {
    self.reason = reason
    self.argument = argument
    self.place = place
  }
}

extension ScriptError: CustomStringConvertible {
  /// One line: the place, then what is wrong. Keys and names may stand in it, values do not.
  public var description: String {
    var words = ""
    if let argument, argument > 0 { words += "argument \(argument + 1): " }
    if let place {
      words += "line \(place.position.line), column \(place.position.column)"
      if let pointer = place.pointer, !pointer.isEmpty { words += " (\(pointer))" }
      words += ": "
    }
    return words + sentence
  }

  /// What is wrong, without the place.
  public var sentence: String {
    switch reason {
    case .json(let reason): JSONError(reason, at: 0).sentence
    case .duplicateKey: "this key stands twice in its object"
    case .number(let loss): loss.sentence
    case .receiver(let fault): fault.sentence
    case .handler(let name):
      "the handler name \(JSONString.quoted(name)) is a name of Object.prototype:"
        + " a page that asks for it never gets the handler"
    case .value(let fault): fault.sentence
    }
  }
}
