internal import BridgeJSON

/// Errors that nobody caught, told by a listener in a script world of its own: the page's own world,
/// and whether it has a `window.webkit`, stays as it is (R28, R36).
enum PageErrors {
  /// The handler's name, which nobody else's world has.
  static let name = "bridgeContractErrors"
  /// The world.
  static let world = "bridge-contract"

  /// Members of the handler.
  static let handler = "\"name\":\"\(name)\",\"world\":\"\(world)\""

  /// Members of the user script.
  static let userScript =
    "\"source\":\(JSONString.quoted(source)),\"time\":\"start\",\"world\":\"\(world)\""

  private static let source = """
    (() => {
      const { \(name): handler } = window.webkit.messageHandlers;
      addEventListener("error", event => {
        if (event instanceof ErrorEvent) handler.postMessage(String(event.message));
      });
      addEventListener("unhandledrejection", event => {
        let text = "";
        try { text = String(event.reason); } catch (error) {}
        handler.postMessage(text);
      });
    })()
    """
}
