/// One line on standard error that says how far a long run is: only on a terminal, only after a
/// second, and gone when the run is over.
final class Progress {
  private let output: Output
  private let started = Host.milliseconds()
  private var drawn = 0
  private var isShown = false

  init(_ output: Output) { self.output = output }

  /// Called as often as one likes; draws at most five times a second.
  func tell(_ text: @autoclosure () -> String) {
    guard output.isTerminal else { return }
    let now = Host.milliseconds()
    guard now - started >= 1000, now - drawn >= 200 else { return }
    drawn = now
    isShown = true
    output.write("\r\u{1B}[K" + text())
    output.flush()
  }

  /// Takes the line away; must run before anything else is written to the terminal.
  func finish() {
    guard isShown else { return }
    isShown = false
    output.write("\r\u{1B}[K")
    output.flush()
  }
}
