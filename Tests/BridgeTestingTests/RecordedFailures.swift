import Synchronization
import Testing

/// A failure that a test recorded.
struct RecordedFailure: Equatable, CustomStringConvertible {
  var text: String
  var line: Int?

  /// The causes that it names: one, and none of misuse.
  var causes: [String] {
    text.split(separator: "\n").filter { $0.hasPrefix("  cause ") }
      .map { String($0.split(separator: " ").last ?? "") }
  }

  var headline: String { String(text.prefix { $0 != "\n" }) }
  var description: String { "line \(line ?? 0): \(text)" }
}

/// Runs a test that must fail, and gives what it recorded.
func recordedFailures(_ body: () async -> Void) async -> [RecordedFailure] {
  let out = Mutex<[RecordedFailure]>([])
  await withKnownIssue(isIntermittent: true) {
    await body()
  } matching: { issue in
    out.withLock {
      $0.append(
        RecordedFailure(
          text: issue.comments.map(\.rawValue).joined(), line: issue.sourceLocation?.line))
    }
    return true
  }
  return out.withLock { $0 }
}
