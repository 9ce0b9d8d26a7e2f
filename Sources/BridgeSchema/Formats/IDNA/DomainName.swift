/// Domain names whose labels may be U-labels.
enum DomainName {
  /// RFC 1035, section 2.3.4, without the length bytes at either end.
  static var longest: Int { 253 }

  /// Whether all labels are plain LDH labels (NR-LDH), A-labels or U-labels, and the name as a
  /// whole keeps its length in ASCII form and the Bidi rule.
  ///
  /// - Parameter mapping: whether labels are mapped by RFC 5895 first.
  static func accepts(_ bytes: FormatBytes, mapping: Bool) -> Bool {
    // No label that holds the bound is longer, even when all of it is yet to be composed.
    let capacity = mapping ? ASCIILabel.longest * NFC.growth : ASCIILabel.longest
    return withUnsafeTemporaryAllocation(of: UInt32.self, capacity: capacity) { buffer in
      var reader = ScalarReader(bytes)
      var name = Facts()
      var endsWithDot = true
      while endsWithDot {
        var count = 0
        var isASCII = true
        endsWithDot = false
        while !reader.isAtEnd {
          let scalar = reader.next()
          if isDot(scalar) {
            endsWithDot = true
            break
          }
          guard count < capacity else { return false }
          buffer[count] = mapping ? mapped(scalar) : scalar
          isASCII = isASCII && scalar < 0x80
          count += 1
        }
        let label = UnsafeBufferPointer(rebasing: buffer[0..<count])
        let isAllowed =
          mapping && !isASCII
          ? NFC.withNormalized(label) { name.add($0) }
          : name.add(label)
        guard isAllowed else { return false }
      }
      return name.holdTogether
    }
  }

  /// What the labels seen so far say of the name.
  private struct Facts {
    /// Octets in ASCII form, with a dot after each label.
    private var length = 0
    private var isRightToLeft = false
    private var breaksBidiRule = false

    /// Takes one label; false where it is none, or the name gets too long.
    mutating func add(_ label: UnsafeBufferPointer<UInt32>) -> Bool {
      guard let direction = direction(of: label) else { return false }
      isRightToLeft = isRightToLeft || direction == .rightToLeft
      breaksBidiRule = breaksBidiRule || direction == .leftToRightBroken
      return length <= longest + 1
    }

    var holdTogether: Bool {
      !(isRightToLeft && breaksBidiRule)
    }

    private mutating func direction(
      of label: UnsafeBufferPointer<UInt32>
    ) -> BidiRule.Direction? {
      if label.allSatisfy({ $0 < 0x80 }) {
        guard ASCIILabel.isWellFormed(label) else { return nil }
        length += label.count + 1
        if ASCIILabel.hasPunycodePrefix(label) {
          return ALabel.check(label)
        }
        // RFC 5890, section 2.3.1: other reserved labels are not to be processed.
        return ASCIILabel.isReserved(label) ? nil : BidiRule.directionOfASCII(label)
      }
      guard label.count < ASCIILabel.longest, let direction = ULabel.check(label) else {
        return nil
      }
      let encoded = ULabel.encodedLength(label)
      guard encoded <= ASCIILabel.longest else { return nil }
      length += encoded + 1
      return direction
    }
  }

  /// RFC 3490, section 3.1.
  private static func isDot(_ scalar: UInt32) -> Bool {
    scalar == 0x2E || scalar == 0x3002 || scalar == 0xFF0E || scalar == 0xFF61
  }

  /// RFC 5895, section 2, steps 1 and 2: small letters, usual width.
  private static func mapped(_ scalar: UInt32) -> UInt32 {
    if scalar < 0x80 { return 0x41...0x5A ~= scalar ? scalar | 0x20 : scalar }
    let table = IDNATables.mappingTable
    return table.row(of: scalar).map { table.number(row: $0, column: 1) } ?? scalar
  }
}
