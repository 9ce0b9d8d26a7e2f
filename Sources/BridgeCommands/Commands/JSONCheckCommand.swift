import BridgeJSON

extension Command {
  static let jsonCheck = Command(
    name: "json check", group: .lookUp, summary: "is this JSON text acceptable",
    discussion: [
      "Reads each file as the contracts and logs are read: RFC 8259, UTF-8, at most 10,000 levels. "
        + "A text that is not acceptable is reported with its position (exit status 1). A key that "
        + "stands twice in one object is a warning."
    ],
    operands: .init(usage: "FILE...", minimum: 1, maximum: nil, noun: "a file, or - for the input"),
    examples: [
      .init(
        line: "bridge-contract json check message.json", what: "position and reason, or nothing"),
      .init(line: "pbpaste | bridge-contract json check -", what: "a text from another program"),
    ]
  ) { (invocation) throws(UsageError) in
    var outcome = Outcome.success
    for path in invocation.operands {
      outcome.formUnion(check(path, invocation.console))
    }
    if outcome == .success, invocation.console.out.isTerminal {
      let count = invocation.operands.count
      invocation.console.out.writeLine(count == 1 ? "acceptable" : "\(count) texts, all acceptable")
    }
    return outcome
  }

  private static func check(_ path: String, _ console: Console) -> Outcome {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try Files.read(path, limit: Int(UInt32.max))
    } catch {
      console.fail("\(error.path): \(error.problem)")
      return .broken
    }
    let name = path == "-" ? "standard input" : path
    do throws(JSONError) {
      let document = try JSONDocument(
        bytes, limits: JSONLimits(depth: JSONLimits.traffic.depth, bytes: Int(UInt32.max)))
      if let twice = document.firstDuplicateKeyPosition {
        console.out.writeLine(
          "\(name):\(twice.line):\(twice.column): warning: this key stands twice in its object")
      }
      return .success
    } catch {
      let at = bytes.withUnsafeBufferPointer { TextPosition(ofOffset: error.offset, in: $0) }
      console.out.writeLine("\(name):\(at.line):\(at.column): error: \(error.sentence)")
      return .findings
    }
  }
}

extension JSONDocument {
  /// Where the first key stands that stands twice in its object.
  fileprivate var firstDuplicateKeyPosition: TextPosition? {
    tape.firstDuplicateKey.map { JSONValue(document: self, index: $0).position }
  }
}
