internal import BridgeJSON

/// A string of JavaScript: any sequence of UTF-16 units, lone halves of surrogate pairs included.
///
/// Swift's `String` cannot hold a lone surrogate and compares by canonical equivalence; both would
/// hide faults of a bridge. Two texts are equal if their units are.
public struct JSText: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// UTF-8, with a lone surrogate as its three generalised bytes (WTF-8).
  package var bytes: [UInt8]

  /// The text of a Swift string.
  public init(_ string: String) { bytes = Array(string.utf8) }

  /// The text of a literal.
  public init(stringLiteral value: String) { self.init(value) }

  /// The text of UTF-16 units, in which halves of pairs may stand alone.
  public init(utf16 units: some Sequence<UInt16>) {
    bytes = []
    var high: UInt16?
    for unit in units {
      if let first = high {
        high = nil
        if unit >= 0xDC00, unit <= 0xDFFF {
          JSONString.append(
            codePoint: 0x10000 + UInt32(first - 0xD800) << 10 + UInt32(unit - 0xDC00), to: &bytes)
          continue
        }
        JSONString.append(codePoint: UInt32(first), to: &bytes)
      }
      if unit >= 0xD800, unit <= 0xDBFF {
        high = unit
      } else {
        JSONString.append(codePoint: UInt32(unit), to: &bytes)
      }
    }
    if let high { JSONString.append(codePoint: UInt32(high), to: &bytes) }
  }

  /// The text of bytes that are already WTF-8.
  package init(bytes: [UInt8]) { self.bytes = bytes }

  /// The text as a Swift string; a lone surrogate comes out as replacement characters.
  public var string: String { String(decoding: bytes, as: UTF8.self) }

  /// The text as a Swift string.
  public var description: String { string }

  /// The units as JavaScript counts them.
  public var utf16: [UInt16] {
    var out: [UInt16] = []
    out.reserveCapacity(bytes.count)
    var i = 0
    while i < bytes.count {
      let lead = UInt32(bytes[i])
      let length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
      var point = length == 1 ? lead : lead & (0xFF >> UInt32(length + 1))
      for k in 1..<max(length, 1) where i + k < bytes.count {
        point = point << 6 | UInt32(bytes[i + k] & 0x3F)
      }
      if point < 0x10000 {
        out.append(UInt16(truncatingIfNeeded: point))
      } else {
        out.append(UInt16(truncatingIfNeeded: 0xD800 + (point - 0x10000) >> 10))
        out.append(UInt16(truncatingIfNeeded: 0xDC00 + (point - 0x10000) & 0x3FF))
      }
      i += length
    }
    return out
  }
}
