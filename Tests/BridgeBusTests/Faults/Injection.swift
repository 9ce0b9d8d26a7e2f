/// One cause, injected at one place of a run.
struct Injection {
  /// Where it is injected: a moment of the page's life, and how much is said before it there.
  struct Place {
    var number: Int
    var moment: String
    var before: Int

    static let all: [Place] = ["inline", "DOMContentLoaded", "load", "later"].enumerated().flatMap {
      moment in
      (0..<3).map { Place(number: moment.offset * 3 + $0, moment: moment.element, before: $0) }
    }
  }

  var cause: String
  var place: Place
  /// The live scenario.
  var scenario: String
  /// What is done to the lines of its trace.
  var mutate: ([String]) -> [String] = { $0 }
  /// The longest line that is read.
  var maxLineBytes = 1 << 24
  /// Faults of the engine's surroundings.
  var duplicates = false
  /// The last line has no end.
  var isCut = false

  var name: String { "\(cause) \(place.number)" }

  // MARK: Making

  private static func send(_ name: String) -> String { "{\"send\": \"\(name)\"}" }
  private static func post(_ body: String, on channel: String = "bridge") -> String {
    "{\"body\": \(body), \"channel\": \"\(channel)\"}"
  }

  /// A page that says the usual things and, at the place, these; and native's reactions.
  private static func scenario(
    _ place: Place, page: [String] = [], reactions: [String] = [], native: [String] = [],
    isComplete: Bool = true, start: [String] = []
  ) -> String {
    let padding = Array(repeating: send("pad"), count: 3)
    let said = padding[..<min(3, place.before)] + page + padding[min(3, place.before)...]
    let isLater = place.moment == "later"
    let body =
      isLater
      ? "{\"after\": \"20ms\", \"do\": [\(said.joined(separator: ", "))]}"
      : said.joined(separator: ", ")
    let opening = start + [send("hello")] + (isComplete ? [send("must")] : [])
    let inline = place.moment == "inline" ? opening + [body] : opening
    var pages = ["{\"when\": \"inline\", \"do\": [\(inline.joined(separator: ", "))]}"]
    if place.moment != "inline" {
      pages.append("{\"when\": \"\(isLater ? "load" : place.moment)\", \"do\": [\(body)]}")
    }
    return """
      {"page": [\((pages + reactions).joined(separator: ", "))],
       "native": [\(native.joined(separator: ", "))]}
      """
  }

  /// Native says this when the place's padding is heard; the page's reactions are given.
  private static func asked(_ place: Place, _ what: String, _ reactions: [String]) -> String {
    scenario(
      place, page: [send("once")], reactions: reactions,
      native: ["{\"when\": \"once\", \"do\": [\(what)]}"])
  }

  private static func on(_ word: String, _ actions: String...) -> String {
    "{\"when\": \"\(word)\", \"do\": [\(actions.joined(separator: ", "))]}"
  }

  /// Every cause that a run or its log can show, at every place.
  static func all() -> [Injection] { Place.all.flatMap { bodies($0) + traffic($0) + lines($0) } }

  /// Bodies that break their framing or schema.
  private static func bodies(_ place: Place) -> [Injection] {
    let n = place.number % 12
    func data(_ text: String) -> String { InjectionContract.body(n, data: text) }
    let kind = "\"kind\":\"p\(n)\""
    let broken: [(String, String)] = [
      ("not-an-object", ["\"text\"", "5", "true", "[1]"][n % 4]),
      ("kind-missing", InjectionContract.body(n, head: "\"v\":1")),
      ("unknown-kind", InjectionContract.body(n, head: "\"kind\":\"q\(n)\",\"v\":1")),
      ("version-missing", InjectionContract.body(n, head: kind)),
      ("version-type", InjectionContract.body(n, head: kind + ",\"v\":\"1\"")),
      ("version-unsupported", InjectionContract.body(n, head: kind + ",\"v\":\(n + 2)")),
      ("missing-field", data("{}")), ("unknown-field", data(#"{"s":"ab","x":1}"#)),
      ("wrong-type", data(#"{"s":"ab","n":"3"}"#)), ("not-in-enum", data(#"{"s":"ab","e":"q"}"#)),
      ("out-of-range", data(#"{"s":"ab","n":99}"#)), ("bad-length", data(#"{"s":"ab","l":"a"}"#)),
      ("pattern", data(#"{"s":"AB"}"#)), ("bad-format", data(#"{"s":"ab","d":"2026-13-01"}"#)),
      ("not-unique", data(#"{"s":"ab","u":[1,1]}"#)), ("schema", data(#"{"s":"ab","z":0}"#)),
      ("lone-surrogate", data(#"{"s":"ab","t":"\ud83d"}"#)),
      ("unsafe-integer", data(#"{"s":"ab","big":9007199254740994}"#)),
      ("id-missing", #"{"kind":"get","v":1,"data":null}"#),
      ("id-invalid", #"{"kind":"get","v":1,"id":"x","data":null}"#),
    ]
    return broken.map { cause, body in
      Injection(cause: cause, place: place, scenario: scenario(place, page: [post(body)]))
    } + [
      Injection(
        cause: "wrong-encoding", place: place,
        scenario: scenario(place, page: [post("\"{\\\"kind\\\":\"", on: "text")])),
      Injection(
        cause: "deprecated", place: place, scenario: scenario(place, page: [send("old")])),
      Injection(
        cause: "id-reused", place: place,
        scenario: scenario(
          place,
          page: Array(repeating: post(#"{"kind":"get","v":1,"id":5,"data":null}"#), count: 2),
          native: [on("get", #"{"after": "5ms", "do": [{"answer": "ok"}]}"#)])),
    ]
  }

  /// What goes wrong between two good bodies.
  private static func traffic(_ place: Place) -> [Injection] {
    func reply(_ more: String) -> String { post("{\"id\":70,\(more)}") }
    func item(_ seq: Int, _ isLast: Bool) -> String {
      post("{\"id\":90,\"seq\":\(seq),\"last\":\(isLast),\"data\":null}")
    }
    let ok = #"{"answer": "ok"}"#
    let ask = send("ask")
    let stream = send("stream")
    let found: [(String, String)] = [
      ("reply-missing", asked(place, ask, [])),
      (
        "reply-late",
        asked(place, ask, [on("ask", "{\"after\": \"1500ms\", \"do\": [\(ok)]}")])
      ),
      ("reply-duplicate", asked(place, ask, [on("ask", ok, reply("\"data\":3"))])),
      ("reply-unknown-id", scenario(place, page: [post(#"{"id":99,"data":1}"#)])),
      (
        "reply-mismatch",
        asked(place, ask, [on("ask", post(#"{"id":70,"data":3}"#, on: "side"), ok)])
      ),
      (
        "reply-undeclared-error",
        asked(place, ask, [on("ask", reply(#""error":{"code":"nope"}"#))])
      ),
      ("sequence-gap", asked(place, stream, [on("stream", item(0, false), item(2, true))])),
      ("item-after-end", asked(place, stream, [on("stream", item(0, true), item(1, true))])),
      ("not-closed", asked(place, stream, [on("stream", item(0, false))])),
      (
        "too-early",
        scenario(place, page: [send("pad")], start: [send("afterHello")])
      ),
      ("too-late", scenario(place, page: [send("bye"), send("afterBye")])),
      ("repeated", scenario(place, page: [send("once"), send("once")])),
      (
        "not-serial",
        scenario(
          place, page: [send("job"), send("job")],
          native: [on("job", #"{"after": "5ms", "do": [{"answer": "ok"}]}"#)])
      ),
      ("missing-step", scenario(place, isComplete: false)),
      (
        "load-failed",
        scenario(place, page: [send("once")], native: [on("once", #"{"load": "missing"}"#)])
      ),
      (
        "process-terminated",
        scenario(place, page: [send("once")], native: [on("once", #"{"terminate": true}"#)])
      ),
      (
        "handler-missing",
        scenario(
          place, page: [send("onExtra")],
          native: [
            on(
              "start", #"{"register": "bridge"}"#, #"{"register": "side"}"#,
              #"{"register": "trusted"}"#, #"{"register": "text"}"#, #"{"load": "page"}"#)
          ])
      ),
      (
        "native-not-received",
        scenario(
          place, page: [send("once"), send("onExtra")],
          native: [on("once", #"{"unregister": "extra"}"#)])
      ),
      (
        "after-teardown",
        scenario(
          place, page: [send("once")],
          native: [on("once", #"{"destroy": true}"#, send("push"))])
      ),
      (
        "function-missing",
        scenario(
          place, page: [#"{"unregister": "receive"}"#, send("once")],
          native: [on("once", send("push"))])
      ),
      ("web-rejected", asked(place, send("push"), [on("push", #"{"throw": "no"}"#)])),
      (
        "web-not-observed",
        scenario(
          place, page: [#"{"unregister": "events"}"#, send("once")],
          native: [on("once", send("event"))])
      ),
    ]
    var out = found.map { Injection(cause: $0.0, place: place, scenario: $0.1) }
    var twice = Injection(
      cause: "duplicate-delivery", place: place, scenario: scenario(place, page: [send("p1")]))
    twice.duplicates = true
    out.append(twice)
    // A page that was loaded again in between: its lines are those of a log.
    out.append(
      Injection(
        cause: "stale-id", place: place, scenario: asked(place, ask, [on("ask", ok)])
      ) { lines in
        guard let at = lines.firstIndex(where: { $0.contains("\"id\":70,\"data\":3") }) else {
          return lines
        }
        let t = String(lines[at].prefix { $0 != "," })
        let events = ["@loadStarted", "@loadCommitted"].map { "\(t),\"event\":\"\($0)\"}" }
        let must = "\(t),\"channel\":\"bridge\",\"body\":{\"kind\":\"must\",\"v\":1,\"data\":null}}"
        return Array(lines[..<at]) + events + [must] + lines[at...]
      })
    out.append(
      Injection(
        cause: "load-not-finished", place: place, scenario: scenario(place)
      ) { lines in
        let open = lines.filter { !$0.contains("@loadFinished") }
        return open + [#"{"t":60000,"cause":"load-not-finished"}"#]
      })
    return out
  }

  /// What goes wrong with a line of a log, or with who said it.
  private static func lines(_ place: Place) -> [Injection] {
    func change(
      _ cause: String, _ page: String = "p1", _ mutate: @escaping (String) -> String
    ) -> Injection {
      Injection(cause: cause, place: place, scenario: scenario(place, page: [send(page)])) {
        lines in lines.map { $0.contains("\"kind\":\"\(page)\"") ? mutate($0) : $0 }
      }
    }
    var tooLarge = change("too-large") { $0.dropLast() + String(repeating: " ", count: 600) + "}" }
    tooLarge.maxLineBytes = 500
    var cut = Injection(cause: "cut-off", place: place, scenario: scenario(place)) { lines in
      let last = lines.last ?? ""
      return lines.dropLast() + [String(last.prefix(8 + place.number))]
    }
    cut.isCut = true
    return [
      change("malformed-json") { String($0.dropLast(2 + place.before)) },
      change("duplicate-key") { $0.dropLast() + ",\"t\":0}" },
      tooLarge,
      change("too-deep") {
        $0.dropLast() + ",\"x\":" + String(repeating: "[", count: 10_001)
          + String(repeating: "]", count: 10_001) + "}"
      },
      cut,
      change("bad-line") { $0.replacing("\"body\":", with: "\"bdy\":") },
      change("wrong-direction") { $0.replacing("webToNative", with: "nativeToWeb") },
      change("untrusted-frame", "onTrusted") {
        $0.replacing("\"main\":true", with: "\"main\":false")
      },
      change("untrusted-origin", "onTrusted") {
        $0.replacing("https://app.test", with: "https://ad.test")
      },
      change("not-observable", "onTrusted") { line in
        guard let from = line.range(of: ",\"frame\":{"),
          let to = line.range(of: "}", range: from.upperBound)
        else { return line }
        return line.replacingCharacters(from.lowerBound, to.upperBound)
      },
    ]
  }
}

extension String {
  fileprivate func range(of text: String, range start: String.Index? = nil) -> Range<String.Index>?
  {
    self[(start ?? startIndex)...].firstRange(of: text)
  }

  fileprivate func replacingCharacters(_ from: String.Index, _ to: String.Index) -> String {
    String(self[..<from]) + String(self[to...])
  }
}
