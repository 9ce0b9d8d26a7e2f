package import BridgeContract
internal import BridgeJSON
internal import BridgeScript

/// Native's answers to a page's requests, made from the examples of contracts, for whoever drives the
/// page himself.
package final class PageAnswers {
  /// One answer.
  package enum Answer {
    /// By the result of the page's own call.
    case result(BridgeValue)
    /// Over a channel of native: what was said, and the script that says it.
    case said([UInt8], channel: String, script: String)
  }

  private let set: ContractSet
  private let side: ScenarioSide
  private let minds: [FakeMind?]

  /// Answers by these contracts.
  package init(_ set: ContractSet, _ dials: FakeDials = FakeDials()) {
    self.set = set
    side = ScenarioSide(set)
    minds = set.contracts.map { contract in
      do throws(ContractEncodingError) {
        return FakeMind(set, try ContractEncoder(contract), .native, dials)
      } catch {
        return nil
      }
    }
  }

  /// Something happened to the page.
  package func observe(_ event: Event) { side.observe(event) }

  /// The answers to a body of the page; nil where the contracts have no such message, none where it
  /// wants no answer.
  package func answers(
    to body: [UInt8], on channel: Int, by engine: any Engine
  ) -> [Answer]? {
    guard let document = document(body) else { return nil }
    var out: [Answer] = []
    for item in side.hear(document, channel) {
      switch item {
      case .refused: return nil
      case .reply: continue
      case .message(let index, let id):
        let program = set.messages[index]
        for (_, body) in minds[program.contract]?.answers(to: index, id: id) ?? [] {
          out += answer(body, to: index, by: engine).map { [$0] } ?? []
        }
      }
    }
    return out
  }

  private func answer(_ body: [UInt8], to index: Int, by engine: any Engine) -> Answer? {
    guard let document = document(body) else { return nil }
    if set.messages[index].message.reply?.on == .result {
      return .result(BridgeValue(document.root.cursor))
    }
    let channel = set.replyChannel(of: index, by: .native)
    side.say(document, channel)
    let script = Delivery(set).script(document, channel, on: engine, wantsResult: false) {}
    let text: String
    switch script {
    case .text(let source): text = source
    case .call(let path, let arguments):
      // A statement without a result: a promise of the page could not come back.
      text = "\(path)(\(arguments.map(\.javaScript).joined(separator: ",")));0"
    case .swift: return nil
    }
    return .said(body, channel: set.channels[channel].channel.key, script: text)
  }

  private func document(_ body: [UInt8]) -> JSONDocument? {
    do throws(JSONError) {
      return try JSONDocument(body, limits: .traffic, skipsBOM: false)
    } catch {
      return nil
    }
  }
}
