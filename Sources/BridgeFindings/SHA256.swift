/// SHA-256 (FIPS 180-4), for fingerprints and for values shown as a hash. No secret is kept by it.
public enum SHA256 {
  /// The digest of `bytes` as 64 lower-case hex digits. Linear in the number of bytes.
  public static func hex(of bytes: [UInt8]) -> String { hex(of: bytes, digits: 64) }

  /// The first so many hex digits of the digest: 64 at most.
  package static func hex(of bytes: [UInt8], digits count: Int) -> String {
    bytes.withUnsafeBytes { buffer in
      withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 8) { state in
        digest(of: buffer, into: state)
        return String(unsafeUninitializedCapacity: count) { out in
          for i in 0..<count {
            let nibble = UInt8(truncatingIfNeeded: state[i >> 3] >> UInt32(28 - 4 * (i & 7))) & 15
            out[i] = nibble < 10 ? 0x30 + nibble : 0x57 + nibble
          }
          return count
        }
      }
    }
  }

  private static func digest(
    of bytes: UnsafeRawBufferPointer, into state: UnsafeMutableBufferPointer<UInt32>
  ) {
    for (i, word) in initial.enumerated() { state.initializeElement(at: i, to: word) }
    constants.withUnsafeBufferPointer { constants in
      withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
        let whole = bytes.count / 64 * 64
        for block in stride(from: 0, to: whole, by: 64) {
          compress(
            state, UnsafeRawBufferPointer(rebasing: bytes[block..<block + 64]), schedule, constants)
        }
        // What is left, a one bit, zeros, and the number of bits.
        withUnsafeTemporaryAllocation(byteCount: 128, alignment: 8) { tail in
          let left = bytes.count - whole
          let length = left < 56 ? 64 : 128
          for i in 0..<length { tail[i] = i < left ? bytes[whole + i] : 0 }
          tail[left] = 0x80
          let bits = (UInt64(bytes.count) &* 8).bigEndian
          tail.storeBytes(of: bits, toByteOffset: length - 8, as: UInt64.self)
          for block in stride(from: 0, to: length, by: 64) {
            compress(
              state, UnsafeRawBufferPointer(rebasing: tail[block..<block + 64]), schedule,
              constants)
          }
        }
      }
    }
  }

  private static func compress(
    _ state: UnsafeMutableBufferPointer<UInt32>, _ block: UnsafeRawBufferPointer,
    _ schedule: UnsafeMutableBufferPointer<UInt32>, _ constants: UnsafeBufferPointer<UInt32>
  ) {
    for i in 0..<16 {
      schedule[i] = UInt32(
        bigEndian: block.loadUnaligned(fromByteOffset: 4 * i, as: UInt32.self))
    }
    for i in 16..<64 {
      let x = schedule[i - 15]
      let y = schedule[i - 2]
      let s0 = rotate(x, 7) ^ rotate(x, 18) ^ (x >> 3)
      let s1 = rotate(y, 17) ^ rotate(y, 19) ^ (y >> 10)
      schedule[i] = schedule[i - 16] &+ s0 &+ schedule[i - 7] &+ s1
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for i in 0..<64 {
      let s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
      let choice = (e & f) ^ (~e & g)
      let t1 = h &+ s1 &+ choice &+ constants[i] &+ schedule[i]
      let s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
      let majority = (a & b) ^ (a & c) ^ (b & c)
      (h, g, f, e) = (g, f, e, d &+ t1)
      (d, c, b, a) = (c, b, a, t1 &+ s0 &+ majority)
    }
    state[0] &+= a
    state[1] &+= b
    state[2] &+= c
    state[3] &+= d
    state[4] &+= e
    state[5] &+= f
    state[6] &+= g
    state[7] &+= h
  }

  @inline(__always)
  private static func rotate(_ x: UInt32, _ by: UInt32) -> UInt32 { x &>> by | x &<< (32 &- by) }

  private static let initial: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a,
    0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
  ]

  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
    0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
    0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
    0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
    0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
    0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
    0xc671_78f2,
  ]
}
