/// The contextual rules of RFC 5892, appendix A.
enum ContextRules {
  /// A.1 and A.2, zero width non-joiner and joiner.
  static func allowsJoiner(at index: Int, in label: UnsafeBufferPointer<UInt32>) -> Bool {
    guard index > 0 else { return false }
    if CodePointProperties(of: label[index - 1]).isVirama { return true }
    guard label[index] == 0x200C else { return false }
    return joins(label[..<index].reversed(), with: .left)
      && joins(label[(index + 1)...], with: .right)
  }

  /// Whether the first code point that is not transparent joins towards the side or to both.
  private static func joins(
    _ neighbours: some Sequence<UInt32>, with side: CodePointProperties.Joining
  ) -> Bool {
    for scalar in neighbours {
      let joining = CodePointProperties(of: scalar).joining
      if joining != .transparent { return joining == side || joining == .dual }
    }
    return false
  }

  /// A.3 to A.9.
  static func allowsOther(at index: Int, in label: UnsafeBufferPointer<UInt32>) -> Bool {
    let before = index > 0 ? label[index - 1] : nil
    let after = index + 1 < label.count ? label[index + 1] : nil
    switch label[index] {
    case 0xB7:  // Middle dot: between two l, as in Catalan.
      return before == 0x6C && after == 0x6C
    case 0x375:  // Greek lower numeral sign.
      return after.map { CodePointProperties(of: $0).script == .greek } ?? false
    case 0x5F3, 0x5F4:  // Hebrew geresh and gershayim.
      return before.map { CodePointProperties(of: $0).script == .hebrew } ?? false
    case 0x30FB:  // Katakana middle dot.
      return label.contains { CodePointProperties(of: $0).script == .kanaOrHan }
    case 0x660...0x669:  // Arabic-Indic digits.
      return !label.contains { 0x6F0...0x6F9 ~= $0 }
    case 0x6F0...0x6F9:  // Extended Arabic-Indic digits.
      return !label.contains { 0x660...0x669 ~= $0 }
    default:
      return false
    }
  }
}
