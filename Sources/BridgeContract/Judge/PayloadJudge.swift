package import BridgeJSON
internal import BridgeSchema

/// Judges single payloads by a contract, without a body around them.
package final class PayloadJudge {
  private let check: SchemaCheck

  /// A judge of one contract's schemas; nil where the contract claims something twice, which a loaded
  /// one does not.
  package init?(_ contract: Contract) {
    guard case .joined(let set) = ContractSet.join([contract]) else { return nil }
    check = SchemaCheck(set, showsValues: false)
  }

  /// What the schema has to say of a value, unknown fields included.
  package func issues(
    _ handle: SchemaHandle, _ value: JSONCursor, unknownFields: UnknownFields
  ) -> [Issue] {
    check.issues(handle, value, contract: 0, unknownFields: unknownFields, prefix: "")
  }
}
