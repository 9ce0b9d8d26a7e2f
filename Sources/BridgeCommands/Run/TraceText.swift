import BridgeBus
import BridgeJSON

/// A trace for people, as the expectations of a test draw it: native on the left, the page on the
/// right, and who said what to whom.
enum TraceText {
  /// The lines of a trace under a heading, as wide as its longest words.
  static func lines(_ steps: [ScenarioRunner.Step], indent: String = "  ") -> [String] {
    let width = max(28, (steps.map { $0.words.unicodeScalars.count }.max() ?? 0) + 7)
    let times = steps.map { time($0.milliseconds) }
    let timeWidth = max(4, times.map(\.count).max() ?? 0)
    let heading = String(repeating: " ", count: timeWidth - 1) + "t  native"
    var out = [indent + heading + String(repeating: " ", count: width - 6) + "page"]
    for (step, time) in zip(steps, times) {
      let lane = "│" + lane(step, width) + "│" + (step.cause.map { "  \($0)" } ?? "")
      out.append(
        indent + String(repeating: " ", count: timeWidth - time.count) + time + "  " + lane)
    }
    return out
  }

  private static func lane(_ step: ScenarioRunner.Step, _ width: Int) -> String {
    let count = step.words.unicodeScalars.count
    let dashes = max(2, width - 3 - count)
    let line =
      String(repeating: "─", count: dashes / 2) + " \(step.words) "
      + String(repeating: "─", count: dashes - dashes / 2)
    switch step.lane {
    case .native: return "  " + step.words + String(repeating: " ", count: width - 2 - count)
    case .toNative: return (step.cause == nil ? "◀" : "✗") + line
    case .toPage: return line + (step.cause == nil ? "▶" : "✗")
    }
  }

  private static func time(_ milliseconds: Double) -> String {
    let whole = Int(milliseconds)
    return Double(whole) == milliseconds
      ? "\(whole) ms" : "\((milliseconds * 10).rounded() / 10) ms"
  }

  /// Log lines of several scenarios in one file: each a session of its own.
  static func log(_ traces: [(name: String, lines: [String])]) -> [UInt8] {
    var out: [UInt8] = []
    for trace in traces {
      for line in trace.lines {
        if traces.count > 1 {
          out += Array("{\"session\":\(JSONString.quoted(trace.name)),".utf8)
          out += line.utf8.dropFirst()
        } else {
          out += line.utf8
        }
        out.append(0x0A)
      }
    }
    return out
  }
}
