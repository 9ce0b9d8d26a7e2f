internal import ByteScan

/// Bytes that grow at the end; what is behind `count` is scratch for the C leaves.
///
/// Its fields are touched for every few bytes, by one thread and never twice at a time: looking for
/// overlapping accesses would cost more than the work.
final class ScriptBuffer {
  @exclusivity(unchecked) private(set) var base: UnsafeMutablePointer<UInt8>
  @exclusivity(unchecked) private(set) var capacity: Int
  @exclusivity(unchecked) var count = 0

  init(capacity: Int = 1024) {
    self.capacity = capacity
    base = .allocate(capacity: capacity)
  }

  deinit { base.deallocate() }

  /// What is behind the bytes.
  var free: UnsafeMutableBufferPointer<UInt8> {
    UnsafeMutableBufferPointer(start: base + count, count: capacity - count)
  }

  var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: base, count: count) }

  /// Makes room for `n` more bytes.
  @inline(__always)
  func reserve(_ n: Int) {
    if capacity - count < n { grow(n) }
  }

  @inline(never)
  private func grow(_ n: Int) {
    let larger = max(capacity * 2, count + n)
    let fresh = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
    fresh.update(from: base, count: count)
    base.deallocate()
    base = fresh
    capacity = larger
  }

  @inline(__always)
  func append(_ text: StaticString) {
    let n = text.utf8CodeUnitCount
    reserve(n)
    (base + count).update(from: text.utf8Start, count: n)
    count += n
  }

  func append(_ text: String) {
    var text = text
    text.withUTF8 { append($0) }
  }

  @inline(__always)
  func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let start = bytes.baseAddress else { return }
    reserve(bytes.count)
    (base + count).update(from: start, count: bytes.count)
    count += bytes.count
  }

  /// Appends UTF-8 as the inside of a JavaScript string in single quotes.
  func appendEscaped(_ text: UnsafeBufferPointer<UInt8>) {
    guard var p = text.baseAddress else { return }
    var left = text.count
    while left > 0 {
      reserve(left + left / 8 + 2 * Int(BS_JS_SLACK))
      let done = bs_js_escape(p, left, base + count, capacity - count)
      count += done.written
      p += done.read
      left -= done.read
    }
  }

  @inline(__always)
  func append(byte: UInt8) {
    reserve(1)
    base[count] = byte
    count += 1
  }

  /// Appends UTF-8 as a JSON string: escaped is what must be, nothing else.
  @inline(__always)
  func appendQuoted(_ text: UnsafeBufferPointer<UInt8>) {
    // Room for the quotes, and for what the leaf writes too much.
    reserve(text.count + 20)
    base[count] = UInt8(ascii: "\"")
    count += 1
    if let start = text.baseAddress {
      let run = bs_json_run(start, text.count, base + count)
      count += run
      if run < text.count { appendRest(start + run, text.count - run) }
    }
    base[count] = UInt8(ascii: "\"")
    count += 1
  }

  @inline(never)
  private func appendRest(_ text: UnsafePointer<UInt8>, _ n: Int) {
    var p = text
    var left = n
    while left > 0 {
      appendJSONEscape(p.pointee)
      p += 1
      left -= 1
      reserve(left + 20)
      let run = bs_json_run(p, left, base + count)
      count += run
      p += run
      left -= run
    }
    reserve(4)
  }

  /// Appends the shortest text that reads as the same number (`description` is that since Swift 5),
  /// which must be finite.
  func append(shortest value: some CustomStringConvertible) {
    var words = value.description
    words.withUTF8 { text in
      let isWhole = text.count > 2 && text[text.count - 1] == 0x30 && text[text.count - 2] == 0x2E
      append(UnsafeBufferPointer(rebasing: text.dropLast(isWhole ? 2 : 0)))
    }
  }

  /// Appends an integer of at most 64 bits.
  func append(negative: Bool, magnitude: UInt64) {
    reserve(20)
    if negative {
      base[count] = UInt8(ascii: "-")
      count += 1
    }
    var end = count + 1
    var rest = magnitude
    while rest >= 10 {
      rest /= 10
      end += 1
    }
    count = end
    rest = magnitude
    repeat {
      end -= 1
      let (more, digit) = rest.quotientAndRemainder(dividingBy: 10)
      base[end] = UInt8(truncatingIfNeeded: 0x30 + digit)
      rest = more
    } while rest > 0
  }

  private func appendJSONEscape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): append("\\\"")
    case UInt8(ascii: "\\"): append("\\\\")
    case 0x08: append("\\b")
    case 0x09: append("\\t")
    case 0x0A: append("\\n")
    case 0x0C: append("\\f")
    case 0x0D: append("\\r")
    default:
      append("\\u00")
      append(byte < 16 ? "0" : "1")
      append(String(byte & 15, radix: 16))
    }
  }
}
