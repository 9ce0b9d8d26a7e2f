/// `--map`: which member of a log line plays which part, for logs of another shape.
///
/// `body=/message,direction=/dir,direction.out=nativeToWeb`: names of the format on the left, places
/// (JSON Pointers) or words on the right. Whether they make sense is the log reader's business.
enum LogMapping {
  static let option = Option<[(name: String, place: String)]>(
    declaration: .init(
      name: "map", placeholder: "NAME=PLACE,...",
      summary:
        "read a log of another shape: body=/message,direction=/dir,direction.out=nativeToWeb",
      isRepeatable: true,
      check: { text in
        entries(text) == nil ? ValueProblem(expected: "NAME=PLACE, separated by commas") : nil
      })
  ) { $0.flatMap { entries($0) ?? [] } }

  /// nil where an entry has no name or no `=`.
  static func entries(_ text: String) -> [(name: String, place: String)]? {
    var out: [(name: String, place: String)] = []
    for entry in text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
      guard let equals = entry.firstIndex(of: UInt8(ascii: "=")), equals > entry.startIndex,
        let name = String(entry[..<equals]),
        let place = String(entry[entry.index(after: equals)...])
      else { return nil }
      out.append((name, place))
    }
    return out
  }
}
