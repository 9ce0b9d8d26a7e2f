import BridgeJSON

extension Workload {
  /// Builds the tape of every line of a log, one after the other, on one reused tape.
  static let json = Workload(
    name: "json", arguments: "LOG", summary: "parse every line of a log onto a reused tape"
  ) { arguments in
    guard let path = arguments.first else { throw BenchError("json: which log?") }
    return try Measure(parsing: path) { _ in }
  }
}

extension Measure {
  /// Parses every line of a file, which is in memory before the clock starts, and calls `body` with
  /// each root.
  init(parsing path: String, _ body: (JSONCursor) -> Void) throws {
    let text = try readFile(path)
    let tape = JSONTape()
    var (lines, nodes, refused) = (0, 0, 0)
    self.init(bytes: text.count) {
      text.withUnsafeBufferPointer { text in
        var start = 0
        while start < text.count {
          let rest = UnsafeBufferPointer(rebasing: text[start...])
          let end = start + JSONText.lineLength(rest)
          do throws(JSONError) {
            try tape.read(UnsafeBufferPointer(rebasing: text[start..<end]), limits: .traffic)
            nodes += tape.count
            body(tape.root)
          } catch {
            refused += 1
          }
          lines += 1
          start = end + 1
        }
      }
    }
    counts = [("lines", lines), ("nodes", nodes), ("refused", refused)]
  }
}
