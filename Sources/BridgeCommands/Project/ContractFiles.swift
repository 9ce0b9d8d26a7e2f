import BridgeContract
import BridgeFindings
import BridgeJSON

/// Contract files, read and joined: the set that judges, or what is wrong.
struct ContractFiles {
  /// Contracts that could be loaded, in the order of their files.
  var contracts: [Contract] = []
  /// All of them as one; nil where anything is wrong.
  var set: ContractSet?
  /// Errors of the files: no cause, a position each.
  var findings: [Finding] = []
  /// Whether a file could not even be read; that has been said on standard error.
  var isUnreadable = false
  /// The texts, for code frames.
  private var texts: [String: [UInt8]] = [:]

  var isBroken: Bool { isUnreadable || !findings.isEmpty }

  /// How contracts that are given together belong together.
  enum Relation {
    /// They judge the same traffic: what they share they must write alike.
    case oneBridge
    /// Files that somebody listed: those that write a shared channel otherwise are of other bridges.
    case perhapsOneBridge
  }

  init(_ paths: [String], _ relation: Relation, console: Console) {
    for path in paths {
      do throws(FileError) {
        let bytes = try Files.read(path, limit: JSONLimits.contract.bytes)
        texts[path] = bytes
        switch Contract.load(bytes, file: path) {
        case .loaded(let contract): contracts.append(contract)
        case .broken(let errors): findings += errors
        }
      } catch {
        console.fail("\(error.path): \(error.problem)")
        isUnreadable = true
      }
    }
    if isBroken { return }
    switch ContractSet.join(contracts) {
    case .joined(let set): self.set = set
    case .broken(let errors):
      findings += relation == .oneBridge ? errors : Self.claims(among: contracts)
    }
  }

  /// What contracts of one bridge claim from one another. Each pair is looked at: O(n^2).
  private static func claims(among contracts: [Contract]) -> [Finding] {
    var findings: [Finding] = []
    for (index, contract) in contracts.enumerated() {
      for other in contracts[..<index] {
        guard case .broken(let errors) = ContractSet.join([other, contract]) else { continue }
        let isOtherBridge = errors.contains {
          $0.instancePath?.utf8.starts(with: "/channels".utf8) == true
        }
        if !isOtherBridge { findings += errors }
      }
    }
    return findings
  }

  /// Says on standard error what is wrong, where a command cannot go on with its own work.
  func complain(_ console: Console, _ consequence: String = "nothing was judged") {
    let report = TextReport(
      style: console.isErrorColoured ? .ansi : .plain, sourceLine: sourceLine)
    console.out.flush()
    for finding in findings {
      console.error.write(
        console.error.isTerminal
          ? report.full(finding) + "\n" : report.concise(finding) + "\n")
    }
    if !findings.isEmpty { console.fail("the contract is broken: \(consequence)") }
  }

  /// The text of a contract's line, for `TextReport`. Linear in the file.
  var sourceLine: @Sendable (_ file: String, _ line: Int) -> String? {
    { [texts] file, line in
      guard let bytes = texts[file], line > 0 else { return nil }
      var start = 0
      for _ in 1..<line {
        guard let end = bytes[start...].firstIndex(of: 0x0A) else { return nil }
        start = end + 1
      }
      let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.endIndex
      let text = bytes[start..<end]
      return String(decoding: text.last == 0x0D ? text.dropLast() : text, as: UTF8.self)
    }
  }
}
