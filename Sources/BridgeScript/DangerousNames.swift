/// Names that must not be called with a payload from outside.
///
/// The list holds what a web page finds in its global object, in documents and in every object, and
/// what would run a text, go to it, or reach a prototype. A page can always give such a function a
/// new name: then the name is the page's own word.
enum DangerousNames {
  /// Wherever they stand in a path.
  private static let anywhere: [String: ReceiverFault.Danger] = [
    "eval": .runsText, "Function": .runsText, "AsyncFunction": .runsText,
    "GeneratorFunction": .runsText, "AsyncGeneratorFunction": .runsText,
    "setTimeout": .runsText, "setInterval": .runsText, "setImmediate": .runsText,
    "execScript": .runsText, "importScripts": .runsText, "import": .runsText,
    "require": .runsText,
    "globalEval": .runsText, "getScript": .runsText,
    "createContextualFragment": .runsText, "insertAdjacentHTML": .runsText,
    "setHTMLUnsafe": .runsText, "parseHTMLUnsafe": .runsText,
    "ShadowRealm": .runsText, "serviceWorker": .runsText, "audioWorklet": .runsText,
    "__proto__": .prototype, "prototype": .prototype, "constructor": .prototype,
    "__defineGetter__": .prototype, "__defineSetter__": .prototype,
    "__lookupGetter__": .prototype, "__lookupSetter__": .prototype,
  ]

  /// As the last segment, since they call what stands before them.
  private static let last: [String: ReceiverFault.Danger] = [
    "call": .changesThis, "apply": .changesThis, "bind": .changesThis,
    // Makes elements of a text, handlers and all.
    "jQuery": .runsText,
  ]

  /// Members of a window that open or go to what they are given.
  private static let ofWindow: [String: ReceiverFault.Danger] = [
    "open": .navigates, "location": .navigates, "navigation": .navigates, "history": .navigates,
    "fetch": .navigates,
    "showModalDialog": .navigates, "openDialog": .navigates,
  ]

  /// Members of a document or an element that make script or markup of what they are given.
  private static let ofDocument: [String: ReceiverFault.Danger] = [
    "write": .runsText, "writeln": .runsText, "execCommand": .runsText, "open": .navigates,
    "location": .navigates, "setAttribute": .runsText, "setAttributeNS": .runsText,
    "setHTML": .runsText, "submit": .navigates,
  ]

  private static let windows: Set<String> = [
    "window", "self", "globalThis", "frames", "parent", "top", "opener", "contentWindow",
    "defaultView",
  ]

  private static let documents: Set<String> = [
    "document", "contentDocument", "ownerDocument",
  ]

  /// The first dangerous segment of a path and what it would do. A path begins at the window.
  static func find(_ segments: [String]) -> (String, ReceiverFault.Danger)? {
    var inWindow = true
    var inDocument = false
    for (index, segment) in segments.enumerated() {
      if let danger = anywhere[segment] { return (segment, danger) }
      if inWindow, let danger = ofWindow[segment] { return (segment, danger) }
      if inDocument, let danger = ofDocument[segment] { return (segment, danger) }
      if index == segments.count - 1, let danger = last[segment],
        index > 0 || danger != .changesThis
      {
        return (segment, danger)
      }
      // `frames` is one in a window only, a frame's `contentWindow` is one anywhere.
      inWindow =
        windows.contains(segment)
        && (inWindow || segment == "contentWindow" || segment == "defaultView")
      inDocument = inDocument || documents.contains(segment)
    }
    return nil
  }
}
