public import BridgeBus
public import BridgeContract

// What native does: its code, its messages, the life of its view.

extension BridgeTest {
  // MARK: Code

  /// Native's code for a message of the page, called in the turn in which the message arrives.
  public func on(
    _ name: String, fileID: String = #fileID, filePath: StaticString = #filePath,
    line: Int = #line, column: Int = #column, _ body: @escaping (BusRequest) throws -> Void
  ) {
    let site = TestSite(fileID, filePath, line, column)
    attempt(site) { try $0.on(name, at: site.call, body) }
  }

  /// Native's asynchronous code for a message of the page: it runs to its end before the engine goes
  /// on, and no virtual time passes in it.
  public func on(
    _ name: String, fileID: String = #fileID, filePath: StaticString = #filePath,
    line: Int = #line, column: Int = #column,
    _ body: nonisolated(nonsending) @escaping (BusRequest) async throws -> Void
  ) {
    let site = TestSite(fileID, filePath, line, column)
    attempt(site) { bus in
      try bus.on(name, at: site.call) { [unowned self] request in
        work.append { Work(site: site) { try await body(request) } }
      }
    }
  }

  /// Native's code for an event of the view's life.
  public func on(_ event: Event, _ body: @escaping () throws -> Void) { bus?.on(event, body) }

  /// Native's code for replies to a message of its own.
  public func onReply(
    to name: String, fileID: String = #fileID, filePath: StaticString = #filePath,
    line: Int = #line, column: Int = #column, _ body: @escaping (BusMessage) throws -> Void
  ) {
    let site = TestSite(fileID, filePath, line, column)
    attempt(site) { try $0.onReply(to: name, at: site.call, body) }
  }

  /// A native side made from the contract's examples.
  public func fakeNative(_ dials: FakeDials = FakeDials()) { bus?.fakeNative(dials) }

  // MARK: Life

  /// Registers every handler that is not there and loads the page.
  public func start(_ page: Page) { bus?.start(page) }

  /// Registers every handler and loads a page made from the contract's examples.
  public func startFake(
    _ dials: FakeDials = FakeDials(), fileID: String = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) {
    attempt(TestSite(fileID, filePath, line, column)) {
      $0.start(try .fake($0.contract, dials))
    }
  }

  /// Loads the page, with the handlers as they are.
  public func load(_ page: Page) { bus?.load(page) }

  /// Loads the page again.
  public func reload() { bus?.reload() }

  /// Kills the web process.
  public func terminate() { bus?.terminate() }

  /// Removes every handler, then the view.
  public func tearDown() { bus?.tearDown() }

  /// Registers native's end of a channel.
  public func register(
    _ channel: String, fileID: String = #fileID, filePath: StaticString = #filePath,
    line: Int = #line, column: Int = #column
  ) {
    let site = TestSite(fileID, filePath, line, column)
    attempt(site) { try $0.register(channel, at: site.call) }
  }

  /// Removes native's end of a channel.
  public func unregister(
    _ channel: String, fileID: String = #fileID, filePath: StaticString = #filePath,
    line: Int = #line, column: Int = #column
  ) {
    let site = TestSite(fileID, filePath, line, column)
    attempt(site) { try $0.unregister(channel, at: site.call) }
  }

  // MARK: Saying

  /// Sends a message of native; without a payload with that of the contract's example.
  /// - Returns: what was sent; nil where the contract refuses it.
  @discardableResult
  public func send(
    _ name: String, payload: BridgeValue? = nil, fileID: String = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) -> BusMessage? {
    let site = TestSite(fileID, filePath, line, column)
    return attempt(site) { try $0.send(name, payload: payload, at: site.call) }
  }

  /// Sends a raw body on a channel of native, whatever the contract says to it.
  @discardableResult
  public func send(
    body: BridgeValue, on channel: String, fileID: String = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) -> BusMessage? {
    let site = TestSite(fileID, filePath, line, column)
    return attempt(site) { try $0.send(body: body, on: channel, at: site.call) }
  }

  /// Looks at something that only the test page has, such as `document.body.dataset.received`.
  ///
  /// - Parameters:
  ///   - script: the expression, for engines that run scripts.
  ///   - closure: the same for the headless engine.
  public func observe(
    _ script: String, fileID: String = #fileID, filePath: StaticString = #filePath,
    line: Int = #line, column: Int = #column, _ closure: @escaping (PageWindow) -> BridgeValue
  ) -> BridgeValue? {
    let site = TestSite(fileID, filePath, line, column)
    return attempt(site) { try $0.observe(script, at: site.call, closure) }
  }

  @discardableResult
  private func attempt<T>(_ site: TestSite, _ body: (Bus) throws -> T) -> T? {
    guard let bus else { return nil }
    do {
      return try body(bus)
    } catch {
      fail(error, site)
      return nil
    }
  }
}
