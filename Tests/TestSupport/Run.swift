import Dispatch
public import Foundation

/// Runs the executables that this package builds: argv and stdin in; stdout, stderr, status out.
public struct Run: Sendable {
  /// The bytes on standard output.
  public var stdout: [UInt8]
  /// The bytes on standard error.
  public var stderr: [UInt8]
  /// The exit status, or nil where a signal ended it.
  public var status: Int32?
  /// The signal that ended it, if one did.
  public var signal: Int32?
  /// Peak resident memory in bytes.
  public var peakMemory: Int

  /// Standard output as text (replacing what is no UTF-8).
  public var out: String { String(decoding: stdout, as: UTF8.self) }
  /// Standard error as text (replacing what is no UTF-8).
  public var err: String { String(decoding: stderr, as: UTF8.self) }

  /// The folder of the built products, beside the test bundle.
  public static let products: URL = {
    #if os(macOS)
      for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
        return bundle.bundleURL.deletingLastPathComponent()
      }
      fatalError("no test bundle")
    #else
      return Bundle.main.bundleURL
    #endif
  }()

  /// Where standard output goes.
  public enum Output: Sendable {
    /// Into `stdout` of the result.
    case kept
    /// To a pipe whose reading end is closed already.
    case closedPipe
    /// To this file.
    case file(URL)
  }

  /// Runs a product of this package, such as `bridge-contract`.
  ///
  /// Input and output go through temporary files, so nothing can block. `environment` is added to
  /// a small fixed one (PATH, HOME, LANG=C.UTF-8); nothing else is inherited, so that a CI
  /// machine's variables change no result. After `limit` seconds the process is killed.
  public static func product(
    _ name: String, _ arguments: [String] = [], stdin: [UInt8] = [], in folder: URL? = nil,
    environment: [String: String] = [:], output: Output = .kept, limit: Int = 120
  ) throws -> Run {
    let executable = products.appendingPathComponent(name).path
    guard FileManager.default.isExecutableFile(atPath: executable) else {
      throw SupportError("\(name) is not built")
    }
    return try command(
      executable, arguments, stdin: stdin, in: folder, environment: environment, output: output,
      limit: limit)
  }

  /// Runs any executable by its path.
  public static func command(
    _ executable: String, _ arguments: [String] = [], stdin: [UInt8] = [], in folder: URL? = nil,
    environment: [String: String] = [:], output: Output = .kept, limit: Int = 120
  ) throws -> Run {
    let scratch = try TemporaryFolder()
    let input = scratch.url.appendingPathComponent("stdin")
    let out = scratch.url.appendingPathComponent("stdout")
    let err = scratch.url.appendingPathComponent("stderr")
    try Data(stdin).write(to: input)

    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, input.path, O_RDONLY, 0)
    var pipeEnds: [Int32] = [-1, -1]
    switch output {
    case .kept:
      posix_spawn_file_actions_addopen(&actions, 1, out.path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    case .file(let url):
      posix_spawn_file_actions_addopen(&actions, 1, url.path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    case .closedPipe:
      guard pipe(&pipeEnds) == 0 else { throw SupportError("pipe failed") }
      close(pipeEnds[0])
      posix_spawn_file_actions_adddup2(&actions, pipeEnds[1], 1)
    }
    posix_spawn_file_actions_addopen(&actions, 2, err.path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)

    var variables = ["LANG": "C.UTF-8"]
    for key in ["PATH", "HOME", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"] {
      variables[key] = ProcessInfo.processInfo.environment[key]
    }
    variables.merge(environment) { _, new in new }
    // The shell changes the folder and becomes the command: glibc hides the spawn action for it.
    let words =
      folder.map { ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", $0.path, executable] }
      ?? [executable]
    let pid = try spawn(words + arguments, variables, &actions)
    if pipeEnds[1] >= 0 { close(pipeEnds[1]) }
    return try wait(for: pid, out: out, err: err, limit: limit)
  }

  private static func spawn(
    _ words: [String], _ variables: [String: String], _ actions: inout PosixFileActions
  ) throws -> pid_t {
    var argv: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    argv.append(nil)
    var envp: [UnsafeMutablePointer<CChar>?] = variables.map { strdup("\($0.key)=\($0.value)") }
    envp.append(nil)
    defer {
      for pointer in argv { free(pointer) }
      for pointer in envp { free(pointer) }
    }
    var pid: pid_t = 0
    let failure = posix_spawn(&pid, words[0], &actions, nil, argv, envp)
    guard failure == 0 else {
      throw SupportError("cannot run \(words[0]): \(String(cString: strerror(failure)))")
    }
    return pid
  }

  private static func wait(for pid: pid_t, out: URL, err: URL, limit: Int) throws -> Run {
    let watchdog = DispatchWorkItem { kill(pid, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(limit), execute: watchdog)
    // Waits without reaping, so that the watchdog can never hit a number that was given away.
    var info = siginfo_t()
    while waitid(P_PID, id_t(pid), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    watchdog.cancel()
    var status: Int32 = 0
    var usage = rusage()
    while wait4(pid, &status, 0, &usage) < 0, errno == EINTR {}
    let signal = status & 0x7F
    #if canImport(Darwin)
      let peak = Int(usage.ru_maxrss)
    #else
      let peak = Int(usage.ru_maxrss) * 1024
    #endif
    return Run(
      stdout: (try? Data(contentsOf: out)).map { [UInt8]($0) } ?? [],
      stderr: (try? Data(contentsOf: err)).map { [UInt8]($0) } ?? [],
      status: signal == 0 ? (status >> 8) & 0xFF : nil, signal: signal == 0 ? nil : signal,
      peakMemory: peak)
  }
}

#if canImport(Darwin)
  typealias PosixFileActions = posix_spawn_file_actions_t?
#else
  typealias PosixFileActions = posix_spawn_file_actions_t
#endif

/// A folder that is there as long as the value is.
public final class TemporaryFolder: Sendable {
  /// The folder.
  public let url: URL

  /// Makes an empty folder with a name of its own.
  public init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "bridge-contract-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Writes a file into it, with the folders on the way, and gives its place.
  @discardableResult
  public func write(_ bytes: [UInt8], to path: String) throws -> URL {
    let file = url.appendingPathComponent(path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
    return file
  }

  /// The same for text.
  @discardableResult
  public func write(_ text: String, to path: String) throws -> URL {
    try write(Array(text.utf8), to: path)
  }
}
