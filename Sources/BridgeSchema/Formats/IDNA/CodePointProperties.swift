/// What IDNA needs to know of a code point. Bits as `generate-tables.py` packs them.
struct CodePointProperties {
  let bits: UInt32

  /// Numbers beyond Unicode, such as those for malformed bytes, are refused like any other.
  init(of scalar: UInt32) {
    let table = IDNATables.propertyTable
    bits = scalar > 0x10FFFF ? 0 : table.number(row: table.rows(upTo: scalar) - 1, column: 1)
  }

  /// The derived property of RFC 5892, section 3. Unassigned code points count as disallowed.
  enum Status: UInt32 {
    case disallowed, protocolValid, contextJoiner, contextOther
  }

  /// The Bidi classes that RFC 5893 names; `other` for those a label may never have.
  enum Bidi: UInt32 {
    case other, left, right, arabicLetter, arabicNumber, europeanNumber, separator
    case commonSeparator, terminator, neutral, boundaryNeutral, mark
  }

  enum Joining: UInt32 {
    case none, left, right, dual, transparent
  }

  enum Script: UInt32 {
    case other, greek, hebrew, kanaOrHan
  }

  var status: Status { Status(rawValue: bits & 3) ?? .disallowed }
  var bidi: Bidi { Bidi(rawValue: bits >> 2 & 15) ?? .other }
  var joining: Joining { Joining(rawValue: bits >> 6 & 7) ?? .none }
  /// General category M.
  var isMark: Bool { bits >> 9 & 1 == 1 }
  var script: Script { Script(rawValue: bits >> 10 & 3) ?? .other }
  /// Whether a composition may take this code point away (`NFC_Quick_Check=Maybe`).
  var mayCompose: Bool { bits >> 12 & 1 == 1 }
  var combiningClass: UInt32 { bits >> 13 }
  var isVirama: Bool { combiningClass == 9 }
}
