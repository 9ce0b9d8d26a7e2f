import TestSupport

/// Random live scenarios over the contract of parity: pages and native actions from a seed.
///
/// Every message has a rank, and a reaction says only messages of a higher one than that which it
/// reacts to: whatever is drawn comes to an end. What loads a page again stands where it happens once.
///
/// All delays of a side are equal. In a real engine time passes between two tasks, in the headless one
/// it does not: which of two timers of unlike delays is due first would be another question there.
struct ParityGenerator {
  private var random: SplitMix64
  private var ranks: [String: Int] = [:]
  private var pageDelay = "0ms"
  private var nativeDelay = "0ms"

  private static let ofPage = ["ready", "pay", "get", "look"]
  private static let ofNative = ["sync", "fetch", "changed", "told"]

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  private mutating func chance(_ percent: Int) -> Bool { random.below(100) < percent }

  /// One scenario as JSON text.
  mutating func next() -> String {
    let order = (Self.ofPage + Self.ofNative).shuffled(using: &random)
    ranks = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
    pageDelay = random.pick(["0ms", "0ms", "3ms", "20ms"])
    nativeDelay = random.pick(["0ms", "5ms", "20ms", "300ms", "600ms"])
    var page = [reaction("inline", isPage: true)]
    for word in ["DOMContentLoaded", "load"] where chance(45) {
      page.append(reaction(word, isPage: true))
    }
    if chance(10) { page.append(reaction("pagehide", isPage: true)) }
    for word in ["sync", "changed", "told", "reply:get", "reply:pay", "reply:look"]
    where chance(35) {
      page.append(reaction(word, isPage: true))
    }
    if chance(75) { page.append(answer("fetch", isPage: true)) }

    var native = [answer("get", isPage: false), answer("look", isPage: false)]
    if chance(70) { native.append(answer("pay", isPage: false)) }
    for word in ["@loadStarted", "@loadCommitted", "@loadFinished", "@processTerminated"]
    where chance(word == "@loadFinished" ? 60 : 25) {
      native.append(reaction(word, isPage: false))
    }
    for word in ["ready", "pay", "get", "reply:fetch"] where chance(35) {
      native.append(reaction(word, isPage: false))
    }
    if chance(45) { native.append(start()) }
    if chance(8) { native.append("{\"when\":\"ready\",\"do\":[{\"terminate\":true}]}") }
    if chance(6) { native.append("{\"when\":\"pay\",\"do\":[{\"destroy\":true}]}") }
    return
      "{\"page\":[\(page.joined(separator: ","))],\"native\":[\(native.joined(separator: ","))]}"
  }

  /// What an app does before its page is there, and what happens to it once, at some time.
  private mutating func start() -> String {
    var list = ["bridge", "ask", "dialog"].map { "{\"register\":\"\($0)\"}" }
    if chance(20) { list.remove(at: random.below(2)) }
    list.insert("{\"load\":\"page\"}", at: chance(75) ? list.count : random.below(list.count + 1))
    var once: [String] = []
    for _ in 0..<(1 + random.below(2)) {
      switch random.below(9) {
      case 0: once.append("{\"load\":\"reload\"}")
      case 1: once.append("{\"load\":\"page\"}")
      case 2: once.append("{\"load\":\"missing\"}")
      case 3: once.append("{\"terminate\":true}")
      case 4:
        once.append(
          "{\"terminate\":true},{\"after\":\"\(nativeDelay)\",\"do\":[{\"load\":\"page\"}]}"
        )
      case 5: once.append("{\"unregister\":\"bridge\"},{\"register\":\"bridge\"}")
      case 6: once.append("{\"unregister\":\"\(random.pick(["bridge", "ask"]))\"}")
      case 7: once.append("{\"destroy\":true}")
      default: once.append(contentsOf: actions("", isPage: false, depth: 0))
      }
    }
    list.append("{\"after\":\"\(nativeDelay)\",\"do\":[\(once.joined(separator: ","))]}")
    return "{\"when\":\"start\",\"do\":[\(list.joined(separator: ","))]}"
  }

  private mutating func answer(_ word: String, isPage: Bool) -> String {
    let word = word
    var list = ["{\"answer\":\"\(word == "pay" && chance(30) ? "busy" : "ok")\"}"]
    let more = chance(30) ? actions(word, isPage: isPage, depth: 1) : []
    list.insert(contentsOf: more, at: chance(50) ? 0 : 1)
    return "{\"when\":\"\(word)\",\"do\":[\(list.joined(separator: ","))]}"
  }

  private mutating func reaction(_ word: String, isPage: Bool) -> String {
    let list = actions(word, isPage: isPage, depth: 2)
    return "{\"when\":\"\(word)\",\"do\":[\(list.joined(separator: ","))]}"
  }

  private mutating func actions(_ word: String, isPage: Bool, depth: Int) -> [String] {
    var list: [String] = []
    let isBeginning = word == "inline" || word.hasPrefix("@")
    for _ in 0..<(1 + random.below(isBeginning ? 3 : 2)) {
      if let one = action(word, isPage: isPage, depth: depth) { list.append(one) }
    }
    return list
  }

  private mutating func action(_ word: String, isPage: Bool, depth: Int) -> String? {
    if depth > 0, chance(28) {
      let waits = isPage ? ["microtask", pageDelay, pageDelay, "frame"] : [nativeDelay]
      let inner = actions(word, isPage: isPage, depth: depth - 1)
      return
        "{\"after\":\"\(random.pick(waits))\",\"do\":[\(inner.joined(separator: ","))]}"
    }
    if isPage {
      if chance(6) { return "{\"throw\":\"no\"}" }
      if chance(6) {
        let channel = random.pick(["receive", "call", "note", "posted"])
        return "{\"\(random.pick(["register", "unregister"]))\":\"\(channel)\"}"
      }
      // A body that the contract does not know: native refuses it.
      if chance(5) { return "{\"body\":{\"kind\":\"nobody\",\"data\":{}},\"channel\":\"bridge\"}" }
      // Not where it would come again before the page has left.
      if chance(4), word == "inline" || word == "load" { return "{\"navigate\":\"away\"}" }
    } else if chance(6) {
      let channel = random.pick(["bridge", "ask"])
      return "{\"\(random.pick(["register", "unregister"]))\":\"\(channel)\"}"
    }
    let name = word.hasPrefix("reply:") ? String(word.dropFirst(6)) : word
    let rank = ranks[name] ?? -1
    let higher = (isPage ? Self.ofPage : Self.ofNative).filter { ranks[$0] ?? 0 > rank }
    return higher.isEmpty ? nil : "{\"send\":\"\(random.pick(higher))\"}"
  }
}
