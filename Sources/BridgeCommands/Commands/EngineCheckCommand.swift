import BridgeEngine
import BridgeFindings
import BridgeJSON

extension Command {
  static let engineCheck = Command(
    name: "engine check", group: .check, summary: "what the real engine on this machine can do",
    discussion: [
      "Starts the engine host, with a display and a bus of its own where there is none, and tells "
        + "its versions, what it observes and what it cannot. Exit status 4: there is none, and how "
        + "to get it."
    ],
    examples: [.init(line: "bridge-contract engine check", what: "before run --engine webkit")]
  ) { (invocation) throws(UsageError) in
    let console = invocation.console
    do throws(HostFailure) {
      let text = try RealEngines.abilities()
      guard let document = try? JSONDocument(Array(text.utf8), limits: .traffic, skipsBOM: false)
      else { throw HostFailure.unreadable(text) }
      let told = document.root
      console.out.writeLine(
        "\(told["engine"]?.string ?? "?") \(told["version"]?.string ?? "?") (API \(told["api"]?.string ?? "?"))"
      )
      if let version = told["version"]?.string, version != recordedVersion {
        console.out.writeLine("  drift: the recorded traces are of \(recordedVersion)")
      }
      for (name, words) in [("observes", "observes"), ("cannotObserve", "cannot observe")] {
        let list = (told[name]?.items ?? []).compactMap(\.string).joined(separator: ", ")
        console.out.writeLine("  \(words): \(list)")
      }
      return .success
    } catch {
      console.fail(error.sentence)
      return Outcome(isEngineMissing: true)
    }
  }

  /// The version whose traces the headless engine was held against.
  private static let recordedVersion = "2.50.6"
}
