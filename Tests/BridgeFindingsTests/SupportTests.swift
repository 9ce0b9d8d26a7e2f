import Foundation
import TestSupport
import Testing

/// The support code holds its word, as every other test leans on it.
@Suite("Test support") struct SupportTests {
  @Test func marksAreTakenOutAndKnowTheirPlaces() {
    let marked = MarkedText("a\né«here» b«there»")
    #expect(marked.text == "a\né b")
    #expect(marked["here"] == .init(offset: 4, line: 2, column: 2))
    #expect(marked["there"] == .init(offset: 6, line: 2, column: 4))
  }

  @Test func randomNumbersAreTheSameEverywhere() {
    // The first outputs for seed 1234567, as published with the algorithm.
    var random = SplitMix64(seed: 1_234_567)
    #expect(
      (0..<3).map { _ in random.next() } == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
      ])
  }

  @Test func aCommandIsRunWithItsInput() throws {
    let folder = try TemporaryFolder()
    let run = try Run.command(
      "/bin/sh", ["-c", "cat; pwd; echo \"$X\" >&2; exit 3"], stdin: Array("in\n".utf8),
      in: folder.url, environment: ["X": "y"])
    #expect(run.out.hasPrefix("in\n") && run.out.contains(folder.url.lastPathComponent))
    #expect(run.err == "y\n" && run.status == 3 && run.signal == nil && run.peakMemory > 0)
  }

  @Test func whatHangsIsKilled() throws {
    let run = try Run.command("/bin/sh", ["-c", "kill -9 $$"])
    #expect(run.signal == 9 && run.status == nil)
    #expect(
      try Run.command(
        "/bin/cat", ["/dev/zero"], output: .file(.init(fileURLWithPath: "/dev/null")), limit: 1
      ).signal == 9)
  }

  @Test func aClosedPipeIsClosed() throws {
    let run = try Run.command("/bin/sh", ["-c", "echo x"], output: .closedPipe)
    #expect(run.status != 0)
  }

  @Test func aMissingGoldenFileFails() {
    #expect(throws: (any Error).self) { try Golden.check("x", "no/such/file") }
  }

  @Test func anAbsentSuiteFails() {
    #expect(throws: (any Error).self) {
      try Shared.files(in: "no-such-folder", withExtension: "json")
    }
  }
}
