import BridgeContract
import BridgeJSON

extension Command {
  private static let isCheck = Option.flag(
    "check", "write nothing; name the files that would change (exit status 1)")

  static let format = Command(
    name: "fmt", group: .check, summary: "write contracts in their canonical text",
    discussion: [
      "Rewrites the files in place, and only where bytes change. - formats standard input to "
        + "standard output."
    ],
    operands: .init(usage: "[CONTRACT...]", minimum: 0, maximum: nil, noun: "a contract"),
    options: [
      OptionGroup(title: "Formatting", options: [isCheck.declaration]), SharedOptions.contracts,
      SharedOptions.settings,
    ],
    examples: [
      .init(line: "bridge-contract fmt", what: "the contracts of this project"),
      .init(line: "bridge-contract fmt --check", what: "in CI: say which are not in their form"),
    ]
  ) { (invocation) throws(UsageError) in
    let console = invocation.console
    guard let settings = try Settings.resolve(invocation, named: invocation.operands) else {
      return .broken
    }
    if invocation.value(of: SharedOptions.showSettings) {
      console.out.write(settings.text)
      return .success
    }
    if settings.contracts.isEmpty { return noContract(console) }
    var outcome = Outcome.success
    for path in settings.contracts {
      outcome.formUnion(
        format(path, isCheck: invocation.value(of: isCheck), console: console))
    }
    if outcome == .success, console.out.isTerminal, invocation.value(of: isCheck) {
      console.out.writeLine("all in their canonical text")
    }
    return outcome
  }

  private static func format(_ path: String, isCheck: Bool, console: Console) -> Outcome {
    let old: [UInt8]
    do throws(FileError) {
      old = try Files.read(path, limit: JSONLimits.contract.bytes)
    } catch {
      console.fail("\(error.path): \(error.problem)")
      return .broken
    }
    let new: [UInt8]
    do throws(JSONError) {
      new = try ContractFormatter.format(old)
    } catch {
      let at = old.withUnsafeBufferPointer { TextPosition(ofOffset: error.offset, in: $0) }
      console.fail("\(path):\(at.line):\(at.column): \(error.sentence)")
      return .broken
    }
    if isCheck {
      if new == old { return .success }
      console.out.writeLine("\(path): not in its canonical text")
      return .findings
    }
    if path == "-" {
      console.out.write(new)
      return .success
    }
    if new == old { return .success }
    do throws(FileError) {
      try Files.write(new, to: path)
      console.out.writeLine("formatted  \(path)")
      return .success
    } catch {
      console.fail("\(error.path): \(error.problem)")
      return .broken
    }
  }
}
