internal import BridgeContract
internal import BridgeJSON

/// What a side of a live scenario does when a word comes.
struct Reaction {
  /// One thing to do, with its number: all actions of a scenario are counted in the order in which
  /// they are written, the page's first.
  struct Action {
    var number: Int
    var verb: Verb
  }

  /// What is done.
  indirect enum Verb {
    case send(String, payload: String?)
    case answer(String, payload: String?)
    case body(String, channel: String?)
    case after(Delay, [Action])
    case `throw`(String)
    case register(String)
    case unregister(String)
    case navigate(String)
    case load(String)
    case terminate
    case destroy
  }

  /// How long an action waits.
  enum Delay {
    case milliseconds(Double)
    case frame
    case microtask
  }

  var when: String
  var actions: [Action]

  /// The reactions of a side; the contract's loader has checked their form.
  static func list(_ value: JSONValue?, count: inout Int) -> [Reaction] {
    (value?.items ?? []).map { item in
      Reaction(when: item["when"]?.string ?? "", actions: actions(item["do"], &count))
    }
  }

  private static func actions(_ value: JSONValue?, _ count: inout Int) -> [Action] {
    (value?.items ?? []).compactMap { item in
      let number = count
      count += 1
      return verb(item, &count).map { Action(number: number, verb: $0) }
    }
  }

  private static func verb(_ item: JSONValue, _ count: inout Int) -> Verb? {
    let payload = item["payload"]?.text
    if let name = item["send"]?.string { return .send(name, payload: payload) }
    if let word = item["answer"]?.string { return .answer(word, payload: payload) }
    if let body = item["body"] { return .body(body.text, channel: item["channel"]?.string) }
    if let delay = item["after"]?.string {
      return .after(Self.delay(delay), actions(item["do"], &count))
    }
    if let text = item["throw"]?.string { return .throw(text) }
    if let channel = item["register"]?.string { return .register(channel) }
    if let channel = item["unregister"]?.string { return .unregister(channel) }
    if let place = item["navigate"]?.string { return .navigate(place) }
    if let what = item["load"]?.string { return .load(what) }
    if item["terminate"] != nil { return .terminate }
    if item["destroy"] != nil { return .destroy }
    return nil
  }

  private static func delay(_ text: String) -> Delay {
    if text == "frame" { return .frame }
    if text == "microtask" { return .microtask }
    let units: [(String, Double)] = [("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000)]
    for (unit, factor) in units where text.hasSuffix(unit) {
      if let amount = Double(text.dropLast(unit.count)) { return .milliseconds(amount * factor) }
    }
    return .milliseconds(0)
  }
}
