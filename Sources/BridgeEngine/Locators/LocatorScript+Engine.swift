public import BridgeBus
public import BridgeLocators

/// The locator script in a real engine: on Linux the same labels as in an app's web view.
///
/// ```swift
/// let engine = try WebKitHostEngine(site: .init(folder: "Pages"))
/// LocatorScript().install(into: engine)
/// engine.perform(.load(.url("app://page/form.html")))
/// engine.run()
/// LocatorScript.report(of: engine)  // what was done with every element that has a test id
/// ```
/// An engine belongs to a test, so ``LocatorSwitch`` is not asked; release builds have no script, and
/// nothing is installed. The headless engine runs no JavaScript.
extension LocatorScript {
  /// The world that the script runs in.
  static let engineWorld = ScriptWorld(LocatorScript.world)

  /// Adds the script for every page that is loaded from now on: at document end, in all frames, in a
  /// world of its own. A page that gets it twice runs it once.
  /// - Returns: whether there is a script: false in release builds.
  @discardableResult
  public func install(into engine: any Engine) -> Bool {
    let source = source
    guard !source.isEmpty else { return false }
    return engine.perform(
      .addUserScript(UserScript(.text(source), time: .documentEnd, world: Self.engineWorld)))
  }

  /// Takes the script out for pages that are loaded from now on; the page that is there keeps its labels
  /// until ``uninstall(from:)``.
  /// - Parameter others: the engine's other scripts. It has no list of them, and forgets all but these.
  public func remove(from engine: any Engine, keeping others: [UserScript] = []) {
    engine.perform(.removeAllUserScripts)
    for script in others { engine.perform(.addUserScript(script)) }
  }

  /// Puts the main frame of the page back as its author had it.
  /// - Returns: whether the script answered.
  @discardableResult
  public static func uninstall(from engine: any Engine, within milliseconds: Double = 5000) -> Bool
  {
    answer(of: engine, to: Call.uninstall, within: milliseconds) != nil
  }

  /// Makes a pass over the main frame at once.
  /// - Returns: the number of changes; nil where the script does not run.
  @discardableResult
  public static func refresh(_ engine: any Engine, within milliseconds: Double = 5000) -> Int? {
    answer(of: engine, to: Call.refresh, within: milliseconds).flatMap { Int($0) }
  }

  /// What the script does with every element of the main frame that has a test id, as JSON; nil where it
  /// does not run.
  public static func report(of engine: any Engine, within milliseconds: Double = 5000) -> String? {
    answer(of: engine, to: Call.plan, within: milliseconds)
  }

  /// Counts of passes, writes and the like, as JSON; nil where the script does not run.
  public static func statistics(
    of engine: any Engine, within milliseconds: Double = 5000
  ) -> String? { answer(of: engine, to: Call.stats, within: milliseconds) }

  /// The texts by names that no function has.
  private enum Call {
    static var refresh: String { LocatorScript.refresh }
    static var uninstall: String { "(\(LocatorScript.uninstall))===null?null:'done'" }
    static var plan: String { LocatorScript.plan }
    static var stats: String { LocatorScript.stats }
  }

  /// Runs a script in the script's world and waits for its value; other reports go where they went.
  private static func answer(
    of engine: any Engine, to script: String, within milliseconds: Double
  ) -> String? {
    let call = "bridge-locators"
    let others = engine.onReport
    var result: Result<BridgeValue, ScriptFailure>?
    engine.onReport = { report in
      if case .completion(call, let value) = report { result = value } else { others?(report) }
    }
    defer { engine.onReport = others }
    guard engine.perform(.evaluate(call: call, .text(script), world: engineWorld)) else {
      return nil
    }
    engine.run(until: engine.clock + milliseconds) { result != nil }
    guard case .success(let value)? = result else { return nil }
    return value.string
  }
}
