import BridgeContract
import BridgeFindings
import BridgeLog
import Foundation
import TestSupport
import Testing

@testable import BridgeCommands

/// The second opinion: what json-c reads is judged as what the own reader reads. What json-c is known
/// to do otherwise (`JSONTape.isBeyondMachineWords`, and all that the own reader refuses) is left out
/// by the engine itself.
@Suite("json-c agrees")
struct JSONCEngineTests {
  private static let logs: [(contract: URL, log: URL)] = {
    let contracts = FileManager.default.enumerator(
      at: Project.url("Contracts"), includingPropertiesForKeys: nil)
    return (contracts?.allObjects as? [URL] ?? [])
      .filter { $0.lastPathComponent.hasSuffix(".bridge.json") }
      .sorted { $0.path < $1.path }
      .flatMap { contract in
        ["good", "bad"].map { kind in
          let name = contract.lastPathComponent.dropLast(12)
          return (contract, Project.url("Fixtures/logs/\(name).\(kind).jsonl"))
        }
      }
      .filter { FileManager.default.fileExists(atPath: $0.1.path) }
  }()

  private static func report(_ set: ContractSet, _ log: [UInt8], _ isJSONC: Bool) -> LogReport {
    var options = LogOptions()
    if isJSONC { options.secondReader = { JSONCReader() } }
    let validator = LogValidator(set, options: options)
    validator.beginFile("log.jsonl")
    validator.feed(log)
    validator.endFile()
    return validator.finish()
  }

  @Test("shipped logs, as they are and with a byte changed")
  func logs() throws {
    try #require(Self.logs.count >= 20)
    var random = SplitMix64(seed: 20_261_130)
    for (contract, log) in Self.logs {
      guard
        case .loaded(let loaded) = Contract.load(
          Array(try Data(contentsOf: contract)), file: contract.lastPathComponent),
        case .joined(let set) = ContractSet.join([loaded])
      else { throw SupportError("\(contract) does not stand alone") }
      let text = Array(try Data(contentsOf: log))
      for round in 0..<20 {
        var changed = text
        if round > 0 {
          for _ in 0...random.below(8) {
            let byte = random.pick(Array(#""{}[],:\0123456789.eE+-tfn ua/"#.utf8))
            changed[random.below(changed.count)] = byte
          }
        }
        let own = Self.report(set, changed, false)
        let other = Self.report(set, changed, true)
        #expect(own.findings == other.findings, "\(log.lastPathComponent), round \(round)")
        #expect(own.summary == other.summary)
      }
    }
  }

  @Test("values come back as they were written")
  func values() throws {
    let reader = try #require(JSONCReader())
    for text in [
      #"{"a":[1,-2.50,1e5,true,false,null,"x\u0000y","/"],"b":{}}"#, #"[]"#, #"12"#, #""é😀""#,
      #"[1E400,18446744073709551615,-9223372036854775808]"#,
    ] {
      let again = Array(text.utf8).withUnsafeBufferPointer { reader.rewritten($0) }
      #expect(again.map { String(decoding: $0, as: UTF8.self) } == text)
    }
    #expect(Array("{".utf8).withUnsafeBufferPointer { reader.rewritten($0) } == nil)
    #expect(Array("[1,]".utf8).withUnsafeBufferPointer { reader.rewritten($0) } == nil)
  }
}
