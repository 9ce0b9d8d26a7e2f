/// The label that the script gives: the same rules in Swift, for queries and for tests.
public struct LocatorLabel: Sendable, Equatable {
  /// The rules' settings.
  public var configuration: LocatorConfiguration

  /// Labels by these settings.
  public init(configuration: LocatorConfiguration = LocatorConfiguration()) {
    self.configuration = configuration
  }

  /// The label of an element with this text and identity. Linear in both.
  ///
  /// The identity is never cut; a text that is too long ends with "…".
  public func label(text: String, identity: String) -> String {
    let end = Array((configuration.separator + identity).utf16)
    var text = Array(LocatorLabel.normal(text).utf16)
    while text.count >= end.count, text.suffix(end.count).elementsEqual(end) {
      text.removeLast(end.count)
      text = LocatorLabel.trimmed(text)
    }
    if text.isEmpty || text.elementsEqual(identity.utf16) { return identity }
    let room = configuration.maxLength - end.count
    if text.count > room {
      if room < 2 { return identity }
      text = Array(text[..<(room - 1)])
      // Half of a surrogate pair does not stay behind.
      if let last = text.last, UTF16.isLeadSurrogate(last) { text.removeLast() }
      text = LocatorLabel.trimmed(text)
      if text.isEmpty { return identity }
      text.append(0x2026)
    }
    return String(decoding: text + end, as: UTF16.self)
  }

  /// Text without what nobody sees, every run of white space one space, none around.
  public static func normal(_ text: String) -> String {
    var out = String.UnicodeScalarView()
    var owesSpace = false
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0xAD, 0x200B, 0x2060: continue
      case 0x09...0x0D, 0x20, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000,
        0xFEFF:
        owesSpace = true
      default:
        if owesSpace, !out.isEmpty { out.append(" ") }
        owesSpace = false
        out.append(scalar)
      }
    }
    return String(out)
  }

  private static func trimmed(_ units: [UInt16]) -> [UInt16] {
    Array(normal(String(decoding: units, as: UTF16.self)).utf16)
  }
}

extension LocatorLabel {
  /// A test id as the script takes it: every run of white space one space, none around.
  package static func collapsed(_ text: String) -> String { normal(text) }
}
