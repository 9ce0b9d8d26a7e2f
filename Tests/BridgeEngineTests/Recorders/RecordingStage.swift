import BridgeBus
import BridgeContract
import BridgeEngine
import BridgeFindings
import BridgeRecorder
import BridgeScript
import Foundation
import TestSupport

#if os(Linux)
  /// A real engine whose traffic two recorders write down: native's own, told of what native sees and
  /// does, and the page's script, whose lines come over a handler.
  final class RecordingStage: ScenarioStage {
    static let sink = "bridgeRecorder"

    let inner: WebKitHostEngine
    let native: RecordedSession
    let page: RecordedSession
    var onReport: ((EngineReport) -> Void)?
    private let contracts: ContractSet
    private var calls: [String: (path: String, call: RecordedCall, isAsync: Bool)] = [:]
    private var requests: [Int: RecordedCall] = [:]

    init(
      _ inner: WebKitHostEngine, _ contracts: ContractSet, native: RecordedSession,
      page: RecordedSession
    ) {
      self.inner = inner
      self.contracts = contracts
      self.native = native
      self.page = page
      inner.onReport = { [unowned self] in take($0) }
      inner.register(Self.sink)
      let script = RecorderScript(contracts, sink: .handler(Self.sink))
      inner.perform(.addUserScript(UserScript(.text(script.source))))
    }

    // MARK: What native sees

    private func take(_ report: EngineReport) {
      switch report {
      case .message(let message) where message.handler == Self.sink:
        page.pageLine(message.body.string ?? "no text", includingEvents: true)
        return
      case .message(let message):
        let body = RecordedBody.json(String(decoding: message.body.json, as: UTF8.self))
        if let reply = message.reply {
          requests[reply] = native.receivedCall(body, on: message.handler)
        } else {
          native.received(body, on: message.handler)
        }
      case .started: native.event(.loadStarted)
      case .committed: native.event(.loadCommitted)
      case .finished: native.event(.loadFinished)
      case .completion(let name, let result): complete(name, result)
      default: break
      }
      onReport?(report)
    }

    private func complete(_ name: String, _ result: Result<BridgeValue, ScriptFailure>) {
      guard let (path, call, isAsync) = calls.removeValue(forKey: name) else { return }
      switch result {
      case .success(let value):
        guard isAsync else { return }
        native.answered(call, with: .json(String(decoding: value.json, as: UTF8.self)))
      case .failure(let failure) where failure.kind == .threw && isAsync:
        native.refused(call, with: failure.message)
      case .failure(let failure) where failure.kind == .threw:
        native.failed(.webRejected, from: .native, on: path)
      case .failure(let failure) where failure.kind == .functionMissing:
        native.failed(.functionMissing, from: .native, on: path)
      case .failure: break
      }
    }

    // MARK: What native does

    func run(_ call: String, _ script: String, calling path: String?, isAsync: Bool) {
      if let path, let arguments = Self.arguments(of: path, in: script) {
        calls[call] = (path, native.called(path, with: arguments), isAsync)
      } else if let (body, channel) = event(in: script) {
        native.sent(.json(body), on: channel.event ?? channel.key)
      }
      inner.run(call, script, calling: path, isAsync: isAsync)
    }

    /// The arguments that a script of the stage hands to a function: a list of JSON values.
    private static func arguments(of path: String, in script: String) -> [RecordedBody]? {
      guard let start = script.range(of: ");\(path)(") ?? script.range(of: ";return \(path)("),
        script.hasSuffix(")")
      else { return nil }
      let list = json(of: script[start.upperBound...].dropLast())
      guard let value = try? BridgeValue(json: Array("[\(list)]".utf8)) else { return nil }
      return (0..<value.count).map {
        .json(String(decoding: (value[$0] ?? .null).json, as: UTF8.self))
      }
    }

    /// JSON of the expressions that values are written as: `({["key"]:[1,],})`.
    private static func json(of expression: Substring) -> String {
      var out: [Character] = []
      var key = false
      var text = expression
      while let letter = text.popFirst() {
        switch letter {
        case "\"":
          out.append(letter)
          while let inner = text.popFirst() {
            out.append(inner)
            if inner == "\\", let next = text.popFirst() { out.append(next) }
            if inner == "\"" { break }
          }
          if key, text.hasPrefix("]:") { text = text.dropFirst() }
          key = false
        case "(", ")": break
        case "]", "}":
          if out.last == "," { out.removeLast() }
          out.append(letter)
        case "[" where text.first == "\"" && (out.last == "{" || out.last == ",") && isKey(text):
          key = true
        default: out.append(letter)
        }
      }
      return String(out)
    }

    /// Whether a text is a string in brackets with a colon behind.
    private static func isKey(_ text: Substring) -> Bool {
      var text = text.dropFirst()
      while let letter = text.popFirst() {
        if letter == "\\" { text = text.dropFirst() }
        if letter == "\"" { return text.hasPrefix("]:") }
      }
      return false
    }

    /// The body of an event that a script dispatches, and its channel.
    private func event(in script: String) -> (body: String, channel: Channel)? {
      let question = ";window.bridgeStage?bridgeStage.wasHeard("
      guard let mark = script.range(of: question, options: .backwards),
        let index = Int(script[mark.upperBound...].prefix(while: \.isNumber))
      else { return nil }
      let channel = contracts.channels[index].channel
      let form =
        channel.via == .postMessage
        ? ScriptForm.postMessage() : .customEvent(channel.event ?? channel.key)
      guard let sample = try? JavaScriptCall(form, json: "\"@@\"").source else { return nil }
      let parts = sample.components(separatedBy: "\"@@\"")
      // Before it stands, on a line of its own, what the page is told of it.
      let text = String(script[..<mark.lowerBound].drop { $0 != "\n" }.dropFirst())
      guard parts.count == 2, text.hasPrefix(parts[0]), text.hasSuffix(parts[1]) else { return nil }
      return (String(text.dropFirst(parts[0].count).dropLast(parts[1].count)), channel)
    }

    func perform(_ command: EngineCommand) -> Bool {
      if case .reply(let number, let answer) = command, let call = requests[number] {
        switch answer {
        case .value(let value):
          native.answered(call, with: .json(String(decoding: value.json, as: UTF8.self)))
        case .error(let text): native.refused(call, with: text)
        case .dropped: break
        }
      }
      return inner.perform(command)
    }

    // MARK: Handed on

    var profile: EngineProfile { inner.profile }
    var clock: Double { inner.clock }
    var navigationPolicy: ((NavigationRequest) -> Bool)? {
      get { inner.navigationPolicy }
      set { inner.navigationPolicy = newValue }
    }
    var onQuestion: ((String) -> String)? {
      get { inner.onQuestion }
      set { inner.onQuestion = newValue }
    }
    var busyUntil: Double {
      get { inner.busyUntil }
      set { inner.busyUntil = newValue }
    }
    var speed: Double {
      get { inner.speed }
      set { inner.speed = newValue }
    }
    var loss: String? { inner.loss }
    func later(_ milliseconds: Double, _ work: @escaping () -> Void) {
      inner.later(milliseconds, work)
    }
    func run(until limit: Double, isDone: () -> Bool) -> StopReason {
      inner.run(until: limit, isDone: isDone)
    }
    func document(playing program: String) -> String { inner.document(playing: program) }
    func serve(_ url: String, html: String) { inner.serve(url, html: html) }
  }
#endif
