import BridgeContract
import BridgeJSON

/// Writes the contract as Markdown: a table for each message, a sequence diagram for each scenario.
struct DocsGenerator {
  private let model: ContractModel
  let contract: Contract

  static func files(_ contract: Contract) -> [GeneratedFile] {
    let generator = DocsGenerator(model: ModelBuilder.build(contract), contract: contract)
    return [GeneratedFile(path: contract.name + ".md", text: generator.text)]
  }

  private var text: String {
    var out = "# \(Self.plain(contract.name)) \(contract.version)\n"
    if let doc = model.doc { out += "\n\(Self.plain(doc))\n" }
    out += "\n## Messages\n\n| message | direction | channel | answered |\n|---|---|---|---|\n"
    for message in model.messages {
      let answered =
        message.reply.map { reply in
          (reply.isStream ? "with a stream" : "once")
            + (reply.within.map { ", within \($0)" } ?? "")
        } ?? "no"
      out +=
        "| \(Self.code(message.name)) | \(message.isFromWeb ? "web → native" : "native → web") "
        + "| \(Self.code(message.channel)) | \(answered) |\n"
    }
    for message in model.messages { out += self.message(message) }
    if !model.errors.isEmpty {
      out += "\n## Errors\n"
      for error in model.errors {
        out += "\n### \(Self.code(error.name))\n"
        if let doc = error.doc { out += "\n\(Self.plain(doc))\n" }
        out += table("Payload", error.payload)
      }
    }
    out += types()
    return out + scenarios(contract)
  }

  private func message(_ message: MessageModel) -> String {
    var out = "\n### \(Self.code(message.name))\n"
    if let doc = message.doc { out += "\n\(Self.plain(doc))\n" }
    if message.isDeprecated { out += "\nDeprecated.\n" }
    var facts: [String] = []
    if let kind = message.kind { facts.append("kind \(Self.code(kind))") }
    if let version = message.version { facts.append("version \(Self.code(version))") }
    if !facts.isEmpty { out += "\nOn the wire: \(facts.joined(separator: ", ")).\n" }
    out += table("Payload", message.payload)
    if let reply = message.reply {
      out += table("Reply", reply.payload)
      if !reply.errors.isEmpty {
        let names = reply.errors.map { Self.code(model.errors[$0].name) }
        out += "\nErrors: \(names.joined(separator: ", ")).\n"
      }
    }
    return out
  }

  private func types() -> String {
    let list = model.declarations.enumerated().filter { $0.element.scope == .types }
    guard !list.isEmpty else { return "" }
    var out = "\n## Types\n"
    for (index, declaration) in list {
      out += "\n### \(Self.code(declaration.name))\n"
      if let doc = declaration.doc { out += "\n\(Self.plain(doc))\n" }
      if case .structure = declaration.form {
        out += table("Fields", .named(index))
      } else {
        out += "\n\(type(.named(index), isOpen: true))\n"
      }
    }
    return out
  }

  // MARK: Tables

  private func table(_ title: String, _ type: ValueType) -> String {
    guard case .named(let index) = type,
      case .structure(let fields, let others) = model.declarations[index].form
    else { return "\n\(title): \(self.type(type)).\n" }
    var out = "\n| \(title.lowercased()) | type | required | |\n|---|---|---|---|\n"
    rows(fields, "", 0, &out)
    if let others { out += "| others | \(self.type(others)) | | |\n" }
    return out
  }

  private func rows(_ fields: [Field], _ prefix: String, _ depth: Int, _ out: inout String) {
    for field in fields {
      let note = [field.isDeprecated ? "Deprecated." : nil, field.doc.map(Self.cell)]
      out +=
        "| \(Self.code(prefix + field.key)) | \(type(field.type)) "
        + "| \(field.isRequired ? "yes" : "") | \(note.compactMap { $0 }.joined(separator: " ")) |\n"
      var inner = field.type
      var mark = "."
      while true {
        if case .nullable(let type) = inner {
          inner = type
        } else if case .array(let type) = inner {
          inner = type
          mark = "[]" + mark
        } else {
          break
        }
      }
      if depth < 4, case .named(let index) = inner, model.declarations[index].scope != .types,
        case .structure(let fields, _) = model.declarations[index].form
      {
        rows(fields, prefix + field.key + mark, depth + 1, &out)
      }
    }
  }

  private func type(_ type: ValueType, isOpen: Bool = false, depth: Int = 0) -> String {
    switch type {
    case .any: return "anything"
    case .string: return "text"
    case .boolean: return "boolean"
    case .integer: return "integer"
    case .number: return "number"
    case .null: return "null"
    case .literals(let texts): return texts.map(Self.code).joined(separator: " or ")
    case .array(let item): return "list of " + self.type(item, depth: depth + 1)
    case .map(let item): return "object of " + self.type(item, depth: depth + 1)
    case .nullable(let inner): return self.type(inner, depth: depth + 1) + " or null"
    case .named(let index):
      let declaration = model.declarations[index]
      if declaration.scope == .types, !isOpen { return Self.code(declaration.name) }
      guard depth < 6 else { return "…" }
      switch declaration.form {
      case .structure: return "object"
      case .alias(let type): return self.type(type, depth: depth + 1)
      case .pending: return "anything"
      case .words(let words, let isOpen):
        return (words.map { Self.code($0) } + (isOpen ? ["text"] : [])).joined(separator: ", ")
      case .tagged(let key, let branches):
        let words = branches.map { Self.code($0.tag ?? $0.name) }
        return "object by \(Self.code(key)): " + words.joined(separator: ", ")
      case .untagged(let branches):
        return branches.map { self.type($0.type, depth: depth + 1) }.joined(separator: " or ")
      }
    }
  }

  // MARK: Words

  /// Text of the contract as code: no backtick ends it.
  static func code(_ text: String) -> String {
    let clean = Literals.comment(text).joined(separator: " ")
    let escaped = clean.replacing("`", with: "'").replacing("|", with: "\\|")
    return escaped.isEmpty ? "` `" : "`\(escaped)`"
  }

  /// Text of the contract as prose: nothing in it is HTML.
  static func plain(_ text: String) -> String { closed(Literals.comment(text), "\n") }

  /// The same in a cell of a table.
  static func cell(_ text: String) -> String {
    closed(Literals.comment(text), " ").replacing("|", with: "\\|")
  }

  /// Lines as one text, in which every stretch of code that is opened is closed.
  private static func closed(_ lines: [String], _ separator: String) -> String {
    let text = lines.joined(separator: separator).replacing("<", with: "&lt;")
    let isClosed = text.utf8.reduce(0) { $0 + ($1 == 0x60 ? 1 : 0) } % 2 == 0
    return isClosed ? text : text.replacing("`", with: "'")
  }
}
