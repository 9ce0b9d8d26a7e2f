import Foundation
import TestSupport
import Testing

@testable import BridgeSchema

@Suite("IDNA tables, normalization and Punycode")
struct IDNATests {
  @Test("The tables say which Unicode they are of")
  func version() {
    #expect(IDNATables.unicodeVersion == "15.0.0")
  }

  /// Needs the Unicode Character Database in that version, as Debian's `unicode-data` installs it.
  static let hasDatabase: Bool = {
    let scripts = try? String(contentsOfFile: "/usr/share/unicode/Scripts.txt", encoding: .utf8)
    if scripts?.hasPrefix("# Scripts-\(IDNATables.unicodeVersion).txt") == true { return true }
    FileHandle.standardError.write(Data("SKIPPED: no Unicode Character Database at hand\n".utf8))
    return false
  }()

  @Test("The generated file is what its generator writes", .enabled(if: hasDatabase))
  func fresh() throws {
    let folder = "Sources/BridgeSchema/Formats/IDNA"
    let run = try Run.command(
      "/usr/bin/env", ["python3", Project.url("\(folder)/generate-tables.py").path])
    #expect(run.status == 0)
    let file = try Data(contentsOf: Project.url("\(folder)/IDNATables+Generated.swift"))
    #expect(run.stdout == [UInt8](file))
  }

  @Test("Derived properties of RFC 5892")
  func status() {
    let expected: [(UInt32, CodePointProperties.Status)] = [
      (0x61, .protocolValid), (0x41, .disallowed), (0x2D, .protocolValid), (0x5F, .disallowed),
      (0xDF, .protocolValid), (0xC9, .disallowed), (0xE9, .protocolValid), (0xB7, .contextOther),
      (0x200C, .contextJoiner), (0x200D, .contextJoiner), (0x200E, .disallowed),
      (0x660, .contextOther),
      (0x640, .disallowed), (0x3007, .protocolValid), (0x4E00, .protocolValid),
      (0xAC00, .protocolValid),
      (0x1100, .disallowed), (0x19DA, .disallowed), (0xCF1, .protocolValid), (0xD800, .disallowed),
      (0xE000, .disallowed), (0x378, .disallowed), (0x10FFFF, .disallowed), (.max, .disallowed),
    ]
    for (scalar, status) in expected {
      #expect(CodePointProperties(of: scalar).status == status, "\(String(scalar, radix: 16))")
    }
  }

  @Test("Normalization agrees with Foundation's on code points before marks")
  func normalization() {
    // Hangul is left out: Foundation on Linux does not compose some syllables (AC38 11A8 11A8).
    let marks: [UInt32] = [
      0x300, 0x301, 0x308, 0x323, 0x327, 0x345, 0x5B0, 0x94D, 0x1161, 0x11A8, 0x3099,
    ]
    // Assigned before Unicode 6: both sides know these.
    let bases =
      [UInt32](0xC0..<0x530) + [UInt32](0x1E00..<0x2000) + [
        0x1100, 0x304B,
      ]
    for base in bases {
      for first in marks {
        for second in [marks[0], marks[3], marks[4], marks[9]] {
          let text = [base, first, second]
          let composed = text.withUnsafeBufferPointer { NFC.withNormalized($0) { Array($0) } }
          var string = String.UnicodeScalarView()
          string.append(contentsOf: text.compactMap(Unicode.Scalar.init))
          let expected = String(string).precomposedStringWithCanonicalMapping.unicodeScalars.map(
            \.value)
          if composed != expected {
            Issue.record("\(text.map { String($0, radix: 16) })")
          }
        }
      }
    }
  }

  @Test(
    "Punycode of RFC 3492, section 7.1",
    arguments: [
      ("ليهمابتكلموشعربي؟", "egbpdaj6bu4bxfgehfvwxn"),
      ("他们为什么不说中文", "ihqwcrb4cv8a8dqg056pqjye"),
      ("Pročprostěnemluvíčesky", "Proprostnemluvesky-uyb24dma41a"),
      ("3年B組金八先生", "3B-ww4c5e180e575a65lsy2b"),
      ("-> $1.00 <-", "-> $1.00 <--"),
    ])
  func punycode(text: String, encoded: String) {
    let scalars = text.unicodeScalars.map(\.value)
    var out: [UInt8] = []
    scalars.withUnsafeBufferPointer { label in Punycode.encode(label) { out.append($0) } }
    #expect(String(decoding: out, as: UTF8.self) == encoded)
    let decoded = encoded.unicodeScalars.map(\.value).withUnsafeBufferPointer { text in
      withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { buffer in
        Punycode.decode(text, into: buffer).map { Array(buffer[0..<$0]) }
      }
    }
    #expect(decoded == scalars)
  }
}
