/// Names of the TypeScript target: all types stand at the top of one module.
struct TypeScriptNames {
  /// Declarations, by their numbers.
  private(set) var declarations: [String]
  /// Payloads and replies of messages, by message.
  private(set) var payloads: [String] = []
  private(set) var replies: [String] = []
  /// Payloads of errors, by error.
  private(set) var errors: [String] = []

  /// Names that mean something in the module, or to TypeScript.
  private static let reserved: Set<String> = [
    "Answer", "Any", "Array", "Asking", "Bodies", "Boolean", "BridgeError", "BridgeErrorType",
    "Connection", "Declined", "DeclinedType", "ErrorOf", "PayloadOf", "ReplyOf",
    "Error", "Function", "Infinity", "Issue", "JSON", "JSONValue", "Line", "Map", "NaN",
    "NativeMessages", "Number", "Object", "Options", "Promise", "Record", "Set", "String", "Symbol",
    "Transport", "Undefined", "WebMessages", "any", "bigint", "boolean", "never", "null", "number",
    "object", "string", "symbol", "undefined", "unknown", "void",
  ]

  init(_ model: ContractModel) {
    declarations = Array(repeating: "", count: model.declarations.count)
    var table = NameTable(reserved: Self.reserved)
    // The names that people look for come first.
    for (index, declaration) in model.declarations.enumerated() where declaration.scope == .types {
      declarations[index] = table.take(NameTable.upper(declaration.name, fallback: "Value"))
    }
    for error in model.errors {
      errors.append(table.take(NameTable.upper(error.name, fallback: "Failed") + "Error"))
    }
    for message in model.messages {
      let name = NameTable.upper(message.name, fallback: "Message")
      payloads.append(table.take(name + "Payload"))
      replies.append(message.reply == nil ? "" : table.take(name + "Reply"))
    }
    for (index, declaration) in model.declarations.enumerated() where declaration.scope != .types {
      let name = NameTable.upper(declaration.name, fallback: "Value")
      switch declaration.scope {
      case .types: break
      case .errors: declarations[index] = table.take(name + "ErrorBody")
      case .message(let message):
        declarations[index] = table.take(
          NameTable.upper(model.messages[message].name, fallback: "Message") + name + "Body")
      case .declaration(let outer):
        // A chain of names grows with the nesting: the deepest are cut.
        declarations[index] = table.take(String((declarations[outer] + name).prefix(160)))
      }
    }
    adopt(model)
  }

  /// Where a payload is a type of its own, the type has the payload's name.
  private mutating func adopt(_ model: ContractModel) {
    func own(_ type: ValueType, _ scope: Scope) -> Int? {
      guard case .named(let index) = type, model.declarations[index].scope == scope else {
        return nil
      }
      return index
    }
    for (index, error) in model.errors.enumerated() {
      if let declaration = own(error.payload, .errors) { declarations[declaration] = errors[index] }
    }
    for (index, message) in model.messages.enumerated() {
      if let declaration = own(message.payload, .message(index)) {
        declarations[declaration] = payloads[index]
      }
      if let reply = message.reply, let declaration = own(reply.payload, .message(index)) {
        declarations[declaration] = replies[index]
      }
    }
  }
}
