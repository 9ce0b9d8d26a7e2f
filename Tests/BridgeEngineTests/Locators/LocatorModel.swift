import BridgeLocators

/// The rules of labels once more, in Swift, on a tree that a page told: what the script does with each
/// element that has a test id. Written from the rules and not from the script.
struct LocatorModel {
  struct Decision: Equatable {
    var testID: String
    var action: String
    var label: String
  }

  let rules: LocatorRuleTable
  let configuration: LocatorConfiguration

  // MARK: The whole page

  func decisions(of document: PageNode) -> [Decision] {
    var candidates: [PageNode] = []
    collect(document, &candidates)
    var out = candidates.map { node in
      Decision(
        testID: LocatorLabel.normal(collapsing: node.attributes["data-testid"] ?? ""),
        action: action(of: node), label: "")
    }
    let labelled = out.indices.filter { out[$0].action == "label" }
    let ids = candidates.map { LocatorLabel.normal(collapsing: $0.attributes["id"] ?? "") }
    for place in labelled {
      let same = labelled.filter { out[$0].testID.bytes == out[place].testID.bytes }
      var identity = out[place].testID
      if same.count > 1 {
        let id = ids[place]
        let isOwn =
          !id.isEmpty && labelled.filter { ids[$0].bytes == id.bytes }.count == 1
          && !out.contains { $0.testID.bytes == id.bytes }
        let number = (same.firstIndex(of: place) ?? 0) + 1
        identity = isOwn ? id : "\(identity)#\(number)"
      }
      out[place].label = LocatorLabel(configuration: configuration)
        .label(text: text(of: candidates[place]), identity: identity)
    }
    return out
  }

  /// In the order of the document, a shadow tree between its host and the host's children.
  private func collect(_ node: PageNode, _ out: inout [PageNode]) {
    if node.attributes["data-testid"] != nil { out.append(node) }
    for child in node.shadow ?? [] { collect(child, &out) }
    for child in node.children { collect(child, &out) }
  }

  private func action(of node: PageNode) -> String {
    if LocatorLabel.normal(collapsing: node.attributes["data-testid"] ?? "").isEmpty {
      return "blank"
    }
    guard isNative(node) || rules.has(role(of: node), "INTERACTIVE_ROLES") || isEditable(node)
    else {
      return "static"
    }
    return configuration.policy == .standard && isNamed(node) ? "skip" : "label"
  }

  // MARK: Elements

  private func isNative(_ node: PageNode) -> Bool {
    if node.space == .svg { return node.name == "a" && node.attributes["href"] != nil }
    guard node.space == .html else { return false }
    switch node.name {
    case "button", "select", "textarea": return true
    case "a", "area": return node.attributes["href"] != nil
    case "input": return type(of: node) != "hidden"
    case "summary":
      guard let parent = node.parent, parent.name == "details", parent.space == .html else {
        return false
      }
      return parent.children.first { $0.name == "summary" && $0.space == .html } === node
    default: return false
    }
  }

  private func isEditable(_ node: PageNode) -> Bool {
    ["", "true", "plaintext-only"].contains(node.attributes["contenteditable"]?.lowercased())
  }

  private func role(of node: PageNode) -> String {
    let words = (node.attributes["role"] ?? "").lowercased().split(whereSeparator: \.isWhitespace)
    return words.map(String.init).first { rules.has($0, "ROLES") } ?? ""
  }

  private func type(of node: PageNode) -> String {
    (node.attributes["type"] ?? "text").lowercased()
  }

  private func isHidden(_ node: PageNode) -> Bool {
    node.attributes["hidden"] != nil
      || node.attributes["aria-hidden"]?.lowercased().filter({ !$0.isWhitespace }) == "true"
  }

  // MARK: Names by other means

  private func isNamed(_ node: PageNode) -> Bool {
    if !labelledBy(node).isEmpty || !labels(of: node).isEmpty { return true }
    guard node.space == .html else { return false }
    let isInput = node.name == "input"
    if node.name == "img" || isInput && type(of: node) == "image", !value("alt", node).isEmpty {
      return true
    }
    return isInput && rules.has(type(of: node), "INPUT_BUTTONS") && !value("value", node).isEmpty
  }

  private func labelledBy(_ node: PageNode) -> String {
    let ids = (node.attributes["aria-labelledby"] ?? "").split(whereSeparator: \.isWhitespace)
    return ids.compactMap { id in node.tree.first(where: { $0.attributes["id"] == String(id) }) }
      .map { part($0) ?? inside($0) }.filter { !$0.isEmpty }.joined(separator: " ")
  }

  private func labels(of node: PageNode) -> String {
    let labels = node.tree.filter { $0.name == "label" && $0.control == node.number }
    return labels.compactMap { label in
      var above: PageNode? = label
      while let at = above {
        if isHidden(at) { return nil }
        above = at.parent
      }
      let own = author(label)
      let text = own.isEmpty ? content(label, without: node.name == "button" ? nil : node) : own
      return text.isEmpty ? nil : text
    }.joined(separator: " ")
  }

  // MARK: Text

  private func value(_ name: String, _ node: PageNode) -> String {
    LocatorLabel.normal(node.attributes[name] ?? "")
  }

  private func author(_ node: PageNode) -> String { LocatorLabel.normal(node.authorLabel ?? "") }

  private func text(of node: PageNode) -> String {
    var texts = [author(node)]
    if configuration.policy == .every {
      texts.insert(labelledBy(node), at: 0)
      texts.append(labels(of: node))
    }
    texts += [textByKind(node), value("title", node), placeholder(node)]
    return texts.first { !$0.isEmpty } ?? ""
  }

  private func textByKind(_ node: PageNode) -> String {
    if node.space == .html {
      switch node.name {
      case "input" where rules.has(type(of: node), "INPUT_BUTTONS"): return value("value", node)
      case "input" where type(of: node) == "image": return value("alt", node)
      case "input", "textarea", "select": return ""
      case "area", "img": return value("alt", node)
      default: break
      }
    }
    return isField(node) ? "" : inside(node)
  }

  /// Whether a user types into it, by its role or as a text that is edited.
  private func isField(_ node: PageNode) -> Bool {
    isEditable(node) || rules.has(role(of: node), "FIELD_ROLES") && !isNative(node)
  }

  private func placeholder(_ node: PageNode) -> String {
    let isTextField =
      node.space == .html
      && (node.name == "textarea"
        || node.name == "input" && !rules.has(type(of: node), "INPUTS_WITHOUT_TEXT"))
    guard isTextField || isEditable(node) || rules.has(role(of: node), "FIELD_ROLES") else {
      return ""
    }
    let texts = [value("placeholder", node), value("aria-placeholder", node)]
    return texts.first { !$0.isEmpty } ?? ""
  }

  private func inside(_ node: PageNode) -> String {
    node.space == .svg ? drawing(node) : content(node, without: nil)
  }

  /// What stands for an element inside of a text; nil where its children do.
  private func part(_ node: PageNode) -> String? {
    let own = author(node)
    if !own.isEmpty { return own }
    if node.space == .svg { return node.name == "svg" ? drawing(node) : nil }
    guard node.space == .html else { return nil }
    if rules.has(node.name, "WITHOUT_TEXT") { return "" }
    switch node.name {
    case "img", "area": return value("alt", node)
    case "input":
      if type(of: node) == "image" { return value("alt", node) }
      return rules.has(type(of: node), "INPUT_BUTTONS") ? value("value", node) : ""
    default: return isEditable(node) ? "" : nil
    }
  }

  private func content(_ node: PageNode, without: PageNode?) -> String {
    var out = ""
    write(nodes(in: node), without, &out)
    return LocatorLabel.normal(out)
  }

  private func nodes(in node: PageNode) -> [PageNode] {
    if node.name == "slot", node.space == .html, !node.assigned.isEmpty { return node.assigned }
    return node.shadow ?? node.children
  }

  private func write(_ nodes: [PageNode], _ without: PageNode?, _ out: inout String) {
    for node in nodes {
      if let text = node.text {
        out += text
        continue
      }
      if node === without || isHidden(node) { continue }
      if node.name == "br", node.space == .html {
        out += " "
        continue
      }
      let isBlock = node.space == .html && rules.has(node.name, "BLOCKS")
      if isBlock { out += " " }
      if let part = part(node) { out += part } else { write(self.nodes(in: node), without, &out) }
      if isBlock { out += " " }
    }
  }

  private func drawing(_ node: PageNode) -> String {
    let title = node.children.first { $0.name == "title" && $0.space == .svg }
    var out = title.map { " " + $0.allText } ?? ""
    if node.name == "text" || node.name == "tspan" {
      return LocatorLabel.normal(out + " " + content(node, without: nil))
    }
    func look(_ nodes: [PageNode]) {
      for node in nodes where node.text == nil && !isHidden(node) {
        if rules.has(node.name, "SVG_WITHOUT_TEXT") { continue }
        let own = author(node)
        if !own.isEmpty {
          out += " " + own
        } else if node.name == "text" {
          out += " " + node.allText
        } else if node.name == "foreignObject" {
          out += " " + content(node, without: nil)
        } else {
          look(node.children)
        }
      }
    }
    look(node.children)
    return LocatorLabel.normal(out)
  }
}

extension LocatorLabel {
  /// A test id or an id: white space collapsed, and nothing else left out.
  fileprivate static func normal(collapsing text: String) -> String {
    let hidden: Set<Unicode.Scalar> = ["\u{AD}", "\u{200B}", "\u{2060}"]
    return text.unicodeScalars.contains { hidden.contains($0) }
      ? text.split(whereSeparator: \.isWhitespace).joined(separator: " ") : normal(text)
  }
}

extension String {
  fileprivate var bytes: [UInt8] { Array(utf8) }
}
