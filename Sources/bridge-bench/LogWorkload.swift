import BridgeContract
import BridgeFindings
import BridgeLog

extension Workload {
  /// Validates a log by a contract, from memory.
  static let log = Workload(
    name: "log", arguments: "CONTRACT LOG [reference]",
    summary: "validate a log by a contract: shape, correlation and order, findings only counted"
  ) { arguments in
    guard arguments.count >= 2 else { throw BenchError("log: which contract, which log?") }
    guard case .loaded(let contract) = Contract.load(try readFile(arguments[0]), file: "contract"),
      case .joined(let set) = ContractSet.join([contract])
    else { throw BenchError("the contract is broken") }
    let text = try readFile(arguments[1])
    var options = LogOptions()
    options.maxFindings = 0
    if arguments.count > 2, arguments[2] == "reference" { options.engine = .reference }
    var report: LogReport?
    var measure = Measure(bytes: text.count) {
      report = judgeLog(text, by: set, options)
    }
    if let summary = report?.summary {
      measure.counts = [
        ("lines", summary.lines), ("invalidLines", summary.invalidLines),
        ("errors", summary.errors), ("warnings", summary.warnings),
      ]
    }
    return measure
  }
}

/// Judges a log that is in memory, by blocks as if it were read.
func judgeLog(
  _ text: [UInt8], by set: ContractSet, _ options: LogOptions
) -> LogReport {
  let validator = LogValidator(set, options: options)
  let blocks = LogBlocks(capacity: 1 << 18)
  validator.beginFile("log")
  var at = 0
  text.withUnsafeBytes { bytes in
    var isOpen = true
    while isOpen {
      let got = blocks.feed(validator) { space in
        let count = min(space.count, bytes.count - at)
        if count > 0 {
          space.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[at..<at + count]))
        }
        at += count
        return count
      }
      isOpen = got > 0
    }
  }
  validator.endFile()
  return validator.finish()
}
