public import BridgeContract
internal import BridgeFindings
internal import BridgeJSON

/// Encodes the messages of a contract: builds the body from the contract's example, judges it as in
/// a log, and writes the script that delivers it.
///
/// An invalid payload never becomes a script: it is refused with the findings that it would get in a
/// log. Keep an encoder where many messages are sent; it is not thread-safe.
///
/// ```swift
/// let encoder = try ContractEncoder(contract)
/// let message = try encoder.encode(message: "sync", payload: ["value": "it's"])
/// webView.evaluateJavaScript(message.call?.source)
/// ```
public final class ContractEncoder {
  /// The contract.
  public let contract: Contract
  /// What a script accepts.
  public let options: ScriptOptions

  let set: ContractSet
  let reader: BodyReader
  let builder = BodyBuilder()

  /// An encoder for a contract.
  /// - Throws: `ContractEncodingError.contract`.
  public init(
    _ contract: Contract, options: ScriptOptions = .strict
  ) throws(ContractEncodingError) {
    switch ContractSet.join([contract]) {
    case .joined(let set): self.set = set
    case .broken(let findings): throw .contract(findings)
    }
    self.contract = contract
    self.options = options
    reader = BodyReader(set)
  }

  /// What goes into a body besides its payload.
  public struct Parts: Sendable {
    /// The id; a message that needs one is refused without.
    public var id: MessageID?
    /// Further framing fields by JSON Pointer, as JSON text: a second id, a sequence number, the
    /// flag that ends a stream.
    public var fields: [(pointer: String, json: String)]
    /// The function to call, where the contract has a pattern for it; without it the example's.
    public var path: String?

    /// Parts; none is the common case.
    public init(
      id: MessageID? = nil, fields: [(pointer: String, json: String)] = [], path: String? = nil
    ) {
      self.id = id
      self.fields = fields
      self.path = path
    }
  }

  // MARK: Messages

  /// Encodes a message with its payload.
  /// - Throws: `ContractEncodingError`.
  public func encode<Payload: Encodable>(
    message: String, payload: Payload, _ parts: Parts = Parts()
  ) throws(ContractEncodingError) -> EncodedMessage {
    try encode(message: message, json: try json(payload), parts)
  }

  /// Encodes a message with its payload as JSON text; without one with that of the example.
  /// - Throws: `ContractEncodingError`.
  public func encode(
    message name: String, json payload: String?, _ parts: Parts = Parts()
  ) throws(ContractEncodingError) -> EncodedMessage {
    let index = try index(of: name)
    let message = set.messages[index].message
    let program = set.channels[set.messages[index].channel]
    let framing = program.channel.framing
    guard let example = message.examples.first(where: { $0.fails == nil }) else {
      throw .noExample(name)
    }
    let place = message.id == .none ? nil : framing.id
    if place == nil, parts.id != nil {
      throw .noPlace("", "the message has no id")
    }
    if message.id == .required, place != nil, parts.id == nil { throw .idMissing(name) }
    let isNameless = message.hasNoKind && framing.kind != nil
    let (start, path) = body(of: example.body, on: program.channel)
    let body = try build(
      start, program.channel,
      .init(
        payload: isNameless ? nil : framing.payload, id: place,
        framing: program.framingFields.filter { !isPayload($0, framing.payload) }), payload, parts)
    let document = try read(body)
    reader.reset()
    let cursor = document.tape.root
    guard var reading = reader.bodies(of: cursor, on: program).first else {
      throw .readAsOther(name)
    }
    reader.read(&reading, on: program)
    let findings = judge([.message(index, cursor)])
    // A body that is wrong says so itself; one that is right as something else does not.
    if reading.failure == nil, reading.isReply || reading.message != index {
      throw .readAsOther(name)
    }
    try refuseErrors(findings)
    return try delivered(
      body, document, program.channel, parts.path ?? path, warnings: findings)
  }

  /// The message of this name.
  func index(of name: String) throws(ContractEncodingError) -> Int {
    guard let index = set.messages.firstIndex(where: { same($0.message.name, name) }) else {
      let names = set.messages.map(\.message).filter { !$0.isRemoved }.map(\.name)
      throw .unknownMessage(name, nearest: Spelling.nearest(to: name, among: names))
    }
    if set.messages[index].message.isRemoved { throw .removedMessage(name) }
    return index
  }

  // MARK: Building

  /// An example's body, and the path where the example is written as the whole call although the
  /// body is its first argument.
  func body(of example: JSONValue, on channel: Channel) -> (JSONValue, path: String?) {
    guard channel.via.calls, !channel.bodyIsCall, let fn = example["fn"], fn.kind == .string,
      let first = example["args"]?[0]
    else { return (example, nil) }
    let path = FunctionPath.normalised(fn.cursor.stringBytes)
    guard reader.calls(channel, path: path) else { return (example, nil) }
    return (first, String(decoding: path, as: UTF8.self))
  }

  func json<Payload: Encodable>(
    _ payload: Payload
  ) throws(ContractEncodingError) -> String {
    do throws(ScriptError) {
      return try JSONValueText.encode(payload, options: options)
    } catch {
      throw .script(error)
    }
  }

  func build(
    _ example: JSONValue, _ channel: Channel, _ places: BodyBuilder.Places, _ payload: String?,
    _ parts: Parts
  ) throws(ContractEncodingError) -> [UInt8] {
    var fields: [(pointer: JSONPointer, value: [UInt8])] = []
    for field in parts.fields {
      guard let pointer = JSONPointer(field.pointer) else {
        throw .noPlace(field.pointer, "this is no JSON Pointer")
      }
      fields.append((pointer, Array(field.json.utf8)))
    }
    if let payload { try check(payload) }
    do throws(BodyBuilder.Failure) {
      return try builder.build(
        example, channel.framing, places: places,
        values: .init(
          payload: payload.map { Array($0.utf8) }, path: channel.bodyIsCall ? parts.path : nil,
          id: parts.id.map { Array($0.json.utf8) }, fields: fields))
    } catch {
      switch error {
      case .noPlace(let pointer):
        throw .noPlace(pointer, "the example's body has no place for it")
      case .noText(let pointer):
        throw .noPlace(pointer, "the pattern of the place takes no such text")
      case .notDecodable(let pointer):
        throw .noPlace(pointer, "the example's text does not decode")
      case .badJSON(let error):
        throw .script(ScriptError(.json(error.reason)))
      }
    }
  }

  /// A payload that is no JSON, or that the page would get changed, is refused with its own place.
  private func check(_ payload: String) throws(ContractEncodingError) {
    do throws(ScriptError) {
      _ = try JavaScriptValue(json: payload, options: options)
    } catch {
      throw .script(error)
    }
  }

  func read(_ body: [UInt8]) throws(ContractEncodingError) -> JSONDocument {
    do throws(JSONError) {
      return try JSONDocument(body, limits: options.limits, skipsBOM: false)
    } catch {
      throw .script(ScriptError(.json(error.reason)))
    }
  }

  private func isPayload(_ field: JSONPointer, _ place: Place?) -> Bool {
    place?.pointers.contains(field) ?? false
  }

  // MARK: Judging

  /// A line of the log in which a body is judged.
  enum Line {
    case message(Int, JSONCursor)
    case reply(channel: Int, JSONCursor)
    case answer(JSONCursor)
  }

  /// The findings of the last of these lines.
  func judge(_ lines: [Line]) -> [Finding] {
    let found = FindingList()
    let monitor = TrafficMonitor(set) { found.findings.append($0) }
    let session = IDKey(file: 0)
    let call = JSONConstants.null
    for (number, line) in lines.enumerated() {
      found.findings.removeAll()
      let content: Record.Content
      switch line {
      case .message(let index, let body):
        let program = set.messages[index]
        content = .body(
          body, channel: program.channel, call: program.message.reply?.on == .result ? call : nil)
      case .reply(let channel, let body):
        content = .body(body, channel: channel, call: nil)
      case .answer(let body):
        content = .answer(call: call, body: body, isError: false, side: nil)
      }
      monitor.take(Record(content: content, line: number + 1, offset: 0, session: session))
    }
    return found.findings
  }

  func refuseErrors(_ findings: [Finding]) throws(ContractEncodingError) {
    if findings.contains(where: { $0.severity == .error }) { throw .findings(findings) }
  }

  // MARK: Delivering

  /// The script for a body on a channel.
  func delivered(
    _ body: [UInt8], _ document: JSONDocument, _ channel: Channel, _ path: String?,
    warnings: [Finding]
  ) throws(ContractEncodingError) -> EncodedMessage {
    let text = String(decoding: body, as: UTF8.self)
    func encoded(_ call: JavaScriptCall?, _ asyncCall: AsyncJavaScriptCall? = nil) -> EncodedMessage
    {
      EncodedMessage(body: text, call: call, asyncCall: asyncCall, warnings: warnings)
    }
    do throws(ScriptError) {
      switch channel.via {
      case .evaluate, .callAsync, .prompt:
        guard let (path, arguments) = function(document, channel, path) else {
          throw ScriptError(.receiver(.nothing))
        }
        let receiver = try JavaScriptReceiver(path, allowingIndices: true)
        return encoded(
          JavaScriptCall(receiver, try JavaScriptCall.values(arguments, options)),
          channel.via == .prompt
            ? nil : try AsyncJavaScriptCall(receiver, jsonArguments: arguments, options: options))
      case .dispatchEvent:
        let form = ScriptForm.customEvent(channel.event ?? channel.key)
        return encoded(try JavaScriptCall(form, json: text, options: options))
      case .postMessage:
        return encoded(try JavaScriptCall(.postMessage(), json: text, options: options))
      case .messageHandler, .messageHandlerWithReply:
        let handler = try MessageHandlerName(channel.name ?? channel.key)
        return encoded(try JavaScriptCall(.post(to: handler), json: text, options: options))
      case .navigation, .poll:
        return encoded(nil)
      }
    } catch {
      if error.reason == .receiver(.nothing) { throw .pathMissing(channel: channel.key) }
      throw .script(error)
    }
  }

  /// The function that a channel calls and its arguments as JSON texts; nil where only a pattern is
  /// known.
  private func function(
    _ document: JSONDocument, _ channel: Channel, _ path: String?
  ) -> (path: String, arguments: [String])? {
    let root = document.root
    if channel.bodyIsCall || channel.via == .prompt, let fn = root["fn"]?.string,
      let arguments = root["args"], arguments.kind == .array
    {
      return (fn, arguments.items.map(\.text))
    }
    if let path { return (path, [root.text]) }
    guard case .path(let only)? = channel.call else { return nil }
    return (only, [root.text])
  }
}

/// Equality by bytes: names that only look alike are two.
func same(_ a: String, _ b: String) -> Bool { a.utf8.elementsEqual(b.utf8) }

/// Holds what a sink is given.
private final class FindingList {
  var findings: [Finding] = []
}
