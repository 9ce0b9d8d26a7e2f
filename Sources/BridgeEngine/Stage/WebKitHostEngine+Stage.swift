internal import BridgeBus
internal import BridgeJSON

#if os(Linux)
  extension WebKitHostEngine: ScenarioStage {
    /// The document that plays a program.
    package func document(playing program: String) -> String {
      StagePage.document(playing: program)
    }

    /// Serves a document under a URL.
    package func serve(_ url: String, html: String) {
      if handlers.insert(StagePage.handler).inserted {
        add("register", "\"name\":\"\(StagePage.handler)\"")
        add("serve", "\"url\":\"\(StagePage.questions)\"", "\"asked\":true")
      }
      add("serve", "\"url\":\(JSONString.quoted(url))", "\"body\":\(JSONString.quoted(html))")
    }

    /// Runs a script for native.
    package func run(_ call: String, _ script: String, calling path: String?, isAsync: Bool) {
      if isAsync {
        callAsync(call, .text(script))
      } else {
        evaluate(call, .text(script))
      }
      functions[call] = path
    }

    /// Why the engine is gone.
    package var loss: String? { failure?.sentence }

    /// Answers a question of the page, which waits for it.
    func question(_ event: JSONValue) {
      let answer = onQuestion?(event["text"]?.string ?? "null") ?? "null"
      turn.insert("{\"do\":\"answer\",\"text\":\(JSONString.quoted(answer))}", at: 0)
    }
  }
#endif
