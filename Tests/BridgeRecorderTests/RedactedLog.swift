import BridgeContract
import BridgeJSON
import Foundation
import TestSupport

@testable import BridgeRecorder

/// Redacts a log that exists: each line's body, error and call as the recorder would have written
/// them, everything else as it stands.
struct RedactedLog {
  private let redactor: Redactor
  /// Lines marked as approximate.
  private(set) var approximate = 0

  init(_ contracts: ContractSet) throws {
    guard let redactor = Redactor(contracts, key: RedactionKey(bytes: [1, 2, 3])) else {
      throw SupportError("no redactor")
    }
    self.redactor = redactor
  }

  mutating func text(_ log: String) -> String {
    log.split(separator: "\n", omittingEmptySubsequences: false).map { line(String($0)) }
      .joined(separator: "\n")
  }

  private mutating func line(_ text: String) -> String {
    guard let document = try? JSONDocument(Array(text.utf8), limits: .traffic),
      document.root.kind == .object
    else { return text }
    let root = document.root
    var fields = Fields(PendingLine(.gap(0), session: 0), recorder: "native")
    // One number for each session of the log.
    fields.sessionNumber = root["session"].map { abs($0.text.hashValue) } ?? 0
    let side = (root["direction"] ?? root["dir"])?.string.flatMap { word in
      ["webToNative", "web-to-native", "->", "js-to-native"].contains(word)
        ? Side.web
        : ["nativeToWeb", "native-to-web", "<-"].contains(word) ? .native : nil
    }
    let from = root["from"]?.string.map { ["web", "js", "page"].contains($0) ? Side.web : .native }
    fields.side = side ?? from
    fields.channel = (root["channel"] ?? root["handler"])?.string
    fields.event = root["event"]?.string
    func body(_ key: String) -> RecordedBody? {
      root[key].map { RecordedBody(text: Array($0.cursor.text)) }
    }
    fields.body = body("body")
    if let error = root["error"], !error.isNull { fields.error = body("error") }
    fields.call = root["call"].map { Array($0.cursor.text) }
    fields.answers = root["answers"].map { Array($0.cursor.text) }
    redactor.redact(&fields)
    if fields.isApproximate { approximate += 1 }
    var replaced: [(Range<Int>, [UInt8])] = []
    func put(_ key: String, _ new: [UInt8]?) {
      guard let value = root[key], let new else { return }
      let start = document.offset(of: value.cursor)
      replaced.append((start..<start + value.cursor.text.count, new))
    }
    put("body", fields.body?.text)
    put("error", fields.error?.text)
    put("call", fields.call)
    put("answers", fields.answers)
    if let channel = fields.channel {
      let word = Array("\"\(channel)\"".utf8)
      put(root["channel"] != nil ? "channel" : "handler", word)
      if root["channel"] == nil, root["handler"] == nil {
        replaced.append((1..<1, Array("\"channel\":".utf8) + word + Array(",".utf8)))
      }
    }
    var bytes = Array(text.utf8)
    for (range, new) in replaced.sorted(by: { $0.0.lowerBound > $1.0.lowerBound }) {
      bytes.replaceSubrange(range, with: new)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
