#if RealEngine
  import CWebKitGTK
  import Glibc

  /// Writing by descriptor: whole, and at once, since the process may die at the next call.
  enum Output {
    static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) {
      var rest = bytes
      while let start = rest.baseAddress, rest.count > 0 {
        let count = Glibc.write(descriptor, start, rest.count)
        if count < 0 {
          if errno == EINTR { continue }
          // Nobody reads any more, or the disk is full: there is no one left to work for.
          finish(errno == EPIPE ? 0 : 2)
        }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
    }

    static func write(_ text: String, to descriptor: Int32) {
      var text = text
      text.withUTF8 { write(UnsafeRawBufferPointer($0), to: descriptor) }
    }

    static func complain(_ text: String) { write("bridge-engine-host: \(text)\n", to: 2) }

    /// Ends the process with all its helpers.
    static func finish(_ status: Int32) -> Never {
      Surroundings.clear()
      _exit(status)
    }
  }

  /// Warnings of the libraries: into the trace while a reply is given, else to standard error.
  enum Warnings {
    /// Set and read on the main loop's thread; other threads of the libraries only look whether the
    /// loop is theirs.
    nonisolated(unsafe) static weak var session: Session?

    static func listen() {
      g_log_set_default_handler(
        { domain, level, text, _ in
          let talk =
            G_LOG_LEVEL_DEBUG.rawValue | G_LOG_LEVEL_INFO.rawValue | G_LOG_LEVEL_MESSAGE.rawValue
          if level.rawValue & talk != 0 { return }
          if g_main_context_is_owner(g_main_context_default()) != 0,
            Warnings.session?.warn(domain, text) == true
          {
            return
          }
          Output.complain(text.map { String(cString: $0) } ?? "")
        }, nil)
    }
  }
#endif
