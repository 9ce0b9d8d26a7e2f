import BridgeContract
import BridgeFindings
import BridgeLog

/// Reads logs and has them judged.
struct LogRun {
  var set: ContractSet
  var options: LogOptions
  /// Threads that scan lines.
  var jobs: Int
  var console: Console

  /// Judges logs and writes the reports.
  func judge(_ logs: [String], _ reporter: Reporter) -> Outcome {
    let validator = LogValidator(set, options: options)
    var outcome = Outcome()
    let isAnyRead = read(logs, by: validator, &outcome)
    let report = validator.finish()
    outcome.formUnion(reporter.write(report.findings, report.summary))
    if report.evictedSessions > 0 {
      console.note(
        "note: \(report.evictedSessions) sessions were given up to bound memory (--max-sessions)")
    }
    if let line = options.onlyLine, report.findings.isEmpty {
      console.note("note: nothing was found at line \(line); the numbers are of all lines")
    }
    if report.summary.messages == 0, isAnyRead {
      outcome.isUndecided = true
      noteNothing(report.summary)
    }
    for note in NotALog.notes(logs, report.summary) { console.note(note) }
    return outcome
  }

  /// Judges logs and writes what was counted as one line of JSON that `merge` reads.
  func summarise(_ logs: [String], failOn: FailOn) -> Outcome {
    let validator = LogValidator(set, options: options)
    var outcome = Outcome()
    _ = read(logs, by: validator, &outcome)
    let tally = validator.finishTally()
    console.out.write(tally.text + "\n")
    console.out.flush()
    outcome.formUnion(Outcome(of: tally, failOn))
    return outcome
  }

  private func noteNothing(_ summary: Summary) {
    console.note(
      summary.skipped > 0
        ? "nothing was judged: \(summary.skipped) of \(summary.lines) lines are on channels of no "
          + "contract"
        : "nothing was judged: no line of the log is a message of the contract")
  }

  // MARK: Reading

  private static let ahead = 2

  private func read(
    _ logs: [String], by validator: LogValidator, _ outcome: inout Outcome
  ) -> Bool {
    let progress = Progress(console.error)
    // One place is always that of the block before.
    let places = jobs + Self.ahead + 1
    let threads = jobs > 1 ? ScanThreads(count: jobs, places: places, validator) : nil
    // Small enough to stay in a processor's own memory on their way from thread to thread.
    var parallel = threads.map { _ in ParallelLog(ahead: places, capacity: 1 << 19) }
    let blocks = LogBlocks(capacity: 1 << 18)
    defer {
      threads?.close()
      progress.finish()
    }
    var isAnyRead = false
    for log in logs {
      do throws(FileError) {
        let descriptor = try Files.open(log)
        defer { Files.close(descriptor) }
        validator.beginFile(log)
        let input = LogInput(log, descriptor, progress)
        do throws(SystemError) {
          if let threads {
            try parallel?.judge(
              validator,
              read: { (space) throws(SystemError) in try input.read(into: space) },
              start: threads.start, wait: threads.wait)
          } else {
            while try blocks.feed(
              validator, read: { (space) throws(SystemError) in try input.read(into: space) }) > 0
            {}
          }
        } catch {
          throw FileError(path: log, problem: error.words)
        }
        validator.endFile()
        isAnyRead = true
      } catch {
        progress.finish()
        let isFolder = Files.kind(of: error.path) == .folder
        console.fail(
          "\(error.path): \(error.problem)",
          help: isFolder ? ["name the logs in it, as in: \(Words.quoted(error.path))/*.jsonl"] : [])
        outcome.isBroken = true
      }
    }
    return isAnyRead
  }
}

/// A log that is being read.
private final class LogInput {
  private let name: String
  private let descriptor: Int32
  private let size: Int
  private let progress: Progress
  private var done = 0

  init(_ name: String, _ descriptor: Int32, _ progress: Progress) {
    self.name = name
    self.descriptor = descriptor
    self.progress = progress
    size = Files.size(of: descriptor)
  }

  func read(into space: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    let count = try Descriptor.read(into: space, from: descriptor)
    done += count
    progress.tell("\(name): \(done >> 20) MB" + (size > 0 ? " (\(done * 100 / size) %)" : ""))
    return count
  }
}
