import TestSupport

/// Random live scenarios over the contract of parity: pages and native actions from a seed.
struct ParityGenerator {
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  private mutating func pick<T>(_ list: [T]) -> T {
    list[Int(random.next() % UInt64(list.count))]
  }

  private mutating func chance(_ percent: UInt64) -> Bool { random.next() % 100 < percent }

  /// One scenario as JSON text.
  mutating func next() -> String {
    let pageWords = [
      "inline", "DOMContentLoaded", "load", "sync", "reply:get", "reply:pay", "changed",
    ]
    let nativeWords = ["@loadCommitted", "@loadFinished", "ready", "pay", "get", "reply:fetch"]
    var page = ["{\"when\":\"inline\",\"do\":[{\"send\":\"ready\"}]}"]
    for word in pageWords where chance(45) {
      page.append("{\"when\":\"\(word)\",\"do\":[\(actions(isPage: true, word, 2))]}")
    }
    if chance(60) { page.append("{\"when\":\"fetch\",\"do\":[{\"answer\":\"ok\"}]}") }
    var native = ["{\"when\":\"get\",\"do\":[{\"answer\":\"ok\"}]}"]
    for word in nativeWords where chance(45) {
      native.append("{\"when\":\"\(word)\",\"do\":[\(actions(isPage: false, word, 2))]}")
    }
    if chance(12) { native.append("{\"when\":\"ready\",\"do\":[{\"terminate\":true}]}") }
    if chance(8) { native.append("{\"when\":\"pay\",\"do\":[{\"destroy\":true}]}") }
    return
      "{\"page\":[\(page.joined(separator: ","))],\"native\":[\(native.joined(separator: ","))]}"
  }

  private mutating func actions(isPage: Bool, _ word: String, _ depth: Int) -> String {
    var list: [String] = []
    for _ in 0..<(1 + random.next() % 3) {
      list.append(action(isPage: isPage, word, depth))
    }
    return list.joined(separator: ",")
  }

  private mutating func action(isPage: Bool, _ word: String, _ depth: Int) -> String {
    // Delays of native against timers of the page are any interleaving (ND1), and a real engine's
    // tasks take time, which those of the headless one do not: only waits that need no clock.
    if isPage, depth > 0, chance(25) {
      let wait = pick(["microtask", "microtask", "0ms"])
      return
        "{\"after\":\"\(wait)\",\"do\":[\(actions(isPage: isPage, word, depth - 1))]}"
    }
    if isPage {
      // Nothing that would bring the same word again: it would never end.
      let isAnswer = word.hasPrefix("reply:") || word == "sync" || word == "changed"
      if chance(8) { return "{\"throw\":\"no\"}" }
      if chance(8) { return "{\"\(pick(["register", "unregister"]))\":\"receive\"}" }
      return "{\"send\":\"\(isAnswer ? "ready" : pick(["ready", "pay", "get"]))\"}"
    }
    if word == "pay", chance(60) { return "{\"answer\":\"\(pick(["ok", "busy"]))\"}" }
    if chance(8) { return "{\"\(pick(["register", "unregister"]))\":\"bridge\"}" }
    let isAnswer = word == "ready" || word.hasPrefix("reply:")
    return "{\"send\":\"\(isAnswer ? "changed" : pick(["sync", "fetch", "changed"]))\"}"
  }
}
