/// Punycode, RFC 3492, with the parameters of section 5. Labels are short: both ways are quadratic.
enum Punycode {
  private static var base: UInt32 { 36 }
  private static var least: UInt32 { 1 }
  private static var most: UInt32 { 26 }
  private static var initialCodePoint: UInt32 { 0x80 }
  private static var initialBias: UInt32 { 72 }

  /// Decodes what follows `xn--`. The result goes to `output`; nil where the text is no Punycode,
  /// leaves Unicode, or does not fit.
  static func decode(
    _ text: UnsafeBufferPointer<UInt32>, into output: UnsafeMutableBufferPointer<UInt32>
  ) -> Int? {
    var count = text.lastIndex(of: 0x2D) ?? 0
    guard count <= output.count else { return nil }
    for index in 0..<count { output[index] = text[index] }
    // The delimiter itself is skipped only where basic code points stand before it.
    var index = count > 0 ? count + 1 : 0
    var codePoint = initialCodePoint
    var place: UInt32 = 0
    var bias = initialBias
    while index < text.count {
      let before = place
      var weight: UInt32 = 1
      var position = base
      while true {
        guard index < text.count, let digit = digit(text[index]) else { return nil }
        index += 1
        let (step, stepOverflow) = digit.multipliedReportingOverflow(by: weight)
        let (sum, sumOverflow) = place.addingReportingOverflow(step)
        guard !stepOverflow, !sumOverflow else { return nil }
        place = sum
        let threshold = threshold(at: position, bias: bias)
        if digit < threshold { break }
        let (next, overflow) = weight.multipliedReportingOverflow(by: base - threshold)
        guard !overflow else { return nil }
        weight = next
        position += base
      }
      let length = UInt32(count) + 1
      bias = adapted(place - before, length, isFirst: before == 0)
      let (next, overflow) = codePoint.addingReportingOverflow(place / length)
      guard !overflow, next <= 0x10FFFF, count < output.count else { return nil }
      codePoint = next
      place %= length
      var move = count
      while move > Int(place) {
        output[move] = output[move - 1]
        move -= 1
      }
      output[move] = codePoint
      count += 1
      place += 1
    }
    return count
  }

  /// Encodes a label, without the prefix `xn--`, and hands each character to the closure.
  ///
  /// - Precondition: the label has at most a few hundred code points, so nothing overflows.
  static func encode(_ label: UnsafeBufferPointer<UInt32>, _ emit: (UInt8) -> Void) {
    var done: UInt32 = 0
    for scalar in label where scalar < 0x80 {
      emit(UInt8(scalar))
      done += 1
    }
    let basic = done
    if basic > 0 { emit(UInt8(ascii: "-")) }
    var codePoint = initialCodePoint
    var delta: UInt32 = 0
    var bias = initialBias
    while done < label.count {
      var next = UInt32.max
      for scalar in label where scalar >= codePoint { next = min(next, scalar) }
      delta += (next - codePoint) * (done + 1)
      codePoint = next
      for scalar in label {
        if scalar < codePoint { delta += 1 }
        guard scalar == codePoint else { continue }
        var rest = delta
        var position = base
        while true {
          let threshold = threshold(at: position, bias: bias)
          if rest < threshold { break }
          emit(character(threshold + (rest - threshold) % (base - threshold)))
          rest = (rest - threshold) / (base - threshold)
          position += base
        }
        emit(character(rest))
        bias = adapted(delta, done + 1, isFirst: done == basic)
        delta = 0
        done += 1
      }
      delta += 1
      codePoint += 1
    }
  }

  private static func threshold(at position: UInt32, bias: UInt32) -> UInt32 {
    position <= bias + least ? least : position >= bias + most ? most : position - bias
  }

  /// Section 6.1.
  private static func adapted(_ delta: UInt32, _ count: UInt32, isFirst: Bool) -> UInt32 {
    var delta = isFirst ? delta / 700 : delta / 2
    delta += delta / count
    var steps: UInt32 = 0
    while delta > (base - least) * most / 2 {
      delta /= base - least
      steps += base
    }
    return steps + (base - least + 1) * delta / (delta + 38)
  }

  private static func digit(_ scalar: UInt32) -> UInt32? {
    switch scalar {
    case 0x61...0x7A: scalar - 0x61
    case 0x30...0x39: scalar - 0x30 + 26
    default: nil
    }
  }

  private static func character(_ digit: UInt32) -> UInt8 {
    UInt8(truncatingIfNeeded: digit < 26 ? digit + 0x61 : digit - 26 + 0x30)
  }
}
