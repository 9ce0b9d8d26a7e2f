#if RealEngine
  import CWebKitGTK
  import Glibc

  /// The proxy of a session that stays on this machine: whatever is asked of another one comes here,
  /// is told, and gets no answer.
  ///
  /// Most requests are told by their URL when the page makes them. What the engine does not tell of,
  /// such as a WebSocket, is seen here only, of an encrypted connection no more than its host.
  final class RemoteRefusal {
    /// Where it listens; a port that nobody can have where it cannot.
    let port: Int32
    private let descriptor: Int32
    private let tell: (String) -> Void
    private var source: guint = 0
    private var connections: [Int32: Connection] = [:]
    /// What was told, and the hosts of it.
    private var told: Set<String> = []
    private var hosts: Set<String> = []
    /// Encrypted connections whose URL may still be told.
    private var waiting: [String] = []
    private var timer: guint = 0

    private struct Connection {
      var bytes: [UInt8] = []
      var source: guint
    }

    init(_ tell: @escaping (String) -> Void) {
      self.tell = tell
      var port: Int32 = 0
      descriptor = bridge_listen_locally(&port)
      self.port = descriptor < 0 ? 9 : port
      guard descriptor >= 0 else { return }
      source = bridge_watch_input(
        descriptor,
        { _, _, context in
          RemoteRefusal.of(context)?.accept()
          return 1
        }, Unmanaged.passUnretained(self).toOpaque())
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> RemoteRefusal? {
      context.map { Unmanaged<RemoteRefusal>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Stops listening; what waits is told.
    func close() {
      tellWaiting()
      if source != 0 { g_source_remove(source) }
      source = 0
      for connection in connections.keys.sorted() { end(connection) }
      if descriptor >= 0 { Glibc.close(descriptor) }
    }

    /// The page asked for a resource.
    func asked(_ url: String) {
      guard let (scheme, host) = RemoteRefusal.parts(of: url) else { return }
      hosts.insert("\(host)\(RemoteRefusal.isEncrypted(scheme) ? ":443" : ":80")")
      hosts.insert(host)
      if told.insert(url).inserted { tell(url) }
    }

    /// Scheme and host, with its port, of a URL of another machine.
    private static func parts(of url: String) -> (scheme: String, host: String)? {
      for scheme in ["http", "https", "ws", "wss", "ftp"] {
        let start = "\(scheme)://"
        guard url.utf8.starts(with: start.utf8) else { continue }
        let host = url.dropFirst(start.count).prefix { !"/?#".contains($0) }
        // What stands before an @ is a name and a password.
        return (scheme, String(host.split(separator: "@").last ?? ""))
      }
      return nil
    }

    private static func isEncrypted(_ scheme: String) -> Bool {
      scheme == "https" || scheme == "wss"
    }

    // MARK: Connections

    private func accept() {
      let connection = bridge_accept(descriptor)
      guard connection >= 0 else { return }
      let source = bridge_watch_input(
        connection,
        { connection, _, context in
          RemoteRefusal.of(context)?.take(connection)
          return 1
        }, Unmanaged.passUnretained(self).toOpaque())
      connections[connection] = Connection(source: source)
    }

    private func take(_ connection: Int32) {
      var chunk = [UInt8](repeating: 0, count: 4096)
      let count = read(connection, &chunk, chunk.count)
      if count > 0 { connections[connection]?.bytes += chunk[..<count] }
      let bytes = connections[connection]?.bytes ?? []
      let head = String(decoding: bytes, as: UTF8.self)
      // All of a request's head, as much as anybody wants, or all that comes.
      guard head.contains("\r\n\r\n") || bytes.count > 1 << 16 || count <= 0 else { return }
      end(connection)
      let words = head.prefix { $0 != "\r\n" && $0 != "\n" }.split(separator: " ")
      guard words.count > 1 else { return }
      if words[0] == "CONNECT" { return wait(for: String(words[1])) }
      var url = String(words[1])
      let isSocket = head.lowercased().contains("\r\nupgrade: websocket\r\n")
      if isSocket, url.utf8.starts(with: "http:".utf8) {
        url = "ws:" + url.dropFirst("http:".count)
      }
      asked(url)
    }

    private func end(_ connection: Int32) {
      guard let known = connections.removeValue(forKey: connection) else { return }
      g_source_remove(known.source)
      Glibc.close(connection)
    }

    /// An encrypted connection: its URL is perhaps told in a moment.
    private func wait(for host: String) {
      waiting.append(host)
      guard timer == 0 else { return }
      timer = g_timeout_add(
        2000,
        { context in
          RemoteRefusal.of(context)?.tellWaiting()
          return 0
        }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Tells of encrypted connections whose URL nobody told.
    func tellWaiting() {
      if timer != 0 { g_source_remove(timer) }
      timer = 0
      let hosts = waiting
      waiting = []
      for host in hosts where !self.hosts.contains(host) && told.insert(host).inserted {
        tell(host)
      }
    }
  }
#endif
