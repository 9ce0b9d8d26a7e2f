/// Words that JavaScript keeps for itself (ECMA-262, 12.7.2), strict mode and modules included: the
/// text of a call may be put anywhere.
enum ReservedWords {
  private static let words: Set<String> = Set(
    """
    arguments await break case catch class const continue debugger default delete do else enum \
    export extends false finally for function if implements import in instanceof interface let new \
    null package private protected public return static super switch this throw true try typeof \
    var void while with yield
    """.split(separator: " ").map(String.init))

  /// Whether an identifier (ASCII) is one of them.
  static func contains(_ word: String) -> Bool { words.contains(word) }
}
