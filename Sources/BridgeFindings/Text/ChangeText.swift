/// The words of a change that all renderings for people share. All of them are harmless to print.
package enum ChangeText {
  /// `new page + old app: breaks, old page + new app: works`, for each direction concerned.
  package static func pairs(_ cells: Change.Cells) -> [String] {
    var out: [String] = []
    let isBoth = cells.webToNative.worst != .none && cells.nativeToWeb.worst != .none
    for (name, pairs) in [("page to app", cells.webToNative), ("app to page", cells.nativeToWeb)]
    where pairs.worst != .none {
      var words: [String] = []
      if pairs.newPageOldApp != .none {
        words.append("new page + old app \(pairs.newPageOldApp.word)")
      }
      if pairs.oldPageNewApp != .none {
        words.append("old page + new app \(pairs.oldPageNewApp.word)")
      }
      out.append((isBoth ? "\(name): " : "") + words.joined(separator: ", "))
    }
    return out
  }

  /// `the new page says {"a":1}, the old app refuses it: missing-field at /b`.
  package static func proof(_ witness: Change.Witness, limit: Int = 400) -> String {
    let isNew = witness.isNewPageOldApp == (witness.sender == "web")
    let (sender, receiver) = witness.sender == "web" ? ("page", "app") : ("app", "page")
    return "the \(isNew ? "new" : "old") \(sender) says "
      + "\(Harmless.text(witness.body, limit: limit)), the \(isNew ? "old" : "new") \(receiver) "
      + "refuses it: \(Harmless.text(witness.refusedFor)) at \(Words.pointer(witness.at))"
  }

  /// The entry that accepts a finding, ready to paste into the contract as it stands.
  package static func acceptance(_ finding: Finding) -> String {
    let until = finding.change?.acceptUntil.map { ", \"until\": \"\($0)\"" } ?? ""
    return "{\"fingerprint\": \"\(finding.fingerprint)\", \"reason\": \"\"\(until)}"
  }

  /// The rows of a finding on a change: label and text.
  package static func rows(_ finding: Finding) -> [(label: String, text: String)] {
    guard let change = finding.change else { return [] }
    var out: [(label: String, text: String)] = []
    if let against = change.against { out.append(("against", Harmless.text(against))) }
    for text in pairs(change.cells) { out.append(("pairs", text)) }
    if let old = change.old {
      let pointer = old.pointer.isEmpty ? "" : "  " + Harmless.text(old.pointer)
      out.append(("before", Words.place(old.place) + pointer))
    }
    for witness in change.witnesses { out.append(("proof", proof(witness))) }
    if !change.trace.isEmpty {
      out.append(("run", change.trace.map { Harmless.text($0) }.joined(separator: ", ")))
    }
    if let advice = change.advice { out.append(("advice", Harmless.text(advice))) }
    if let accepted = change.accepted {
      let until = accepted.until.map { " (until \(Harmless.text($0)))" } ?? ""
      out.append(("accepted", Harmless.text(accepted.reason) + until))
    } else if finding.severity > .info, change.canBeAccepted {
      out.append(("accept", acceptance(finding)))
    }
    return out
  }

  /// What a run came to, line by line.
  package static func verdict(_ summary: Summary) -> [String] {
    guard let diff = summary.diff else { return [] }
    let cells = diff.cells
    var out: [String] = []
    func words(_ level: Change.Level, _ accepted: Int) -> String {
      let breaks = "\(Words.count(accepted, "accepted break"))"
      let isFine = level == .none || level == .ok
      let word = isFine ? "works" : level.word
      return accepted == 0 ? word : isFine ? "\(word) but for \(breaks)" : "\(word), and \(breaks)"
    }
    let accepted = diff.acceptedBreaks
    if !diff.pairs.isEmpty {
      out.append("new page + old app: \(words(cells.newPageOldApp, accepted.newPageOldApp.count))")
      out.append("old page + new app: \(words(cells.oldPageNewApp, accepted.oldPageNewApp.count))")
    }
    if diff.pairs.isEmpty {
      out.append("nothing was compared")
    } else if summary.errors + summary.warnings + summary.infos == 0 {
      out.append(
        diff.pairs.contains { !$0.documentation.isEmpty }
          ? "no change on the wire" : "no change")
    }
    var written: Set<String> = []
    // Of many contracts the first ones: a summary is no list.
    for pair in diff.pairs.filter({ $0.label == nil }).prefix(12) {
      if !pair.documentation.isEmpty {
        let names = pair.documentation.prefix(12).map { Harmless.text($0, limit: 80) }
        let more = pair.documentation.count > 12 ? " and \(pair.documentation.count - 12) more" : ""
        out.append("documentation changed: \(names.joined(separator: ", "))\(more)")
      }
      guard let new = pair.new, let smallest = pair.smallestVersion else { continue }
      let line =
        pair.isVersionRight
        ? "version: \(Harmless.text(new, limit: 100)) is enough (at least \(smallest))"
        : "version: \(Harmless.text(new, limit: 100)) is too low, at least \(smallest)"
      if written.insert(line).inserted { out.append(line) }
    }
    return out
  }
}
