internal import BridgeContract
internal import BridgeJSON
internal import BridgeScript

/// The page of a live scenario as data: channels, reactions, and the bodies that they send.
struct PageProgram {
  /// How many ids of a message are counted on in advance.
  static let idLimit = 64

  private let scenario: ScenarioProgram
  private let speed: Double
  private(set) var problem: String?

  init(_ scenario: ScenarioProgram, speed: Double) {
    self.scenario = scenario
    self.speed = speed
  }

  private func quoted(_ text: String) -> String { JSONString.quoted(text) }

  /// The program as JSON text.
  mutating func text() -> String {
    let channels = scenario.set.channels.map { program in
      let channel = program.channel
      return
        "{\"key\":\(quoted(channel.key)),\"via\":\(quoted(channel.via.rawValue)),\"name\":\(quoted(channel.name ?? channel.key)),\"event\":\(quoted(channel.event ?? channel.key)),\"isNative\":\(channel.from == .native),\"isCall\":\(channel.bodyIsCall)}"
    }
    var reactions: [String] = []
    for reaction in scenario.page {
      reactions.append("{\"when\":\(quoted(reaction.when)),\"do\":\(list(reaction.actions))}")
    }
    return
      "{\"channels\":[\(channels.joined(separator: ","))],\"page\":[\(reactions.joined(separator: ","))],\"speed\":\(speed)}"
  }

  private mutating func list(_ actions: [Reaction.Action]) -> String {
    var out: [String] = []
    for action in actions { out.append(step(action.verb)) }
    return "[\(out.joined(separator: ","))]"
  }

  private mutating func step(_ verb: Reaction.Verb) -> String {
    switch verb {
    case .send(let name, let payload): return send(name, payload)
    case .answer(let word, let payload):
      let number = scenario.pageAnswers.firstIndex { $0.word == word && $0.payload == payload }
      let payload = payload.map(quoted) ?? "null"
      return
        "{\"op\":\"answer\",\"number\":\(number ?? -1),\"word\":\(quoted(word)),\"payload\":\(payload)}"
    case .body(let text, let key): return body(text, key)
    case .after(let delay, let actions):
      let wait: String
      switch delay {
      case .milliseconds(let value): wait = BridgeValue.text(of: value)
      case .frame: wait = "\"frame\""
      case .microtask: wait = "\"microtask\""
      }
      // The loader bounds the nesting of delays.
      return "{\"op\":\"after\",\"wait\":\(wait),\"do\":\(list(actions))}"
    case .throw(let text): return "{\"op\":\"throw\",\"text\":\(quoted(text))}"
    case .register(let key): return receiver(key, isThere: true)
    case .unregister(let key): return receiver(key, isThere: false)
    case .navigate(let place):
      return place == "reload"
        ? "{\"op\":\"reload\"}" : "{\"op\":\"go\",\"url\":\(quoted(ScenarioRun.away))}"
    case .load, .terminate, .destroy: return fail("the page cannot do what native does")
    }
  }

  private mutating func fail(_ text: String) -> String {
    problem = problem ?? text
    return "{\"op\":\"fail\",\"text\":\(quoted(text))}"
  }

  private mutating func send(_ name: String, _ payload: String?) -> String {
    let set = scenario.set
    let found = set.messages.firstIndex { $0.message.name.utf8.elementsEqual(name.utf8) }
    guard let index = found else { return fail("there is no message \"\(name)\"") }
    let side = ScenarioSide(set)
    var bodies: [String] = []
    var ids: [String] = []
    do throws(ScenarioBodies.Failure) {
      for _ in 0..<Self.idLimit {
        let id = side.nextID(index)
        ids.append(id.map { quoted(String(decoding: $0, as: UTF8.self)) } ?? "null")
        bodies.append(
          quoted(
            String(
              decoding: try scenario.bodies.message(index, id: id, payload: payload),
              as: UTF8.self)))
        if id == nil { break }
      }
    } catch {
      return fail("\"\(name)\" cannot be built: \(error.text)")
    }
    let reply = set.messages[index].message.reply
    let waits = reply.map { $0.on != .result && !$0.count.isStream } ?? false
    return
      "{\"op\":\"send\",\"message\":\(quoted(name)),\"channel\":\(set.messages[index].channel),\"bodies\":[\(bodies.joined(separator: ","))],\"ids\":[\(ids.joined(separator: ","))],\"waits\":\(waits)}"
  }

  private mutating func body(_ text: String, _ key: String?) -> String {
    let channel = scenario.set.channels.firstIndex { program in
      key.map { program.channel.key.utf8.elementsEqual($0.utf8) } ?? (program.channel.from == .web)
    }
    guard let channel else { return fail("no channel for a body") }
    guard scenario.set.channels[channel].channel.from == .web else {
      return fail("channel \"\(key ?? "")\" is the other side's")
    }
    let document = try? JSONDocument(Array(text.utf8), limits: .traffic, skipsBOM: false)
    let requests = document.map { ScenarioSide(scenario.set).requests(in: $0, channel) } ?? []
    let waiting = requests.map { request in
      let name = quoted(scenario.set.messages[request.message].message.name)
      return "{\"message\":\(name),\"id\":\(quoted(String(decoding: request.id, as: UTF8.self)))}"
    }
    return
      "{\"op\":\"body\",\"channel\":\(channel),\"body\":\(quoted(text)),\"waiting\":[\(waiting.joined(separator: ","))]}"
  }

  private mutating func receiver(_ key: String, isThere: Bool) -> String {
    let found = scenario.set.channels.firstIndex {
      $0.channel.key.utf8.elementsEqual(key.utf8)
    }
    guard let channel = found else { return fail("there is no channel \"\(key)\"") }
    guard scenario.set.channels[channel].channel.from == .native else {
      return fail("the receiving end of channel \"\(key)\" is the other side's")
    }
    return "{\"op\":\"\(isThere ? "define" : "undefine")\",\"channel\":\(channel)}"
  }

  /// All delays of a scenario, added up: what it takes at most if they come one behind another.
  static func delay(of scenario: ScenarioProgram) -> Double {
    var sum = 0.0
    var open = (scenario.page + scenario.native).flatMap(\.actions)
    while let action = open.popLast() {
      guard case .after(let delay, let actions) = action.verb else { continue }
      if case .milliseconds(let value) = delay { sum += value }
      open += actions
    }
    return sum
  }
}
