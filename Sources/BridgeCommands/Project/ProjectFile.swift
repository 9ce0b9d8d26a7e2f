import BridgeJSON

/// The project file `bridge-contract.json`: what a run uses where the command line is silent.
struct ProjectFile: Equatable, Sendable {
  static let name = "bridge-contract.json"

  /// The file, as the user would type it.
  var path = ""
  /// Files and folders, made relative to the working folder.
  var contracts: [String]?
  /// `log.map`: what stands where in a log line.
  var map: [(name: String, place: String)] = []
  /// `log.channel`.
  var channel: String?
  var failOn: FailOn?
  var formats: [OutputTarget] = []
  /// The folder of released contracts.
  var released: String?

  static func == (a: ProjectFile, b: ProjectFile) -> Bool {
    a.path == b.path && a.contracts == b.contracts
      && a.map.elementsEqual(b.map) { $0 == $1 }
      && a.channel == b.channel && a.failOn == b.failOn && a.formats == b.formats
      && a.released == b.released
  }

  /// One thing that is wrong with the file.
  struct Problem: Error, Equatable {
    var path: String
    var line: Int?
    var column: Int?
    var words: String
    var suggestion: String?

    /// `bridge-contract.json:3:5: …`.
    var sentence: String {
      let place = [line, column].compactMap { $0.map { ":\($0)" } }.joined()
      return "\(path)\(place): \(words)"
    }
  }

  /// Reads the file; every problem of it at once.
  static func load(_ path: String) -> Result<ProjectFile, ProblemList> {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try Files.read(path, limit: JSONLimits.contract.bytes)
    } catch {
      return .failure([Problem(path: path, words: error.problem)])
    }
    return read(bytes, path)
  }

  /// The same from bytes.
  static func read(_ bytes: [UInt8], _ path: String) -> Result<ProjectFile, ProblemList> {
    do throws(JSONError) {
      let document = try JSONDocument(bytes, limits: .contract)
      var reader = ProjectFileReader(path: path)
      let file = reader.read(document.root)
      return reader.problems.isEmpty ? .success(file) : .failure(ProblemList(reader.problems))
    } catch {
      let at = bytes.withUnsafeBufferPointer { TextPosition(ofOffset: error.offset, in: $0) }
      return .failure([
        Problem(path: path, line: at.line, column: at.column, words: error.sentence)
      ])
    }
  }
}

/// Several problems, to be thrown together.
struct ProblemList: Error, Equatable, ExpressibleByArrayLiteral {
  var problems: [ProjectFile.Problem]

  init(_ problems: [ProjectFile.Problem]) { self.problems = problems }
  init(arrayLiteral elements: ProjectFile.Problem...) { problems = elements }
}

/// Walks the file's few levels and collects what is wrong.
private struct ProjectFileReader {
  var path: String
  var problems: [ProjectFile.Problem] = []

  private var folder: String { Path.folder(of: path) }

  init(path: String) { self.path = path }

  mutating func read(_ root: JSONValue) -> ProjectFile {
    var file = ProjectFile(path: path)
    for (key, value) in members(
      of: root, "the project file",
      ["contracts", "log", "failOn", "formats", "released"], alsoAllowed: ["$schema"])
    {
      switch key {
      case "contracts": file.contracts = texts(value, key).map { Path.join(folder, $0.text) }
      case "log": readLog(value, into: &file)
      case "failOn": file.failOn = failOn(value)
      case "formats": file.formats = texts(value, key).compactMap { format($0.text, $0.value) }
      case "released": file.released = text(value, key).map { Path.join(folder, $0) }
      default: break
      }
    }
    return file
  }

  private mutating func readLog(_ value: JSONValue, into file: inout ProjectFile) {
    for (key, value) in members(of: value, "log", ["map", "channel"]) {
      switch key {
      case "map":
        guard value.kind == .object else {
          complain(value, "map wants an object such as {\"body\": \"/message\"}")
          continue
        }
        for (name, _, place) in value.members {
          if let place = text(place, name) { file.map.append((name, place)) }
        }
      case "channel": file.channel = text(value, key)
      default: break
      }
    }
  }

  private mutating func failOn(_ value: JSONValue) -> FailOn? {
    guard let word = text(value, "failOn") else { return nil }
    let names = FailOn.allCases.map(\.rawValue)
    if let found = FailOn(rawValue: word) { return found }
    complain(
      value, "failOn wants \(list(names)), not \(quoted(word))", suggestion: nearest(word, names))
    return nil
  }

  private mutating func format(_ text: String, _ value: JSONValue) -> OutputTarget? {
    if let problem = OutputTarget.problem(with: text) {
      complain(
        value, "a format is \(problem.expected), not \(quoted(text))",
        suggestion: problem.suggestion)
      return nil
    }
    return OutputTarget(text).map { target in
      OutputTarget(format: target.format, path: target.path.map { Path.join(folder, $0) })
    }
  }

  /// Members of an object with fixed keys; others, and keys that stand twice, are complained about.
  private mutating func members(
    of value: JSONValue, _ noun: String, _ keys: [String], alsoAllowed: [String] = []
  ) -> [(key: String, value: JSONValue)] {
    guard value.kind == .object else {
      complain(value, "\(noun) wants an object")
      return []
    }
    var seen: [String] = []
    var out: [(key: String, value: JSONValue)] = []
    for (key, keyNode, member) in value.members {
      if seen.contains(key) {
        complain(keyNode, "the key \(quoted(key)) stands twice")
      } else if keys.contains(key) {
        out.append((key, member))
      } else if !alsoAllowed.contains(key) {
        complain(
          keyNode, "there is no key \(quoted(key)) here; known are \(list(keys, "and"))",
          suggestion: nearest(key, keys))
      }
      seen.append(key)
    }
    return out
  }

  private mutating func text(_ value: JSONValue, _ key: String) -> String? {
    if let text = value.string { return text }
    complain(value, "\(key) wants a text")
    return nil
  }

  private mutating func texts(_ value: JSONValue, _ key: String) -> [(
    text: String, value: JSONValue
  )] {
    guard value.kind == .array else {
      complain(value, "\(key) wants a list of texts")
      return []
    }
    return value.items.compactMap { item in text(item, "an entry of \(key)").map { ($0, item) } }
  }

  private mutating func complain(_ value: JSONValue, _ words: String, suggestion: String? = nil) {
    let position = value.position
    problems.append(
      .init(
        path: path, line: position.line, column: position.column, words: words,
        suggestion: suggestion))
  }
}
