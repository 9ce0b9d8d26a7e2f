internal import BridgeContract
internal import BridgeFindings
internal import BridgeJSON

// A scenario on an engine that plays the page in JavaScript.

extension ScenarioRun {
  /// Puts the page on the stage.
  func prepare(_ stage: any ScenarioStage) {
    // Long delays are played in little time; short ones as they are.
    let delay = PageProgram.delay(of: program)
    stage.speed = delay > 1500 ? min(100, delay / 750) : 1
    var page = PageProgram(program, speed: stage.speed)
    let html = stage.document(playing: page.text())
    if let problem = page.problem { fail(problem) }
    stage.serve(url, html: html)
    stage.serve(Self.away, html: "<!doctype html>")
    stage.onQuestion = { [unowned self] in answer($0) }
  }

  /// Runs the script that brings a body to the page.
  func deliver(
    _ body: JSONDocument, _ channel: Int, _ name: String, wantsResult: Bool,
    _ stage: any ScenarioStage
  ) {
    let isAsync = set.channels[channel].channel.via == .callAsync
    let script = Delivery(set).script(body, channel, on: stage, wantsResult: wantsResult) {}
    switch script {
    case .call(let path, let arguments):
      let list = arguments.map(\.javaScript).joined(separator: ",")
      let path = Self.isPath(path) ? path : "undefined"
      if ownPage != nil {
        // A statement without a result, unless one is asked for: a promise could not come back.
        let end = isAsync || wantsResult ? "" : ";0"
        return stage.run(
          name, (isAsync ? "return " : "") + "\(path)(\(list))\(end)", calling: path,
          isAsync: isAsync)
      }
      // Before the page there is a document without a stage: nothing is there to be called.
      let call =
        "window.bridgeStage&&bridgeStage.expose(\(channel),\(JSONString.quoted(path)),\(forecast(body, channel)));"
      stage.run(
        name, call + (isAsync ? "return " : "") + "\(path)(\(list))", calling: path,
        isAsync: isAsync)
    case .text(let text) where ownPage != nil:
      // Whether anybody listens is not known.
      stage.run(name, "\(text);0", calling: nil, isAsync: false)
    case .text(let text):
      let told = "window.bridgeStage&&bridgeStage.expect(\(channel),\(forecast(body, channel)));\n"
      // What is posted is heard in a later task, if the page is there and has yet to begin.
      let isComing =
        set.channels[channel].channel.via == .postMessage
        ? "location.href===\(JSONString.quoted(url))" : "false"
      let heard = "window.bridgeStage?bridgeStage.wasHeard(\(channel)):\(isComing)"
      stage.run(name, "\(told)\(text);\(heard)", calling: nil, isAsync: false)
    case .swift: break
    }
  }

  /// Whether a text can stand in a script as a path: names, points and indices.
  static func isPath(_ text: String) -> Bool {
    guard let first = text.utf8.first, !(0x30...0x39).contains(first) else { return false }
    return text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"),
        UInt8(ascii: "."), UInt8(ascii: "["), UInt8(ascii: "]"):
        true
      default: false
      }
    }
  }

  /// What the page will make of a body, so that it can go on without a question; `null` where that
  /// cannot be told from here. The page looks whether it holds there.
  private func forecast(_ body: JSONDocument, _ channel: Int) -> String {
    guard let body = documentInPage(Array(body.root.text.utf8)) else { return "null" }
    let heard = expected.hear(body, channel)
    guard heard.count == 1 else { return "null" }
    func text(_ id: [UInt8]?) -> String {
      id.map { JSONString.quoted(String(decoding: $0, as: UTF8.self)) } ?? "null"
    }
    switch heard[0] {
    case .message(let index, let id):
      let message = set.messages[index].message
      let awaits = message.reply?.on == .result
      return
        "{\"message\":\(JSONString.quoted(message.name)),\"id\":\(text(id)),\"awaits\":\(awaits),\"answers\":[\(answers(to: index, id: id))]}"
    case .reply(let index?, let id?):
      let message = set.messages[index].message
      guard message.reply?.count.isStream != true else { return "null" }
      return "{\"reply\":\(JSONString.quoted(message.name)),\"id\":\(text(id)),\"awaits\":false}"
    case .refused, .reply: return "null"
    }
  }

  /// Each answer that the scenario's page can give, to this message; `null` where it cannot be built.
  private func answers(to index: Int, id: [UInt8]?) -> String {
    guard let reply = set.messages[index].message.reply else { return "" }
    let channel = set.replyChannel(of: index, by: .web)
    return program.pageAnswers.map { answer in
      let body = try? bodies.reply(
        to: index, error: answer.word == "ok" ? nil : answer.word, id: id,
        payload: answer.payload, channel: channel)
      guard let body else { return "null" }
      let text = JSONString.quoted(String(decoding: body, as: UTF8.self))
      return "{\"body\":\(text),\"channel\":\(reply.on == .result ? "null" : String(channel))}"
    }.joined(separator: ",")
  }

  // MARK: What the page asks

  private func answer(_ question: String) -> String {
    guard let document = document(Array(question.utf8)) else { return "null" }
    let asked = document.root
    let side = side(of: asked["document"]?.string ?? "")
    for item in asked["said"]?.items ?? [] {
      guard let channel = item[0]?.smallInteger, let text = item[1]?.string,
        let body = documentInPage(Array(text.utf8))
      else { continue }
      if item[2] == nil { side.say(body, Int(channel)) } else { _ = side.hear(body, Int(channel)) }
    }
    if let channel = asked["hear"]?.smallInteger {
      return judged(asked["text"]?.string ?? "null", Int(channel), side)
    }
    if let word = asked["answer"]?.string { return built(word, asked) }
    if let channel = asked["missing"]?.smallInteger {
      let body = Array((asked["text"]?.string ?? "null").utf8)
      port.missed(line: add(line(.web, Int(channel), body, cause: .handlerMissing)))
    }
    if let channel = asked["queued"]?.smallInteger { schedulePoll(of: Int(channel)) }
    if let text = asked["fail"]?.string { fail(text) }
    return "null"
  }

  private func side(of name: String) -> ScenarioSide {
    if let side = stageSides[name] { return side }
    let side = ScenarioSide(set)
    stageSides[name] = side
    return side
  }

  /// What the page heard, as the contract sees it from the page's side.
  private func judged(_ text: String, _ channel: Int, _ side: ScenarioSide) -> String {
    guard let document = document(Array(text.utf8)) else { return "null" }
    var items: [String] = []
    var awaits = false
    for item in side.hear(document, channel) {
      switch item {
      case .refused(let cause): return "{\"refused\":\(JSONString.quoted(cause))}"
      case .message(let index, let id):
        let message = set.messages[index].message
        awaits = awaits || message.reply?.on == .result
        let id = id.map { JSONString.quoted(String(decoding: $0, as: UTF8.self)) } ?? "null"
        items.append("{\"message\":\(JSONString.quoted(message.name)),\"id\":\(id)}")
      case .reply(let index?, let id):
        let name = set.messages[index].message.name
        let id = id.map { JSONString.quoted(String(decoding: $0, as: UTF8.self)) } ?? "null"
        items.append("{\"reply\":\(JSONString.quoted(name)),\"id\":\(id)}")
      case .reply(nil, _): break
      }
    }
    return "{\"items\":[\(items.joined(separator: ","))],\"awaits\":\(awaits)}"
  }

  /// The body of an answer, and the channel on which it goes; without one it is a result.
  private func built(_ word: String, _ asked: JSONValue) -> String {
    let name = asked["message"]?.string ?? ""
    guard let index = set.messages.firstIndex(where: { $0.message.name == name }),
      let reply = set.messages[index].message.reply
    else {
      fail("there is nothing at hand that could be answered")
      return "null"
    }
    let channel = set.replyChannel(of: index, by: .web)
    do throws(ScenarioBodies.Failure) {
      let body = try bodies.reply(
        to: index, error: word == "ok" ? nil : word,
        id: asked["id"]?.string.map { Array($0.utf8) }, payload: asked["payload"]?.string,
        channel: channel)
      let text = JSONString.quoted(String(decoding: body, as: UTF8.self))
      return "{\"body\":\(text),\"channel\":\(reply.on == .result ? "null" : String(channel))}"
    } catch {
      fail("the answer \"\(word)\" cannot be built: \(error.text)")
      return "null"
    }
  }
}
