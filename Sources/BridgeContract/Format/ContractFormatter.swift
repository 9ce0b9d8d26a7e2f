public import BridgeJSON

/// Writes a contract's canonical text: one order of keys, one layout, the same bytes for the same
/// contract however it was written.
///
/// Two spaces, 100 columns. The file, its sections and every message are opened, so that one message
/// is one hunk; whatever else fits into its line stays on it. Numbers are copied as written, strings
/// lose needless escapes. Formatting twice changes nothing.
public struct ContractFormatter {
  private let width = 100
  private var out: [UInt8] = []

  /// The canonical text of a contract file, with a line end at its end.
  ///
  /// - Throws: `JSONError` if the text is no JSON. Contracts that are JSON but broken in other ways
  ///   are formatted all the same.
  public static func format(_ text: [UInt8]) throws(JSONError) -> [UInt8] {
    let document = try JSONDocument(text, limits: .contract)
    var formatter = ContractFormatter()
    formatter.write(document.root, .contract, depth: 0, indent: 0, column: 0)
    formatter.out.append(UInt8(ascii: "\n"))
    return formatter.out
  }

  // A contract nests 512 deep at most, so these may call themselves.

  private mutating func write(
    _ value: JSONValue, _ part: ContractPart, depth: Int, indent: Int, column: Int
  ) {
    switch value.kind {
    case .object where value.count > 0:
      if !mustOpen(depth, part), let line = inline(value, part, room: width - column) {
        out += line
        return
      }
      out.append(UInt8(ascii: "{"))
      var isFirst = true
      for member in part.ordered(value) {
        newLine(indent + 2, isFirst: isFirst)
        isFirst = false
        let key = quotedBytes(member.key)
        out += key
        out += Array(": ".utf8)
        write(
          member.value, member.part, depth: depth + 1, indent: indent + 2,
          column: indent + 2 + width(of: key) + 3)
      }
      newLine(indent, isFirst: true)
      out.append(UInt8(ascii: "}"))
    case .array where value.count > 0:
      if !mustOpen(depth, part), let line = inline(value, part, room: width - column) {
        out += line
        return
      }
      out.append(UInt8(ascii: "["))
      var isFirst = true
      for item in value.items {
        newLine(indent + 2, isFirst: isFirst)
        isFirst = false
        write(item, part.element, depth: depth + 1, indent: indent + 2, column: indent + 3)
      }
      newLine(indent, isFirst: true)
      out.append(UInt8(ascii: "]"))
    default:
      out += scalar(value)
    }
  }

  /// The file and its sections are always open, and so are messages.
  private func mustOpen(_ depth: Int, _ part: ContractPart) -> Bool {
    switch part {
    case .map, .list: return depth <= 1
    case .fixed(let keys): return depth == 0 || keys.contains { $0.key == "examples" }
    case .asWritten: return false
    }
  }

  private mutating func newLine(_ indent: Int, isFirst: Bool) {
    if !isFirst { out.append(UInt8(ascii: ",")) }
    out.append(UInt8(ascii: "\n"))
    out += [UInt8](repeating: UInt8(ascii: " "), count: indent)
  }

  /// The value on one line, or nil if that takes more columns than there are.
  private func inline(_ value: JSONValue, _ part: ContractPart, room: Int) -> [UInt8]? {
    var line: [UInt8] = []
    guard append(value, part, to: &line, room: room), width(of: line) <= room else { return nil }
    return line
  }

  private func append(
    _ value: JSONValue, _ part: ContractPart, to line: inout [UInt8], room: Int
  ) -> Bool {
    // Each column has at least a byte and at most four.
    guard line.count <= room * 4 else { return false }
    switch value.kind {
    case .object where value.count > 0:
      line += Array("{ ".utf8)
      for (index, member) in part.ordered(value).enumerated() {
        if index > 0 { line += Array(", ".utf8) }
        line += quotedBytes(member.key)
        line += Array(": ".utf8)
        guard append(member.value, member.part, to: &line, room: room) else { return false }
      }
      line += Array(" }".utf8)
    case .array where value.count > 0:
      line.append(UInt8(ascii: "["))
      for (index, item) in value.items.enumerated() {
        if index > 0 { line += Array(", ".utf8) }
        guard append(item, part.element, to: &line, room: room) else { return false }
      }
      line.append(UInt8(ascii: "]"))
    default:
      line += scalar(value)
    }
    return true
  }

  private func scalar(_ value: JSONValue) -> [UInt8] {
    switch value.kind {
    case .string: quotedBytes(value)
    case .object: Array("{}".utf8)
    case .array: Array("[]".utf8)
    case .null, .bool, .number: Array(value.cursor.text)
    }
  }

  private func quotedBytes(_ value: JSONValue) -> [UInt8] {
    var text: [UInt8] = []
    JSONString.appendQuoted(value.cursor.stringBytes, to: &text)
    return text
  }

  /// Code points, which is what columns count everywhere.
  private func width(of text: [UInt8]) -> Int {
    text.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
  }
}
