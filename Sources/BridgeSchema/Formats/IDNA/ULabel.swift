/// U-labels: labels with characters beyond ASCII that IDNA 2008 lets stand (RFC 5891, sections
/// 4.2 and 5.4).
enum ULabel {
  /// The label's direction, or nil where it is no U-label.
  ///
  /// - Precondition: not empty, and short: time is quadratic.
  static func check(_ label: UnsafeBufferPointer<UInt32>) -> BidiRule.Direction? {
    guard let first = label.first, let last = label.last, first != 0x2D, last != 0x2D,
      !ASCIILabel.isReserved(label), !CodePointProperties(of: first).isMark
    else { return nil }
    for index in label.indices {
      let isAllowed =
        switch CodePointProperties(of: label[index]).status {
        case .disallowed: false
        case .protocolValid: true
        case .contextJoiner: ContextRules.allowsJoiner(at: index, in: label)
        case .contextOther: ContextRules.allowsOther(at: index, in: label)
        }
      guard isAllowed else { return nil }
    }
    guard NFC.isNormalized(label) else { return nil }
    let direction = BidiRule.direction(of: label)
    // A label of the right-to-left kind makes any name a Bidi name, where the rule holds.
    return direction == .rightToLeftBroken ? nil : direction
  }

  /// The length of the A-label that stands for a U-label.
  static func encodedLength(_ label: UnsafeBufferPointer<UInt32>) -> Int {
    var length = ALabel.prefixLength
    Punycode.encode(label) { _ in length += 1 }
    return length
  }
}
