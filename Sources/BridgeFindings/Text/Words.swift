/// The words that every rendering for people shares. All of them are harmless to print.
package enum Words {
  /// `error[stale-id]`, or `error` alone for an error of a contract file.
  package static func head(_ finding: Finding) -> String {
    finding.cause.map { "\(finding.severity.rawValue)[\($0.id)]" } ?? finding.severity.rawValue
  }

  /// `web -> native` or `native -> web`; anything else as it is.
  package static func direction(_ direction: String) -> String {
    switch direction {
    case "webToNative": "web -> native"
    case "nativeToWeb": "native -> web"
    default: Harmless.text(direction)
    }
  }

  /// `string(1)`, `string(1) "x"`, `object(3)`, `number`, `nothing`, `string(12) hash 1f2e3d4c`.
  package static func got(_ got: Finding.Got) -> String {
    var out = Harmless.text(got.type)
    if let size = got.size { out += "(\(size))" }
    if let value = got.value { out += " \(Harmless.text(value, limit: 120))" }
    if let hash = got.hash { out += " hash \(Harmless.text(hash))" }
    return out
  }

  /// `const 1`.
  package static func expected(_ expected: Finding.Expected) -> String {
    "\(Harmless.text(expected.keyword)) \(Harmless.text(expected.value, limit: 120))"
  }

  /// The pointer, or words for the empty one, which is the whole body.
  package static func pointer(_ pointer: String) -> String {
    pointer.isEmpty ? "(whole body)" : Harmless.text(pointer)
  }

  /// `contracts/sync.bridge.json:8:32`.
  package static func place(_ place: Finding.Place) -> String {
    "\(Harmless.text(place.file)):\(place.line):\(place.column)"
  }

  /// Whether the finding is an error of a contract file: its line is one of that file.
  package static func isOfContractFile(_ finding: Finding) -> Bool {
    finding.cause == nil && finding.contract != nil
  }

  /// `run.jsonl:7`, the contract's place for an error of the file, nil where nothing is known.
  package static func location(_ finding: Finding) -> String? {
    if let line = finding.line, !isOfContractFile(finding) {
      return "\(Harmless.text(finding.file ?? "-")):\(line)"
    }
    if let place = finding.contract { return self.place(place) }
    return finding.file.map { Harmless.text($0) }
  }

  /// The facts of the message that a finding is about, in reading order; empty for none. Without
  /// the line where that is told beside it.
  package static func message(_ finding: Finding, withLine: Bool = true) -> [String] {
    var out: [String] = []
    if withLine, let line = finding.line, !isOfContractFile(finding) { out.append("line \(line)") }
    if let direction = finding.direction { out.append(self.direction(direction)) }
    if let kind = finding.kind { out.append("\"\(Harmless.text(kind, limit: 80))\"") }
    if let channel = finding.channel {
      out.append("channel \"\(Harmless.text(channel, limit: 80))\"")
    }
    if let id = finding.id { out.append("id \(Harmless.text(id, limit: 80))") }
    if let page = finding.page { out.append("page \(page)") }
    if let session = finding.session {
      out.append("session \"\(Harmless.text(session, limit: 80))\"")
    }
    return out
  }

  /// What to do: the finding's own suggestion, else the short advice for its cause.
  package static func help(_ finding: Finding) -> String? {
    if let suggest = finding.suggest {
      switch finding.cause {
      case .missingField, .kindMissing, .versionMissing, .idMissing:
        let name = Harmless.text(suggest, limit: 160)
        return "a key nearly called \(name) stands there: is it a slip?"
      default: break
      }
      return "did you mean \(Harmless.text(suggest, limit: 160))?"
    }
    return finding.cause.map { Explanation.of($0).help }
  }

  /// The command that looks at the finding again: its line alone, or the contract's check.
  package static func again(_ finding: Finding) -> String? {
    if let line = finding.line, !isOfContractFile(finding) {
      guard let file = finding.file, file != "-" else { return nil }
      return "bridge-contract validate \(quoted(file)) --line \(line)"
    }
    guard finding.cause == nil, let file = finding.contract?.file ?? finding.file else {
      return nil
    }
    return "bridge-contract check \(quoted(file))"
  }

  /// A word for a POSIX shell: as it is where that is safe, else in single quotes.
  package static func quoted(_ word: String) -> String {
    let isSafe =
      !word.isEmpty
      && word.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "/._-+,:@%".utf8.contains(byte)
        }
      }
    if isSafe, word.utf8.first != 0x2D { return word }
    var out = "'"
    for scalar in Harmless.text(word).unicodeScalars {
      out += scalar == "'" ? "'\\''" : String(scalar)
    }
    return out + "'"
  }

  /// `1 error`, `12,403 messages`.
  package static func count(_ number: Int, _ one: String, _ many: String? = nil) -> String {
    "\(grouped(number)) \(number == 1 ? one : many ?? one + "s")"
  }

  /// `12403` as `12,403`.
  package static func grouped(_ number: Int) -> String {
    let digits = Array(String(number.magnitude).utf8)
    var out = number < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { out += "," }
      out += String(Unicode.Scalar(digit))
    }
    return out
  }

  /// `12 errors, 1 warning, 3 infos` without the zeros; `no findings` for none.
  package static func counts(_ summary: Summary) -> String {
    var parts: [String] = []
    if summary.errors > 0 { parts.append(count(summary.errors, "error")) }
    if summary.warnings > 0 { parts.append(count(summary.warnings, "warning")) }
    if summary.infos > 0 { parts.append(count(summary.infos, "info")) }
    return parts.isEmpty ? "no findings" : parts.joined(separator: ", ")
  }

  /// `240 messages, 6 events in 250 lines; 4 lines skipped: no contract has their channel`.
  package static func read(_ summary: Summary) -> String {
    var out = count(summary.messages, "message")
    if summary.events > 0 { out += ", \(count(summary.events, "event"))" }
    out += " in \(count(summary.lines, "line"))"
    if summary.skipped > 0 {
      out += "; \(count(summary.skipped, "line")) skipped: no contract has their channel"
    }
    return out
  }

  /// The causes with their counts, most frequent first, equals in the order of the format's page.
  package static func causes(_ summary: Summary) -> [(id: String, count: Int)] {
    let order = Dictionary(
      uniqueKeysWithValues: Cause.all.enumerated().map { ($0.element.id, $0.offset) })
    return summary.causes.filter { $0.value > 0 }
      .map { (id: $0.key, count: $0.value) }
      .sorted { a, b in
        if a.count != b.count { return a.count > b.count }
        let (x, y) = (order[a.id] ?? Int.max, order[b.id] ?? Int.max)
        return x != y ? x < y : precedes(a.id, b.id)
      }
  }

  /// What a bounded report does not list, by message, most frequent first.
  package static func unexplained(_ summary: Summary) -> [(name: String, count: Int)] {
    summary.unexplained.filter { $0.value > 0 }
      .map { (name: $0.key, count: $0.value) }
      .sorted { $0.count != $1.count ? $0.count > $1.count : precedes($0.name, $1.name) }
  }

  /// Order by UTF-8 bytes, the same everywhere.
  package static func precedes(_ a: String, _ b: String) -> Bool {
    a.utf8.lexicographicallyPrecedes(b.utf8)
  }
}
