#if RealEngine
  import CWebKitGTK
  import Glibc

  /// Runs one recorded-form scenario and writes its trace: JSON Lines without any time in them, so
  /// that two runs compare byte for byte.
  final class Replay {
    private let scenario: Node
    private let loop = g_main_loop_new(nil, 0)
    private var session: Session?
    private var quiet: guint = 0
    private let settleTime: Int
    private var patience = 0

    /// `scale` stretches the quiet time that ends a run, for machines under load.
    init(_ scenario: Node, scale: Int) {
      self.scenario = scenario
      settleTime = scenario.number("settleMs", 350) * max(1, scale)
    }

    /// Runs until nothing has happened for the scenario's settling time.
    func run(to trace: Int32) {
      let session = Session(scenario) { event in
        event.withLine { line in
          Output.write(line, to: trace)
          Output.write("\n", to: trace)
        }
      }
      self.session = session
      Warnings.session = session
      session.onChange = { [unowned self] in touch() }
      session.onEnd = { [unowned self] in g_main_loop_quit(loop) }
      let itself = Unmanaged.passUnretained(self).toOpaque()
      g_timeout_add(
        UInt32(scenario.number("hardMs", 20_000)),
        { context in
          Replay.of(context)?.session?.end("hard-timeout")
          return 0
        }, itself)
      touch()
      if let start = scenario["start"] {
        session.perform(start.items)
      } else {
        session.perform(Node.object().set("do", "loadHTML"))
      }
      if !session.isEnded { g_main_loop_run(loop) }
      Warnings.session = nil
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> Replay? {
      context.map { Unmanaged<Replay>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Begins to wait for quiet again. Before the engine has answered at all it gets time to start.
    private func touch() {
      patience = 120
      guard let session else { return }
      wait(session.isAlive ? settleTime : max(settleTime, 5000))
    }

    private func wait(_ time: Int) {
      if quiet != 0 { g_source_remove(quiet) }
      quiet = 0
      guard let session, session.delayed == 0, !session.isEnded else { return }
      // Behind everything that the engine has sent already.
      quiet = g_timeout_add_full(
        G_PRIORITY_LOW, UInt32(time),
        { context in
          Replay.of(context)?.settle()
          return 0
        }, Unmanaged.passUnretained(self).toOpaque(), nil)
    }

    /// Nothing was told for long enough. A page that still computes gets three seconds more.
    private func settle() {
      quiet = 0
      patience -= 1
      if patience > 0, Surroundings.isEngineBusy { return wait(25) }
      session?.end("settled")
    }
  }
#endif
