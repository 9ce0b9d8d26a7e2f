package import BridgeJSON

#if os(Linux)
  #if canImport(Glibc)
    import Glibc
  #else
    import Musl
  #endif

  /// The process of an engine host and its pipes.
  ///
  /// It is the leader of a process group of its own: at the end everything in the group is ended, and
  /// where this process dies first, the host ends with its input. Reading and writing go on together,
  /// so that two full pipes never wait for each other.
  package final class HostProcess {
    /// What came of waiting.
    package enum Event {
      case line(JSONDocument)
      case timeout
    }

    private var pid: pid_t
    private var input: Int32
    private var output: Int32
    private var errors: Int32
    private var outgoing: [UInt8] = []
    private var sent = 0
    private var incoming: [UInt8] = []
    private var start = 0
    private var scanned = 0
    private var complaint: [UInt8] = []
    private var chunk = [UInt8](repeating: 0, count: 1 << 16)
    /// How it ended, once it has.
    package private(set) var failure: HostFailure?
    /// The first line: versions and abilities.
    package private(set) var abilities: JSONDocument?

    /// Starts a host and waits for its first line.
    package init(path: String, isAccessible: Bool = false) throws(HostFailure) {
      var ends: [[Int32]] = []
      for _ in 0..<3 {
        var pair: [Int32] = [-1, -1]
        guard pipe(&pair) == 0 else { throw .notReady("no pipe: error \(errno)") }
        for descriptor in pair { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        ends.append(pair)
      }
      var actions = posix_spawn_file_actions_t()
      posix_spawn_file_actions_init(&actions)
      posix_spawn_file_actions_adddup2(&actions, ends[0][0], 0)
      posix_spawn_file_actions_adddup2(&actions, ends[1][1], 1)
      posix_spawn_file_actions_adddup2(&actions, ends[2][1], 2)
      var attributes = posix_spawnattr_t()
      posix_spawnattr_init(&attributes)
      // A thread of a pool has signals blocked, which a process would inherit with its helpers.
      var signals = sigset_t()
      sigemptyset(&signals)
      posix_spawnattr_setsigmask(&attributes, &signals)
      posix_spawnattr_setflags(
        &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK))
      posix_spawnattr_setpgroup(&attributes, 0)
      let words = [path, "serve"] + (isAccessible ? ["--accessible"] : [])
      var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
      arguments.append(nil)
      pid = 0
      let problem = posix_spawn(&pid, path, &actions, &attributes, arguments, environ)
      for argument in arguments { free(argument) }
      posix_spawnattr_destroy(&attributes)
      posix_spawn_file_actions_destroy(&actions)
      for descriptor in [ends[0][0], ends[1][1], ends[2][1]] { close(descriptor) }
      input = ends[0][1]
      output = ends[1][0]
      errors = ends[2][0]
      Self.ignoreClosedPipes()
      for descriptor in [input, output, errors] {
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
      }
      if problem != 0 {
        pid = 0
        throw .notReady("\(path) cannot be started: error \(problem)")
      }
      guard case .line(let first) = try next(within: 30_000),
        first.root["event"]?.string == "engine"
      else { throw failure ?? .silent(30_000) }
      abilities = first
    }

    deinit { stop() }

    private static func ignoreClosedPipes() {
      #if canImport(Glibc)
        Glibc.signal(SIGPIPE, SIG_IGN)
      #else
        Musl.signal(SIGPIPE, SIG_IGN)
      #endif
    }

    // MARK: Talking

    /// Puts a line in the way; it leaves while the host is listened to, or with `flush`.
    package func say(_ line: String) {
      outgoing.append(contentsOf: line.utf8)
      outgoing.append(UInt8(ascii: "\n"))
      write()
    }

    private func write() {
      while sent < outgoing.count, failure == nil {
        let count = outgoing.withUnsafeBytes { bytes in
          bytes.baseAddress.map { Self.write(input, $0 + sent, bytes.count - sent) } ?? 0
        }
        if count > 0 {
          sent += count
        } else if count < 0, errno == EINTR {
          continue
        } else {
          // Full, or closed: reading tells which.
          break
        }
      }
      if sent == outgoing.count {
        outgoing.removeAll(keepingCapacity: true)
        sent = 0
      }
    }

    private static func write(_ descriptor: Int32, _ start: UnsafeRawPointer, _ count: Int) -> Int {
      #if canImport(Glibc)
        Glibc.write(descriptor, start, count)
      #else
        Musl.write(descriptor, start, count)
      #endif
    }

    /// The next event, waited for so many milliseconds.
    /// - Throws: `HostFailure` where the host ended.
    package func next(within milliseconds: Double) throws(HostFailure) -> Event {
      if let failure { throw failure }
      let deadline = Self.now() + milliseconds
      while true {
        if let line = takeLine() { return .line(try document(line)) }
        let rest = deadline - Self.now()
        var polled = [
          pollfd(fd: output, events: Int16(POLLIN), revents: 0),
          pollfd(fd: errors, events: Int16(POLLIN), revents: 0),
        ]
        if sent < outgoing.count {
          polled.append(pollfd(fd: input, events: Int16(POLLOUT), revents: 0))
        }
        let count = poll(&polled, nfds_t(polled.count), Int32(max(0, min(rest.rounded(.up), 1e6))))
        if count < 0, errno != EINTR { throw end("poll: error \(errno)") }
        if polled[1].revents != 0 { readErrors() }
        if polled.count > 2, polled[2].revents != 0 { write() }
        if polled[0].revents != 0 {
          guard read() else { throw end(nil) }
          continue
        }
        if Self.now() >= deadline { return .timeout }
      }
    }

    private func read() -> Bool {
      if start > 1 << 20 {
        incoming.removeFirst(start)
        scanned -= start
        start = 0
      }
      let count = Self.read(output, &chunk)
      if count < 0 { return errno == EINTR || errno == EAGAIN }
      chunk.withUnsafeBytes { incoming.append(contentsOf: $0[..<count]) }
      return count > 0
    }

    private func readErrors() {
      var chunk = [UInt8](repeating: 0, count: 4096)
      let count = Self.read(errors, &chunk)
      // The last words count.
      if count > 0 { complaint = Array((complaint + chunk[..<count]).suffix(2000)) }
      if count == 0 {
        close(errors)
        errors = open("/dev/null", O_WRONLY | O_CLOEXEC)
      }
    }

    private static func read(_ descriptor: Int32, _ chunk: inout [UInt8]) -> Int {
      #if canImport(Glibc)
        Glibc.read(descriptor, &chunk, chunk.count)
      #else
        Musl.read(descriptor, &chunk, chunk.count)
      #endif
    }

    private func takeLine() -> [UInt8]? {
      let from = max(start, scanned)
      let end = incoming.withUnsafeBytes { bytes -> Int? in
        guard from < bytes.count, let base = bytes.baseAddress,
          let found = memchr(base + from, Int32(UInt8(ascii: "\n")), bytes.count - from)
        else { return nil }
        return UnsafeRawPointer(found) - base
      }
      guard let end else {
        scanned = incoming.count
        return nil
      }
      defer {
        start = end + 1
        scanned = start
        if start == incoming.count {
          incoming.removeAll(keepingCapacity: true)
          start = 0
          scanned = 0
        }
      }
      return incoming.withUnsafeBytes { Array(UnsafeRawBufferPointer(rebasing: $0[start..<end])) }
    }

    /// A page may say what no log can hold: that is for who writes the log to tell.
    private static let limits = JSONLimits(depth: 10_000, bytes: JSONLimits.maxBytes)

    private func document(_ line: [UInt8]) throws(HostFailure) -> JSONDocument {
      do throws(JSONError) {
        return try JSONDocument(line, limits: Self.limits, skipsBOM: false)
      } catch {
        throw .unreadable(String(decoding: line, as: UTF8.self))
      }
    }

    // MARK: The end

    /// Finds out how it ended.
    private func end(_ text: String?) -> HostFailure {
      readErrors()
      var status: Int32 = 0
      for _ in 0..<2000 {
        let ended = waitpid(pid, &status, WNOHANG)
        if ended != 0 { break }
        usleep(1000)
      }
      let words = text ?? String(decoding: complaint, as: UTF8.self).lastLine
      let signal = status & 0x7F
      let failure: HostFailure
      if abilities == nil, signal == 0 {
        failure = .notReady(words)
      } else {
        failure = .ended(
          signal: signal == 0 ? nil : signal, status: signal == 0 ? (status >> 8) & 0xFF : nil,
          text: words)
      }
      self.failure = failure
      clear()
      return failure
    }

    /// Kills the host, as a test of what follows.
    package func kill() {
      #if canImport(Glibc)
        if pid > 0 { Glibc.kill(pid, SIGKILL) }
      #else
        if pid > 0 { Musl.kill(pid, SIGKILL) }
      #endif
    }

    private func signal(_ process: pid_t, _ number: Int32) {
      #if canImport(Glibc)
        Glibc.kill(process, number)
      #else
        Musl.kill(process, number)
      #endif
    }

    /// Ends the host and all that it started; returns when they are gone.
    package func stop() {
      guard pid > 0 else { return }
      close(input)
      input = -1
      for _ in 0..<3000 {
        if waitpid(pid, nil, WNOHANG) != 0 { return clear() }
        usleep(1000)
      }
      signal(pid, SIGTERM)
      for _ in 0..<500 {
        if waitpid(pid, nil, WNOHANG) != 0 { return clear() }
        usleep(1000)
      }
      signal(-pid, SIGKILL)
      waitpid(pid, nil, 0)
      clear()
    }

    private func clear() {
      guard pid > 0 else { return }
      signal(-pid, SIGKILL)
      pid = 0
      for descriptor in [input, output, errors] where descriptor >= 0 { close(descriptor) }
      input = -1
      output = -1
      errors = -1
      if failure == nil { failure = .ended(signal: nil, status: 0, text: "") }
    }

    /// Milliseconds of a clock that never runs back.
    package static func now() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC, &time)
      return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
    }

    /// What `BRIDGE_ENGINE_HOST` names, whether it is there or not.
    static var named: String? { getenv("BRIDGE_ENGINE_HOST").map { String(cString: $0) } }

    /// The executable: `BRIDGE_ENGINE_HOST`, else beside this one, else on the PATH, else where
    /// `make engine-host` leaves it below the working folder.
    package static func find() -> String? {
      var places: [String] = []
      if let named { return access(named, X_OK) == 0 ? named : nil }
      var link = [CChar](repeating: 0, count: 4096)
      let length = readlink("/proc/self/exe", &link, link.count - 1)
      if length > 0 {
        let own = String(decoding: link[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        places.append(own.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 })
      }
      places += [".build/engine/debug", ".build/engine/release"]
      if let path = getenv("PATH") {
        places += String(cString: path).split(separator: ":").map(String.init)
      }
      let candidates = places.map { $0 + "/bridge-engine-host" }
        .filter { access($0, X_OK) == 0 }
      // A stub says so quickly; a host built with its engine is preferred to it.
      return candidates.first { isReal($0) } ?? candidates.first
    }

    /// Whether an executable links the engine: the stub does not name it anywhere.
    private static func isReal(_ path: String) -> Bool {
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return false }
      defer { close(descriptor) }
      let size = Int(lseek(descriptor, 0, SEEK_END))
      guard size > 0, size < 1 << 28,
        let bytes = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0), bytes != MAP_FAILED
      else { return false }
      defer { munmap(bytes, size) }
      let name = Array("libwebkit2gtk-4.1.so".utf8)
      var place = bytes
      var rest = size
      while rest >= name.count, let found = memchr(place, Int32(name[0]), rest - name.count + 1) {
        if memcmp(found, name, name.count) == 0 { return true }
        rest -= found - place + 1
        place = found + 1
      }
      return false
    }
  }

  extension String {
    /// The host's own last line: what its children complain of when it goes is no reason.
    fileprivate var lastLine: String {
      split(separator: "\n").last { !$0.utf8.starts(with: "(WebKit".utf8) }.map(String.init) ?? ""
    }
  }
#endif
