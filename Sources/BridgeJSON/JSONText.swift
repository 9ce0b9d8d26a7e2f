internal import ByteScan

/// Text before it is read: lines and encoding.
package enum JSONText {
  /// The number of bytes before the first line feed, or all where there is none. One pass with
  /// the platform's `memchr`.
  package static func lineLength(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    guard let base = text.baseAddress else { return 0 }
    return bs_find_newline(base, base + text.count) - base
  }
}
