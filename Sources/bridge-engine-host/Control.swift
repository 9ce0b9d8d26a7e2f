#if RealEngine
  import CWebKitGTK
  import Glibc

  /// The control protocol: a command a line on standard input, an event a line on standard output.
  ///
  /// With `"lockstep": true` a session waits after each event for `{"do":"continue"}`: what the driver
  /// asks for in between happens inside the engine's callback, in the same turn of the main loop.
  final class Control {
    private let output: Int32
    private var input = LineReader(0)
    private var session: Session?
    private var isLockstep = false
    private var isWaiting = false
    private var watch: Watch?
    /// What cannot be done inside a callback of the engine: it is done when that is left.
    private var postponed: [CChar]?

    init() {
      // Whatever a library prints must not get between the lines.
      output = dup(1)
      dup2(2, 1)
    }

    func run() -> Never {
      Losses.output = output
      Losses.watch()
      write(Abilities.node)
      let itself = Unmanaged.passUnretained(self).toOpaque()
      _ = bridge_watch_input(
        0,
        { _, _, context in
          context.map { Unmanaged<Control>.fromOpaque($0).takeUnretainedValue() }?.takeInput()
          return 1
        }, itself)
      let loop = g_main_loop_new(nil, 0)
      while true { g_main_loop_run(loop) }
    }

    private func write(_ event: Node) {
      event.withLine { Output.write($0, to: output) }
      Output.write("\n", to: output)
    }

    private func takeInput() {
      guard !isWaiting else { return }
      // The end of the input is the end of the work.
      guard input.fill() else { finish() }
      takeLines()
    }

    fileprivate func takeLines() {
      while !isWaiting {
        guard let line = postponed ?? input.next() else { return }
        postponed = nil
        take(line)
      }
    }

    /// Perhaps inside a callback of the engine, where no view can be closed: the process goes as a
    /// whole.
    private func finish() -> Never { Output.finish(0) }

    /// One command. True where it says that the engine may go on.
    @discardableResult
    private func take(_ line: [CChar]) -> Bool {
      guard let command = line.withUnsafeBufferPointer({ Node.parse($0) }),
        let verb = command.text("do")
      else {
        write(Session.event("error").set("text", "a line that is no command"))
        return false
      }
      if isWaiting, verb == "open" || verb == "close" {
        // The engine goes on with the view that it called for, so the view must be there.
        session?.mute()
        postponed = line
        return true
      }
      switch verb {
      case "open": open(command)
      case "close":
        session?.close()
        session = nil
        write(Session.event("closed"))
      case "quit": finish()
      case "ping":
        session?.refusal?.tellWaiting()
        write(Session.event("pong"))
      case "turn": session?.perform(command["actions"]?.items ?? [])
      case "on": session?.addTrigger(command)
      case "continue":
        session?.perform(command["actions"]?.items ?? [])
        return true
      default:
        if let session {
          session.perform(command)
        } else {
          write(Session.event("error").set("text", "no session is open"))
        }
      }
      return false
    }

    private func open(_ command: Node) {
      session?.close()
      isLockstep = command.flag("lockstep")
      let session = Session(command) { [unowned self] in tell($0) }
      self.session = session
      Warnings.session = session
      watch = command["watch"].map { Watch(session, every: max(50, $0.integer)) }
      if command.flag("warm") { session.warmUp() }
      write(Session.event("opened"))
    }

    /// Tells an event, and in lockstep waits for what follows from it.
    private func tell(_ event: Node) {
      if !isLockstep { return write(event) }
      if event.text("event") == "action" { return }
      // It may only say how far the actions have come.
      if event.text("event") == "reached", !event.flag("waits") { return write(event) }
      write(event)
      isWaiting = true
      defer {
        isWaiting = false
        takeRestLater()
      }
      while postponed == nil {
        if let line = input.next() {
          if take(line) { return }
        } else if !input.fill() {
          finish()
        }
      }
    }
  }

  extension Control {
    /// What was read together with the answer to an event is taken as soon as the engine's callback
    /// is left.
    fileprivate func takeRestLater() {
      g_idle_add_full(
        G_PRIORITY_DEFAULT,
        { context in
          context.map { Unmanaged<Control>.fromOpaque($0).takeUnretainedValue() }?.takeLines()
          return 0
        }, Unmanaged.passUnretained(self).toOpaque(), nil)
    }
  }

  /// Lines of a descriptor, read in large pieces.
  struct LineReader {
    private let descriptor: Int32
    private var bytes: [UInt8] = []
    private var start = 0
    private var scanned = 0
    /// Lives as long as the process.
    private let chunk = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 1 << 16)

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// Reads what is there, waiting for something; false at the end.
    mutating func fill() -> Bool {
      if start > 0 {
        bytes.removeFirst(start)
        scanned -= start
        start = 0
      }
      while true {
        let count = read(descriptor, chunk.baseAddress, chunk.count)
        if count < 0, errno == EINTR { continue }
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: chunk[..<max(0, count)]))
        return count > 0
      }
    }

    /// The next whole line without its end.
    mutating func next() -> [CChar]? {
      let from = max(start, scanned)
      let end = bytes.withUnsafeBytes { buffer -> Int? in
        guard from < buffer.count, let base = buffer.baseAddress,
          let found = memchr(base + from, Int32(UInt8(ascii: "\n")), buffer.count - from)
        else { return nil }
        return UnsafeRawPointer(found) - base
      }
      guard let end else {
        scanned = bytes.count
        return nil
      }
      defer {
        start = end + 1
        scanned = start
      }
      return bytes.withUnsafeBytes {
        Array(UnsafeRawBufferPointer(rebasing: $0[start..<end]).bindMemory(to: CChar.self))
      }
    }
  }
#endif
