import Foundation
import TestSupport
import Testing

#if os(Linux)
  @Suite(
    "What the real engine can lose: the command ends, says what happened, and leaves nothing behind",
    .serialized, .enabled(if: EngineRun.isThere))
  struct EngineRobustnessTests {
    private let run: EngineRun
    /// A page that lives for long: what is to be lost is lost while it runs.
    private let living =
      #"<script>webkit.messageHandlers.bridge.postMessage({kind: "ready", version: 1});"#
      + #"setInterval(() => webkit.messageHandlers.bridge.postMessage({kind: "tick"}), 50)</script>"#

    init() throws {
      run = try EngineRun()
      try run.tool.write(living, to: "living.html")
    }

    @Test("nothing lost: nothing left")
    func ordinary() throws {
      let result = try run("record", "fixture.html")
      #expect(result.status == 0)
      #expect(result.err == "")
      #expect(run.leftovers() == [])
    }

    @Test("the web process is killed while a page is recorded")
    func webProcess() throws {
      let result = try run.interrupt(["record", "living.html"], at: "@loadFinished") { _ in
        try run.signal(SIGKILL, "WebKitWebProces")
      }
      #expect(result.status == 4)
      #expect(result.err.contains("error: the web process ended\n"))
      #expect(result.out.contains(#""event":"@processTerminated""#))
      #expect(run.leftovers() == [])
    }

    @Test("the host is killed")
    func host() throws {
      let result = try run.interrupt(["record", "living.html"], at: "@loadFinished") { _ in
        try run.signal(SIGKILL, "bridge-engine-h")
      }
      #expect(result.status == 4)
      #expect(result.err.contains("error: the engine host died of signal 9\n"))
      #expect(run.leftovers() == [])
    }

    @Test("the display is killed")
    func display() throws {
      let result = try run.interrupt(["record", "living.html"], at: "@loadFinished") { _ in
        try run.signal(SIGKILL, "Xvfb")
      }
      #expect(result.status == 4)
      #expect(result.err.contains("error: the engine host lost its display\n"))
      #expect(run.leftovers() == [])
    }

    @Test("the bus is killed: the page goes on, and it is told")
    func bus() throws {
      let result = try run.interrupt(
        ["record", "living.html", "--at-most", "3000"], at: "@loadFinished"
      ) { _ in try run.signal(SIGKILL, "dbus-daemon") }
      #expect(result.status == 0)
      #expect(result.err.contains("note: the session bus is gone; the engine went on without it\n"))
      #expect(result.out.contains(#""event":"@teardown""#))
      #expect(run.leftovers() == [])
    }

    @Test("the command itself is killed")
    func command() throws {
      let result = try run.interrupt(["record", "living.html"], at: "@loadFinished") { process in
        kill(process.processIdentifier, SIGKILL)
      }
      #expect(result.status == -1)
      #expect(run.leftovers() == [])
    }

    @Test("a script never ends: while the page loads, and in the function that native calls")
    func hang() throws {
      try run.tool.write("<script>for (;;);</script>", to: "early.html")
      let early = try run("record", "early.html", "--at-most", "6000")
      #expect(early.status == 4)
      #expect(early.err.contains("has not finished loading\n"))
      #expect(early.err.contains("error: the page does not answer: a script of it does not come"))
      #expect(early.out.contains(#""cause":"load-not-finished""#))
      try run.fixture { $0.replacing("const known", with: "for (;;); const known") }
      let late = try run("record", "page.html", "--send", "sync", "--at-most", "6000")
      #expect(late.status == 4)
      #expect(late.err.contains("error: the page does not answer"))
      #expect(late.out.contains(#""cause":"web-not-observed""#))
      let played = try run("run", "--page", "page.html")
      #expect(played.status == 1)
      #expect(played.out.contains("error[web-not-observed]"))
      #expect(played.err.contains("error: the page does not answer"))
      #expect(run.leftovers() == [])
    }

    @Test("the web process is stopped, so that it answers nothing")
    func stoppedWebProcess() throws {
      let result = try run.interrupt(
        ["record", "living.html", "--at-most", "8000"], at: "@loadFinished"
      ) { _ in try run.signal(SIGSTOP, "WebKitWebProces") }
      #expect(result.status == 4)
      #expect(result.err.contains("error: the page does not answer"))
      #expect(run.leftovers() == [])
    }

    @Test("the host is stopped: it is found silent, and ended")
    func stoppedHost() throws {
      let result = try run.interrupt(
        ["record", "living.html", "--at-most", "3000"], at: "@loadFinished"
      ) { _ in try run.signal(SIGSTOP, "bridge-engine-h") }
      #expect(result.status == 4)
      #expect(result.err.contains("error: the engine host did not answer for 15000 ms\n"))
      #expect(run.leftovers() == [])
    }

    @Test("a page that leaves for one that is not there has not loaded")
    func lostPage() throws {
      try run.tool.write("<script>location = 'app://page/never'</script>", to: "away.html")
      let away = try run("run", "--page", "away.html")
      #expect(away.status == 4)
      #expect(away.out.contains("error[load-failed]"))
      #expect(run.leftovers() == [])
    }

    @Test("more is said than fits into the pipes: all of it arrives")
    func fullPipe() throws {
      try run.tool.write(
        "<script>const text = 'x'.repeat(20000); for (let i = 0; i < 300; i++)"
          + #" webkit.messageHandlers.bridge.postMessage({kind: "storm", i, text})</script>"#,
        to: "storm.html")
      let result = try run(
        "record", "storm.html", "--show-values", "--output", "log.jsonl", "--at-most", "100000")
      #expect(result.status == 0)
      let log = try run.tool.text("log.jsonl")
      #expect(log.utf8.count > 6_000_000)
      #expect(log.split(separator: "\n").count == 300 + 5)
      #expect(run.leftovers() == [])
    }

    @Test("a message that no log can hold: what was dropped is said")
    func hugeMessage() throws {
      try run.tool.write(
        "<script>webkit.messageHandlers.bridge.postMessage('x'.repeat(20_000_000))</script>",
        to: "huge.html")
      let result = try run("record", "huge.html", "--show-values", "--output", "log.jsonl")
      #expect(result.status == 2)
      #expect(result.err == "error: log.jsonl: 1 line of the log did not fit and was dropped\n")
      #expect(run.leftovers() == [])
    }

    @Test("a page that has no end is told by what it does; its errors once, with their number")
    func endless() throws {
      let ready = #"webkit.messageHandlers.bridge.postMessage({kind: "ready", version: 1});"#
      try run.tool.write("<script>\(ready) location.reload()</script>", to: "reload.html")
      let reload = try run("record", "reload.html", "--at-most", "2000")
      #expect(reload.status == 0)
      #expect(reload.err.hasPrefix("note: the page was not at rest when the time was over: "))
      #expect(reload.err.contains(" loads, "))
      try run.tool.write(
        "<script>\(ready) setInterval(() => { lost.x })</script>", to: "throw.html")
      let thrown = try run("record", "throw.html", "--at-most", "2000")
      #expect(thrown.err.hasPrefix("warning: the page threw: ReferenceError: Can't find variable"))
      #expect(thrown.err.components(separatedBy: "the page threw").count == 2)
      #expect(thrown.err.contains(" times)\n"))
    }

    @Test("windows, downloads and print-outs: refused, and told")
    func refusals() throws {
      try run.tool.write(
        #"<a id="a" download="x.bin" href="data:application/octet-stream,x">x</a><script>"#
          + "onload = () => { print(); a.click() }</script>", to: "asks.html")
      let result = try run("record", "asks.html")
      #expect(result.status == 0)
      #expect(
        result.err
          == "warning: the page asked for a print-out (app://page/asks.html); that was refused\n"
          + "warning: the page asked for a download (data:application/octet-stream,x); "
          + "that was refused\n")
      #expect(run.leftovers() == [])
    }

    @Test("nobody reads what is written")
    func closedPipe() throws {
      let result = try run("record", "fixture.html", output: .closedPipe)
      #expect(result.status == 0)
      #expect(run.leftovers() == [])
    }

    @Test("no engine, or nothing around it: status 4, and the line that installs it")
    func missing() throws {
      let none = ["BRIDGE_ENGINE_HOST": "/nowhere/bridge-engine-host"]
      for arguments in [
        ["engine", "check"], ["record", "fixture.html"], ["run", "--engine", "webkit"],
        ["run", "--page", "fixture.html"],
      ] {
        let result = try Run.product(
          "bridge-contract", arguments, in: run.tool.folder.url, environment: none)
        #expect(result.status == 4, "\(arguments)")
        #expect(result.err.contains("`make engine-host` builds it"), "\(arguments)")
      }
      // No program on the path: neither a bus nor a display can be started.
      let bare = try run("engine", "check", environment: ["PATH": "/nowhere"])
      #expect(bare.status == 4)
      #expect(
        bare.err
          == "error: bridge-engine-host: dbus-daemon is missing: sudo apt-get install -y dbus\n")
      let folder = try TemporaryFolder()
      for program in ["dbus-daemon"] {
        let found = try #require(Self.program(program))
        try FileManager.default.createSymbolicLink(
          at: folder.url.appendingPathComponent(program), withDestinationURL: found)
      }
      let blind = try run("engine", "check", environment: ["PATH": folder.url.path])
      #expect(blind.status == 4)
      #expect(
        blind.err == "error: bridge-engine-host: Xvfb is missing: sudo apt-get install -y xvfb\n")
      #expect(run.leftovers() == [])
    }

    @Test("make engine-host without an engine and without a package manager: status 4, one line")
    func notInstalled() throws {
      let folder = try TemporaryFolder()
      for program in ["bash", "dirname", "uname", "id", "env"] {
        let found = try #require(Self.program(program))
        try FileManager.default.createSymbolicLink(
          at: folder.url.appendingPathComponent(program), withDestinationURL: found)
      }
      let script = Project.url(".ci/engine-host").path
      let bash = try #require(Self.program("bash")).path
      let result = try Run.command(bash, [script], environment: ["PATH": folder.url.path])
      #expect(result.status == 4)
      #expect(result.err.contains("sudo apt-get install -y libwebkit2gtk-4.1-dev"))
    }

    private static func program(_ name: String) -> URL? {
      (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        .map { URL(fileURLWithPath: "\($0)/\(name)") }
        .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }
  }
#endif
