public import BridgeFindings
public import BridgeScript

/// Why a contract, a body or a payload was not taken.
public enum BridgeRefusal: Error, Sendable {
  /// The contract's text is none.
  case contract([Finding])
  /// A body breaks the contract: the findings that it would get in a log.
  case findings([Finding])
  /// A payload could not be sent.
  case encoding(ContractEncodingError)
  /// A payload does not fit into its generated type, although the contract accepts it.
  case decoding(String)
  /// The request was answered already, or the page that asked is gone.
  case settled

  /// The causes of the errors, as the contract format names them.
  public var causes: [String] {
    switch self {
    case .contract(let findings), .findings(let findings), .encoding(.findings(let findings)):
      findings.filter { $0.severity == .error }.compactMap { $0.cause?.id }
    case .encoding, .decoding, .settled: []
    }
  }
}

extension BridgeRefusal: CustomStringConvertible {
  /// Sentences without values of the traffic.
  public var description: String {
    switch self {
    case .contract(let findings), .findings(let findings):
      ContractEncodingError.findings(findings).description
    case .encoding(let error): error.description
    case .decoding(let words): words
    case .settled: "the request was answered already, or its page is gone"
    }
  }
}
