/// A-labels: `xn--` and the Punycode of a U-label (RFC 5890, section 2.3.2.1).
enum ALabel {
  /// The label's direction, or nil where it is no A-label.
  ///
  /// It must decode to a U-label that encodes to the same text, capitals aside (RFC 5891,
  /// section 5.4).
  ///
  /// - Precondition: a well-formed ASCII label that starts with `xn--`.
  static func check(_ label: UnsafeBufferPointer<some FixedWidthInteger>) -> BidiRule.Direction? {
    let count = label.count - prefixLength
    return withUnsafeTemporaryAllocation(of: UInt32.self, capacity: ASCIILabel.longest) { text in
      withUnsafeTemporaryAllocation(of: UInt32.self, capacity: ASCIILabel.longest) { decoded in
        for index in 0..<count {
          let character = UInt32(label[index + prefixLength])
          text[index] = 0x41...0x5A ~= character ? character | 0x20 : character
        }
        let text = UnsafeBufferPointer(rebasing: text[0..<count])
        guard let length = Punycode.decode(text, into: decoded) else { return nil }
        let label = UnsafeBufferPointer(rebasing: decoded[0..<length])
        guard label.contains(where: { $0 >= 0x80 }), let direction = ULabel.check(label) else {
          return nil
        }
        var index = 0
        var isSame = true
        Punycode.encode(label) { character in
          isSame = isSame && index < count && text[index] == UInt32(character)
          index += 1
        }
        return isSame && index == count ? direction : nil
      }
    }
  }

  static var prefixLength: Int { 4 }
}
