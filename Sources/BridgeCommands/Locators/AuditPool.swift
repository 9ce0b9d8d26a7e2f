#if os(Linux)
  #if canImport(Glibc)
    import Glibc
  #else
    import Musl
  #endif

  /// Audits pages in several hosts at a time: most of a page's time is spent waiting for it.
  final class AuditPool: @unchecked Sendable {
    // Unchecked: everything that several threads touch is guarded by the mutex.

    typealias Outcome = Result<AuditedPage, AuditFailure>

    private let names: [String]
    private let make: () throws(AuditFailure) -> PageAuditor
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var next = 0
    private var outcomes: [Outcome?]

    private init(_ names: [String], _ make: @escaping () throws(AuditFailure) -> PageAuditor) {
      self.names = names
      self.make = make
      outcomes = Array(repeating: nil, count: names.count)
      pthread_mutex_init(mutex, nil)
    }

    deinit {
      pthread_mutex_destroy(mutex)
      mutex.deallocate()
    }

    /// What came of every page, in their order; nil of those behind one whose environment was gone.
    /// - Throws: where there is no host at all.
    static func audit(
      _ names: [String], hosts: Int, _ make: @escaping () throws(AuditFailure) -> PageAuditor
    ) throws(AuditFailure) -> [Outcome?] {
      let pool = AuditPool(names, make)
      let first = try make()
      var threads: [pthread_t] = []
      for _ in 1..<max(hosts, 1) {
        var thread = pthread_t()
        let start = Unmanaged.passRetained(pool)
        let failed = pthread_create(
          &thread, nil,
          { argument in
            guard let argument else { return nil }
            let pool = Unmanaged<AuditPool>.fromOpaque(argument).takeRetainedValue()
            do throws(AuditFailure) {
              pool.work(try pool.make())
            } catch {
              // The first host does it alone.
            }
            return nil
          }, start.toOpaque())
        if failed == 0 { threads.append(thread) } else { start.release() }
      }
      pool.work(first)
      for thread in threads { pthread_join(thread, nil) }
      return pool.outcomes
    }

    private func work(_ auditor: PageAuditor) {
      while let place = take() {
        let outcome: Outcome
        do throws(AuditFailure) {
          outcome = .success(try auditor.audit(names[place]))
        } catch {
          outcome = .failure(error)
        }
        pthread_mutex_lock(mutex)
        outcomes[place] = outcome
        if case .failure(.environment) = outcome { next = names.count }
        pthread_mutex_unlock(mutex)
      }
    }

    private func take() -> Int? {
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      guard next < names.count else { return nil }
      next += 1
      return next - 1
    }

    /// How many hosts for so many pages. Hosts that share a bus or a display would see each other's trees.
    static func hosts(for pages: Int) -> Int {
      for name in ["DISPLAY", "DBUS_SESSION_BUS_ADDRESS"] {
        if let value = Host.variable(name), !value.isEmpty { return 1 }
      }
      return pages < 8 ? 1 : 3
    }
  }
#endif
