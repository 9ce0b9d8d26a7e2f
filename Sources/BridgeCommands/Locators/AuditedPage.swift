import BridgeJSON

/// One object of the accessibility tree.
struct TreeNode: Equatable {
  var depth: Int
  /// The number of AT-SPI.
  var role: Int
  /// The role in words.
  var roleName: String
  var name: String
  /// The mark that the audit gave to the element.
  var key: String?
  var tag: String

  init(_ node: JSONValue) {
    depth = Int(node["depth"]?.smallInteger ?? 0)
    role = Int(node["role"]?.smallInteger ?? 0)
    name = node["name"]?.string ?? ""
    let attributes = node["attributes"]
    tag = attributes?["tag"]?.string ?? ""
    roleName = AccessibleRole.name(of: role)
    // An author's own shortcuts stand before the mark.
    let last = attributes?["keyshortcuts"]?.string?.split(separator: " ").last
    key = last.flatMap { $0.utf8.first == UInt8(ascii: "k") && $0.contains(".") ? String($0) : nil }
  }

  /// The number of a document of the web.
  static let document = 95

  /// Controls, by the numbers of AT-SPI: check box, combo box, password, push button, radio button,
  /// slider, spin button, toggle button, entry, link.
  static let controls: Set<Int> = [7, 11, 40, 43, 44, 51, 52, 62, 79, 88]
}

/// What the page says of one element that the audit asks about.
struct PageEntry {
  /// What the locator script does with it.
  struct Plan {
    /// `label`, `skip`, `static`, `blank`, `contested`.
    var action: String
    var reason: String
    var text: String
    var identity: String
    var label: String
  }

  var key: String
  var path: String
  var tag: String
  var role: String
  /// The attribute as it stands; nil where there is none.
  var testID: String?
  var isInteractive: Bool
  var plan: Plan?
  /// Why it is not in the tree, as far as the page knows; empty where it should be.
  var absence: String
  var isVisible: Bool
  var isClickable: Bool
  var isFocusable: Bool
  var isMixed: Bool
  var type: String
  var placeholder: String?

  init(_ entry: JSONValue, frame: String) {
    func text(_ name: String) -> String { entry[name]?.string ?? "" }
    func flag(_ name: String) -> Bool { entry[name]?.bool ?? false }
    key = text("key")
    path = frame.isEmpty ? text("path") : "\(frame) >> \(text("path"))"
    tag = text("tag")
    role = text("role")
    testID = entry["testId"]?.string
    isInteractive = flag("isInteractive")
    absence = text("absence")
    isVisible = flag("isVisible")
    isClickable = flag("clickable")
    isFocusable = flag("focusable")
    isMixed = flag("mixed")
    type = text("type")
    placeholder = entry["placeholder"]?.string
    if let plan = entry["plan"], plan.kind == .object {
      func word(_ name: String) -> String { plan[name]?.string ?? "" }
      self.plan = Plan(
        action: word("action"), reason: word("reason"), text: word("text"),
        identity: word("identity"), label: word("label"))
    }
  }
}

/// What one frame says.
struct PageFrame {
  /// The path of the frames that lead to it; empty for the page.
  var path: String
  var entries: [PageEntry]
  /// The script's own faults; nil where it does not run.
  var errors: String?
  var isScripted: Bool
  /// What the script had not followed by itself when it was asked.
  var late = 0
}

/// A page with its accessibility tree with and without labels.
struct AuditedPage {
  /// As the user named it.
  var name: String
  var frames: [PageFrame]
  /// Frames that did not answer.
  var silent: [String]
  var before: [TreeNode]
  var after: [TreeNode]
}
