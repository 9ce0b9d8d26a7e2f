internal import BridgeContract
internal import BridgeJSON
internal import BridgeScript

/// How a body of native gets into a page: the script for an engine that runs scripts, a closure for
/// the headless one.
struct Delivery {
  let set: ContractSet

  init(_ set: ContractSet) { self.set = set }

  /// The script; `notObserved` is called where it ran and nobody listened.
  func script(
    _ body: JSONDocument, _ channel: Int, on engine: any Engine, wantsResult: Bool,
    notObserved: @escaping () -> Void
  ) -> Script {
    let definition = set.channels[channel].channel
    let function = self.function(body, definition)
    guard engine.runsScripts else {
      let value = BridgeValue(body.root.cursor)
      return .swift { window in
        let end = PageHalf.end(of: definition)
        if window.defines(end) { return try window.call(end, [value.inPage]) }
        switch definition.via {
        case .dispatchEvent, .postMessage:
          let event = PageWindow.event(
            definition.via == .postMessage ? "message" : definition.event ?? definition.key)
          // Nobody listens: nothing throws, and nobody knows.
          guard window.defines(event) else {
            notObserved()
            return .undefined
          }
          _ = try window.call(event, [value.inPage])
          return .undefined
        default:
          guard let function else { throw PageError.missingFunction(definition.key) }
          let result = try window.call(function.path, function.arguments.map(\.inPage))
          // As the encoder writes it: a statement without a result, unless one is asked for.
          return wantsResult ? result : .undefined
        }
      }
    }
    let text = body.root.text
    do throws(ScriptError) {
      switch definition.via {
      case .dispatchEvent:
        let form = ScriptForm.customEvent(definition.event ?? definition.key)
        return .text(try JavaScriptCall(form, json: text).source)
      case .postMessage: return .text(try JavaScriptCall(.postMessage(), json: text).source)
      default: break
      }
    } catch {
      return .text("throw new Error('the body cannot become a script')")
    }
    guard let function else { return .call(definition.key, []) }
    return .call(function.path, function.arguments)
  }

  /// The function that a body calls, and its arguments.
  private func function(
    _ body: JSONDocument, _ channel: Channel
  ) -> (path: String, arguments: [BridgeValue])? {
    if channel.via.calls, let fn = body.root["fn"]?.string, let arguments = body.root["args"],
      arguments.kind == .array
    {
      return (fn, arguments.items.map { BridgeValue($0.cursor) })
    }
    guard case .path(let path)? = channel.call else { return nil }
    return (path, [BridgeValue(body.root.cursor)])
  }
}

extension PageWindow {
  /// The name under which listeners of an event stand among the functions.
  static func event(_ name: String) -> String { "event \(name)" }

  /// Listens for an event that native dispatches: `detail` of a CustomEvent, `data` of `message`.
  public func listen(_ event: String, _ body: @escaping (BridgeValue) throws -> Void) {
    receive(Self.event(event), body)
  }
}
