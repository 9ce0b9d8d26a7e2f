internal import BridgeSchema

/// What is known of a format's strings, beyond asking of one string whether it is one.
struct FormatFacts {
  /// A pattern that is matched by exactly these strings.
  var exact: StringPattern?
  /// A pattern that all of them match.
  var whole: StringPattern?
  /// A pattern that none but them matches.
  var part: StringPattern?
  /// Formats all of whose strings are strings of this one.
  var narrower: [Format] = []
  /// Some of its strings.
  var samples: [[UInt8]] = []

  static func of(_ format: Format) -> FormatFacts {
    var facts = FormatFacts()
    switch format {
    case .uuid:
      facts.exact = pattern(
        "^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$")
    case .ipv4:
      let byte = "(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])"
      facts.exact = pattern("^(\(byte)\\.){3}\(byte)$")
    case .date:
      let leapYear = "([0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)"
      facts.exact = pattern(
        "^([0-9]{4}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)"
          + "|02-(0[1-9]|1[0-9]|2[0-8]))|\(leapYear)-02-29)$")
    case .time:
      facts.whole = pattern(
        "^[0-2][0-9]:[0-5][0-9]:[0-6][0-9](\\.[0-9]+)?([Zz]|[+\\-][0-2][0-9]:[0-5][0-9])$")
      facts.part = pattern(
        "^([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]+)?(Z|[+\\-]([01][0-9]|2[0-3]):[0-5][0-9])$"
      )
      facts.samples = text("10:20:30Z", "10:20:30.5Z", "10:20:30+02:00", "23:59:60Z")
    case .dateTime:
      facts.whole = pattern(
        "^[0-9]{4}-[01][0-9]-[0-3][0-9][Tt][0-2][0-9]:[0-5][0-9]:[0-6][0-9](\\.[0-9]+)?([Zz]|[+\\-][0-2][0-9]:[0-5][0-9])$"
      )
      facts.part = pattern(
        "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]+)?(Z|[+\\-]([01][0-9]|2[0-3]):[0-5][0-9])$"
      )
      facts.samples = text(
        "2024-01-31T10:20:30Z", "2024-01-31T10:20:30.5Z", "2024-01-31T10:20:30+02:00")
    case .duration:
      let time = "T([0-9]+H([0-9]+M([0-9]+S)?)?|[0-9]+M([0-9]+S)?|[0-9]+S)"
      let date = "([0-9]+D|[0-9]+M([0-9]+D)?|[0-9]+Y([0-9]+M([0-9]+D)?)?)"
      facts.exact = pattern("^P(\(date)(\(time))?|\(time)|[0-9]+W)$")
    case .email, .idnEmail:
      facts.whole = pattern("@")
      facts.part = pattern("^[a-z]{1,8}@[a-z]{1,8}\\.[a-z]{2,8}$")
      facts.samples = text("a@example.com", "joe.bloggs@example.com", "a@b.c")
      if format == .idnEmail { facts.narrower = [.email] }
    case .hostname, .idnHostname:
      if format == .hostname { facts.whole = pattern("^[A-Za-z0-9.\\-]+$") }
      facts.part = pattern("^[a-zA-Z0-9]{1,63}(\\.[a-zA-Z]{1,8}){0,3}$")
      facts.samples = text("example.com", "localhost", "a")
      if format == .idnHostname { facts.narrower = [] }
    case .ipv6:
      facts.whole = pattern("^[0-9A-Fa-f:.]{2,45}$")
      facts.part = pattern("^([0-9a-f]{1,4}:){7}[0-9a-f]{1,4}$")
      facts.samples = text("::1", "2001:db8::1", "::")
    case .uri, .iri:
      facts.whole = pattern("^[A-Za-z][A-Za-z0-9+.\\-]*:")
      facts.part = pattern("^https?://[a-z]{1,8}(\\.[a-z]{1,8}){0,3}(/[a-z]{0,8}){0,3}$")
      facts.samples = text("https://example.com/", "http://example.com/a", "app:start", "urn:a:b")
      if format == .iri { facts.narrower = [.uri] }
    case .uriReference, .iriReference:
      facts.part = pattern("^[a-z/]*$")
      facts.samples = text("/a", "a", "https://example.com/", "#a", "")
      facts.narrower = format == .uriReference ? [.uri] : [.uri, .iri, .uriReference]
    case .uriTemplate:
      facts.part = pattern("^[a-z/]*$")
      facts.samples = text("/a/{b}", "/a", "")
    case .jsonPointer:
      facts.exact = pattern("^(/([^/~]|~[01])*)*$")
    case .relativeJSONPointer:
      facts.whole = pattern("^[0-9]+")
      facts.part = pattern("^(0|[1-9][0-9]{0,3})#?$")
      facts.samples = text("0", "1/a", "0#")
    case .regex:
      facts.part = pattern("^[a-z]*$")
      facts.samples = text("a", "^a$", "")
    }
    return facts
  }

  /// Strings that tell formats apart, to be tried where automata do not know.
  static let pool: [[UInt8]] = text(
    "", "a", "x", "-", " ", "\u{1}", "%", "1", "(", "*", "a b", "é", "/", "~", "#", "{", "a@b.c",
    "urn:(", "urn:a", "/a/b", "/~", "/(", "http://a/(", "http://[::1]/", "http://é/", "é@é.é",
    "é.com", "a.b", "a_b", "-a", "1.2.3.4", "::1", "P1D", "2024-01-31", "10:20:30Z",
    "2024-01-31T10:20:30Z", "23:59:60Z", "0", "0#", "1/a", "{a}", "/a/{b}", "a~1", "\\", "[", "a{1}"
  )

  private static func pattern(_ text: String) -> StringPattern? { StringPattern(Array(text.utf8)) }
  private static func text(_ list: String...) -> [[UInt8]] { list.map { Array($0.utf8) } }
}
