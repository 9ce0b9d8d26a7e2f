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

    /// A dialog that is a question of the page to the stage.
    func takeQuestion(_ dialog: Dialog) -> Bool {
      guard dialog.kind == .prompt, dialog.message == StagePage.mark, let onQuestion else {
        return false
      }
      dialog.answer(onQuestion(dialog.defaultText ?? "null"))
      return true
    }
  }
#endif
