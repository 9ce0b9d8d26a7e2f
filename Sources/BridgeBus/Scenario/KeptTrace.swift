internal import BridgeContract
internal import BridgeJSON

extension ScenarioRunner.Outcome {
  /// What an engine said, as lines of text: what a comparison needs to be made again without it.
  package var kept: [String] {
    [problem ?? ""]
      + lines.map { ($0.isRefused ? "!" : " ") + String(decoding: $0.json, as: UTF8.self) }
  }

  /// What was kept; nil where it is no such text.
  package init?(kept: [String]) {
    guard let problem = kept.first else { return nil }
    self.init(
      trace: kept.dropFirst().map { String($0.dropFirst()) }, findings: [],
      problem: problem.isEmpty ? nil : problem, token: "-")
    var ofNative: Set<Int> = []
    for text in kept.dropFirst() {
      guard var line = TraceLine(kept: text) else { return nil }
      if let call = line.call, line.direction == Side.native.direction { ofNative.insert(call) }
      line.isAnswerOfPage = line.answers.map(ofNative.contains) ?? false
      lines.append(line)
    }
  }
}

extension TraceLine {
  fileprivate init?(kept text: String) {
    guard
      let document = try? JSONDocument(
        Array(text.utf8.dropFirst()), limits: .traffic, skipsBOM: false)
    else { return nil }
    let root = document.root
    self.init(t: root["t"].flatMap { Double($0.text) } ?? 0)
    direction = root["direction"]?.string
    channel = root["channel"]?.string
    body = root["body"].map { Array($0.text.utf8) }
    event = root["event"]?.string
    call = root["call"]?.smallInteger.map { Int($0) }
    answers = root["answers"]?.smallInteger.map { Int($0) }
    error = root["error"]?.string
    cause = root["cause"]?.string
    isRefused = text.hasPrefix("!")
  }
}
