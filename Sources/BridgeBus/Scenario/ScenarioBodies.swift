internal import BridgeContract
internal import BridgeJSON
internal import BridgeScript

/// Builds the bodies of a scenario: as the encoder does, but what breaks the contract is built too.
///
/// Every body is built once and remembered: an exploration says the same things again and again.
final class ScenarioBodies {
  let set: ContractSet
  let encoder: ContractEncoder
  private var built: [Key: Result<[UInt8], Failure>] = [:]

  private struct Key: Hashable {
    var index: Int
    var id: [UInt8]?
    var payload: String?
    /// Of a reply: its channel, and the name of its error.
    var channel: Int?
    var error: String?
  }

  /// Why a body cannot be built.
  struct Failure: Error {
    var text: String
  }

  init(set: ContractSet, encoder: ContractEncoder) {
    self.set = set
    self.encoder = encoder
  }

  /// A message with an id and a payload, both as JSON text.
  func message(_ index: Int, id: [UInt8]?, payload: String?) throws(Failure) -> [UInt8] {
    let key = Key(index: index, id: id, payload: payload)
    if let known = built[key] { return try known.get() }
    let result: Result<[UInt8], Failure>
    do throws(Failure) {
      result = .success(Self.compact(try build(index, id: id, payload: payload)))
    } catch {
      result = .failure(error)
    }
    built[key] = result
    return try result.get()
  }

  /// A reply to a message.
  func reply(
    to index: Int, error name: String?, id: [UInt8]?, payload: String?, channel: Int
  ) throws(Failure) -> [UInt8] {
    let key = Key(index: index, id: id, payload: payload, channel: channel, error: name)
    if let known = built[key] { return try known.get() }
    let result: Result<[UInt8], Failure>
    do throws(Failure) {
      result = .success(
        Self.compact(
          try build(to: index, error: name, id: id, payload: payload, channel: channel)))
    } catch {
      result = .failure(error)
    }
    built[key] = result
    return try result.get()
  }

  /// JSON text without the spaces and line ends between its tokens: a log has one line each.
  static func compact(_ text: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(text.count)
    var isInside = false
    var isEscaped = false
    for byte in text {
      if isInside {
        out.append(byte)
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInside = false
        }
      } else if byte != 0x20, byte != 0x0A, byte != 0x0D, byte != 0x09 {
        out.append(byte)
        isInside = byte == UInt8(ascii: "\"")
      }
    }
    return out
  }

  private func build(_ index: Int, id: [UInt8]?, payload: String?) throws(Failure) -> [UInt8] {
    let message = set.messages[index].message
    let parts = parts(id)
    do throws(ContractEncodingError) {
      return Array(try encoder.encode(message: message.name, json: payload, parts).body.utf8)
    } catch {
      guard case .findings = error, let payload,
        let example = message.examples.first(where: { $0.fails == nil })
      else { throw Failure(text: "\(error)") }
      let channel = set.channels[set.messages[index].channel]
      let framing = channel.channel.framing
      return try build(
        example.body, framing, place: framing.payload,
        id: message.id == .none ? nil : framing.id, fields: channel.framingFields, idText: id,
        payload)
    }
  }

  private func build(
    to index: Int, error name: String?, id: [UInt8]?, payload: String?, channel: Int
  ) throws(Failure) -> [UInt8] {
    let message = set.messages[index].message
    do throws(ContractEncodingError) {
      let parts = parts(message.reply?.on == .result ? nil : id)
      return Array(
        try encoder.encodeReply(to: message.name, error: name, json: payload, parts).body.utf8)
    } catch {
      guard case .findings = error, let payload else { throw Failure(text: "\(error)") }
      // The good one, with the payload that breaks the contract in its place.
      let good = try reply(to: index, error: name, id: id, payload: nil, channel: channel)
      let isResult = message.reply?.on == .result
      let program = set.channels[isResult ? set.messages[index].channel : channel]
      let framing = program.channel.framing
      var place = isResult ? framing.reply.payload : framing.reply.payload ?? framing.payload
      if name != nil { place = framing.reply.error ?? place }
      let document: JSONDocument
      do throws(JSONError) {
        document = try JSONDocument(good, limits: .traffic, skipsBOM: false)
      } catch {
        throw Failure(text: error.sentence)
      }
      return try build(
        document.root, framing, place: place, id: nil,
        fields: isResult ? [] : program.framingFields,
        idText: nil, payload)
    }
  }

  private func parts(_ id: [UInt8]?) -> ContractEncoder.Parts {
    ContractEncoder.Parts(id: id.map { MessageID(json: String(decoding: $0, as: UTF8.self)) })
  }

  private func build(
    _ example: JSONValue, _ framing: Framing, place: Place?, id: Place?, fields: [JSONPointer],
    idText: [UInt8]?, _ payload: String
  ) throws(Failure) -> [UInt8] {
    do throws(BodyBuilder.Failure) {
      return try BodyBuilder().build(
        example, framing,
        places: .init(
          payload: place, id: idText == nil ? nil : id,
          framing: fields.filter { !(place?.pointers.contains($0) ?? false) }),
        values: .init(payload: Array(payload.utf8), id: idText))
    } catch {
      throw Failure(text: "the payload does not go into the example: \(error)")
    }
  }
}
