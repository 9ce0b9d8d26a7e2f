package import BridgeFindings

/// What is wrong with one body or one event, before it is put into its line: a finding without
/// context. Sentences hold no value of the traffic.
package struct Issue {
  package var cause: Cause
  package var severity: Severity
  /// One sentence for people.
  package var sentence: String
  /// JSON Pointer into the decoded body, keys as they came.
  package var pointer: String
  /// The keyword or rule, for the fingerprint.
  package var keyword: String
  /// JSON Pointer of the keyword or rule in the contract.
  package var schemaPath: String?
  package var place: Finding.Place?
  package var expected: Finding.Expected?
  package var got: Finding.Got?
  package var suggest: String?
  package var related: [Finding.Related] = []

  package init(
    _ cause: Cause, severity: Severity? = nil, _ sentence: String, at pointer: String = "",
    keyword: String = "", schemaPath: String? = nil, place: Finding.Place? = nil,
    expected: Finding.Expected? = nil, got: Finding.Got? = nil, suggest: String? = nil,
    related: [Finding.Related] = []
  ) {
    self.cause = cause
    self.severity = severity ?? cause.severity
    self.sentence = sentence
    self.pointer = pointer
    self.keyword = keyword
    self.schemaPath = schemaPath
    self.place = place
    self.expected = expected
    self.got = got
    self.suggest = suggest
    self.related = related
  }

  /// Whether it keeps a message from being counted by order rules.
  var isShapeError: Bool { cause.group == .shape && severity == .error }
}
