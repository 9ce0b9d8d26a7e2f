#if RealEngine
  import CWebKitGTK
  import Glibc

  /// The display and the session bus that the engine needs: those of the environment where they
  /// answer, else own ones, which die with this process.
  enum Surroundings {
    struct Missing: Error {
      var text: String
    }

    /// Set once, before the main loop runs; read where the process ends.
    nonisolated(unsafe) private static var helpers: [pid_t] = []
    nonisolated(unsafe) private static var runtimeFolder: String?

    /// Prepares everything and starts GTK.
    static func prepare(isAccessible: Bool) throws(Missing) {
      bridge_adopt_orphans()
      // The same pictures and the same words everywhere; drawing needs no graphics card.
      for (name, value) in [
        ("WEBKIT_DISABLE_COMPOSITING_MODE", "1"), ("LIBGL_ALWAYS_SOFTWARE", "1"),
        ("GDK_BACKEND", "x11"), ("LC_ALL", "C.UTF-8"), ("GTK_THEME", "Adwaita"),
        ("NO_AT_BRIDGE", isAccessible ? "0" : "1"), ("GIO_USE_VFS", "local"),
        ("GSETTINGS_BACKEND", "memory"),
      ] { setenv(name, value, 1) }
      try findBus()
      try findDisplay()
      if gtk_init_check(nil, nil) != 0 { return }
      // It answered a moment ago: it is going, or has too many clients.
      try startDisplay()
      guard gtk_init_check(nil, nil) != 0 else {
        throw Missing(text: "the display \(variable("DISPLAY") ?? "") does not answer")
      }
    }

    /// Ends every process of the engine and every helper, and waits until they are gone.
    static func clear() {
      // Web processes end by themselves when their connection does, but not at once.
      for child in childProcesses() where !helpers.contains(child) { end(child, SIGKILL) }
      // Xvfb takes its socket and lock with it, if it is asked and not killed.
      for helper in helpers { end(helper, SIGTERM) }
      helpers = []
      // What a helper had started is a child of this process by now.
      var children = childProcesses()
      while !children.isEmpty {
        for child in children { end(child, SIGKILL) }
        children = childProcesses()
      }
      if let folder = runtimeFolder { bridge_remove_tree(folder) }
      runtimeFolder = nil
    }

    /// Two seconds of patience, then no more.
    private static func end(_ process: pid_t, _ signal: Int32) {
      kill(process, signal)
      for _ in 0..<2000 {
        if waitpid(process, nil, WNOHANG) != 0 { return }
        usleep(1000)
      }
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }

    /// Sockets of the accessibility bus lie in the runtime folder: two hosts must not share one.
    private static func makeRuntimeFolder() {
      removeStaleFolders()
      guard let folder = g_dir_make_tmp("bridge-engine-\(getpid())-XXXXXX", nil) else { return }
      runtimeFolder = String(cString: folder)
      setenv("XDG_RUNTIME_DIR", folder, 1)
      g_free(folder)
    }

    /// Removes the folders of hosts that died with their engine.
    private static func removeStaleFolders() {
      let place = String(cString: g_get_tmp_dir())
      guard let folders = opendir(place) else { return }
      defer { closedir(folders) }
      while let entry = readdir(folders) {
        let name = name(of: entry)
        let parts = name.split(separator: "-")
        guard name.utf8.starts(with: "bridge-engine-".utf8), parts.count == 4,
          let owner = pid_t(parts[2]), kill(owner, 0) != 0, errno == ESRCH
        else { continue }
        bridge_remove_tree("\(place)/\(name)")
      }
    }

    /// Whether a process of the engine wants to run right now. On a machine under load a page may say
    /// nothing for long and yet not be at rest.
    static var isEngineBusy: Bool {
      childProcesses().contains { child in
        guard !helpers.contains(child) else { return false }
        var text: UnsafeMutablePointer<CChar>?
        guard g_file_get_contents("/proc/\(child)/stat", &text, nil, nil) != 0, let text else {
          return false
        }
        defer { g_free(text) }
        // `pid (name) state …`; the name may hold anything.
        guard let end = strrchr(text, Int32(UInt8(ascii: ")"))) else { return false }
        return end[1] == CChar(bitPattern: UInt8(ascii: " "))
          && end[2] == CChar(bitPattern: UInt8(ascii: "R"))
      }
    }

    private static func name(of entry: UnsafeMutablePointer<dirent>) -> String {
      withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
    }

    private static func childProcesses() -> [pid_t] {
      guard let tasks = opendir("/proc/self/task") else { return [] }
      defer { closedir(tasks) }
      var out: [pid_t] = []
      while let entry = readdir(tasks) {
        let name = name(of: entry)
        var text: UnsafeMutablePointer<CChar>?
        guard g_file_get_contents("/proc/self/task/\(name)/children", &text, nil, nil) != 0,
          let text
        else { continue }
        out += String(cString: text).split(separator: " ").compactMap { pid_t($0) }
        g_free(text)
      }
      return out
    }

    private static func variable(_ name: String) -> String? {
      getenv(name).map { String(cString: $0) }
    }

    // MARK: Helpers

    /// Starts a helper and reads the line that it writes to a descriptor when it is ready.
    private static func start(
      _ words: (String) -> [String], package: String, _ name: String
    ) throws(Missing) -> String {
      guard g_find_program_in_path(name) != nil else {
        throw Missing(text: "\(name) is missing: sudo apt-get install -y \(package)")
      }
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { throw Missing(text: "no pipe: \(errno)") }
      var arguments = words(String(ends[1])).map { strdup($0) }
      arguments.append(nil)
      let helper = bridge_spawn(arguments, ends[1])
      for argument in arguments { free(argument) }
      close(ends[1])
      defer { close(ends[0]) }
      guard helper > 0 else { throw Missing(text: "\(name) cannot be started") }
      helpers.append(helper)
      var line: [UInt8] = []
      var poller = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
      while poll(&poller, 1, 15_000) > 0 {
        var byte: UInt8 = 0
        guard read(ends[0], &byte, 1) == 1 else { break }
        if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
        line.append(byte)
      }
      throw Missing(text: "\(name) did not start")
    }

    private static func findBus() throws(Missing) {
      if let address = variable("DBUS_SESSION_BUS_ADDRESS") {
        let flags = GDBusConnectionFlags(
          rawValue: G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
            | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
        if let bus = g_dbus_connection_new_for_address_sync(address, flags, nil, nil, nil) {
          g_object_unref(UnsafeMutableRawPointer(bus))
          return
        }
      }
      makeRuntimeFolder()
      let address = try start(
        { ["dbus-daemon", "--session", "--nofork", "--nopidfile", "--print-address=\($0)"] },
        package: "dbus", "dbus-daemon")
      setenv("DBUS_SESSION_BUS_ADDRESS", address, 1)
    }

    private static func findDisplay() throws(Missing) {
      // Kept open: a server resets itself when its last client goes, and hears nobody meanwhile.
      if let display = variable("DISPLAY"), XOpenDisplay(display) != nil { return }
      try startDisplay()
    }

    private static func startDisplay() throws(Missing) {
      let number = try start(
        {
          [
            "Xvfb", "-displayfd", $0, "-screen", "0", "1024x768x24", "-nolisten", "tcp",
            "-noreset",
          ]
        }, package: "xvfb", "Xvfb")
      setenv("DISPLAY", ":\(number)", 1)
    }
  }
#endif
