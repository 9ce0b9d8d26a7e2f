internal import ECMARegex

/// A compiled pattern of `pattern` or `patternProperties`.
struct SchemaPattern: Sendable {
  let regex: ECMARegex.Regex

  /// Compiles the pattern's bytes.
  init(_ bytes: [UInt8]) throws(PatternFault) {
    do throws(PatternError) {
      regex = try ECMARegex.Regex(utf8: bytes)
    } catch {
      throw PatternFault(sentence: "bad pattern: \(error.description)")
    }
  }
}

/// Why a pattern was refused, in one sentence.
struct PatternFault: Error {
  var sentence: String
}
