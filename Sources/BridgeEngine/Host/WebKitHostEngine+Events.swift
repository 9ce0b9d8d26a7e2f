internal import BridgeBus
internal import BridgeJSON

#if os(Linux)
  // What the host tells, as reports.

  extension WebKitHostEngine {
    /// Takes an event; the engine goes on when this returns.
    func take(_ document: JSONDocument) {
      let event = document.root
      if event["call"]?.string == Probe.name {
        probe.isOut = false
        probe.clean += 1
        return goOn()
      }
      probe.clean = 0
      switch event["event"]?.string {
      case "navigation": navigation(event)
      case "message": message(event)
      case "completion": completion(event)
      case "dialog": dialog(event)
      case "policy": policy(event)
      case "terminated":
        isLoading = false
        isTerminated = true
        let reason = event["reason"]?.string
        onReport?(
          .terminated(reason == "crashed" ? .crashed : reason == "memory" ? .memory : .byAPI))
      case "remote":
        if let url = event["url"]?.string { remoteRequests.append(url) }
      case "lost":
        // Not a report of the engine: nobody waits in it.
        if event["what"]?.string == "display" { fail(.displayLost) }
        return
      case "opened", "closed", "pong", "error", "engine": return
      default: break
      }
      goOn()
    }

    private func navigation(_ event: JSONValue) {
      let url = event["url"]?.string ?? ""
      switch event["phase"]?.string {
      case "started":
        isLoading = true
        isTerminated = false
        onReport?(.started(url: url))
      case "committed": onReport?(.committed(url: url))
      case "finished":
        isLoading = false
        onReport?(.finished(url: url))
      case "failed":
        isLoading = false
        onReport?(
          .failed(
            url: url, at: event["at"]?.string == "committed" ? .committed : .started))
      default: break
      }
    }

    private func message(_ event: JSONValue) {
      if onQuestion != nil, event["handler"]?.string == StagePage.handler {
        let time = event["body"].flatMap { Double($0.text) } ?? 0
        busyUntil = max(busyUntil, clock + time)
        return
      }
      let number = event["reply"]?.smallInteger.map { Int($0) }
      if let number { requests = max(requests, number) }
      onReport?(
        .message(
          EngineMessage(
            handler: event["handler"]?.string ?? "",
            body: event["body"].map { TaggedValue.read($0) } ?? .undefined, reply: number)))
    }

    private func completion(_ event: JSONValue) {
      let call = event["call"]?.string ?? ""
      pendingCalls.remove(call)
      let path = functions.removeValue(forKey: call)
      guard let error = event["error"] else {
        let value = event["result"].map { TaggedValue.read($0) } ?? .undefined
        onReport?(.completion(call: call, .success(value)))
        return
      }
      let code = error["code"]?.smallInteger.map { Int($0) } ?? 0
      let message = error["message"]?.string ?? ""
      var kind = ScriptFailure.Kind.threw
      switch code {
      case 601: kind = event["gone"]?.bool == true ? .terminated : .unsupportedResult
      case 600: kind = .unsupportedArgument
      default:
        if let path, EngineWords.says(message, isMissing: path) {
          kind = .functionMissing
        } else if EngineWords.isSyntaxError(message) {
          kind = .scriptError
        }
      }
      onReport?(
        .completion(call: call, .failure(ScriptFailure(kind, code: code, message: message))))
    }

    private func dialog(_ event: JSONValue) {
      let kinds: [String: Dialog.Kind] = [
        "alert": .alert, "confirm": .confirm, "prompt": .prompt,
      ]
      guard let kind = event["type"]?.string.flatMap({ kinds[$0] }) else { return }
      let dialog = Dialog(
        kind: kind, message: event["text"]?.string ?? "", defaultText: event["default"]?.string)
      if !takeQuestion(dialog) { onReport?(.dialog(dialog)) }
      // Before what native asked for besides: the page waits for it.
      var members = ["\"do\":\"answer\"", "\"confirm\":\(dialog.isConfirmed)"]
      if let text = dialog.answer { members.append("\"text\":\(JSONString.quoted(text))") }
      turn.insert("{\(members.joined(separator: ","))}", at: 0)
    }

    private func policy(_ event: JSONValue) {
      let request = NavigationRequest(
        url: event["url"]?.string ?? "", isFromPage: event["by"]?.string == "page")
      if navigationPolicy?(request) == false { turn.insert("{\"do\":\"refuse\"}", at: 0) }
    }
  }

  /// What this engine's error texts say. They are its own, so they are read in one place.
  package enum EngineWords {
    /// Whether a call failed because there is no function at this path.
    package static func says(_ message: String, isMissing path: String) -> Bool {
      let first = path.prefix { $0 != "." && $0 != "[" }
      let texts = [
        "TypeError: \(path) is not a function", "TypeError: window.\(path) is not a function",
        "ReferenceError: Can't find variable: \(first)",
      ]
      for text in texts {
        guard let range = message.utf8Range(of: text) else { continue }
        let behind = message.utf8[range.upperBound...].first
        if behind == nil || behind == UInt8(ascii: ".") || behind == UInt8(ascii: "\n")
          || behind == UInt8(ascii: " ")
        {
          return true
        }
      }
      // A folder of the path is not there: `App.inbox` of `App.inbox.receive`.
      let folder = path.split(separator: ".").dropLast().joined(separator: ".")
      return !folder.isEmpty
        && message.utf8Range(of: "is not an object (evaluating '\(folder).") != nil
    }

    /// A script that could not be parsed has a line and no column: `URL:3: SyntaxError: …`.
    package static func isSyntaxError(_ message: String) -> Bool {
      if message.utf8.starts(with: "SyntaxError: ".utf8) {
        // Where there is no document yet, and where a declaration stands twice.
        return message.utf8Range(of: "JSON Parse error") == nil
      }
      guard let range = message.utf8Range(of: ": SyntaxError: ") else { return false }
      let before = message.utf8[..<range.lowerBound]
      let digits = before.reversed().prefix { $0 >= 0x30 && $0 <= 0x39 }
      let rest = before.dropLast(digits.count)
      guard rest.last == UInt8(ascii: ":") else { return false }
      let more = rest.dropLast().reversed().prefix { $0 >= 0x30 && $0 <= 0x39 }
      return more.isEmpty || rest.dropLast().dropLast(more.count).last != UInt8(ascii: ":")
    }
  }

  extension String {
    /// The first place of a text, by bytes.
    fileprivate func utf8Range(of text: String) -> Range<String.Index>? {
      let wanted = Array(text.utf8)
      guard !wanted.isEmpty else { return nil }
      var start = utf8.startIndex
      while let found = utf8[start...].firstIndex(of: wanted[0]) {
        if utf8[found...].starts(with: wanted),
          let end = utf8.index(found, offsetBy: wanted.count, limitedBy: utf8.endIndex)
        {
          return found..<end
        }
        start = utf8.index(after: found)
      }
      return nil
    }
  }
#endif
