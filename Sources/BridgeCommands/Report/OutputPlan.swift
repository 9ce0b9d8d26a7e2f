/// The formats of a report, by the words of `--format`.
enum OutputFormat: String, CaseIterable, Sendable {
  case text, concise, json, jsonl, junit, sarif, github, md

  /// Whether programs read it, so that nothing else may stand in the same stream.
  var isForPrograms: Bool {
    switch self {
    case .json, .jsonl, .junit, .sarif: true
    case .text, .concise, .github, .md: false
    }
  }
}

/// One `--format`: a format, and the file it goes to, or standard output.
struct OutputTarget: Equatable, Sendable {
  var format: OutputFormat
  var path: String?

  init(format: OutputFormat, path: String? = nil) {
    self.format = format
    self.path = path
  }

  /// `FORMAT` or `FORMAT=PATH`; nil where `problem` has something to say.
  init?(_ text: String) {
    let (word, path) = OutputTarget.split(text)
    guard let format = OutputFormat(rawValue: word), path != "" else { return nil }
    self.init(format: format, path: path)
  }

  static func problem(with text: String) -> ValueProblem? {
    let (word, path) = split(text)
    let names = OutputFormat.allCases.map(\.rawValue)
    if OutputFormat(rawValue: word) == nil {
      return ValueProblem(expected: list(names), suggestion: nearest(word, names))
    }
    return path == "" ? ValueProblem(expected: "a path after the =") : nil
  }

  private static func split(_ text: String) -> (String, String?) {
    guard let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")) else { return (text, nil) }
    return (String(text[..<equals]), String(text[text.utf8.index(after: equals)...]))
  }
}

/// Where every report of a run goes.
struct OutputPlan: Equatable, Sendable {
  /// Where one report goes.
  enum Place: Equatable, Sendable {
    case out
    case error
    case file(String)
  }

  var targets: [(format: OutputFormat, place: Place)]

  static func == (a: OutputPlan, b: OutputPlan) -> Bool {
    a.targets.elementsEqual(b.targets) { $0.format == $1.format && $0.place == $1.place }
  }

  /// The plan of these wishes.
  ///
  /// Where all of them go to files, or there is none, standard output gets the report for people:
  /// full on a terminal, concise in a pipe. On a GitHub runner annotations are added; they go to
  /// standard error where a program reads standard output (the runner looks at both).
  static func make(
    _ wishes: [OutputTarget], isTerminal: Bool, isGitHub: Bool
  ) throws(UsageError) -> OutputPlan {
    var targets: [(format: OutputFormat, place: Place)] = []
    var out: OutputFormat?
    for wish in wishes {
      if let path = wish.path {
        if targets.contains(where: { $0.place == .file(path) }) {
          throw UsageError(problem: "two reports into one file: \(quoted(path))", command: nil)
        }
        targets.append((wish.format, .file(path)))
      } else if let out {
        if out == wish.format { continue }
        throw UsageError(
          problem: "two reports on standard output: \(out.rawValue) and \(wish.format.rawValue)",
          command: nil, suggestion: "--format \(wish.format.rawValue)=FILE")
      } else {
        out = wish.format
        targets.append((wish.format, .out))
      }
    }
    if out == nil { targets.append((isTerminal ? .text : .concise, .out)) }
    if isGitHub, !wishes.contains(where: { $0.format == .github }) {
      targets.append((.github, out?.isForPrograms == true ? .error : .out))
    }
    return OutputPlan(targets: targets)
  }
}
