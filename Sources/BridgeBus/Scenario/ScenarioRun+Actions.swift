internal import BridgeContract
internal import BridgeFindings
internal import BridgeJSON

// What reactions do.

extension ScenarioRun {
  /// Native's reactions: what they throw has gone where it belongs.
  func react(_ side: Side, _ word: String, _ atHand: AtHand?, _ window: PageWindow?) {
    do {
      try reactThrowing(side, word, atHand, window)
    } catch {
      guard case .reply(let reply, let call)? = atHand?.over else { return }
      let text = (error as? PageError)?.text ?? "\(error)"
      add(TraceLine(t: engine.clock, answers: call, error: text))
      engine.reply(reply, .error(text))
    }
  }

  /// Reactions of a side to a word, in their order.
  func reactThrowing(
    _ side: Side, _ word: String, _ atHand: AtHand?, _ window: PageWindow?
  ) throws {
    for reaction in side == .web ? page : native
    where reaction.when.utf8.elementsEqual(word.utf8) {
      for action in reaction.actions { try perform(action, side, atHand, window) }
    }
  }

  private func perform(
    _ action: Reaction.Action, _ side: Side, _ atHand: AtHand?, _ window: PageWindow?
  ) throws {
    if isLeftOut(action.number) { return }
    switch action.verb {
    case .send(let name, let payload): try send(name, payload, side, window)
    case .answer(let word, let payload):
      guard let known = atHand, isDelayed(side, known) else {
        return try answer(word, payload, side, atHand, window)
      }
      let late = { [unowned self] in try answer(word, payload, side, atHand, window) }
      if let window, side == .web {
        window.setTimeout(NativePort.faultDelay, late)
      } else {
        engine.later(NativePort.faultDelay) { try? late() }
      }
    case .body(let text, let key): try sendBody(text, key, side, window)
    case .after(let delay, let actions): after(delay, actions, side, atHand, window)
    case .throw(let text): throw PageError(text)
    case .register(let key): setReceiver(key, side, window, isThere: true)
    case .unregister(let key): setReceiver(key, side, window, isThere: false)
    case .navigate(let place):
      if place == "reload" {
        window?.reload()
      } else {
        window?.navigate(to: Self.away)
      }
    case .load(let what):
      switch what {
      case "reload": port.begin(.reload)
      case "missing": port.begin(.url("app://missing/"))
      default: port.begin(.url(url))
      }
    case .terminate: engine.terminate()
    case .destroy: port.destroy()
    }
  }

  /// Whether a fault holds this answer back. One that the page's function gives back at once cannot
  /// be late.
  private func isDelayed(_ side: Side, _ atHand: AtHand) -> Bool {
    let program = set.messages[atHand.message]
    guard atHand.over.canWait else { return false }
    if side == .web, program.message.reply?.on == .result,
      set.channels[program.channel].channel.via != .callAsync
    {
      return false
    }
    return port.happens(.delayedReply)
  }

  // MARK: Saying

  private func send(_ name: String, _ payload: String?, _ side: Side, _ window: PageWindow?) throws
  {
    let index = set.messages.firstIndex { $0.message.name.utf8.elementsEqual(name.utf8) }
    guard let index else { return fail("there is no message \"\(name)\"") }
    let body: [UInt8]
    do throws(ScenarioBodies.Failure) {
      let id = speaker(side, window)?.nextID(index)
      body = try bodies.message(index, id: id, payload: payload)
    } catch {
      return fail("\"\(name)\" cannot be built: \(error.text)")
    }
    try say(body, set.messages[index].channel, index, side, window, what: name)
  }

  private func sendBody(_ text: String, _ key: String?, _ side: Side, _ window: PageWindow?) throws
  {
    let channel = set.channels.firstIndex { program in
      key.map { program.channel.key.utf8.elementsEqual($0.utf8) } ?? (program.channel.from == side)
    }
    guard let channel else { return fail("no channel for a body") }
    guard set.channels[channel].channel.from == side else {
      return fail("channel \"\(key ?? "")\" is the other side's")
    }
    try say(
      ScenarioBodies.compact(Array(text.utf8)), channel, nil, side, window, what: nil)
  }

  private func answer(
    _ word: String, _ payload: String?, _ side: Side, _ atHand: AtHand?, _ window: PageWindow?
  ) throws {
    guard let atHand, let reply = set.messages[atHand.message].message.reply else {
      return fail("there is nothing at hand that could be answered")
    }
    let channel = set.replyChannel(of: atHand.message, by: side)
    let body: [UInt8]
    do throws(ScenarioBodies.Failure) {
      body = try bodies.reply(
        to: atHand.message, error: word == "ok" ? nil : word, id: atHand.id, payload: payload,
        channel: channel)
    } catch {
      return fail("the answer \"\(word)\" cannot be built: \(error.text)")
    }
    let what = "reply:\(set.messages[atHand.message].message.name)"
    guard reply.on == .result else {
      return try say(body, channel, nil, side, window, what: what)
    }
    guard let document = document(body) else { return }
    let value = BridgeValue(document.root.cursor)
    switch atHand.over {
    case .reply(let number, let call):
      add(TraceLine(t: engine.clock, body: body, answers: call, what: what))
      engine.reply(number, .value(value))
    case .dialog(let dialog, let call):
      add(TraceLine(t: engine.clock, body: body, answers: call, what: what))
      dialog.answer(value.string ?? value.description)
    case .result(let promise): promise.resolve(value.inPage)
    case .channel: fail("this message is not answered by the result of its call")
    }
  }

  private func say(
    _ body: [UInt8], _ channel: Int, _ message: Int?, _ side: Side, _ window: PageWindow?,
    what: String?
  ) throws {
    if side == .native {
      nativeSends(body, channel, message, what)
    } else if let window {
      try half(of: window)?.says(body, channel, message)
    }
  }

  private func speaker(_ side: Side, _ window: PageWindow?) -> ScenarioSide? {
    side == .native ? nativeSide : window.flatMap { half(of: $0)?.side }
  }

  // MARK: Waiting

  private func after(
    _ delay: Reaction.Delay, _ actions: [Reaction.Action], _ side: Side, _ atHand: AtHand?,
    _ window: PageWindow?
  ) {
    let work = { [unowned self] in
      for action in actions { try perform(action, side, atHand, window) }
    }
    guard let window, side == .web else {
      let milliseconds: Double
      switch delay {
      case .milliseconds(let value): milliseconds = value
      case .frame: milliseconds = 16
      case .microtask: milliseconds = 0
      }
      engine.later(milliseconds) { try? work() }
      return
    }
    switch delay {
    case .milliseconds(let value): window.setTimeout(value, work)
    case .frame: window.requestAnimationFrame(work)
    case .microtask: window.queueMicrotask(work)
    }
  }

  // MARK: Receiving ends

  private func setReceiver(_ key: String, _ side: Side, _ window: PageWindow?, isThere: Bool) {
    let found = set.channels.firstIndex { $0.channel.key.utf8.elementsEqual(key.utf8) }
    guard let channel = found else { return fail("there is no channel \"\(key)\"") }
    guard set.channels[channel].channel.from != side else {
      return fail("the receiving end of channel \"\(key)\" is the other side's")
    }
    if let window {
      if isThere { half(of: window)?.define(channel) } else { half(of: window)?.undefine(channel) }
    } else if isThere {
      register(channel)
    } else {
      port.unregister(channel)
    }
  }

  func register(_ index: Int) { port.register(index) }
}
