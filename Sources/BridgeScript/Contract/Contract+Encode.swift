public import BridgeContract

extension Contract {
  /// Encodes one message of the contract with its payload. `ContractEncoder` does the same for many.
  ///
  /// ```swift
  /// let message = try contract.encode(message: "sync", payload: ["value": "ok"])
  /// // message.call?.source: bridgeReceive(JSON.parse('{"kind":"sync","value":"ok"}'));void 0
  /// ```
  /// - Throws: `ContractEncodingError`; an invalid payload with its findings.
  public func encode<Payload: Encodable>(
    message: String, payload: Payload, id: MessageID? = nil, options: ScriptOptions = .strict
  ) throws(ContractEncodingError) -> EncodedMessage {
    try ContractEncoder(self, options: options).encode(
      message: message, payload: payload, .init(id: id))
  }

  /// Encodes one message of the contract with its payload as JSON text.
  /// - Throws: `ContractEncodingError`; an invalid payload with its findings.
  public func encode(
    message: String, json payload: String, id: MessageID? = nil, options: ScriptOptions = .strict
  ) throws(ContractEncodingError) -> EncodedMessage {
    try ContractEncoder(self, options: options).encode(
      message: message, json: payload, .init(id: id))
  }

  /// Encodes the reply to a message, a good one or a declared error.
  /// - Throws: `ContractEncodingError`; an invalid payload with its findings.
  public func encodeReply<Payload: Encodable>(
    to message: String, error: String? = nil, payload: Payload, id: MessageID? = nil,
    options: ScriptOptions = .strict
  ) throws(ContractEncodingError) -> EncodedMessage {
    try ContractEncoder(self, options: options).encodeReply(
      to: message, error: error, payload: payload, .init(id: id))
  }
}
