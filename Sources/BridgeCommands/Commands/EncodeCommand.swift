import BridgeJSON
import BridgeScript

extension Command {
  static let encode = Command(
    name: "encode", group: .lookUp, summary: "a JSON value as a JavaScript call nothing can break",
    discussion: [
      "Reads one JSON value from standard input and writes a call of a page function, "
        + "PATH(JSON.parse('...')), as one line of ASCII that is safe in a script and in an HTML "
        + "script element. With --handler it writes the page's side, for fixtures and fakes.",
      "With --lines every line of the input is a request {\"id\", \"call\" or \"handler\", "
        + "\"json\": \"<text>\" or \"json_b64\"}, and every answer a line {\"id\", \"js\"} or "
        + "{\"id\", \"error\"}. A bad line does not stop the run.",
      "What the page would get changed is refused: a key that stands twice, an integer that "
        + "JavaScript does not have. Exit status 1: refused; 2: no JSON, or a name that is no "
        + "receiver.",
    ],
    options: [EncodeOptions.target, EncodeOptions.leniency],
    examples: [
      .init(
        line: #"echo '{"kind":"sync"}' | bridge-contract encode --call bridgeReceive"#,
        what: "text for evaluateJavaScript"),
      .init(
        line: #"echo '{"kind":"ready"}' | bridge-contract encode --handler bridge"#,
        what: "what a page would post"),
      .init(
        line: "bridge-contract encode --lines < requests.jsonl > answers.jsonl",
        what: "many, one a line"),
    ]
  ) { (invocation) throws(UsageError) in
    if invocation.isGiven(EncodeOptions.call), invocation.isGiven(EncodeOptions.handler) {
      throw UsageError(problem: "--call and --handler exclude each other", command: "encode")
    }
    let target: EncodeTarget?
    do throws(ScriptError) {
      target = try EncodeOptions.target(of: invocation)
    } catch {
      throw UsageError(problem: error.sentence, command: "encode")
    }
    let encoder = ScriptEncoder(options: EncodeOptions.options(of: invocation))
    if invocation.value(of: EncodeOptions.lines) {
      return EncodeLines(encoder: encoder, target: target, console: invocation.console).run()
    }
    guard let target else {
      throw UsageError(problem: "--call PATH or --handler NAME is missing", command: "encode")
    }
    return encodeInput(encoder, target, invocation.console)
  }

  private static func encodeInput(
    _ encoder: ScriptEncoder, _ target: EncodeTarget, _ console: Console
  ) -> Outcome {
    var bytes: [UInt8]
    do throws(FileError) {
      // One more than the limit and a mark, so that the encoder has the word on it.
      bytes = try Files.read("-", limit: encoder.options.limits.bytes + 4)
    } catch {
      console.fail("standard input: \(error.problem)")
      return .broken
    }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    do throws(ScriptError) {
      console.out.write(try encoder.bytes(target.form, bytes))
      console.out.write("\n")
      return .success
    } catch {
      console.fail("standard input: \(error)")
      if case .json = error.reason { return .broken }
      return .findings
    }
  }
}

/// Where a value goes.
struct EncodeTarget {
  var form: ScriptForm

  static func call(_ path: String) throws(ScriptError) -> EncodeTarget {
    EncodeTarget(form: .call(try JavaScriptReceiver(path)))
  }

  static func handler(_ name: String) throws(ScriptError) -> EncodeTarget {
    EncodeTarget(form: .post(to: try MessageHandlerName(name)))
  }
}

/// The options of `encode`.
enum EncodeOptions {
  static let call = Option.text(
    "call", "PATH", "the page function, such as bridgeReceive or App.receive")
  static let handler = Option.text(
    "handler", "NAME", "post to this script message handler instead, as a page does")
  static let lines = Option.flag("lines", "JSON Lines in, JSON Lines out")
  static let target = OptionGroup(
    title: "Call", options: [call.declaration, handler.declaration, lines.declaration])

  static let duplicateKeys = Option.choice(
    "duplicate-keys", DuplicateKeys.self, "a key that stands twice in an object (default: refuse)")
  static let numbers = Option.choice(
    "numbers", Numbers.self,
    "numbers JavaScript changes (default: refuse); exact: refuse rounded fractions too")
  static let maxDepth = Option.number(
    "max-depth", "N", "the deepest nesting (default: 10000)", minimum: 0)
  static let maxBytes = Option.number(
    "max-bytes", "N", "the longest JSON text (default: 16777216)", minimum: 1)
  static let leniency = OptionGroup(
    title: "What is accepted",
    options: [
      duplicateKeys.declaration, numbers.declaration, maxDepth.declaration, maxBytes.declaration,
    ])

  enum DuplicateKeys: String, CaseIterable, Sendable { case refuse, last }
  enum Numbers: String, CaseIterable, Sendable { case refuse, exact, round }

  static func options(of invocation: Invocation) -> ScriptOptions {
    var options = ScriptOptions.strict
    if invocation.value(of: duplicateKeys) == .last { options.duplicateKeys = .lastWins }
    switch invocation.value(of: numbers) {
    case .exact: options.numbers = .refuseRounded
    case .round: options.numbers = .round
    case .refuse, nil: break
    }
    options.limits = JSONLimits(
      depth: invocation.value(of: maxDepth) ?? options.limits.depth,
      bytes: invocation.value(of: maxBytes) ?? options.limits.bytes)
    return options
  }

  /// The target that the command line names, or nil where it names none.
  static func target(of invocation: Invocation) throws(ScriptError) -> EncodeTarget? {
    if let path = invocation.value(of: call) { return try .call(path) }
    if let name = invocation.value(of: handler) { return try .handler(name) }
    return nil
  }
}

extension ScriptEncoder {
  /// The script for one JSON text, as bytes of its own.
  func bytes(_ form: ScriptForm, _ json: [UInt8]) throws(ScriptError) -> [UInt8] {
    // A typed throw does not pass through `withUnsafeBufferPointer`, a result does.
    try json.withUnsafeBufferPointer { json in
      Result { () throws(ScriptError) in try encode(form, json: json) { Array($0) } }
    }.get()
  }
}
