#if RealEngine
  import CWebKitGTK
  import Glibc

  /// The commands of the host.
  enum HostCommand {
    static func run(_ words: [String]) -> Int32 {
      signal(SIGPIPE, SIG_IGN)
      // A crash of the engine in this process ends it at once, as it would end an app; the runtime's
      // own handler would first look for symbols in two hundred libraries.
      for fault in [SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGTRAP, SIGFPE] { signal(fault, SIG_DFL) }
      var words = words
      let command = words.removeFirst()
      var scale = 1
      if let place = words.firstIndex(of: "--settle-scale"), place + 1 < words.count {
        scale = Int(words[place + 1]) ?? 1
        words.removeSubrange(place...place + 1)
      }
      let isAccessible = words.contains("--accessible")
      words.removeAll { $0 == "--accessible" }
      switch (command, words.count) {
      case ("replay", 2): return replay(words[0], words[1], scale: scale)
      case ("serve", 0):
        prepare(isAccessible: isAccessible)
        Control().run()
      case ("check", 0):
        prepare(isAccessible: false)
        Abilities.node.withLine { Output.write($0, to: 1) }
        Output.write("\n", to: 1)
        Output.finish(0)
      default:
        Output.complain("wrong use; see bridge-engine-host help")
        return 2
      }
    }

    private static func prepare(isAccessible: Bool) {
      Warnings.listen()
      do throws(Surroundings.Missing) {
        try Surroundings.prepare(isAccessible: isAccessible)
      } catch {
        Output.complain(error.text)
        Output.finish(4)
      }
    }

    private static func replay(_ scenario: String, _ trace: String, scale: Int) -> Int32 {
      var text: UnsafeMutablePointer<CChar>?
      var count = 0
      guard g_file_get_contents(scenario, &text, &count, nil) != 0, let text else {
        Output.complain("cannot read \(scenario)")
        return 2
      }
      defer { g_free(text) }
      let bytes = UnsafeBufferPointer(start: UnsafePointer(text), count: count)
      guard let plan = Node.parse(bytes) else {
        Output.complain("\(scenario) is no JSON")
        return 2
      }
      let descriptor = open(trace, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
      guard descriptor >= 0 else {
        Output.complain("cannot write \(trace)")
        return 2
      }
      prepare(isAccessible: false)
      Replay(plan, scale: scale).run(to: descriptor)
      Output.finish(0)
    }
  }
#endif
