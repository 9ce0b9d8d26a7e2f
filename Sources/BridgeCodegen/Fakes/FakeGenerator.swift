public import BridgeContract

/// Stand-ins for one side of a contract, each a single file without dependencies.
public enum FakeGenerator: String, Sendable, CaseIterable {
  /// A script that gives any browser the app's side.
  case native
  /// A page that plays the web side for an app.
  case web

  /// The name of the file.
  public func fileName(_ contract: Contract) -> String {
    self == .native ? "\(contract.name)-fake-native.js" : "\(contract.name)-fake-web.html"
  }

  /// The text of the file.
  public func text(_ contract: Contract) -> String {
    let script = """
      (() => {
      const contract = JSON.parse(String.raw`\(EmbeddedContract.text(contract, withOrder: true))`);
      \(Scripts.runtime)
      \(Scripts.fakePanel)
      \(self == .native ? Scripts.fakeNative : Scripts.fakeWeb)
      window.\(self == .native ? "bridgeFakeNative" : "bridgeFakeWeb") = \
      \(self == .native ? "bridgeFakeNative" : "bridgeFakeWeb")(contract);
      })();

      """
    let head = "Written by bridge-contract from the contract \(contract.name) \(contract.version)"
    guard self == .web else {
      return "// \(head): the app's side for any browser.\n"
        + "// Let it be the first script of the page.\n" + script
    }
    return """
      <!doctype html>
      <!-- \(head): the page's side for an app. Load it in the web view. -->
      <html lang="en">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(contract.name) \(contract.version): fake page</title>
      <body>
      <script>
      \(script)</script>

      """
  }
}
