/// The formats that JSON Schema 2020-12 and draft-07 define for strings.
///
/// A format is looked up once, when a schema is compiled, and then asked for each string. The
/// answer depends on the string's bytes alone: no locale, no clock, no network.
package enum Format: UInt8, Sendable, CaseIterable {
  case dateTime, date, time, duration
  case email, idnEmail, hostname, idnHostname, ipv4, ipv6
  case uri, uriReference, iri, iriReference, uuid, uriTemplate
  case jsonPointer, relativeJSONPointer, regex

  /// The dialects between which the set of formats, or the meaning of one, differs.
  package enum Draft: UInt8, Sendable, CaseIterable {
    case draft7, draft2019, draft2020
  }

  /// Every format, in the order of the specification.
  package static var all: [Format] { allCases }

  /// The format of this name, or nil where no draft defines one: an unknown name asserts nothing.
  package init?(name: String) {
    // By bytes: `==` on strings would let a canonically equivalent spelling through.
    guard let found = Format.allCases.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) else {
      return nil
    }
    self = found
  }

  /// The name as schemas spell it.
  package var name: String {
    switch self {
    case .dateTime: "date-time"
    case .date: "date"
    case .time: "time"
    case .duration: "duration"
    case .email: "email"
    case .idnEmail: "idn-email"
    case .hostname: "hostname"
    case .idnHostname: "idn-hostname"
    case .ipv4: "ipv4"
    case .ipv6: "ipv6"
    case .uri: "uri"
    case .uriReference: "uri-reference"
    case .iri: "iri"
    case .iriReference: "iri-reference"
    case .uuid: "uuid"
    case .uriTemplate: "uri-template"
    case .jsonPointer: "json-pointer"
    case .relativeJSONPointer: "relative-json-pointer"
    case .regex: "regex"
    }
  }

  /// Whether the draft defines this format. `duration` and `uuid` came with 2019-09; in draft-07
  /// they are unknown names.
  package func isDefined(in draft: Draft) -> Bool {
    switch self {
    case .duration, .uuid: draft != .draft7
    default: true
    }
  }

  /// Whether the string is one of this format.
  ///
  /// The bytes are the string's UTF-8 with JSON's escapes resolved. A lone surrogate may stand
  /// there as its three bytes (WTF-8): only formats that allow any character take it. Time is
  /// linear in the number of bytes, except `regex`, which says its own bounds. Nothing is
  /// allocated for strings of ASCII, again but for `regex`.
  ///
  /// - Parameter draft: matters for `relative-json-pointer`, which gained a form in 2020-12.
  package func accepts(_ bytes: UnsafeBufferPointer<UInt8>, in draft: Draft = .draft2020) -> Bool {
    switch self {
    case .dateTime: DateTimeFormat.accepts(bytes)
    case .date: DateFormat.accepts(bytes)
    case .time: TimeFormat.accepts(bytes)
    case .duration: DurationFormat.accepts(bytes)
    case .email: EmailFormat.accepts(bytes)
    case .idnEmail: IDNEmailFormat.accepts(bytes)
    case .hostname: HostnameFormat.accepts(bytes)
    case .idnHostname: IDNHostnameFormat.accepts(bytes)
    case .ipv4: IPv4Format.accepts(bytes)
    case .ipv6: IPv6Format.accepts(bytes)
    case .uri: URIFormat.accepts(bytes)
    case .uriReference: URIReferenceFormat.accepts(bytes)
    case .iri: IRIFormat.accepts(bytes)
    case .iriReference: IRIReferenceFormat.accepts(bytes)
    case .uuid: UUIDFormat.accepts(bytes)
    case .uriTemplate: URITemplateFormat.accepts(bytes)
    case .jsonPointer: JSONPointerFormat.accepts(bytes)
    case .relativeJSONPointer:
      RelativeJSONPointerFormat.accepts(bytes, indexManipulation: draft == .draft2020)
    case .regex: RegexFormat.accepts(bytes)
    }
  }
}
