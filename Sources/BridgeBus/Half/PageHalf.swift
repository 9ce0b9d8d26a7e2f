internal import BridgeContract
internal import BridgeFindings
internal import BridgeJSON

/// The page's half of a bridge in Swift: one for each document. It accepts what the contract accepts
/// and throws on the rest.
final class PageHalf {
  let set: ContractSet
  let bodies: ScenarioBodies
  let window: PageWindow
  let side: ScenarioSide
  /// What waits for native's questions, by channel.
  private(set) var queues: [Int: [BridgeValue]] = [:]

  /// What can be answered.
  struct AtHand {
    var message: Int
    var id: [UInt8]?
    /// The result of the page's function, where the answer is that.
    var result: PagePromise
  }

  var onMessage: (AtHand) throws -> Void = { _ in }
  /// A reply to the page's own message.
  var onReply: (Int) throws -> Void = { _ in }
  /// Something was put into the queue of a channel that native polls.
  var onQueued: (Int) -> Void = { _ in }
  var onProblem: (String) -> Void = { _ in }
  /// Everything that is accepted or said: who, on which channel, the body.
  var onLine: ((Side, Int, [UInt8]) -> Void)?

  /// What a page that keeps to the contract throws begins with; the cause follows.
  static let refusal = "not accepted: "

  init(_ set: ContractSet, _ bodies: ScenarioBodies, in window: PageWindow) {
    self.set = set
    self.bodies = bodies
    self.window = window
    side = ScenarioSide(set)
  }

  /// The name of a channel's receiving end among the page's functions.
  static func end(of channel: Channel) -> String { "receiver of \(channel.key)" }

  // MARK: Receiving ends

  /// Defines all of them.
  func defineAll() {
    for index in set.channels.indices { define(index) }
  }

  /// Defines the page's end of a channel: of one of native's it hears, of a polled one it gives.
  func define(_ index: Int) {
    let channel = set.channels[index].channel
    if channel.from == .native {
      window.define(Self.end(of: channel)) { [self] arguments in
        try hears(arguments.first ?? .undefined, index)
      }
    } else if channel.via == .poll {
      window.define(Self.end(of: channel)) { [self] _ in
        .value(takeQueued(index))
      }
    }
  }

  /// What a question of native brings: null where nothing waits.
  func takeQueued(_ channel: Int) -> BridgeValue {
    guard queues[channel]?.isEmpty == false else { return .null }
    return queues[channel]?.removeFirst() ?? .null
  }

  func undefine(_ index: Int) { window.undefine(Self.end(of: set.channels[index].channel)) }

  // MARK: Hearing

  private func hears(_ body: BridgeValue, _ channel: Int) throws -> PageResult {
    let document: JSONDocument
    do throws(JSONError) {
      document = try JSONDocument(body.inPage.json, limits: .traffic, skipsBOM: false)
    } catch {
      throw PageError(Self.refusal + "no JSON")
    }
    return try hears(document, channel)
  }

  /// A body arrives, as the page holds it.
  func hears(_ document: JSONDocument, _ channel: Int) throws -> PageResult {
    let heard = side.hear(document, channel)
    for case .refused(let cause) in heard { throw PageError(Self.refusal + cause) }
    onLine?(.native, channel, Array(document.root.text.utf8))
    let result = window.promise()
    var awaits = false
    for item in heard {
      switch item {
      case .refused: continue
      case .message(let index, let id):
        if set.messages[index].message.reply?.on == .result { awaits = true }
        try onMessage(AtHand(message: index, id: id, result: result))
      case .reply(let index, _): if let index { try onReply(index) }
      }
    }
    guard awaits else { return .undefined }
    if set.channels[channel].channel.via == .callAsync { return .promise(result) }
    if case .fulfilled(let value) = result.state { return .value(value) }
    return .undefined
  }

  // MARK: Saying

  /// Builds a message with the next id and says it.
  func send(_ message: Int, payload: String?) throws {
    let body: [UInt8]
    do throws(ScenarioBodies.Failure) {
      body = try bodies.message(message, id: side.nextID(message), payload: payload)
    } catch {
      return onProblem("\"\(set.messages[message].message.name)\" cannot be built: \(error.text)")
    }
    try says(body, set.messages[message].channel, message)
  }

  /// Says a body; `message` is what it is, where that is known.
  func says(_ body: [UInt8], _ channel: Int, _ message: Int?) throws {
    let definition = set.channels[channel].channel
    let document: JSONDocument
    do throws(JSONError) {
      document = try JSONDocument(
        BridgeValue.inPage(json: body), limits: .traffic, skipsBOM: false)
    } catch {
      return onProblem("a body is no JSON: \(error.sentence)")
    }
    side.say(document, channel)
    onLine?(.web, channel, body)
    let value = BridgeValue(document.root.cursor)
    switch definition.via {
    case .messageHandler, .messageHandlerWithReply:
      let promise = try window.post(definition.name ?? definition.key, value)
      if definition.via == .messageHandlerWithReply, let message {
        promise.then({ [self] _ in try onReply(message) }, catch: { _ in })
      }
    case .prompt:
      let arguments = value["args"]
      let answer = window.prompt(arguments?[0]?.string ?? "", arguments?[1]?.string)
      if answer != nil, let message { try onReply(message) }
    case .navigation: window.request(value.string ?? "")
    case .poll:
      queues[channel, default: []].append(value)
      onQueued(channel)
    case .evaluate, .callAsync, .dispatchEvent, .postMessage:
      onProblem("the page says nothing on channel \"\(definition.key)\"")
    }
  }

  /// Answers what is at hand; `error` names a declared one.
  func answer(_ atHand: AtHand, error: String?, payload: String?) throws {
    guard set.messages[atHand.message].message.reply != nil else {
      return onProblem("there is nothing at hand that could be answered")
    }
    let body: [UInt8]
    do throws(ScenarioBodies.Failure) {
      body = try bodies.reply(
        to: atHand.message, error: error, id: atHand.id, payload: payload,
        channel: set.replyChannel(of: atHand.message, by: .web))
    } catch {
      return onProblem("the answer cannot be built: \(error.text)")
    }
    try answer(atHand, body)
  }

  /// Answers what is at hand with a body.
  func answer(_ atHand: AtHand, _ body: [UInt8]) throws {
    guard set.messages[atHand.message].message.reply?.on == .result else {
      return try says(body, set.replyChannel(of: atHand.message, by: .web), nil)
    }
    do throws(JSONError) {
      atHand.result.resolve(try BridgeValue(json: body).inPage)
    } catch {
      onProblem("the answer is no JSON: \(error.sentence)")
    }
  }
}

extension ContractSet {
  /// The messages of the same channel and kind, in several versions perhaps, this one included.
  func sameKind(as message: Int) -> [Int] {
    let key = messages[message].message.kindKey
    return channels[messages[message].channel].messages.filter {
      messages[$0].message.kindKey == key
    }
  }

  /// The wire word of a message, or its name.
  func kindWord(of message: Int) -> String {
    messages[message].message.kindWord ?? messages[message].message.name
  }

  /// The channel over which a side answers a message; any of its own where the contract leaves it.
  func replyChannel(of message: Int, by side: Side) -> Int {
    messages[message].replyChannel
      ?? channels.indices.first {
        channels[$0].channel.from == side && channels[$0].answered.contains(message)
      } ?? messages[message].channel
  }
}
