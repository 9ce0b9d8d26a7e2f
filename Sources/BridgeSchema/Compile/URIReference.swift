/// A URI reference (RFC 3986, section 4.1) in its five parts.
struct URIReference: Equatable {
  var scheme: String?
  var authority: String?
  var path: String
  var query: String?
  var fragment: String?

  /// Splits a text; anything is a reference of some kind (appendix B).
  init(_ text: String) {
    var rest = Substring(text)
    if let hash = rest.utf8.firstIndex(of: UInt8(ascii: "#")) {
      fragment = String(rest[rest.index(after: hash)...])
      rest = rest[..<hash]
    }
    if let mark = rest.utf8.firstIndex(of: UInt8(ascii: "?")) {
      query = String(rest[rest.index(after: mark)...])
      rest = rest[..<mark]
    }
    if let colon = rest.utf8.firstIndex(of: UInt8(ascii: ":")), Self.isScheme(rest[..<colon]) {
      scheme = rest[..<colon].lowercased()
      rest = rest[rest.index(after: colon)...]
    }
    if rest.utf8.starts(with: "//".utf8) {
      rest = rest.dropFirst(2)
      let end = rest.utf8.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
      authority = String(rest[..<end])
      rest = rest[end...]
    }
    path = String(rest)
  }

  private static func isScheme(_ text: Substring) -> Bool {
    guard let first = text.utf8.first, (first | 0x20) >= 0x61, (first | 0x20) <= 0x7A else {
      return false
    }
    return text.utf8.allSatisfy { c in
      (c | 0x20) >= 0x61 && (c | 0x20) <= 0x7A || c >= 0x30 && c <= 0x39
        || c == UInt8(ascii: "+") || c == UInt8(ascii: "-") || c == UInt8(ascii: ".")
    }
  }

  /// The parts put together again (section 5.3).
  var text: String {
    var out = ""
    if let scheme { out += scheme + ":" }
    if let authority { out += "//" + authority }
    out += path
    if let query { out += "?" + query }
    if let fragment { out += "#" + fragment }
    return out
  }

  /// The text without the fragment.
  var textWithoutFragment: String {
    var copy = self
    copy.fragment = nil
    return copy.text
  }

  /// This reference seen from a base (section 5.2.2).
  func resolved(against base: URIReference) -> URIReference {
    var out = self
    if scheme != nil {
      out.path = Self.removingDots(path)
      return out
    }
    out.scheme = base.scheme
    if authority != nil {
      out.path = Self.removingDots(path)
      return out
    }
    out.authority = base.authority
    if path.isEmpty {
      out.path = base.path
      if query == nil { out.query = base.query }
    } else if path.utf8.first == UInt8(ascii: "/") {
      out.path = Self.removingDots(path)
    } else {
      out.path = Self.removingDots(merged(with: base))
    }
    return out
  }

  /// Section 5.2.3.
  private func merged(with base: URIReference) -> String {
    if base.authority != nil, base.path.isEmpty { return "/" + path }
    guard let slash = base.path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(base.path[...slash]) + path
  }

  /// Section 5.2.4. Paths without a slash (as of `urn:`) have no dots to remove.
  private static func removingDots(_ path: String) -> String {
    guard path.utf8.contains(UInt8(ascii: "/")) else { return path }
    let isAbsolute = path.utf8.first == UInt8(ascii: "/")
    let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    var out: [String] = []
    for (i, part) in parts.enumerated() {
      let isLast = i == parts.count - 1
      switch part {
      case ".": if isLast { out.append("") }
      case "..":
        if out.count > (isAbsolute ? 1 : 0) { out.removeLast() }
        if isLast { out.append("") }
      default: out.append(part)
      }
    }
    return out.joined(separator: "/")
  }

  /// The bytes with percent escapes resolved; nil where a `%` is none.
  static func percentDecoded(_ bytes: some Sequence<UInt8>) -> [UInt8]? {
    var out: [UInt8] = []
    var rest = bytes.makeIterator()
    while let c = rest.next() {
      guard c == UInt8(ascii: "%") else {
        out.append(c)
        continue
      }
      guard let high = rest.next().flatMap(hex), let low = rest.next().flatMap(hex) else {
        return nil
      }
      out.append(high << 4 | low)
    }
    return out
  }

  private static func hex(_ c: UInt8) -> UInt8? {
    switch c {
    case 0x30...0x39: c - 0x30
    case 0x41...0x46, 0x61...0x66: (c | 0x20) - 0x57
    default: nil
    }
  }
}
