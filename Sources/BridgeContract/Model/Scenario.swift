package import BridgeJSON

/// A test of the contract that stands in the contract.
package struct Scenario: Sendable {
  package enum Form: Sendable {
    /// Log lines, judged by the validator.
    case log(JSONValue)
    /// Reactions of a page and of native, run on an engine.
    case live
  }

  package var name: String
  package var form: Form
  /// The id of the first error's cause, or of the first warning's.
  package var fails: String?
  package var source: JSONValue
}
