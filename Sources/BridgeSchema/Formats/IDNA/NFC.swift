/// Unicode normalization form C (UAX 15) over code points, from the package's own tables.
enum NFC {
  /// A code point decomposes into at most this many.
  static var growth: Int { 4 }

  /// Whether text is in the form already.
  ///
  /// - Precondition: each code point by itself is, as PVALID ones are.
  static func isNormalized(_ text: UnsafeBufferPointer<UInt32>) -> Bool {
    var last: UInt32 = 0
    var mayCompose = false
    for scalar in text {
      let properties = CodePointProperties(of: scalar)
      let combiningClass = properties.combiningClass
      if combiningClass != 0, last > combiningClass { return false }
      last = combiningClass
      mayCompose = mayCompose || properties.mayCompose
    }
    guard mayCompose else { return true }
    return withNormalized(text) { $0.elementsEqual(text) }
  }

  /// Calls the closure with the text in normalization form C.
  ///
  /// Time is quadratic in the length of runs of marks; callers bound the text.
  static func withNormalized<Result>(
    _ text: UnsafeBufferPointer<UInt32>, _ body: (UnsafeBufferPointer<UInt32>) -> Result
  ) -> Result {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: text.count * growth) { buffer in
      var count = 0
      for scalar in text { decompose(scalar, into: buffer, &count) }
      reorder(buffer, count)
      count = compose(buffer, count)
      return body(UnsafeBufferPointer(rebasing: buffer[0..<count]))
    }
  }

  private static func decompose(
    _ scalar: UInt32, into buffer: UnsafeMutableBufferPointer<UInt32>, _ count: inout Int
  ) {
    if Hangul.syllables.contains(scalar) {
      let index = scalar - Hangul.firstSyllable
      buffer[count] = Hangul.firstLeading + index / Hangul.syllablesPerLeading
      buffer[count + 1] =
        Hangul.firstVowel + index % Hangul.syllablesPerLeading / Hangul.syllablesPerVowel
      count += 2
      let trailing = index % Hangul.syllablesPerVowel
      if trailing > 0 {
        buffer[count] = Hangul.beforeTrailing + trailing
        count += 1
      }
      return
    }
    // Only first parts decompose on, so the parts come out last to first.
    let start = count
    let table = IDNATables.decompositionTable
    var rest = scalar
    while rest >= 0xC0, let row = table.row(of: rest) {
      rest = table.number(row: row, column: 1)
      let second = table.number(row: row, column: 2)
      if second != 0 {
        buffer[count] = second
        count += 1
      }
    }
    buffer[count] = rest
    count += 1
    buffer[start..<count].reverse()
  }

  private static func reorder(_ buffer: UnsafeMutableBufferPointer<UInt32>, _ count: Int) {
    for end in 0..<count {
      let scalar = buffer[end]
      let combiningClass = CodePointProperties(of: scalar).combiningClass
      guard combiningClass != 0 else { continue }
      var place = end
      while place > 0,
        CodePointProperties(of: buffer[place - 1]).combiningClass > combiningClass
      {
        buffer[place] = buffer[place - 1]
        place -= 1
      }
      buffer[place] = scalar
    }
  }

  private static func compose(_ buffer: UnsafeMutableBufferPointer<UInt32>, _ count: Int) -> Int {
    var written = 0
    var starter = -1
    var last: UInt32 = 0
    for index in 0..<count {
      let scalar = buffer[index]
      let combiningClass = CodePointProperties(of: scalar).combiningClass
      if starter >= 0, last < combiningClass || written == starter + 1,
        let composite = composite(of: buffer[starter], scalar)
      {
        buffer[starter] = composite
        continue
      }
      if combiningClass == 0 { starter = written }
      last = combiningClass
      buffer[written] = scalar
      written += 1
    }
    return written
  }

  private static func composite(of first: UInt32, _ second: UInt32) -> UInt32? {
    if Hangul.leadings.contains(first), Hangul.vowels.contains(second) {
      let index = (first - Hangul.firstLeading) * 21 + second - Hangul.firstVowel
      return Hangul.firstSyllable + index * Hangul.syllablesPerVowel
    }
    if Hangul.syllables.contains(first), Hangul.trailings.contains(second),
      (first - Hangul.firstSyllable) % Hangul.syllablesPerVowel == 0
    {
      return first + second - Hangul.beforeTrailing
    }
    let table = IDNATables.compositionTable
    return table.row(of: first, second).map { table.number(row: $0, column: 2) }
  }

  /// The arithmetic of Hangul syllables (The Unicode Standard, section 3.12).
  private enum Hangul {
    static var firstSyllable: UInt32 { 0xAC00 }
    static var firstLeading: UInt32 { 0x1100 }
    static var firstVowel: UInt32 { 0x1161 }
    static var beforeTrailing: UInt32 { 0x11A7 }
    static var syllablesPerVowel: UInt32 { 28 }
    static var syllablesPerLeading: UInt32 { 588 }
    static var syllables: ClosedRange<UInt32> { 0xAC00...0xD7A3 }
    static var leadings: ClosedRange<UInt32> { 0x1100...0x1112 }
    static var vowels: ClosedRange<UInt32> { 0x1161...0x1175 }
    static var trailings: ClosedRange<UInt32> { 0x11A8...0x11C2 }
  }
}
