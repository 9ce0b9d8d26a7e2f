/// The Bidi rule of RFC 5893, section 2.
enum BidiRule {
  /// Which kind of label it is, and whether it keeps the rule. The rule binds all labels of a
  /// name with a right-to-left label, and none of other names.
  enum Direction {
    case leftToRight, leftToRightBroken, rightToLeft, rightToLeftBroken
  }

  static func direction(of label: UnsafeBufferPointer<UInt32>) -> Direction {
    let isRightToLeft = label.contains { scalar in
      switch CodePointProperties(of: scalar).bidi {
      case .right, .arabicLetter, .arabicNumber: true
      default: false
      }
    }
    if isRightToLeft { return keepsRightToLeftRule(label) ? .rightToLeft : .rightToLeftBroken }
    return keepsLeftToRightRule(label) ? .leftToRight : .leftToRightBroken
  }

  /// The direction of a label of ASCII letters, digits and inner hyphens.
  ///
  /// - Precondition: not empty.
  static func directionOfASCII(_ label: UnsafeBufferPointer<UInt32>) -> Direction {
    label[0] > 0x40 ? .leftToRight : .leftToRightBroken
  }

  /// Conditions 1 to 4.
  private static func keepsRightToLeftRule(_ label: UnsafeBufferPointer<UInt32>) -> Bool {
    var last = CodePointProperties.Bidi.other
    var hasEuropean = false
    var hasArabic = false
    for index in label.indices {
      let bidi = CodePointProperties(of: label[index]).bidi
      if index == 0, bidi != .right, bidi != .arabicLetter { return false }
      switch bidi {
      case .right, .arabicLetter, .separator, .commonSeparator, .terminator, .neutral,
        .boundaryNeutral:
        break
      case .europeanNumber: hasEuropean = true
      case .arabicNumber: hasArabic = true
      case .mark: continue
      case .left, .other: return false
      }
      last = bidi
    }
    if hasEuropean && hasArabic { return false }
    switch last {
    case .right, .arabicLetter, .europeanNumber, .arabicNumber: return true
    default: return false
    }
  }

  /// Conditions 1, 5 and 6.
  private static func keepsLeftToRightRule(_ label: UnsafeBufferPointer<UInt32>) -> Bool {
    var last = CodePointProperties.Bidi.other
    for index in label.indices {
      let bidi = CodePointProperties(of: label[index]).bidi
      if index == 0, bidi != .left { return false }
      switch bidi {
      case .left, .europeanNumber, .separator, .commonSeparator, .terminator, .neutral,
        .boundaryNeutral:
        last = bidi
      case .mark: continue
      default: return false
      }
    }
    return last == .left || last == .europeanNumber
  }
}
