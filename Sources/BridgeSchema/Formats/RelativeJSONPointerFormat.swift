/// `relative-json-pointer`: draft-handrews-relative-json-pointer-01 for draft-07, -02 for 2019-09,
/// draft-bhutton-relative-json-pointer-00 for 2020-12.
enum RelativeJSONPointerFormat {
  /// - Parameter indexManipulation: whether `+n` or `-n` may follow the first number, as the
  ///   draft that 2020-12 refers to has it.
  static func accepts(_ bytes: FormatBytes, indexManipulation: Bool) -> Bool {
    var index = bytes.end(of: .digit, from: 0)
    guard index > 0, index == 1 || bytes[0] != UInt8(ascii: "0") else { return false }
    if indexManipulation, bytes.has("+", at: index) || bytes.has("-", at: index) {
      let end = bytes.end(of: .digit, from: index + 1)
      guard end > index + 1, bytes[index + 1] != UInt8(ascii: "0") else { return false }
      index = end
    }
    if bytes.has("#", at: index) { return index + 1 == bytes.count }
    return JSONPointerFormat.accepts(bytes, from: index)
  }
}
