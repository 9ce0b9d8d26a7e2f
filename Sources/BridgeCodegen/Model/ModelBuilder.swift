import BridgeContract
import BridgeJSON

/// Reads a contract into the form that targets are generated from.
struct ModelBuilder {
  private let contract: Contract
  private(set) var types: TypeReader

  /// The model of a contract. Messages that were removed are left out.
  static func build(_ contract: Contract) -> ContractModel {
    var builder = ModelBuilder(contract)
    return builder.model()
  }

  private init(_ contract: Contract) {
    self.contract = contract
    types = TypeReader(root: contract.document.root)
  }

  private mutating func model() -> ContractModel {
    let root = contract.document.root
    for member in root["types"]?.members ?? [] { types.declareType(member.key, member.value) }
    let errors = contract.errors.map { error -> ErrorModel in
      let source = root["errors"]?[error.name]
      return ErrorModel(
        name: error.name, doc: source?["doc"]?.string,
        payload: types.read(source?["payload"], name: error.name, in: .errors))
    }
    var messages: [MessageModel] = []
    for message in contract.messages where !message.isRemoved {
      messages.append(model(of: message, number: messages.count))
    }
    return ContractModel(
      name: contract.name, version: contract.version.description, doc: root["doc"]?.string,
      isOpen: root["unknownFields"]?.string != "reject", declarations: types.declarations,
      messages: messages, errors: errors)
  }

  private mutating func model(of message: Message, number: Int) -> MessageModel {
    let source = message.source
    let channel = contract.channels[message.channel]
    let payload = types.read(source["payload"], name: "payload", in: .message(number))
    var reply: ReplyModel?
    if let definition = message.reply {
      reply = ReplyModel(
        doc: definition.source["doc"]?.string,
        payload: types.read(definition.source["payload"], name: "reply", in: .message(number)),
        errors: definition.errors, isStream: definition.count.isStream,
        isResult: definition.on == .result, within: definition.source["within"]?.string)
    }
    return MessageModel(
      name: message.name, doc: source["doc"]?.string, isDeprecated: message.isDeprecated,
      isFromWeb: channel.from == .web, channel: channel.key,
      kind: message.hasNoKind ? nil : message.kind?.text ?? JSONString.quoted(message.name),
      version: message.version?.text, payload: payload, reply: reply)
  }
}
