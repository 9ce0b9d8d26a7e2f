#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

#if RealEngine
  import CWebKitGTK
#endif

let usage = """
  bridge-engine-host: WebKitGTK, driven from outside

    bridge-engine-host serve [--accessible]         commands on stdin, events on stdout, JSON Lines
    bridge-engine-host replay SCENARIO TRACE        runs a recorded-form scenario, writes its trace
    bridge-engine-host check                        versions and abilities as one line of JSON
    bridge-engine-host help

    --accessible        publish the accessibility tree (AT-SPI)
    --settle-scale N    replay: wait N times as long for quiet, on a machine under load

  Starts a display (Xvfb) and a session bus of its own where the environment has none. Exit status: 0,
  2 wrong use or unreadable input, 4 the engine or something around it is missing.

  """

func say(_ text: String, to descriptor: Int32) {
  var text = text
  text.withUTF8 { bytes in _ = write(descriptor, bytes.baseAddress, bytes.count) }
}

var words = Array(CommandLine.arguments.dropFirst())
if words.first == nil || ["help", "--help", "-h"].contains(words[0]) {
  say(usage, to: words.isEmpty ? 2 : 1)
  exit(words.isEmpty ? 2 : 0)
}

#if RealEngine
  exit(HostCommand.run(words))
#else
  guard ["serve", "replay", "check"].contains(words[0]) else {
    say("bridge-engine-host: no such command: \(words[0])\n", to: 2)
    exit(2)
  }
  say(
    """
    bridge-engine-host: built without an engine. On Debian 12 or Ubuntu:
      sudo apt-get install -y libwebkit2gtk-4.1-dev libjson-c-dev xvfb dbus
      swift build --traits RealEngine --product bridge-engine-host

    """, to: 2)
  exit(4)
#endif
