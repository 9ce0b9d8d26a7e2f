internal import BridgeContract
internal import BridgeJSON
internal import BridgeScript

extension Bus {
  /// A native side made from the contract: it answers every request of the page from the examples,
  /// and says its own messages once the load has finished, as the rules of order permit.
  ///
  /// Code given to `on` for the same messages runs beside it: leave those to yourself with
  /// `dials.silent`.
  public func fakeNative(_ dials: FakeDials = FakeDials()) {
    let mind = FakeMind(set, half.bodies.encoder, .native, dials)
    half.listen(
      event: { [unowned self] event in
        guard event == .loadFinished else { return }
        say(mind)
        poll(dials.polls)
      },
      message: { [unowned self] atHand in
        var wait = 0.0
        for (delay, body) in mind.answers(to: atHand.message, id: atHand.id) {
          // A page's prompt waits in the middle of its task.
          if case .dialog = atHand.over { wait = 0 } else { wait += delay }
          after(wait) { [unowned self] in
            half.answers(atHand, body)
            say(mind)
          }
        }
        if half.load == .finished { say(mind) }
      })
  }

  /// Asks the polled channels, so many times.
  private func poll(_ times: Int) {
    let polled = set.channels.indices.filter { set.channels[$0].channel.via == .poll }
    guard times > 0, !polled.isEmpty else { return }
    for index in polled { half.poll(index) }
    engine.later(100) { [weak self] in self?.poll(times - 1) }
  }

  /// An answer without delay stays in its turn.
  private func after(_ milliseconds: Double, _ work: @escaping () -> Void) {
    if milliseconds > 0 { engine.later(milliseconds, work) } else { work() }
  }

  private func say(_ mind: FakeMind) {
    guard half.load == .finished else { return }
    var ids: [Int: [UInt8]?] = [:]
    while let (message, body) = mind.next(
      after: half.lines.map(\.json),
      { index in
        if ids[index] == nil { ids[index] = .some(half.ids.nextID(index)) }
        return half.built(index, id: ids[index] ?? nil)
      })
    {
      ids[message] = nil
      half.sends(body, set.messages[message].channel, message)
    }
  }
}

extension NativeHalf {
  /// The body of a message as the contract's example has it; nil where it cannot be built.
  func built(_ message: Int, id: [UInt8]?) -> [UInt8]? {
    do throws(ScenarioBodies.Failure) {
      return try bodies.message(message, id: id, payload: nil)
    } catch {
      return nil
    }
  }
}
