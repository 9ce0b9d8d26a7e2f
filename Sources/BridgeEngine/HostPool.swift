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

    /// Plays something on a fresh engine. A crash of the engine is not the fault of what is played:
    /// where the host dies of a signal it is played once more on a new host, and `tell` is told.
    /// - Throws: `HostFailure` where the engine is gone otherwise, or for a second time.
    package func play<Result>(
      _ name: String, tell: (String) -> Void, _ body: (any RealEngine) -> Result
    ) throws(HostFailure) -> Result {
      var isRepeated = false
      while true {
        let engine: any RealEngine
        do throws(HostFailure) {
          engine = try self.engine()
        } catch {
          // It died after what it played before.
          guard error.isCrash, !isRepeated else { throw error }
          isRepeated = true
          tell("\(error.sentence), before \(name) was played: another one is started")
          continue
        }
        let result = body(engine)
        let failure = engine.failure
        engine.close()
        guard let failure else {
          if let failure = engine.failure, failure.isCrash {
            tell("\(failure.sentence), when \(name) was over")
          }
          return result
        }
        guard failure.isCrash, !isRepeated else { throw failure }
        isRepeated = true
        tell("\(failure.sentence), while \(name) was played: it is played once more")
      }
    }

    deinit { for host in hosts { host.stop() } }
  #else
    package init(size: Int = 3) throws(HostFailure) { throw .notFound }

    package func engine() throws(HostFailure) -> any RealEngine { throw .notFound }

    package func play<Result>(
      _ name: String, tell: (String) -> Void, _ body: (any RealEngine) -> Result
    ) throws(HostFailure) -> Result { throw .notFound }
  #endif
}
