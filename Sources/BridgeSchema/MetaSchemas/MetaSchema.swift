/// The meta-schemas that the package carries, so that no network is needed to know a dialect.
enum MetaSchema {
  /// URI without fragment and text of each document.
  static let all: [(uri: String, text: StaticString)] = [
    ("https://json-schema.org/draft/2020-12/schema", draft2020),
    ("https://json-schema.org/draft/2020-12/meta/core", draft2020Core),
    ("https://json-schema.org/draft/2020-12/meta/applicator", draft2020Applicator),
    ("https://json-schema.org/draft/2020-12/meta/unevaluated", draft2020Unevaluated),
    ("https://json-schema.org/draft/2020-12/meta/validation", draft2020Validation),
    ("https://json-schema.org/draft/2020-12/meta/meta-data", draft2020MetaData),
    ("https://json-schema.org/draft/2020-12/meta/format-annotation", draft2020FormatAnnotation),
    ("https://json-schema.org/draft/2020-12/meta/format-assertion", draft2020FormatAssertion),
    ("https://json-schema.org/draft/2020-12/meta/content", draft2020Content),
    ("https://json-schema.org/draft/2019-09/schema", draft2019),
    ("https://json-schema.org/draft/2019-09/meta/core", draft2019Core),
    ("https://json-schema.org/draft/2019-09/meta/applicator", draft2019Applicator),
    ("https://json-schema.org/draft/2019-09/meta/validation", draft2019Validation),
    ("https://json-schema.org/draft/2019-09/meta/meta-data", draft2019MetaData),
    ("https://json-schema.org/draft/2019-09/meta/format", draft2019Format),
    ("https://json-schema.org/draft/2019-09/meta/content", draft2019Content),
    ("http://json-schema.org/draft-07/schema", draft7),
  ]

  /// The text of the document with this URI, or nil.
  static func text(_ uri: String) -> [UInt8]? {
    all.first { $0.uri.utf8.elementsEqual(uri.utf8) }.map { entry in
      entry.text.withUTF8Buffer { Array($0) }
    }
  }
}
