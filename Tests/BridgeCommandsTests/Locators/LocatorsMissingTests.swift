import Foundation
import TestSupport
import Testing

/// A folder in place of the PATH, with only what a test leaves there.
private struct Tools {
  let folder: TemporaryFolder

  /// Links to these programs of the machine.
  init(_ names: [String]) throws {
    folder = try TemporaryFolder()
    for name in names {
      try FileManager.default.createSymbolicLink(
        atPath: path(name), withDestinationPath: try #require(Tools.find(name)))
    }
  }

  func path(_ name: String) -> String { folder.url.appendingPathComponent(name).path }

  func add(_ name: String, _ text: String) throws {
    let file = try folder.write("#!/bin/sh\n" + text, to: name)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
  }

  static func find(_ name: String) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// No display and no session bus but those that the host can make for itself from these.
  func environment(_ more: [String: String] = [:]) -> [String: String] {
    [
      "PATH": folder.url.path, "DISPLAY": "", "DBUS_SESSION_BUS_ADDRESS": "",
    ].merging(more) { $1 }
  }
}

#if os(Linux)
  @Suite(
    "locators audit without something: exit 4, and what it is", .enabled(if: LocatorEngine.isThere),
    .serialized)
  struct LocatorsMissingTests {
    static let page = Project.url("Fixtures/locators/clean.html").path

    @Test("no display: none answers, and Xvfb is not there")
    func noDisplay() throws {
      let tools = try Tools(["dbus-daemon"])
      for display in ["", ":3999"] {
        let run = try LocatorEngine.audit(
          [Self.page], environment: tools.environment(["DISPLAY": display]))
        #expect(run.status == 4)
        #expect(run.err.contains("Xvfb is missing: sudo apt-get install -y xvfb"), "\(run.err)")
        #expect(run.out == "")
      }
    }

    @Test("no bus: none answers, and dbus-daemon is not there")
    func noBus() throws {
      let tools = try Tools(["Xvfb"])
      for bus in ["", "unix:path=/nowhere"] {
        let run = try LocatorEngine.audit(
          [Self.page], environment: tools.environment(["DBUS_SESSION_BUS_ADDRESS": bus]))
        #expect(run.status == 4)
        #expect(
          run.err.contains("dbus-daemon is missing: sudo apt-get install -y dbus"), "\(run.err)")
      }
    }

    @Test("accessibility off: a bus on which nobody offers it")
    func noAccessibility() throws {
      let tools = try Tools(["Xvfb"])
      let settings = try tools.folder.write(
        """
        <busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen>
        <policy context="default"><allow send_destination="*" eavesdrop="true"/>
        <allow eavesdrop="true"/><allow own="*"/></policy></busconfig>
        """, to: "bus.conf")
      let daemon = try #require(Tools.find("dbus-daemon"))
      try tools.add(
        "dbus-daemon",
        """
        shift
        exec \(daemon) --config-file=\(settings.path) "$@"
        """)
      let run = try LocatorEngine.audit([Self.page], environment: tools.environment())
      #expect(run.status == 4)
      #expect(run.err.contains("no accessibility bus; at-spi2-core is missing"), "\(run.err)")
    }

    @Test("a page whose web process dies; the next page is audited all the same")
    func crash() throws {
      let scratch = try TemporaryFolder()
      let page = try scratch.write(
        "<!doctype html><script>for (;;) {}</script>", to: "crashing.html")
      let tools = try Tools([])
      let host = try #require(LocatorEngine.path)
      // Kills the web process once it has computed for half a second, once.
      try tools.add(
        "host",
        """
        exec 3<&0
        "\(host)" "$@" <&3 &
        host=$!
        while kill -0 $host 2>/dev/null; do
          for stat in /proc/[0-9]*/stat; do
            read -r line <"$stat" 2>/dev/null || continue
            case "$line" in *"(WebKitWebProces"*) ;; *) continue ;; esac
            set -- ${line##*)}
            [ "$((${12} + ${13}))" -gt 50 ] || continue
            parent=$2
            for _ in 1 2 3 4; do
              [ "$parent" = "$host" ] && kill -9 "${line%% *}" && break 3
              read -r above <"/proc/$parent/stat" 2>/dev/null || break
              set -- ${above##*)}
              parent=$2
            done
          done
          sleep 0.1
        done
        wait $host
        """)
      let run = try LocatorEngine.audit(
        [page.path, Self.page, "--format", "concise"],
        environment: ["BRIDGE_ENGINE_HOST": tools.path("host")])
      #expect(run.status == 4)
      #expect(run.err.contains("crashing.html: its web process ended: crashed"), "\(run.err)")
      #expect(run.out.hasPrefix("1 page, interactive 3"))
    }

    @Test("a page that never loads: a server that takes the call and says nothing")
    func silence() throws {
      let server = try SilentServer()
      let run = try LocatorEngine.audit(["http://127.0.0.1:\(server.port)/", "--timeout", "1"])
      #expect(run.status == 4)
      #expect(run.err.contains("waited 1 s for the page to load"), "\(run.err)")
    }
  }

  /// Listens, and never answers.
  private final class SilentServer {
    let port: UInt16
    private let descriptor: Int32

    init() throws {
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let descriptor = descriptor
      let isBound = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
        }
      }
      guard isBound, listen(descriptor, 5) == 0 else { throw SupportError("no port") }
      port = UInt16(bigEndian: address.sin_port)
    }

    deinit { close(descriptor) }
  }
#endif
