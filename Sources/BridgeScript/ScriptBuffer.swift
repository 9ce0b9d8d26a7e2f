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

  /// Appends UTF-8 as the inside of a JSON string: escaped is what must be, nothing else.
  func appendJSONString(_ text: UnsafeBufferPointer<UInt8>) {
    guard var p = text.baseAddress else { return }
    var left = text.count
    while true {
      reserve(left + 16)
      let run = bs_json_run(p, left, base + count)
      count += run
      p += run
      left -= run
      if left == 0 { return }
      appendJSONEscape(p.pointee)
      p += 1
      left -= 1
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
