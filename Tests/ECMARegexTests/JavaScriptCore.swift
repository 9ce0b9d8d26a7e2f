import Foundation
import Testing

/// WebKit's JavaScriptCore as the yardstick: a C program of a few lines, compiled when it is needed.
enum JavaScriptCore {
  /// Evaluates a script and gives its result as text. Nil where the library is not installed.
  static func evaluate(_ script: String) throws -> String? {
    guard let program = try program() else { return nil }
    let file = program.deletingLastPathComponent()
      .appendingPathComponent("script-\(UUID().uuidString).js")
    try Data(script.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let result = try run(program.path, [file.path])
    if result.wasKilled { throw GivenUp() }
    guard result.status == 0 else { throw Failure(text: result.output) }
    return result.output
  }

  /// Says loudly that nothing was compared; in CI, where the library must be there, that is a failure.
  static func reportAbsence() {
    FileHandle.standardError.write(
      Data("SKIPPED: libjavascriptcoregtk-4.1-dev is absent, nothing was compared\n".utf8))
    if ProcessInfo.processInfo.environment["CI"] != nil {
      Issue.record("libjavascriptcoregtk-4.1-dev must be installed in CI")
    }
  }

  /// The script took longer than five seconds, or the engine crashed.
  struct GivenUp: Error {}

  struct Failure: Error {
    var text: String
  }

  private static let source = """
    #include <jsc/jsc.h>
    #include <signal.h>
    #include <stdio.h>
    #include <unistd.h>
    int main(int count, char **arguments) {
      sigset_t all;
      sigfillset(&all);
      sigprocmask(SIG_UNBLOCK, &all, NULL);
      alarm(5);
      gchar *script;
      gsize length;
      if (!g_file_get_contents(arguments[1], &script, &length, NULL)) return 2;
      JSCContext *context = jsc_context_new();
      JSCValue *value = jsc_context_evaluate(context, script, length);
      JSCException *exception = jsc_context_get_exception(context);
      if (exception) {
        puts(jsc_exception_get_message(exception));
        return 1;
      }
      fputs(jsc_value_to_string(value), stdout);
      return 0;
    }
    """

  private static let compiled = Result { try compile() }

  private static func program() throws -> URL? {
    try compiled.get()
  }

  private static func compile() throws -> URL? {
    let flags = try run("/usr/bin/env", ["pkg-config", "--cflags", "--libs", package])
    guard flags.status == 0 else { return nil }
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("ecma-regex-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appendingPathComponent("oracle.c")
    try Data(source.utf8).write(to: file)
    let program = folder.appendingPathComponent("oracle")
    let words = flags.output.split(whereSeparator: \.isWhitespace).map(String.init)
    let built = try run("/usr/bin/env", ["cc", file.path, "-o", program.path] + words)
    guard built.status == 0 else { throw Failure(text: built.output) }
    return program
  }

  private static let package = "javascriptcoregtk-4.1"

  private static func run(
    _ path: String, _ arguments: [String]
  ) throws -> (status: Int32, wasKilled: Bool, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.standardError
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let wasKilled = process.terminationReason == .uncaughtSignal
    return (process.terminationStatus, wasKilled, String(decoding: data, as: UTF8.self))
  }
}
