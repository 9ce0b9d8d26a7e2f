/// Engines for many scenarios, one behind another: while one is played, the web process of the next
/// is being started in another host.
package final class HostPool {
  #if os(Linux)
    private var hosts: [HostProcess] = []
    private let path: String
    private let size: Int
    private var next = 0

    /// A pool of so many hosts; each starts when it is first needed.
    /// - Throws: `HostFailure` where there is no host.
    package init(size: Int = 3) throws(HostFailure) {
      guard let path = HostProcess.find() else { throw .notFound }
      self.path = path
      self.size = size
    }

    /// A fresh engine. The one before must be closed.
    package func engine() throws(HostFailure) -> any RealEngine {
      while hosts.count < size {
        let host = try HostProcess(path: path)
        WebKitHostEngine.prepare(host)
        hosts.append(host)
      }
      next = (next + 1) % hosts.count
      if hosts[next].failure != nil {
        hosts[next] = try HostProcess(path: path)
        WebKitHostEngine.prepare(hosts[next])
      }
      return try WebKitHostEngine(prepared: hosts[next])
    }

    deinit { for host in hosts { host.stop() } }
  #else
    package init(size: Int = 3) throws(HostFailure) { throw .notFound }

    package func engine() throws(HostFailure) -> any RealEngine { throw .notFound }
  #endif
}
