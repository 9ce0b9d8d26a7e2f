/// A cause in words: what it means, how it comes about in real bridges, what to do, an example.
///
/// One file holds one group of causes. `explain` prints it, offline; the texts of `help` and
/// `title` stand in reports. Wording may change from version to version, ids never do.
public struct Explanation: Sendable {
  /// The cause.
  public let cause: Cause
  /// A few words, without a full stop.
  public let title: String
  /// One short sentence of advice, for the `help` line of a finding.
  public let help: String
  /// What the cause says, and what it does not say.
  public let meaning: String
  /// How it comes about in real bridges.
  public let origin: String
  /// What to do about it.
  public let remedy: String
  /// Lines of a contract or a log that show it.
  public let example: String

  /// The explanation of a cause. Every cause has one.
  public static func of(_ cause: Cause) -> Explanation {
    if let words = cause.change { return words.explanation }
    guard let found = byCause[cause] else { preconditionFailure("\(cause) is not explained") }
    return found
  }

  /// All of traffic, in the order of `Cause.all`.
  public static var all: [Explanation] { Cause.all.map { of($0) } }

  private static let byCause: [Cause: Explanation] = {
    let groups = [
      line, load, webToNative, nativeToWeb, shape, correlation, stream, order, trust,
    ]
    var out: [Cause: Explanation] = [:]
    for explanation in groups.joined() { out[explanation.cause] = explanation }
    return out
  }()
}

// Printing. No line is wider than 80 columns.
extension Explanation {
  private static let width = 80

  /// The whole explanation for a terminal, ending with a line end.
  public func text(style: Style = .plain) -> String {
    let head = style.paint(cause.id, .severity(cause.severity))
    var out = "\(head)  \(cause.severity.rawValue), group \(cause.group.title)\n"
    out += "  \(title)\n"
    for (heading, body) in [
      ("What it means", meaning), ("How it comes about", origin), ("What to do", remedy),
    ] where !body.isEmpty {
      out += "\n\(style.paint(heading, .headline))\n"
      for line in DisplayWidth.wrapped(body, to: Self.width - 2) { out += "  \(line)\n" }
    }
    guard !example.isEmpty else { return out }
    let heading = cause.change == nil ? "Example" : "Which pairs it meets"
    out += "\n\(style.paint(heading, .headline))\n"
    for line in example.split(separator: "\n", omittingEmptySubsequences: false) {
      out += "  \(line)\n"
    }
    return out
  }

  /// Every cause with its title, by group: what `explain` prints without a cause. `changes` are
  /// those of `diff`.
  public static func index(changes: [Cause] = [], style: Style = .plain) -> String {
    var out = ""
    let all = Cause.all + changes
    let column = (all.map(\.id.utf8.count).max() ?? 0) + 2
    for group in Cause.Group.allCases where all.contains(where: { $0.group == group }) {
      out += (out.isEmpty ? "" : "\n") + style.paint(group.title, .headline) + "\n"
      for cause in all where cause.group == group {
        out += "  \(DisplayWidth.padded(cause.id, to: column))\(of(cause).title)\n"
      }
    }
    return out + "\nbridge-contract explain CAUSE says what to do about one of them.\n"
  }
}

extension Cause.Group {
  /// The group's name for people.
  public var title: String {
    switch self {
    case .line: "line"
    case .load: "load"
    case .webToNative: "web to native"
    case .nativeToWeb: "native to web"
    case .shape: "shape"
    case .correlation: "correlation"
    case .stream: "stream"
    case .order: "order"
    case .trust: "trust"
    case .change: "change between two contracts"
    }
  }
}
