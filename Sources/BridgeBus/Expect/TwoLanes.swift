internal import BridgeContract
internal import BridgeFindings

/// A trace as two lanes, native on the left and the page on the right, without any value.
///
/// ```text
///  line      t  native                            page
///     1   0 ms  │  @loadStarted                      │
///     2   0 ms  │◀───────────── ready ───────────────│
///     3  12 ms  │────────────── sync ───────────────✗│  web-rejected
/// ```
struct TwoLanes {
  private let half: NativeHalf
  private let set: ContractSet
  private let expected: String?
  private let marked: Finding?

  private static let width = 44
  private static let shown = 40

  init(
    _ half: NativeHalf, _ set: ContractSet, expected: String? = nil, marked: Finding? = nil
  ) {
    self.half = half
    self.set = set
    self.expected = expected
    self.marked = marked
  }

  /// The diagram; each line ends with a line end.
  var text: String {
    let times = half.lines.map { "\(Bus.text($0.t)) ms" }
    let timeWidth = max(4, times.map(\.count).max() ?? 0)
    var out = pad("line", 6, left: true) + "  " + pad("t", timeWidth, left: true)
    out += "  native" + String(repeating: " ", count: Self.width - 6) + "page\n"
    let start = max(0, half.lines.count - Self.shown)
    if start > 0 { out += "        … \(start) earlier lines\n" }
    for index in start..<half.lines.count {
      let head =
        pad(String(index + 1), 6, left: true) + "  " + pad(times[index], timeWidth, left: true)
      out += trimmed("\(head)  │\(lane(index))│\(tail(index))") + "\n"
    }
    if let expected {
      let gap = String(repeating: " ", count: 8 + timeWidth)
      out += "\(gap)  ✗ here \(expected) was expected\n"
    }
    return out
  }

  private func lane(_ index: Int) -> String {
    let note = half.notes[index]
    guard let side = note.side else {
      return pad("  " + (note.event?.rawValue ?? ""), Self.width, left: false)
    }
    let label = " \(self.label(note)) "
    let space = max(2, Self.width - 1 - label.count)
    let before = String(repeating: "─", count: space / 2)
    let after = String(repeating: "─", count: space - space / 2)
    let isLost = note.fate == .lost
    let line = before + label + after
    if side == .web { return (isLost ? "✗" : "◀") + line }
    return line + (isLost ? "✗" : note.fate == .pending ? "…" : "▶")
  }

  private func label(_ note: LineNote) -> String {
    guard let item = note.items.first else { return shown(note) }
    let more = note.items.count > 1 ? " +\(note.items.count - 1)" : ""
    switch item {
    case .message(let index): return set.messages[index].message.name + id(note) + more
    case .reply(_, let index?, let error):
      let name = set.messages[index].message.name
      let word = error.map { $0.isEmpty ? "error" : "error \($0)" } ?? "reply"
      return "\(word) to \(name)" + id(note) + more
    case .reply: return "reply" + id(note) + more
    case .unread(let kind?): return set.kindWord(of: kind) + "?" + more
    case .unread: return shown(note) + more
    }
  }

  /// What the contract does not know is shown by its channel only.
  private func shown(_ note: LineNote) -> String {
    note.channel.map { "? on \(set.channels[$0].channel.key)" } ?? "?"
  }

  /// Ids that are numbers; of others nobody knows what they are.
  private func id(_ note: LineNote) -> String {
    guard let id = note.id, id.count <= 12, id.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else {
      return ""
    }
    return " #" + String(decoding: id, as: UTF8.self)
  }

  private func tail(_ index: Int) -> String {
    let note = half.notes[index]
    if let error = note.error, let cause = error.cause { return "  \(cause.id)" }
    if let marked, marked.line == index + 1, let cause = marked.cause { return "  \(cause.id)" }
    return ""
  }

  private func pad(_ text: String, _ width: Int, left: Bool) -> String {
    let space = String(repeating: " ", count: max(0, width - text.count))
    return left ? space + text : text + space
  }

  private func trimmed(_ text: String) -> String {
    var text = text
    while text.last == " " { text.removeLast() }
    return text
  }
}
