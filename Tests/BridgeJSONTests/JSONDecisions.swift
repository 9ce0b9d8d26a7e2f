import BridgeJSON

/// What the reader does where RFC 8259 leaves it open: the table of the article `JSONDecisions`.
struct JSONDecisions {
  /// The suite's name of the text, without its extension.
  var name: String
  /// The error it gets, or nil where it is read.
  var error: JSONError?
  /// Why, in the article's words.
  var reason: String

  /// The row of the article.
  var row: String {
    let what = error.map { "refused at byte \($0.offset): \($0.sentence)" } ?? "read"
    return "| `\(name)` | \(what) | \(reason) |"
  }

  private static func read(_ name: String, _ reason: String) -> JSONDecisions {
    JSONDecisions(name: name, error: nil, reason: reason)
  }

  private static func refused(
    _ name: String, _ error: JSONError.Reason, _ offset: Int, _ reason: String
  ) -> JSONDecisions {
    JSONDecisions(name: name, error: JSONError(error, at: offset), reason: reason)
  }

  private static let number = "the number's text is kept; nothing is rounded"
  private static let surrogate = "kept as half of a pair and noted, so that a rule can refuse it"
  private static let encoding = "JSON is UTF-8 (RFC 8259, 8.1)"

  /// The `i_` texts of JSONTestSuite.
  static let all: [JSONDecisions] = [
    read("i_number_double_huge_neg_exp", number),
    read("i_number_huge_exp", number),
    read("i_number_neg_int_huge_exp", number),
    read("i_number_pos_double_huge_exp", number),
    read("i_number_real_neg_overflow", number),
    read("i_number_real_pos_overflow", number),
    read("i_number_real_underflow", number),
    read("i_number_too_big_neg_int", number),
    read("i_number_too_big_pos_int", number),
    read("i_number_very_big_negative_int", number),
    read("i_object_key_lone_2nd_surrogate", surrogate),
    read("i_string_1st_surrogate_but_2nd_missing", surrogate),
    read("i_string_1st_valid_surrogate_2nd_invalid", surrogate),
    refused("i_string_UTF-16LE_with_BOM", .badUTF8, 0, encoding),
    refused("i_string_UTF-8_invalid_sequence", .badUTF8, 7, encoding),
    refused("i_string_UTF8_surrogate_U+D800", .badUTF8, 2, encoding),
    read("i_string_incomplete_surrogate_and_escape_valid", surrogate),
    read("i_string_incomplete_surrogate_pair", surrogate),
    read("i_string_incomplete_surrogates_escape_valid", surrogate),
    read("i_string_invalid_lonely_surrogate", surrogate),
    read("i_string_invalid_surrogate", surrogate),
    refused("i_string_invalid_utf-8", .badUTF8, 2, encoding),
    read("i_string_inverted_surrogates_U+1D11E", surrogate),
    refused("i_string_iso_latin_1", .badUTF8, 2, encoding),
    read("i_string_lone_second_surrogate", surrogate),
    refused("i_string_lone_utf8_continuation_byte", .badUTF8, 2, encoding),
    refused("i_string_not_in_unicode_range", .badUTF8, 2, encoding),
    refused("i_string_overlong_sequence_2_bytes", .badUTF8, 2, encoding),
    refused("i_string_overlong_sequence_6_bytes", .badUTF8, 2, encoding),
    refused("i_string_overlong_sequence_6_bytes_null", .badUTF8, 2, encoding),
    refused("i_string_truncated-utf-8", .badUTF8, 2, encoding),
    refused("i_string_utf16BE_no_BOM", .expectedValue, 0, encoding),
    refused("i_string_utf16LE_no_BOM", .expectedValue, 1, encoding),
    read("i_structure_500_nested_arrays", "10,000 levels for traffic, 512 for files people write"),
    refused(
      "i_structure_UTF-8_BOM_empty_object", .expectedValue, 0,
      "a reader of files takes the mark off before it reads"),
  ]

  /// Texts that parsers are known to read differently, and what becomes of them here.
  static let transforms: [JSONDecisions] = [
    read("number_-9223372036854775808", "digits as written"),
    read("number_-9223372036854775809", "digits as written"),
    read("number_1.0", "equal to 1, and an integer"),
    read("number_1.000000000000000005", "not equal to 1, and no integer"),
    read("number_1000000000000000", "digits as written"),
    read("number_10000000000000000999", "not equal to 10000000000000001000"),
    read("number_1e-999", "greater than 0"),
    read("number_1e6", "equal to 1000000, and an integer"),
    read("number_9223372036854775807", "less than 9223372036854775808"),
    read("object_key_nfc_nfd", "two keys: keys are compared by bytes"),
    read("object_same_key_different_values", "the second `a` is noted as a duplicate key"),
    read("object_same_key_same_value", "the second `a` is noted as a duplicate key"),
    read("object_same_key_unclear_values", "the second `a` is noted as a duplicate key"),
    read("string_1_escaped_invalid_codepoint", "one half of a pair, noted"),
    refused("string_1_invalid_codepoint", .badUTF8, 2, encoding),
    read("string_2_escaped_invalid_codepoints", "two halves, noted"),
    refused("string_2_invalid_codepoints", .badUTF8, 2, encoding),
    read("string_3_escaped_invalid_codepoints", "three halves, noted"),
    read("string_with_escaped_NULL", "three characters, the middle one U+0000"),
  ]
}
