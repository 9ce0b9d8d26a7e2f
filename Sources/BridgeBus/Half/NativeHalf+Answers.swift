internal import BridgeContract
internal import BridgeJSON

// How native answers.

extension NativeHalf {
  /// Answers what is at hand with a body, over the channel or by the result of the call.
  func answers(_ atHand: AtHand, _ body: [UInt8]) {
    if atHand.over.canWait, port.happens(.delayedReply) {
      engine.later(NativePort.faultDelay) { [weak self] in self?.answersNow(atHand, body) }
    } else {
      answersNow(atHand, body)
    }
  }

  private func answersNow(_ atHand: AtHand, _ body: [UInt8]) {
    guard set.messages[atHand.message].message.reply?.on == .result else {
      sends(body, set.replyChannel(of: atHand.message, by: .native), nil)
      return
    }
    guard let document = document(body) else { return }
    let value = BridgeValue(document.root.cursor)
    switch atHand.over {
    case .reply(let number, let call):
      _ = answered(call, body, to: atHand.message, by: .native)
      engine.reply(number, .value(value))
    case .dialog(let dialog, let call):
      _ = answered(call, body, to: atHand.message, by: .native)
      dialog.answer(value.string ?? value.description)
    case .channel, .result: onProblem("this message is not answered by the result of its call")
    }
  }

  /// Lets the call of what is at hand fail with a text.
  func refuses(_ atHand: AtHand, text: String) {
    switch atHand.over {
    case .reply(let number, let call):
      _ = answered(
        call, Array(text.utf8), to: atHand.message, by: .native, isError: true)
      engine.reply(number, .error(text))
    case .dialog(let dialog, _): dialog.answer(nil)
    case .channel, .result: onProblem("native's code threw: \(text)")
    }
  }
}
