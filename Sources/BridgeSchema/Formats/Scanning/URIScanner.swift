/// Reads references by the grammar of RFC 3986, appendix A, or of RFC 3987, section 2.2.
struct URIScanner {
  let bytes: FormatBytes
  /// Whether characters beyond ASCII may stand where RFC 3987 lets them.
  let international: Bool

  func accepts(needsScheme: Bool) -> Bool {
    var index = 0
    let scheme = endOfScheme()
    if let scheme {
      index = scheme
    } else if needsScheme {
      return false
    }
    if bytes.has("/", at: index), bytes.has("/", at: index + 1) {
      guard let end = endOfAuthority(from: index + 2) else { return false }
      index = end
    } else if scheme == nil {
      // The first segment of a relative path has no colon: it would read as a scheme.
      index = end(of: .segmentWithoutColon, from: index)
      if bytes.has(":", at: index) { return false }
    }
    index = end(of: .path, from: index)
    if bytes.has("?", at: index) { index = end(of: .query, from: index + 1, privateUse: true) }
    if bytes.has("#", at: index) { index = end(of: .query, from: index + 1) }
    return index == bytes.count
  }

  /// The index after the colon of a scheme, or nil where none stands.
  private func endOfScheme() -> Int? {
    guard let first = bytes.byte(at: 0), ASCIISet.alpha.contains(first) else { return nil }
    let end = bytes.end(of: .scheme, from: 1)
    return bytes.has(":", at: end) ? end + 1 : nil
  }

  /// The index after an authority that starts at `start`, or nil where it is wrong.
  private func endOfAuthority(from start: Int) -> Int? {
    var index = end(of: .userInfo, from: start)
    // What read as user information was the host where no at-sign follows: read it again.
    index = bytes.has("@", at: index) ? index + 1 : start
    if bytes.has("[", at: index) {
      guard let end = endOfIPLiteral(from: index + 1) else { return nil }
      index = end
    } else {
      index = end(of: .registeredName, from: index)
    }
    if bytes.has(":", at: index) { index = bytes.end(of: .digit, from: index + 1) }
    switch bytes.byte(at: index) {
    case nil, UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): return index
    default: return nil
    }
  }

  /// The index after the closing bracket of an IPv6 or a future address.
  private func endOfIPLiteral(from start: Int) -> Int? {
    if bytes.has("v", at: start) || bytes.has("V", at: start) {
      let version = bytes.end(of: .hex, from: start + 1)
      guard version > start + 1, bytes.has(".", at: version) else { return nil }
      let end = bytes.end(of: .userInfo, from: version + 1)
      return end > version + 1 && bytes.has("]", at: end) ? end + 1 : nil
    }
    var end = start
    while let byte = bytes.byte(at: end), byte != UInt8(ascii: "]") {
      guard ASCIISet.hex.contains(byte) || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".")
      else { return nil }
      end += 1
    }
    guard end < bytes.count, IPv6Format.accepts(bytes.part(start..<end)) else { return nil }
    return end + 1
  }

  /// The index after the longest run of characters of the set, of percent-encodings and, in IRIs,
  /// of those beyond ASCII.
  @inline(__always)
  private func end(of set: ASCIISet, from start: Int, privateUse: Bool = false) -> Int {
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      if set.contains(byte) {
        index += 1
      } else if byte == UInt8(ascii: "%"), bytes.hasPercentEncoding(at: index) {
        index += 3
      } else if byte >= 0x80, international {
        var reader = ScalarReader(bytes, from: index)
        let scalar = reader.next()
        guard scalar.isUCSCharacter || (privateUse && scalar.isPrivateUse) else { break }
        index = reader.index
      } else {
        break
      }
    }
    return index
  }
}
