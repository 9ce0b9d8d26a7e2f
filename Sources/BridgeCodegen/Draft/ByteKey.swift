/// Bytes as a key: all are hashed at once, where an array hashes one after the other.
struct ByteKey: Hashable {
  var bytes: [UInt8]

  init(_ bytes: [UInt8] = []) { self.bytes = bytes }

  func hash(into hasher: inout Hasher) {
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
  }
}
