import BridgeContract
import BridgeFindings

/// Reads the contracts of a comparison and keeps what is wrong with them, and their texts for code
/// frames.
struct DiffInputs {
  private(set) var findings: [Finding] = []
  private(set) var isUnreadable = false
  private var texts: [String: [UInt8]] = [:]
  private let console: Console

  var isBroken: Bool { isUnreadable || !findings.isEmpty }

  init(_ console: Console) { self.console = console }

  /// The contract of this name; nil where something is wrong, which is kept.
  mutating func contract(_ name: String) -> Contract? {
    let bytes: [UInt8]
    do throws(ContractSource.Failure) {
      bytes = try ContractSource.bytes(name)
    } catch {
      fail(error)
      return nil
    }
    return contract(bytes, name)
  }

  /// The contract of these bytes.
  mutating func contract(_ bytes: [UInt8], _ name: String) -> Contract? {
    texts[name] = bytes
    switch Contract.load(bytes, file: name) {
    case .loaded(let contract): return contract
    case .broken(let errors):
      findings += errors
      return nil
    }
  }

  mutating func fail(_ failure: ContractSource.Failure) {
    console.fail(failure.problem, help: failure.help)
    isUnreadable = true
  }

  /// Says on standard error what is wrong with the files.
  func complain() {
    let report = TextReport(style: console.isErrorColoured ? .ansi : .plain, sourceLine: sourceLine)
    console.out.flush()
    for finding in findings {
      console.error.write(
        console.error.isTerminal ? report.full(finding) + "\n" : report.concise(finding) + "\n")
    }
    if !findings.isEmpty { console.fail("a contract is broken: nothing was compared") }
  }

  /// The text of a contract's line.
  var sourceLine: @Sendable (_ file: String, _ line: Int) -> String? {
    let lines = texts.mapValues { SourceLines($0) }
    return { file, line in lines[file]?.text(line) }
  }
}

/// The lines of a text, found without looking at it from the beginning.
struct SourceLines: Sendable {
  private let bytes: [UInt8]
  private let starts: [Int]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var starts = [0]
    for (index, byte) in bytes.enumerated() where byte == 0x0A { starts.append(index + 1) }
    self.starts = starts
  }

  /// The text of a line, from 1, without its end.
  func text(_ line: Int) -> String? {
    guard starts.indices.contains(line - 1) else { return nil }
    let end = starts.indices.contains(line) ? starts[line] - 1 : bytes.count
    let text = bytes[starts[line - 1]..<end]
    return String(decoding: text.last == 0x0D ? text.dropLast() : text, as: UTF8.self)
  }
}
