/// The two streams of a run and what they can show: results go to `out`, talk to `error`.
final class Console {
  let out: Output
  let error: Output
  /// The user's word on colour; nil until the command line is read.
  var colorChoice = ColorChoice.auto

  init(
    out: Output = Output(descriptor: Descriptor.standardOutput),
    error: Output = Output(descriptor: Descriptor.standardError, capacity: 1)
  ) {
    self.out = out
    self.error = error
  }

  /// Whether `out` may carry colour. `--color` wins over NO_COLOR (https://no-color.org), which
  /// wins over the terminal.
  var isOutColoured: Bool { isColoured(out) }

  /// Whether `error` may carry colour.
  var isErrorColoured: Bool { isColoured(error) }

  /// `error: …` on standard error, with lines of help under it.
  func fail(_ problem: String, help: [String] = []) {
    out.flush()
    let word = isErrorColoured ? "\u{1B}[1;31merror:\u{1B}[0m" : "error:"
    error.write(([word + " " + problem] + help.map { "  " + $0 }).joined(separator: "\n") + "\n")
  }

  /// A line of talk on standard error.
  func note(_ text: String) {
    out.flush()
    error.writeLine(text)
  }

  private func isColoured(_ output: Output) -> Bool {
    switch colorChoice {
    case .always: true
    case .never: false
    case .auto:
      output.isTerminal && (Host.variable("NO_COLOR") ?? "").isEmpty
        && Host.variable("TERM") != "dumb"
    }
  }
}

/// What `--color` may say.
enum ColorChoice: String, CaseIterable, Sendable {
  case auto, always, never
}
