internal import BridgeBus
internal import BridgeJSON

#if os(Linux)
  // What the host tells, as reports.

  extension WebKitHostEngine {
    /// Takes an event; the engine goes on when this returns.
    func take(_ document: JSONDocument) {
      let event = document.root
      if let call = event["call"]?.string {
        if takeAnswer(call, isFailed: event["error"] != nil) { return goOn() }
        if call == Probe.question {
          probe.hasAnswered = true
          return goOn()
        }
      }
      if !isAboutPage(document) { probe.forget() }
      switch event["event"]?.string {
      case "navigation": navigation(event)
      case "message": message(event)
      case "completion": completion(event)
      case "dialog": dialog(event)
      case "question": question(event)
      case "policy": policy(event)
      case "terminated":
        if terminations > 0 { terminations -= 1 } else { isLoading = false }
        isTerminated = true
        leavingUntil = 0
        probe.drop()
        let reason = event["reason"]?.string
        onReport?(
          .terminated(reason == "crashed" ? .crashed : reason == "memory" ? .memory : .byAPI))
      case "remote":
        if let url = event["url"]?.string { remoteRequests.append(url) }
      case "refused": refused(event)
      case "unresponsive", "responsive":
        isUnresponsive = event["event"]?.string == "unresponsive"
      case "lost":
        // Not a report of the engine: nobody waits in it.
        if event["what"]?.string == "display" { fail(.displayLost) }
        isBusLost = isBusLost || event["what"]?.string == "bus"
        return
      case "pong":
        silence.answered()
        return
      case "reached":
        if event["id"]?.string == awaitedPlace { awaitedPlace = nil }
        return
      case "opened", "closed", "error", "engine": return
      default: break
      }
      goOn()
    }

    /// Whether an event only says whether host or page answer, which is asked all the time and is
    /// nothing that happens in them.
    func isAboutPage(_ document: JSONDocument) -> Bool {
      let event = document.root
      if let call = event["call"]?.string { return call.utf8.starts(with: Probe.name.utf8) }
      return ["unresponsive", "responsive", "pong", "reached"].contains(event["event"]?.string)
    }

    private func navigation(_ event: JSONValue) {
      let url = event["url"]?.string ?? ""
      switch event["phase"]?.string {
      case "started":
        isLoading = true
        isTerminated = false
        onReport?(.started(url: url))
      case "committed":
        // What the document before it had to do is over.
        leavingUntil = 0
        busyUntil = 0
        probe.drop()
        onReport?(.committed(url: url))
      case "finished":
        isLoading = false
        onReport?(.finished(url: url))
      case "failed":
        isLoading = false
        leavingUntil = 0
        onReport?(
          .failed(
            url: url, at: event["at"]?.string == "committed" ? .committed : .started))
      default: break
      }
    }

    private func refused(_ event: JSONValue) {
      let words = [
        "window": "a new window", "print": "a print-out", "file": "a file of the user's",
        "colour": "a colour of the user's", "permission": "a permission",
      ]
      let what = event["what"]?.string ?? ""
      let url = event["url"]?.string ?? ""
      let sentence = "\(words[what] ?? "a \(what)")\(url.isEmpty ? "" : " (\(url))")"
      if !refusals.contains(sentence) { refusals.append(sentence) }
    }

    private func message(_ event: JSONValue) {
      if event["handler"]?.string == PageErrors.name {
        return uncaught(event["body"]?.string ?? "")
      }
      if let onQuestion, event["handler"]?.string == StagePage.handler {
        if let text = event["body"].flatMap({ TaggedValue.read($0).string }) {
          _ = onQuestion(text)
          return
        }
        let time = event["body"].flatMap { Double($0.text) } ?? 0
        if time < 0 { leavingUntil = clock + StagePage.leavingTime * speed }
        busyUntil = max(busyUntil, clock + time)
        return
      }
      messageCount += 1
      let number = event["reply"]?.smallInteger.map { Int($0) }
      if let number { requests = max(requests, number) }
      onReport?(
        .message(
          EngineMessage(
            handler: event["handler"]?.string ?? "",
            body: event["body"].map { TaggedValue.read($0) } ?? .undefined, reply: number)))
    }

    /// An error that no script of the page caught. That of a handler that is not there tells of a
    /// message that was lost; a stage's page has told that already.
    private func uncaught(_ text: String) {
      onPageError?(text)
      guard onQuestion == nil, let name = EngineWords.missingHandler(text) else { return }
      onReport?(.handlerMissing(name: name, body: .undefined))
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
      onReport?(.dialog(dialog))
      // Before what native asked for besides: the page waits for it.
      var members = ["\"do\":\"answer\"", "\"confirm\":\(dialog.isConfirmed)"]
      if let text = dialog.answer { members.append("\"text\":\(JSONString.quoted(text))") }
      turn.insert("{\(members.joined(separator: ","))}", at: 0)
    }

    private func policy(_ event: JSONValue) {
      let request = NavigationRequest(
        url: event["url"]?.string ?? "", isFromPage: event["by"]?.string == "page")
      if navigationPolicy?(request) == false {
        leavingUntil = 0
        turn.insert("{\"do\":\"refuse\"}", at: 0)
      }
    }
  }
#endif
