#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Reads objects of a git repository with the user's own `git`. Nothing is fetched, ever: transports
/// are closed to the child, locks are not taken, nobody is asked for a password.
enum Git {
  /// What a call of git came to.
  struct Answer {
    var status: Int32
    var out: [UInt8]
    var err: [UInt8]

    var text: String {
      var bytes = out
      while bytes.last == 0x0A || bytes.last == 0x0D { bytes.removeLast() }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  /// Runs git in the working folder; nil where there is no git, or nothing can be started. `input`
  /// is its standard input.
  static func run(_ arguments: [String], input: [UInt8]? = nil) -> Answer? {
    guard let out = temporaryFile(), let err = temporaryFile() else { return nil }
    defer {
      Files.close(out)
      Files.close(err)
    }
    var standardInput: Int32?
    if let input {
      guard let file = temporaryFile() else { return nil }
      standardInput = file
      let isWritten = input.withUnsafeBytes { buffer in
        (try? Descriptor.write(buffer, to: file)) != nil
      }
      guard isWritten, lseek(file, 0, SEEK_SET) == 0 else {
        Files.close(file)
        return nil
      }
    }
    defer { if let standardInput { Files.close(standardInput) } }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let standardInput {
      posix_spawn_file_actions_adddup2(&actions, standardInput, 0)
    } else {
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    }
    posix_spawn_file_actions_adddup2(&actions, out, 1)
    posix_spawn_file_actions_adddup2(&actions, err, 2)
    var argv: [UnsafeMutablePointer<CChar>?] =
      (["git", "-c", "core.quotePath=false"] + arguments).map { strdup($0) }
    argv.append(nil)
    var environment = inherited()
    environment.append(nil)
    defer {
      for pointer in argv { free(pointer) }
      for pointer in environment { free(pointer) }
    }
    var pid: pid_t = 0
    guard posix_spawnp(&pid, "git", &actions, nil, argv, environment) == 0 else { return nil }
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0 { if errno != EINTR { return nil } }
    let code: Int32 = status & 0x7F == 0 ? (status >> 8) & 0xFF : 128
    return Answer(status: code, out: contents(out), err: contents(err))
  }

  /// The environment as it is, with what keeps git from the network and from locks.
  private static func inherited() -> [UnsafeMutablePointer<CChar>?] {
    let own = [
      "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "GIT_NO_LAZY_FETCH=1",
      "GIT_ALLOW_PROTOCOL=none", "LC_ALL=C",
    ]
    let names = own.map { $0.prefix { $0 != "=" } + "=" }
    var out: [UnsafeMutablePointer<CChar>?] = []
    var next = environ
    while let entry = next.pointee {
      let text = String(cString: entry)
      if !names.contains(where: { text.hasPrefix($0) }) { out.append(strdup(entry)) }
      next += 1
    }
    return out + own.map { strdup($0) }
  }

  /// A file without a name; gone when it is closed.
  private static func temporaryFile() -> Int32? {
    var template = Array((Host.variable("TMPDIR") ?? "/tmp").utf8CString.dropLast())
    template += Array("/bridge-contract-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { return nil }
    unlink(template)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return descriptor
  }

  private static func contents(_ descriptor: Int32) -> [UInt8] {
    let size = Files.size(of: descriptor)
    guard size > 0, lseek(descriptor, 0, SEEK_SET) == 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: size)
    var done = 0
    while done < size {
      let count = bytes.withUnsafeMutableBytes { buffer -> Int in
        guard let base = buffer.baseAddress else { return 0 }
        return
          (try? Descriptor.read(
            into: UnsafeMutableRawBufferPointer(start: base + done, count: size - done),
            from: descriptor)) ?? 0
      }
      if count == 0 { break }
      done += count
    }
    return Array(bytes[..<done])
  }
}
