import BridgeBus

/// A trace for people: time, what native sees, and who said what to whom.
enum TraceText {
  /// The lines of a trace under a heading, as wide as its longest words.
  static func lines(_ steps: [ScenarioRunner.Step], indent: String = "  ") -> [String] {
    let spoken = steps.filter { $0.lane != .native }.map { $0.words.unicodeScalars.count }
    let width = max(14, (spoken.max() ?? 0) + 5)
    let times = steps.map { time($0.milliseconds) }
    let timeWidth = max(4, times.map(\.count).max() ?? 0)
    let heading = String(repeating: " ", count: timeWidth) + "  page"
    var out = [indent + heading + String(repeating: " ", count: width - 4) + " | native"]
    for (step, time) in zip(steps, times) {
      let dashes = String(
        repeating: "-", count: max(1, width - step.words.unicodeScalars.count - 2))
      var row = String(repeating: " ", count: timeWidth - time.count) + time + "  "
      switch step.lane {
      case .native: row += String(repeating: " ", count: width) + " | " + step.words
      case .toNative: row += step.words + " " + dashes + "> |"
      case .toPage: row += "<" + dashes + " " + step.words + " |"
      }
      if let cause = step.cause { row += (step.lane == .native ? ": " : " ") + cause }
      out.append(indent + row)
    }
    return out
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
          out += Array("{\"session\":\(quoted(trace.name)),".utf8)
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
