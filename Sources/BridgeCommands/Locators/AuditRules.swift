import BridgeFindings
import BridgeLocators

/// Finds what is wrong with a page, element by element in the order of the document.
struct AuditRules {
  let page: AuditedPage
  let configuration: LocatorConfiguration

  private let before: [String: TreeNode]
  private let after: [String: TreeNode]
  private var findings: [AuditFinding] = []

  init(_ page: AuditedPage, _ configuration: LocatorConfiguration) {
    self.page = page
    self.configuration = configuration
    before = AuditRules.byKey(page.before)
    after = AuditRules.byKey(page.after)
  }

  private static func byKey(_ nodes: [TreeNode]) -> [String: TreeNode] {
    var out: [String: TreeNode] = [:]
    for node in nodes { if let key = node.key, out[key] == nil { out[key] = node } }
    return out
  }

  /// The name of an element without labels and with them; nil where it is not in the tree.
  func names(of entry: PageEntry) -> (before: String?, after: String?) {
    (before[entry.key]?.name, after[entry.key]?.name)
  }

  func role(of entry: PageEntry) -> String? {
    (after[entry.key] ?? before[entry.key])?.roleName
  }

  /// Whether a test can find the element by its id.
  func isReachable(_ entry: PageEntry) -> Bool {
    guard let plan = entry.plan, plan.action == "label", let name = after[entry.key]?.name else {
      return false
    }
    return endsWithIdentity(name, plan.identity)
  }

  private func endsWithIdentity(_ name: String, _ identity: String) -> Bool {
    same(name, identity) || hasSuffix(name, configuration.separator + identity)
  }

  // MARK: Rules

  consuming func all() -> [AuditFinding] {
    for frame in page.frames { look(at: frame) }
    for frame in page.silent {
      add(.frameWithoutScript, .error, path: frame)
    }
    lookAtTree()
    return findings
  }

  private mutating func add(
    _ kind: AuditKind, _ severity: Severity, path: String, testID: String? = nil,
    _ detail: String = "", key: String = ""
  ) {
    findings.append(
      AuditFinding(
        kind: kind, severity: severity, page: page.name, path: path, testID: testID,
        detail: detail, detailKey: key))
  }

  private mutating func look(at frame: PageFrame) {
    if !frame.isScripted { add(.frameWithoutScript, .error, path: frame.path) }
    if let errors = frame.errors { add(.scriptError, .error, path: frame.path, errors) }
    let labelled = frame.entries.filter { $0.plan?.action == "label" }
    var texts: [String: Int] = [:]
    for entry in labelled { if let key = textKey(entry) { texts[key, default: 0] += 1 } }
    for entry in frame.entries {
      func tell(_ kind: AuditKind, _ severity: Severity, _ detail: String = "", key: String = "") {
        add(kind, severity, path: entry.path, testID: entry.testID, detail, key: key)
      }
      if let plan = entry.plan {
        lookAtPlan(entry, plan, tell)
      } else if entry.isInteractive, after[entry.key] != nil {
        tell(.noTestID, .warning, role(of: entry) ?? entry.tag)
      }
      if !entry.isInteractive, entry.role.isEmpty {
        if entry.isClickable {
          tell(.clickableWithoutRole, .warning)
        } else if entry.isFocusable, entry.tag != "iframe" {
          tell(.focusableWithoutRole, .warning)
        }
      }
      if entry.plan?.action == "label" {
        lookAtLabel(entry, labelled, tell)
        if let key = textKey(entry), texts[key] ?? 0 > 1 {
          tell(.sameText, .info, "“\(entry.plan?.text ?? "")”")
        }
      }
    }
  }

  private typealias Tell = (AuditKind, Severity, String, String) -> Void

  private func textKey(_ entry: PageEntry) -> String? {
    guard let plan = entry.plan, !plan.text.isEmpty, let node = after[entry.key] else { return nil }
    return "\(node.role) \(plan.text)"
  }

  private func lookAtPlan(_ entry: PageEntry, _ plan: PageEntry.Plan, _ tell: Tell) {
    switch plan.action {
    case "blank": return tell(.blankTestID, .error, "", "")
    case "static": return tell(.staticTestID, .info, entry.tag, "")
    case "contested": tell(.contested, .error, "", "")
    case "skip":
      tell(.textOnly, .warning, "named by \(AuditRules.words(plan.reason))", plan.reason)
    default:
      if !same(plan.identity, LocatorLabel.collapsed(entry.testID ?? "")) {
        let isNumbered =
          plan.identity.contains("#")
          && hasPrefix(plan.identity, LocatorLabel.collapsed(entry.testID ?? "") + "#")
        tell(.duplicateTestID, isNumbered ? .error : .warning, "found as \(plan.identity)", "")
      }
    }
    if after[entry.key] == nil { lookAtAbsence(entry, tell) }
  }

  static func words(_ reason: String) -> String {
    switch reason {
    case "labelledby": "aria-labelledby"
    case "label": "a <label>"
    default: "its \(reason)"
    }
  }

  private func lookAtAbsence(_ entry: PageEntry, _ tell: Tell) {
    switch entry.absence {
    case "swallowed-by-parent": tell(.swallowedByParent, .error, "", "")
    case "aria-hidden", "inert":
      tell(.notInTree, entry.isVisible ? .error : .info, entry.absence, entry.absence)
    case "": tell(.notInTree, .info, "no accessible", "")
    default: tell(.notInTree, .info, entry.absence, entry.absence)
    }
  }

  private func lookAtLabel(_ entry: PageEntry, _ labelled: [PageEntry], _ tell: Tell) {
    guard let plan = entry.plan else { return }
    let limit = configuration.maxLength
    if plan.label.utf16.count > limit {
      tell(.nameTooLong, .warning, "\(plan.label.utf16.count) characters", "")
    } else if (plan.text + configuration.separator + plan.identity).utf16.count > limit,
      !same(plan.text, plan.identity), !plan.text.isEmpty
    {
      tell(.textTruncated, .warning, "", "")
    }
    for other in labelled where other.key != entry.key {
      guard let otherPlan = other.plan, !same(otherPlan.identity, plan.identity),
        hasSuffix(otherPlan.label, plan.identity)
      else { continue }
      tell(.ambiguousSuffix, .warning, "ends “\(otherPlan.identity)” too", otherPlan.identity)
      break
    }
    guard let now = after[entry.key] else { return }
    if !endsWithIdentity(now.name, plan.identity) {
      tell(.idNotInName, .error, "its name is “\(now.name)”", "")
    }
    let was = before[entry.key]?.name ?? ""
    if was.isEmpty {
      tell(.emptyName, .warning, "", "")
    } else if let placeholder = entry.placeholder,
      same(LocatorLabel.normal(was), LocatorLabel.normal(placeholder))
    {
      tell(.placeholderOnlyName, .warning, "", "")
    } else if entry.tag == "input", plan.text.isEmpty,
      ["submit", "reset", "image", "file"].contains(entry.type)
    {
      tell(.uiStringName, .info, "“\(was)”", "")
    }
    if entry.isMixed { tell(.linkWithMixedContent, .info, "", "") }
  }

  // MARK: The tree

  private mutating func lookAtTree() {
    var owners: [String: PageEntry] = [:]
    var identities: [String] = []
    for frame in page.frames {
      for entry in frame.entries {
        owners[entry.key] = entry
        if let plan = entry.plan, plan.action == "label" { identities.append(plan.identity) }
      }
    }
    lookForLeaks(owners, identities.map { configuration.separator + $0 })
    lookForClosedRoots()
    if let deepest = page.before.map(\.depth).max(), deepest > 60 {
      add(.deepTree, .info, path: "", "\(deepest) levels")
    }
  }

  private mutating func lookForLeaks(_ owners: [String: PageEntry], _ tails: [String]) {
    for node in page.after where node.name.utf8.count > 3 {
      let owner = node.key.flatMap { owners[$0] }
      if owner?.plan?.action == "label" { continue }
      guard let tail = tails.first(where: { contains(node.name, $0) }) else { continue }
      add(
        .leakedName, .warning, path: owner?.path ?? "", testID: owner?.testID,
        "\(node.roleName) “\(node.name)”", key: tail)
    }
  }

  /// A control that nothing the script can reach explains. Parts of a control (a picker's buttons) and
  /// frames without the script are explained.
  private mutating func lookForClosedRoots() {
    // The levels at which a marked element, a player or a frame without marks is open.
    var explained: Int?
    var documents = 0
    for (index, node) in page.after.enumerated() {
      if let level = explained, node.depth > level { continue }
      explained = nil
      if node.role == TreeNode.document {
        documents += 1
        if documents > 1, !hasMarks(below: index) { explained = node.depth }
      } else if node.key != nil || ["video", "audio"].contains(node.tag) {
        explained = node.depth
      } else if TreeNode.controls.contains(node.role) {
        add(
          .closedShadowRoot, .error, path: "", "\(node.roleName) “\(node.name)”",
          key: "\(node.roleName) \(node.name)")
        explained = node.depth
      }
    }
  }

  private func hasMarks(below index: Int) -> Bool {
    let depth = page.after[index].depth
    for node in page.after[(index + 1)...] {
      if node.depth <= depth { return false }
      if node.key != nil { return true }
    }
    return false
  }
}

/// Equality and parts by bytes: names that only look alike are two.
private func same(_ a: String, _ b: String) -> Bool { a.utf8.elementsEqual(b.utf8) }

private func hasPrefix(_ text: String, _ start: String) -> Bool {
  text.utf8.starts(with: start.utf8)
}

private func hasSuffix(_ text: String, _ end: String) -> Bool {
  !end.isEmpty && text.utf8.suffix(end.utf8.count).elementsEqual(end.utf8)
}

private func contains(_ text: String, _ part: String) -> Bool {
  let text = Array(text.utf8)
  let part = Array(part.utf8)
  guard !part.isEmpty, text.count >= part.count else { return false }
  return (0...(text.count - part.count)).contains { text[$0...].starts(with: part) }
}
