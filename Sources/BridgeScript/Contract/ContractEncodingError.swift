public import BridgeFindings

/// Why a message of a contract could not be encoded.
public enum ContractEncodingError: Error, Sendable {
  /// The contract claims something twice; the errors.
  case contract([Finding])
  /// The contract has no such message; the nearest one it has.
  case unknownMessage(String, nearest: String?)
  /// The message was removed from the contract.
  case removedMessage(String)
  /// The message has no reply.
  case noReply(String)
  /// The message's reply has no such error; the nearest one it has.
  case unknownError(String, nearest: String?)
  /// The contract has no good example to build the body from.
  case noExample(String)
  /// The message needs an id, and none was given.
  case idMissing(String)
  /// A value has no place in the example's body; the pointer, and why.
  case noPlace(String, String)
  /// The body would be read as something else: another message, or a reply.
  case readAsOther(String)
  /// The channel's call is a pattern, and no path was given.
  case pathMissing(channel: String)
  /// The payload is wrong: the findings that the body would get in a log.
  case findings([Finding])
  /// The body cannot become a script.
  case script(ScriptError)
}

extension ContractEncodingError: CustomStringConvertible {
  /// One sentence, or a line for each finding. Names of the contract may stand in it, values do not.
  public var description: String {
    switch self {
    case .contract(let findings), .findings(let findings):
      findings.map { finding in
        [finding.cause?.id, finding.instancePath, finding.message].compactMap { $0 }
          .filter { !$0.isEmpty }.joined(separator: ": ")
      }.joined(separator: "\n")
    case .unknownMessage(let name, let nearest):
      "the contract has no message \(name)" + ContractEncodingError.hint(nearest)
    case .removedMessage(let name): "the message \(name) was removed from the contract"
    case .noReply(let name): "the message \(name) has no reply"
    case .unknownError(let name, let nearest):
      "the reply has no error \(name)" + ContractEncodingError.hint(nearest)
    case .noExample(let name): "\(name) has no good example to build a body from"
    case .idMissing(let name): "the message \(name) needs an id"
    case .noPlace(let pointer, let why):
      "\(pointer.isEmpty ? "the body" : pointer) cannot be filled: \(why)"
    case .readAsOther(let name): "this body would not be read as \(name)"
    case .pathMissing(let channel):
      "the channel \(channel) calls functions by a pattern: say which one"
    case .script(let error): error.description
    }
  }

  private static func hint(_ nearest: String?) -> String {
    nearest.map { "; did you mean \($0)?" } ?? ""
  }
}
